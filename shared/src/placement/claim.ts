import { memoryOverhead } from '../accounting/overhead.ts'
import { isNonEmpty } from '../collections.ts'
import { inGiB, inMiB } from '../units.ts'
import { aggregateRatio } from './filters/aggregates.ts'
import { allocationRatio } from './filters/allocation-ratio.ts'
import { type Answer, cannotSay, objects, passes } from './filters/filter.ts'
import { fitGate, limitsOf } from './filters/numa-topology.ts'
import { isOrderedByFilterAlone, pciGate } from './filters/pci.ts'
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
  const devices = pciGate(host, request, host.compute)
  if (devices.kind !== 'passes') return devices
  return isFitted ? passes : cells(host, request, names)
}

/** What a filter fitted the claim need not fit again. */
export const isFittedAlike = (host: HostState, request: PlacementRequest): boolean =>
  host.compute === host.rules && !request.scheduled && !isOrderedByFilterAlone(host, request)

type Resource = 'memory' | 'disk' | 'vcpu'

/** What a filter hands over as the limit of a resource once it passes a host: what it compared with, or all there is. */
const limits: Readonly<Record<string, readonly [Resource, (host: HostState) => number | undefined]>> = {
  RamFilter: ['memory', (host) => by(memoryTotal(host), allocationRatio(host, 'ram'))],
  AggregateRamFilter: ['memory', (host) => by(memoryTotal(host), aggregateRatio(host, 'ram'))],
  ExactRamFilter: ['memory', (host) => memoryTotal(host)],
  CoreFilter: ['vcpu', (host) => by(host.vcpus?.total, allocationRatio(host, 'cpu'))],
  AggregateCoreFilter: ['vcpu', (host) => by(host.vcpus?.total, aggregateRatio(host, 'cpu'))],
  ExactCoreFilter: ['vcpu', (host) => host.vcpus?.total],
  DiskFilter: ['disk', (host) => by(diskTotal(host), allocationRatio(host, 'disk'))],
  AggregateDiskFilter: ['disk', (host) => by(diskTotal(host), aggregateRatio(host, 'disk'))],
  ExactDiskFilter: ['disk', (host) => diskTotal(host)],
}

const by = (total: number | undefined, ratio: number) => (total === undefined ? undefined : total * ratio)
const memoryTotal = ({ memory }: HostState) => memory && inMiB(memory.total)
const diskTotal = ({ disk }: HostState) => disk && inGiB(disk.total)

/** Of several filters for one resource the last leaves its limit. */
function shortOfLimits(
  host: HostState,
  { flavor, resources }: PlacementRequest,
  names: readonly string[],
): readonly Rejection[] {
  const overhead = memoryOverhead(flavor, host.hypervisor, host.compute)
  const asked: readonly (readonly [Resource, needed: number, used: number | undefined])[] = [
    ['memory', inMiB(resources.memory) + inMiB(overhead), host.memory && inMiB(host.memory.used)],
    ['disk', flavor.rootGb + flavor.ephemeralGb, host.disk && inGiB(host.disk.used)],
    ['vcpu', flavor.vcpus, host.vcpus?.used],
  ]
  return asked.flatMap(([resource, needed, used]): readonly Rejection[] => {
    const sent = names.flatMap((name) => (limits[name]?.[0] === resource ? [limits[name][1](host)] : []))
    const limit = sent.at(-1)
    if (limit === undefined || used === undefined) return []
    const free = limit - used
    return needed > free ? [{ kind: 'claim-short', resource, needed, free, limit, used }] : []
  })
}

/** Claim._test_numa_topology: the fit again, by the compute's release. */
function cells(host: HostState, request: PlacementRequest, names: readonly string[]): Answer {
  const { constraints } = request
  if (constraints.kind === 'rejected' || !constraints.topology) return passes
  if (host.cells === 'not read') return cannotSay(host, 'numa_topology', 'absent')
  const limits = names.includes('NUMATopologyFilter') ? limitsOf(host) : undefined
  const fits = host.compute.numaClaim === 'always' || limits !== undefined
  if (host.cells === 'none' || !fits) return { kind: 'passes', placed: constraints.topology }
  return fitGate(host, host.cells, request, 'claim', limits)
}
