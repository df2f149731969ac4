import type { HostState } from '../host-state.ts'
import { aggregateRatio } from './aggregates.ts'
import { allocationRatio } from './allocation-ratio.ts'
import { cannotSay, type Filter, objects, passes } from './filter.ts'
import { vcpusRoom } from './room.ts'

const coreFilter =
  (ratioOf: (host: HostState) => number): Filter =>
  (host, { resources }) => {
    const room = vcpusRoom(host, ratioOf(host))
    if (!room) return cannotSay(host, 'vcpus', 'absent')
    const { total } = room
    if (total === 0) return passes
    const needed = resources.vcpus

    if (host.rules.selfOvercommit === 'refused' && needed > total) {
      return objects({ kind: 'vcpus-self-overcommit', needed, total })
    }
    return needed > room.free ? objects({ kind: 'vcpus-short', needed, ...room }) : passes
  }

/** nova/scheduler/filters/core_filter.py. Never enabled by default. A host that reports no vCPUs passes. */
export const CoreFilter = coreFilter((host) => allocationRatio(host, 'cpu'))

/** The same, by the ratio of the host's aggregates. */
export const AggregateCoreFilter = coreFilter((host) => aggregateRatio(host, 'cpu'))

/** nova/scheduler/filters/exact_core_filter.py, Juno to Queens. A host that reports no vCPUs is refused. */
export const ExactCoreFilter: Filter = (host, { resources }) => {
  if (!host.vcpus) return cannotSay(host, 'vcpus', 'absent')
  const free = host.vcpus.total - host.vcpus.used
  return host.vcpus.total > 0 && free === resources.vcpus
    ? passes
    : objects({ kind: 'not-exactly', resource: 'vcpu', needed: resources.vcpus, free })
}
