import { notConfigured } from '../evidence/join-hosts.ts'
import type { HostCell } from '../model/cell.ts'
import type { Flavor } from '../model/flavor.ts'
import type { Guest } from '../model/guest.ts'
import type { AllocationRatios, Host, HostObservation } from '../model/host.ts'
import { type HostId, Instant, SourceId } from '../model/ids.ts'
import type { Snapshot } from '../model/snapshot.ts'
import type { Action, Plan } from '../planner/action.ts'
import { host } from '../testing/hosts.ts'
import { type KiB, MiB } from '../units.ts'

/** When every scenario was seen. */
const seenAt = Instant('2026-01-15T09:30:00Z')

/** A host, its use counted from the guests listed. */
export const computeHost = (
  id: HostId,
  shape: {
    readonly memory: KiB
    readonly vcpus: number
    readonly cells: readonly HostCell[] | 'none'
    /** Undefined is a host that nobody looked at. */
    readonly observed: HostObservation | undefined
    readonly ratios?: Partial<AllocationRatios>
  },
): Host =>
  host(id, {
    zone: 'nova',
    service: { enabled: true, up: true },
    nova: {
      source: SourceId('nova'),
      memory: shape.memory,
      memoryUsed: MiB(0),
      vcpus: shape.vcpus,
      vcpusUsed: 0,
      diskGb: 2000,
      diskUsedGb: 0,
      ratios: { cpu: 16, ram: 1.5, disk: 1, ...shape.ratios },
      cells: shape.cells,
      usage: 'from guests',
    },
    observed: shape.observed,
    config: { ...notConfigured, reservedHostMemory: MiB(512), reservedHostCpus: 0 },
  })

/** What a cloud with NUMA guests enables before Placement, beside filters that these requests do not meet. */
export const numaFilters = [
  'RetryFilter',
  'AvailabilityZoneFilter',
  'RamFilter',
  'ComputeFilter',
  'NUMATopologyFilter',
]

export const flavor = (
  name: string,
  vcpus: number,
  memory: KiB,
  extraSpecs: Flavor['extraSpecs'] = {},
): Flavor => ({ name, vcpus, memory, rootGb: 10, ephemeralGb: 0, swap: MiB(0), extraSpecs })

export const planOf = (snapshot: string, release: string, actions: readonly Action[]): Plan => ({
  version: 1,
  snapshot,
  release,
  actions,
})

/** A snapshot in which everything was read at one instant and nothing is missing. */
export const cloudWith = (shape: {
  readonly name: string
  readonly release: string
  readonly hosts: readonly Host[]
  readonly flavors: readonly Flavor[]
  readonly guests?: readonly Guest[]
  readonly enabledFilters: readonly string[]
}): Snapshot => ({
  name: shape.name,
  release: shape.release,
  takenAt: seenAt,
  settings: { enabledFilters: shape.enabledFilters, maxAttempts: 3 },
  hosts: shape.hosts,
  guests: shape.guests ?? [],
  guestsListed: true,
  flavors: shape.flavors,
  aggregates: [],
  migrations: [],
  sources: [
    { id: SourceId('nova'), kind: 'nova compute_nodes', name: 'nova', readAt: seenAt },
    ...shape.hosts.flatMap(({ id, observed }) =>
      observed ? [{ id: observed.source, kind: 'headroom-probe', name: id as string, readAt: seenAt }] : [],
    ),
  ],
  gaps: [],
})
