import { cannotSay, type Filter, objects, passes } from './filter.ts'

/** nova/scheduler/filters/availability_zone_filter.py. A request that names no zone passes everywhere. */
export const AvailabilityZoneFilter: Filter = (host, { hints: { zone } }) => {
  if (zone === undefined) return passes
  if (host.zone === undefined) return cannotSay(host, 'zone', 'absent')
  return host.zone === zone ? passes : objects({ kind: 'wrong-zone', wanted: zone, zone: host.zone })
}
