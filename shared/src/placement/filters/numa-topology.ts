import { isNonEmpty } from '../../collections.ts'
import type { GuestTopology, HostCell } from '../../model/cell.ts'
import type { Rules } from '../../releases/rules.ts'
import { fitInBrief, fitToHost } from '../fit/fit-to-host.ts'
import type { Limits } from '../fit/limits.ts'
import type { HostState } from '../host-state.ts'
import type { PlacementRequest } from '../request.ts'
import { allocationRatio } from './allocation-ratio.ts'
import { type Answer, cannotSay, type Filter, objects, passes } from './filter.ts'
import { devicesOfFit } from './pci.ts'

/** nova/scheduler/filters/numa_topology_filter.py. Never enabled by default. */
export const NUMATopologyFilter: Filter = (host, asked) => {
  const request = asScheduled(asked)
  const cells = cellsToFit(host, request)
  return 'kind' in cells ? cells : fitGate(host, cells, request, 'filter', limitsOf(host))
}

const asScheduled = (request: PlacementRequest): PlacementRequest =>
  request.scheduled ? { ...request, constraints: request.scheduled } : request

/** The same, and no word why not. `undefined` places nothing and passes. */
export function numaTopologyInBrief(
  host: HostState,
  asked: PlacementRequest,
): GuestTopology | undefined | 'rejected' | 'raises' | 'unknown' {
  const request = asScheduled(asked)
  const cells = cellsToFit(host, request)
  if (!('kind' in cells)) {
    const { constraints } = request
    const topology = constraints.kind === 'topology' ? constraints.topology : undefined
    const { known, untold } = devicesOf(host, request, 'filter', host.rules)
    const found = topology && fitInBrief(cells, topology, limitsOf(host), host.rules, host.packing, known)
    return untold === undefined || typeof found === 'string' ? found : inBrief(untold)
  }
  return cells.kind === 'passes' ? undefined : inBrief(cells)
}

const inBrief = ({ kind }: Answer) => (kind === 'unknown' ? 'unknown' : 'rejected')

/** What the fit is told of devices, and what keeps it from being told. */
function devicesOf(host: HostState, request: PlacementRequest, by: 'filter' | 'claim', rules: Rules) {
  const devices = devicesOfFit(host, request, by, rules)
  return devices && 'kind' in devices
    ? { known: undefined, untold: devices }
    : { known: devices, untold: undefined }
}

/** The host cells a guest has to fit, or the answer where it comes to no fit. */
function cellsToFit(host: HostState, request: PlacementRequest): Answer | readonly HostCell[] {
  const { constraints } = request
  if (constraints.kind === 'rejected' || !constraints.topology) return passes
  if (host.cells === 'not read') return cannotSay(host, 'numa_topology', 'absent')
  if (host.cells === 'none') return objects({ kind: 'host-has-no-topology' })
  if (wantsThreads(request) && !hasThreads(host.cells, host.rules)) {
    return objects({ kind: 'host-has-no-threads' })
  }
  return host.cells
}

/** The ratios the filter compares with, and hands to the compute. */
export const limitsOf = (host: HostState): Limits => ({
  cpuAllocationRatio: allocationRatio(host, 'cpu'),
  ramAllocationRatio: allocationRatio(host, 'ram'),
})

/** The fit as a gate: the cells it found, every objection, or the exception that ends the request. */
export function fitGate(
  host: HostState,
  cells: readonly HostCell[],
  request: PlacementRequest,
  by: 'filter' | 'claim',
  limits: Limits | undefined,
): Answer {
  const { constraints } = request
  if (constraints.kind === 'rejected' || !constraints.topology) return passes
  const rules = by === 'filter' ? host.rules : host.compute
  const { known, untold } = devicesOf(host, request, by, rules)
  const answer = fitToHost(cells, constraints.topology, limits, rules, host.packing, known)
  switch (answer.kind) {
    case 'fits': {
      if (untold) return untold
      const { topology: placed, overlooked } = answer
      return isNonEmpty(overlooked) ? { kind: 'passes', placed, overlooked } : { kind: 'passes', placed }
    }
    case 'rejected':
      return { kind: 'objects', reasons: answer.objections }
    case 'raises':
      return objects({ kind: 'exception', exception: answer.exception, detail: answer.detail })
  }
}

/** As flavor and image say it, whichever of the two. */
const wantsThreads = ({ flavor, image }: PlacementRequest): boolean =>
  [flavor.extraSpecs['hw:cpu_policy'], image.hw_cpu_policy].includes('dedicated') &&
  [flavor.extraSpecs['hw:cpu_thread_policy'], image.hw_cpu_thread_policy].includes('require')

const threads: Record<Rules['threadsOfHost'], (cells: readonly HostCell[]) => boolean> = {
  'not asked': () => true,
  'siblings in every cell': (cells) => cells.every(({ siblings }) => isNonEmpty(siblings)),
  'siblings in some cell': (cells) => cells.some(({ siblings }) => isNonEmpty(siblings)),
  'siblings in some core': (cells) => cells.some(({ siblings }) => siblings.some((core) => core.length > 1)),
}

const hasThreads = (cells: readonly HostCell[], rules: Rules): boolean => threads[rules.threadsOfHost](cells)
