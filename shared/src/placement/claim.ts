import { memoryOverhead } from '../accounting/overhead.ts'
import { isNonEmpty } from '../collections.ts'
import { inMiB } from '../units.ts'
import { type Answer, cannotSay, objects, passes } from './filters/filter.ts'
import { fitGate, limitsOf } from './filters/numa-topology.ts'
import { diskRoom, ramRoom, vcpusRoom } from './filters/room.ts'
import type { HostState } from './host-state.ts'
import type { Rejection } from './rejection.ts'
import type { PlacementRequest } from './request.ts'

/**
 * The compute's claim, by its own book and the limits of the filters that were asked (nova/compute/claims.py). A limit
 * that no filter sent is none: a forced host claims without any, and one without NUMATopologyFilter fits cells without
 * ratios. A host without topology takes any guest, and counts it in no cell. `isFitted` where a filter of the same release
 * has fitted the guest's cells already.
 */
export function claim(
  host: HostState,
  request: PlacementRequest,
  names: readonly string[],
  isFitted: boolean,
): Answer {
  const short = host.compute.claimTests === 'cells' ? [] : shortOfLimits(host, request, names)
  if (isNonEmpty(short)) return objects(...short)
  return isFitted ? passes : cells(host, request, names)
}

/** What the filters handed over as limits is what they compared with: total × ratio. */
function shortOfLimits(
  host: HostState,
  { flavor, resources }: PlacementRequest,
  names: readonly string[],
): readonly Rejection[] {
  const [ram, disk, cpu] = [ramRoom(host), diskRoom(host), vcpusRoom(host)]
  const test = (
    resource: 'memory' | 'disk' | 'vcpu',
    by: string,
    needed: number,
    limit: number | undefined,
    used: number | undefined,
  ): readonly Rejection[] => {
    if (!names.includes(by) || limit === undefined || used === undefined) return []
    const free = limit - used
    return needed > free ? [{ kind: 'claim-short', resource, needed, free, limit, used }] : []
  }
  const overhead = memoryOverhead(flavor, host.hypervisor, host.compute)
  const gib = (kib: number) => kib / (1024 * 1024)
  return [
    ...test(
      'memory',
      'RamFilter',
      inMiB(resources.memory) + inMiB(overhead),
      ram && (ram.total / 1024) * ram.ratio,
      host.memory && inMiB(host.memory.used),
    ),
    ...test(
      'disk',
      'DiskFilter',
      flavor.rootGb + flavor.ephemeralGb,
      disk && gib(disk.total) * disk.ratio,
      host.disk && gib(host.disk.used),
    ),
    ...test('vcpu', 'CoreFilter', flavor.vcpus, cpu && cpu.total * cpu.ratio, host.vcpus?.used),
  ]
}

/** Claim._test_numa_topology: the fit again, by the compute's release. */
function cells(host: HostState, request: PlacementRequest, names: readonly string[]): Answer {
  const { constraints } = request
  if (constraints.kind === 'rejected' || !constraints.topology) return passes
  if (host.cells === 'not read') return cannotSay(host, 'numa_topology', 'absent')
  const limits = names.includes('NUMATopologyFilter') ? limitsOf(host) : undefined
  const fits = host.compute.numaClaim === 'always' || limits !== undefined
  if (host.cells === 'none' || !fits) return { kind: 'passes', placed: constraints.topology }
  return fitGate(host, host.cells, request, limits, host.compute)
}
