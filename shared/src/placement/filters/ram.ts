import { exceeds, KiB, minus } from '../../units.ts'
import { allocationRatio } from './allocation-ratio.ts'
import { cannotSay, type Filter, objects, passes } from './filter.ts'

/** nova/scheduler/filters/ram_filter.py: memory by ratio, whole host; knows neither cells nor page sizes. */
export const RamFilter: Filter = (host, { resources }) => {
  if (!host.memory) return cannotSay(host, 'memory_mb', 'absent')
  const { total, used } = host.memory
  const needed = resources.memory

  if (host.rules.selfOvercommit === 'refused' && exceeds(needed, total)) {
    return objects({ kind: 'ram-self-overcommit', needed, total })
  }
  const ratio = allocationRatio(host, 'ram')
  const free = minus(KiB(total * ratio), used)
  return exceeds(needed, free) ? objects({ kind: 'ram-short', needed, free, total, used, ratio }) : passes
}
