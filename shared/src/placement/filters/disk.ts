import { exceeds, inGiB, minus } from '../../units.ts'
import type { HostState } from '../host-state.ts'
import { aggregateRatio } from './aggregates.ts'
import { allocationRatio } from './allocation-ratio.ts'
import { cannotSay, type Filter, objects, passes } from './filter.ts'
import { diskRoom, diskSeen } from './room.ts'

const diskFilter =
  (ratioOf: (host: HostState) => number): Filter =>
  (host, { resources }) => {
    const room = diskRoom(host, ratioOf(host))
    if (!room) return cannotSay(host, 'local_gb', 'absent')
    if (host.rules.diskSelfOvercommit === 'refused' && exceeds(resources.disk, room.total)) {
      return objects({
        kind: 'disk-self-overcommit',
        neededGb: inGiB(resources.disk),
        totalGb: inGiB(room.total),
      })
    }
    if (!exceeds(resources.disk, room.free)) return passes
    return objects({
      kind: 'disk-short',
      neededGb: inGiB(resources.disk),
      freeGb: inGiB(room.free),
      totalGb: inGiB(room.total),
      usedGb: inGiB(room.used),
      ratio: room.ratio,
    })
  }

/** nova/scheduler/filters/disk_filter.py. A guest that boots from a volume is asked for its flavor's root disk here. */
export const DiskFilter = diskFilter((host) => allocationRatio(host, 'disk'))

/** The same, by the ratio of the host's aggregates. */
export const AggregateDiskFilter = diskFilter((host) => aggregateRatio(host, 'disk'))

/** nova/scheduler/filters/exact_disk_filter.py, Juno to Queens. */
export const ExactDiskFilter: Filter = (host, { resources }) => {
  const seen = diskSeen(host)
  if (!seen) return cannotSay(host, 'local_gb', 'absent')
  const free = minus(seen.total, seen.used)
  return free === resources.disk
    ? passes
    : objects({ kind: 'not-exactly', resource: 'disk', needed: resources.disk, free })
}
