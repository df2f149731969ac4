import { exceeds, type KiB } from '../../units.ts'
import { cannotSay, type Filter, objects, passes } from './filter.ts'
import { diskRoom } from './room.ts'

const inGib = (disk: KiB) => disk / (1024 * 1024)

/** nova/scheduler/filters/disk_filter.py. A guest that boots from a volume is asked for its flavor's root disk here. */
export const DiskFilter: Filter = (host, { resources }) => {
  const room = diskRoom(host)
  if (!room) return cannotSay(host, 'local_gb', 'absent')
  if (host.rules.diskSelfOvercommit === 'refused' && exceeds(resources.disk, room.total)) {
    return objects({
      kind: 'disk-self-overcommit',
      neededGb: inGib(resources.disk),
      totalGb: inGib(room.total),
    })
  }
  if (!exceeds(resources.disk, room.free)) return passes
  return objects({
    kind: 'disk-short',
    neededGb: inGib(resources.disk),
    freeGb: inGib(room.free),
    totalGb: inGib(room.total),
    usedGb: inGib(room.used),
    ratio: room.ratio,
  })
}
