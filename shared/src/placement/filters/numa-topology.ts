import { cannotSay, type Filter, objects, passes } from './filter.ts'

/** nova/scheduler/filters/numa_topology_filter.py. Never enabled by default. */
export const NUMATopologyFilter: Filter = (host, { constraints }) => {
  if (constraints.kind === 'rejected' || !constraints.topology) return passes
  if (host.cells === 'not read') return cannotSay(host, 'numa_topology', 'absent')
  if (host.cells === 'none') return objects({ kind: 'host-has-no-topology' })
  return cannotSay(host, 'NUMATopologyFilter', 'not modelled')
}
