import { allocationRatio } from './allocation-ratio.ts'
import { cannotSay, type Filter, objects, passes } from './filter.ts'

/** nova/scheduler/filters/core_filter.py. Never enabled by default. A host that reports no vCPUs passes. */
export const CoreFilter: Filter = (host, { resources }) => {
  if (!host.vcpus) return cannotSay(host, 'vcpus', 'absent')
  const { total, used } = host.vcpus
  if (total === 0) return passes
  const needed = resources.vcpus

  if (host.rules.selfOvercommit === 'refused' && needed > total) {
    return objects({ kind: 'vcpus-self-overcommit', needed, total })
  }
  const ratio = allocationRatio(host, 'cpu')
  const free = total * ratio - used
  return needed > free ? objects({ kind: 'vcpus-short', needed, free, total, used, ratio }) : passes
}
