import { groupBy, memo } from '../collections.ts'
import type { HostCell } from '../model/cell.ts'
import type { AllocationRatios, Host, Hypervisor, NovaHost, ServiceState } from '../model/host.ts'
import type { GuestId, HostId } from '../model/ids.ts'
import type { Aggregate, CloudSettings } from '../model/snapshot.ts'
import type { Rules } from '../releases/rules.ts'
import { GiB, type KiB } from '../units.ts'
import type { HostProvider } from './providers.ts'

/** Nova's `HostState`: what filters and weighers see of a host. Undefined is what no source gave. */
export interface HostState {
  readonly id: HostId
  /** The scheduler's. */
  readonly rules: Rules
  /** What the operator set for the scheduler. */
  readonly settings: CloudSettings
  /** The compute's own, by which it judges a claim. */
  readonly compute: Rules
  readonly service: ServiceState | undefined
  readonly zone: string | undefined
  /** `used` holds what is reserved for the host, once. */
  readonly memory: { readonly total: KiB; readonly used: KiB } | undefined
  readonly vcpus: { readonly total: number; readonly used: number } | undefined
  readonly disk: { readonly total: KiB; readonly used: KiB } | undefined
  /** `[libvirt] file_backed_memory`: what Placement is told of in place of RAM. Absent where not set. */
  readonly fileBacked?: KiB | undefined
  /** What is left once sparse disks have grown, by `disk_available_least`. */
  readonly diskAvailableLeast: KiB | undefined
  /** The row says nothing free where it is less than that (`freeAfterAudit`). */
  readonly freeCut: boolean
  readonly hypervisor: Hypervisor | undefined
  readonly stats: NovaHost['stats']
  /** Free PCI devices; absent where no source had them. */
  readonly pciPools?: NovaHost['pciPools']
  /** `reserved_host_memory_mb` and `reserved_host_cpus`, both within `used`; undefined is the release's default. */
  readonly reserved: { readonly memory: KiB | undefined; readonly vcpus: number | undefined }
  readonly ratios: AllocationRatios
  readonly cells: readonly HostCell[] | 'none' | 'not read'
  /** `[compute] packing_host_numa_cells_allocation_strategy`; undefined is the release's default. */
  readonly packing: boolean | undefined
  readonly aggregates: readonly Aggregate[]
  /** All of the cloud; absent where only the host's own are known. */
  readonly cloudAggregates?: readonly Aggregate[] | undefined
  /** Placement's own record of the host's providers, its root first; absent where no source had it. */
  readonly providers?: readonly HostProvider[] | undefined
  /** Guests on it; undefined where no source listed them. */
  readonly guests: readonly GuestId[] | undefined
}

/** A node of Ironic's: it is given away whole, by a class of its own, and has no RAM to plan with. */
export const isBareMetal = ({ hypervisor }: HostState): boolean => hypervisor?.type === 'ironic'

const notSaid: AllocationRatios = { cpu: undefined, ram: undefined, disk: undefined }

const noSettings: CloudSettings = { enabledFilters: undefined, maxAttempts: undefined }

const none: readonly Aggregate[] = []

const aggregatesByHost = memo((aggregates: readonly Aggregate[]) => {
  const memberships = aggregates.flatMap((aggregate) =>
    [...new Set(aggregate.hosts)].map((host) => ({ host, aggregate })),
  )
  const byHost = groupBy(memberships, ({ host }) => host)
  return new Map([...byHost].map(([host, all]) => [host, all.map(({ aggregate }) => aggregate)]))
})

/** Nothing can be compared with half of it. */
const both = <Q>(total: Q | undefined, used: Q | undefined) =>
  total === undefined || used === undefined ? undefined : { total, used }

const inKiB = (gib: number | undefined) => (gib === undefined ? undefined : GiB(gib))

/**
 * A host as its own row has it, its compute of the scheduler's release. Where the book is kept from guests, the caller puts
 * usage in its place.
 */
export function hostState(
  host: Host,
  rules: Rules,
  aggregates: readonly Aggregate[] = none,
  guests?: readonly GuestId[],
  settings: CloudSettings = noSettings,
): HostState {
  const { nova } = host
  return {
    id: host.id,
    rules,
    compute: rules,
    settings,
    service: host.service,
    zone: host.zone,
    memory: both(nova?.memory, nova?.memoryUsed),
    vcpus: both(nova?.vcpus, nova?.vcpusUsed),
    disk: both(inKiB(nova?.diskGb), inKiB(nova?.diskUsedGb)),
    ...(host.config.fileBackedMemory === undefined ? {} : { fileBacked: host.config.fileBackedMemory }),
    diskAvailableLeast: inKiB(nova?.diskAvailableLeastGb),
    freeCut: rules.freeAfterAudit === 'at least zero',
    hypervisor: nova?.hypervisor,
    stats: nova?.stats,
    ...(nova?.pciPools ? { pciPools: nova.pciPools } : {}),
    reserved: { memory: host.config.reservedHostMemory, vcpus: host.config.reservedHostCpus },
    ratios: nova?.ratios ?? notSaid,
    cells: nova?.cells ?? 'not read',
    packing: host.config.packing,
    aggregates: aggregatesByHost(aggregates).get(host.id) ?? none,
    cloudAggregates: aggregates,
    guests,
  }
}
