import { exceeds, KiB, minus } from '../../units.ts'
import { allocationRatio } from './allocation-ratio.ts'
import { cannotSay, type Filter, objects, passes } from './filter.ts'

const inGib = (disk: KiB) => disk / (1024 * 1024)

/** nova/scheduler/filters/disk_filter.py. A guest that boots from a volume is asked for its flavor's root disk here. */
export const DiskFilter: Filter = (host, { resources }) => {
  if (!host.disk) return cannotSay(host, 'local_gb', 'absent')
  const { total, used } = host.disk
  const ratio = allocationRatio(host, 'disk')
  const free = minus(KiB(total * ratio), used)
  if (!exceeds(resources.disk, free)) return passes
  return objects({
    kind: 'disk-short',
    neededGb: inGib(resources.disk),
    freeGb: inGib(free),
    totalGb: inGib(total),
    usedGb: inGib(used),
    ratio,
  })
}
