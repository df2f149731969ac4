import type { Answer } from './filters/filter.ts'
import { cannotSay, passes } from './filters/filter.ts'
import { fitGate } from './filters/numa-topology.ts'
import type { HostState } from './host-state.ts'
import type { PlacementRequest } from './request.ts'

/**
 * The compute's claim where no NUMATopologyFilter sent limits: the fit without ratios, or no fit at all
 * (nova/compute/claims.py: Claim._test_numa_topology). Memory, disk and vCPUs are claimed only by limits that filters
 * sent, and compare what those filters compared. A host without topology takes any guest, and counts it in no cell.
 */
export function claim(host: HostState, request: PlacementRequest): Answer {
  const { constraints } = request
  if (constraints.kind === 'rejected' || !constraints.topology) return passes
  if (host.cells === 'not read') return cannotSay(host, 'numa_topology', 'absent')
  if (host.cells === 'none' || host.rules.numaClaim === 'by the limits sent') {
    return { kind: 'passes', placed: constraints.topology }
  }
  return fitGate(host, host.cells, request, undefined)
}
