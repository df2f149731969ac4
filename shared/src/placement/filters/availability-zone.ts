import { wordsOf } from './aggregates.ts'
import { cannotSay, type Filter, objects, passes } from './filter.ts'

/**
 * nova/scheduler/filters/availability_zone_filter.py: any zone of the host's aggregates, else the default one. A request
 * that names no zone passes everywhere.
 */
export const AvailabilityZoneFilter: Filter = (host, { hints: { zone: wanted } }) => {
  if (wanted === undefined) return passes
  const zones = [...wordsOf(host, 'availability_zone')]
  const [zone = host.zone ?? host.settings.defaultZone] = zones
  if (zone === undefined) return cannotSay(host, 'zone', 'absent')
  return zone === wanted || zones.includes(wanted) ? passes : objects({ kind: 'wrong-zone', wanted, zone })
}
