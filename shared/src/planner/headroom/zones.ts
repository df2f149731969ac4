import type { HostId } from '../../model/ids.ts'
import type { Cloud } from '../cloud.ts'
import { stateOf } from '../nova-book.ts'

/** The zone a host is in: of an aggregate, as its service says, or the default one; undefined where nobody said. */
export function zoneIn(cloud: Cloud): (host: HostId) => string | undefined {
  const { aggregates, settings } = cloud.snapshot
  const zoned = new Map(
    aggregates.flatMap(({ zone, hosts }) => (zone === undefined ? [] : hosts.map((host) => [host, zone]))),
  )
  return (host) => zoned.get(host) ?? stateOf(cloud, host).zone ?? settings.defaultZone
}
