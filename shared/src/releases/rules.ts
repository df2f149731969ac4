/**
 * Every fact in which Nova's releases differ. A closed list: code that depends on one reads it, nothing else varies,
 * and no code outside releases/ knows a version. Values are words: they print, compare and survive JSON. A rule's name
 * is its id in ledger entries, tests and URLs.
 */
export interface Rules
  extends RequestRules,
    FitRules,
    UsageRules,
    HostRules,
    FilterRules,
    MigrationRules,
    RowRules,
    XmlRules {}

export type RuleName = keyof Rules

/** What a flavor and an image ask for (nova/virt/hardware.py: numa_get_constraints and below). */
export interface RequestRules {
  /**
   * Who refuses limits of sockets, cores and threads that contradict one another: `hw:cpu_max_*` and its kin. Where zero
   * is a limit, no guest can be made.
   */
  readonly cpuTopologyLimits: 'by the compute, zero too' | 'by the compute' | 'by the API too'
  /** In which order flavor and image are looked at: it decides which of several faults is named. */
  readonly constraintOrder:
    | 'nothing'
    | 'node by node'
    | 'nodes, pinning'
    | 'nodes, realtime, threads'
    | 'nodes, threads, realtime'
    | 'nodes, threads, emulator, realtime'
    | 'policies, nodes'
  /** `hw:numa_nodes`: what zero means, or that at least one is needed, checked before or after the image's. */
  readonly numaNodes:
    | 'zero divides'
    | 'zero is one'
    | 'zero is none'
    | 'at least one, then the image'
    | 'the image, then at least one'
  /** What `^` may exclude from a list of CPUs. */
  readonly cpuSpecExclusion: 'CPUs' | 'CPUs and ranges'
  /** `hw:mem_page_size` as a number: in KiB, or with a unit; and what becomes of less than 1 KiB. */
  readonly memPageSize: 'not read' | 'KiB' | 'KiB or unit, whole' | 'KiB or unit, above zero' | 'KiB or unit'
  readonly cpuPolicy: 'not read' | 'read'
  readonly mixedCpuPolicy: 'unknown' | 'known'
  /** `hw_cpu_policy=shared` of an image whose flavor has no policy. */
  readonly imageSharedCpuPolicy: 'ignored' | 'counts'
  /** `hw:cpu_thread_policy`, and who wins where the flavor says `prefer` and the image something else. */
  readonly cpuThreadPolicy: 'not read' | 'image over prefer' | 'prefer over image'
  /** A CPU or thread policy of a flavor that is none of Nova's. */
  readonly unknownPolicy: 'ignored' | 'refused'
  readonly realtime: 'not read' | 'read'
  readonly emulatorThreads: 'not read' | 'read'
  /** `resources:VCPU`, `resources:PCPU` and the trait HW_CPU_HYPERTHREADING as policies. */
  readonly explicitCpuResources: 'not read' | 'read'
  /** `hw:pmem`, which gives a guest cells. */
  readonly vpmem: 'not read' | 'read'
  readonly lockedMemory: 'not read' | 'read'
}

/** How a guest is fitted onto host cells (numa_fit_instance_to_host and below). */
export interface FitRules {
  /** Which host cells a guest cell is tried on. */
  readonly cellSearch: 'guest cell on the host cell of its id' | 'first permutation'
  /**
   * The order of host cells in that search, where the host has more cells than the guest. `packing` and `spreading` are
   * the two settings of `packing_host_numa_cells_allocation_strategy`; the rule is its default.
   */
  readonly hostCellOrder: 'as stored' | 'packing' | 'spreading'
  /** Which cells devices that a guest asks for may be on: none is asked about, or by `numa_policy` of the alias. */
  readonly pciPolicies:
    | 'not asked'
    | 'legacy'
    | 'required, legacy, preferred'
    | 'required, legacy, preferred, socket'
  /** `hw:pci_numa_affinity_policy` of flavor or image, before the alias’s own. */
  readonly pciPolicyOfGuest: 'not read' | 'read'
  /** Where cells with devices come in that order, for guests that ask for none and for those that do. */
  readonly cellsWithDevices: 'in turn' | 'last for guests without' | 'by devices, first for guests with'
  /** Whether two aliases may count on the same devices. */
  readonly pciRequests: 'one after another' | 'each by itself'
  /** Whether the claim orders cells by devices as the filter did. */
  readonly pciOfClaim: 'of guests with devices' | 'of every guest'
  /** Whether the answer of a pair of cells is remembered, under ids that the search itself changes. */
  readonly fitCache: 'none' | 'by cell ids'
  /** What an explicit page size does to a host cell that has no such pages. */
  readonly absentPageSize: 'raises' | 'does not fit'
  /** When `small`, `large` or `any` becomes a size, which then holds for the rest of the search. */
  readonly pageSizeFixed: 'when all else fits' | 'before all else'
  /** What a guest cell by itself must not exceed; page tests are for guest cells without page size alone. */
  readonly cellMemoryTest: 'cell memory' | 'free smallest pages' | 'total smallest pages'
  /** How the memory limit of a host cell is computed from `ram_allocation_ratio`. */
  readonly cellMemoryLimit: 'whole MiB' | 'exact'
  /** What a pinned guest cell must find free: of the cell's memory, or of its smallest pages where it asked for no size. */
  readonly pinnedMemoryTest: 'free cell memory' | 'free smallest pages'
  readonly guestIsPinned: 'by its pins' | 'by its policy'
  /** Where a guest cell lists its dedicated vCPUs. */
  readonly dedicatedVcpus: 'in cpuset' | 'in pcpuset'
  /** Whether the shared vCPUs and the memory of a mixed guest are compared with the limits of a host cell. */
  readonly mixedSharedVcpus: 'not checked' | 'checked'
  /** How vCPUs are laid on threads (_pack_instance_onto_cores). */
  readonly corePacking: 'evenly divided' | 'most threads first'
  /** What a host cell that reports no siblings is taken for. */
  readonly coresWithoutSiblings: 'one core' | 'a core each' | 'raises'
  /** Whether vCPUs that fit no core size may take single threads, and whether those are counted first. */
  readonly loneThreads: 'not taken' | 'taken uncounted' | 'taken'
  /** What happens where CPUs are free but none of the siblings known is. */
  readonly noFreeCore: 'does not fit' | 'raises'
  /** The CPU that `hw:emulator_threads_policy` isolate takes on the host cell of guest cell 0. */
  readonly emulatorThread: 'not reserved' | 'of the cores taken' | 'of any free thread'
  /** Thread policy isolate on a host with threads whose shared and dedicated CPUs differ. */
  readonly isolateBesideSharedCpus: 'allowed' | 'refused'
  /** A cell of a mixed guest that has no dedicated vCPU. */
  readonly cellWithoutPins: 'refused' | 'accepted'
  /** The CPU topology a pinned guest cell is given: threads as on the host, and cores for which of its vCPUs. */
  readonly pinnedTopology: 'cores of the pinned vCPUs' | 'cores of all vCPUs' | 'none'
}

/** How a placed guest changes a host's book (numa_usage_from_instances and its successors). */
export interface UsageRules {
  /** Which vCPUs add to the CPU usage of a cell. */
  readonly cpuUsage: 'every vCPU' | 'vCPUs of unpinned guests' | 'shared vCPUs'
  /** What a guest with thread policy isolate adds to it. */
  readonly isolatedCpuUsage: 'its vCPUs' | 'whole cores'
  /** Which CPUs a guest with thread policy isolate takes. */
  readonly isolatedPins: 'the pins' | 'their siblings' | 'their siblings, or the pins where none are known'
  readonly pinsCounted: 'where every cell is pinned' | 'cell by cell'
  /** Which of two faults ends a count: the first of the host cells in turn, or of the guests in turn. */
  readonly countedInTurn: 'host cells' | 'guests'
  /** A pin on a CPU that is not of the cell. */
  readonly unknownPins: 'accepted' | 'refused'
  /** What giving back a CPU raises where it was not taken. */
  readonly unpinError: 'as for pinning' | 'its own'
  /** Which pages a guest cell takes; the smallest size where it asked for none. */
  readonly pagesUsed: 'of the size chosen' | 'of the smallest size too'
  /** What becomes of memory that is no whole number of pages. */
  readonly partialPages: 'dropped' | 'kept until the sum is cut'
  /** Two cells of one guest on one host cell. */
  readonly pagesOfCellsTogether: 'the last counts' | 'all count'
  /** What counting a guest without topology leaves of the memory and CPU usage of cells. */
  readonly usageAfterGuestWithoutTopology: 'zero' | 'kept'
  /** A guest that is shelved and offloaded, where Nova still has a host for it (nova/compute/vm_states.py). */
  readonly offloadedGuests: 'counted' | 'not counted' | 'counted while spawning'
  /** A guest on its way, at the destination (nova/compute/resource_tracker.py: _update_usage_from_migrations). */
  readonly incomingLiveMigration: 'not counted' | 'counted'
  /** Statuses of a migration that no longer counts at its other end (nova/db: migration_get_in_progress_by_host_and_node). */
  readonly endedMigrations: readonly string[]
  /** A guest that is rebuilt on another host, at that host: in which task states. */
  readonly evacuations: 'not counted' | 'counted while rebuilding' | 'counted in every rebuild state'
  /** A migration that is not the one of the guest's migration context: left over from before. */
  readonly staleMigrations: 'counted' | 'left out'
  /** Which cells the other end of a move takes. */
  readonly cellsOfMoves: 'none' | 'as the flavor asks' | 'fitted at each audit' | 'of the migration context'
  /** What a driver adds to what a guest takes (estimate_instance_overhead); libvirt adds no memory in any release. */
  readonly instanceOverhead: 'of the driver' | 'none'
  /** What adds to `local_gb_used`. */
  readonly diskUsage: 'root, ephemeral' | 'root, ephemeral, swap'
  /** The root disk of a guest that boots from a volume. */
  readonly volumeBackedDisk: 'counted' | 'counted for moves' | 'not counted'
  /** `free_ram_mb` and `free_disk_gb` once every guest of an audit is counted. */
  readonly freeAfterAudit: 'may be negative' | 'at least zero'
  /** Whether a cell still knows its socket once a guest was counted. */
  readonly cellSocket: 'lost' | 'kept'
}

/** How a host's book begins: capabilities, configuration, what is reserved. */
export interface HostRules {
  /** Options that say which CPUs guests may use. */
  readonly guestCpuOptions: 'vcpu_pin_set' | 'vcpu_pin_set, cpu_shared_set, cpu_dedicated_set'
  /** A core of which guests may use one thread, among the siblings of a cell. */
  readonly singleThreads: 'left out' | 'kept'
  /** A page size of `reserved_huge_pages` given in bytes. */
  readonly reservedPageSize: 'whole KiB' | 'may be a fraction'
  /** `reserved_huge_pages`. */
  readonly reservedPages: 'unknown' | 'not free'
  /** `reserved_host_cpus`. */
  readonly reservedHostCpus: 'unknown' | 'counted'
}

/** Weighers of nova/scheduler/weights. */
export type WeigherName =
  | 'ram'
  | 'disk'
  | 'cpu'
  | 'io ops'
  | 'soft affinity'
  | 'soft anti-affinity'
  | 'failed builds'
  | 'hypervisor version'
  | 'instances'
  | 'PCI devices'
  | 'metrics'
  | 'image properties'

/** Functions of nova/scheduler/request_filter.py, beside that for zones. */
export type RequestFilterName =
  | 'require_tenant_aggregate'
  | 'require_image_type_support'
  | 'compute_status_filter'
  | 'isolate_aggregates'
  | 'transform_image_metadata'
  | 'accelerators_filter'
  | 'packed_virtqueue_filter'
  | 'routed_networks_filter'
  | 'ephemeral_encryption_filter'
  | 'virtio_sound_filter'
  | 'tpm_secret_security_filter'

/** What the scheduler's filters compare. */
export interface FilterRules {
  /** `scheduler_default_filters`, later `[filter_scheduler] enabled_filters`, where the operator set none. */
  readonly defaultFilters: readonly string[]
  /** Whether a host must have room by Placement's inventories before filters see it. */
  readonly placementService: 'not asked' | 'asked'
  /** Extra specs that are handed to Placement as they stand: `resources:` and `trait:`. */
  readonly explicitResources:
    | 'not read'
    | 'resources'
    | 'resources, traits'
    | 'resources, traits of flavor and image'
  /** When Placement names `max_placement_results` hosts at most, in an order of its own. */
  readonly placementLimit: 'never' | 'always' | 'unless a host is forced' | 'unless one host is asked for'
  /** Whether what one host makes of `small`, `large` or `any` is what the hosts after it are asked for. */
  readonly requestOfHosts: 'each its own' | 'one for all'
  /** Which cells NUMATopologyFilter is asked for when a guest is resized; the claim asks for those of the new flavor. */
  readonly resizedCells: 'of the old flavor' | 'of the new flavor'
  /** What becomes of the cells of a guest that is rebuilt with another image. */
  readonly rebuiltCells: 'not compared' | 'beside itself' | 'refused where they change'
  /** Whether a guest may leave a host that is over its capacity in Placement: what it holds there goes to its migration. */
  readonly overCapacityMoves: 'not asked' | 'refused' | 'allowed'
  /** Whether Placement looks for hosts of the zone that is asked for, beside AvailabilityZoneFilter. */
  readonly placementZones: 'not asked' | 'asked'
  /** What the scheduler adds to a request before Placement is asked; some only where an option says so. */
  readonly requestFilters: readonly RequestFilterName[]
  /** Weighers that the scheduler runs over the hosts that pass, where the operator names none. */
  readonly weighers: readonly WeigherName[]
  /** Whether an aggregate's metadata overrides a weigher's multiplier. */
  readonly aggregateMultipliers: 'not read' | 'read'
  /** What weighs nothing: no free resource, or the host with the least, which may be less than none. */
  readonly weightFloor: 'the lowest' | 'zero'
  /** Where a guest goes that its first host refused: the scheduler is asked anew, or had named alternates at once. */
  readonly afterRefusal: 'scheduled anew' | 'next alternate'
  /** Whether a scheduler remembers the extremes of requests before, so that what it weighs depends on its past. */
  readonly weightMemory: 'none' | 'extremes of earlier requests'
  /** What NUMATopologyFilter wants of a host for hw:cpu_thread_policy=require, before it fits the guest. */
  readonly threadsOfHost:
    | 'not asked'
    | 'siblings in every cell'
    | 'siblings in some cell'
    | 'siblings in some core'
  /** Whether the compute's claim fits the guest's cells where NUMATopologyFilter sent no limits. */
  readonly numaClaim: 'by the limits sent' | 'always'
  /** What a claim tests: the whole host's by the limits that filters sent, then cells (nova/compute/claims.py). */
  readonly claimTests: 'memory, disk, vCPUs, cells' | 'cells'
  /** An extra spec without scope that ComputeCapabilitiesFilter does not know. */
  readonly unknownCapability: 'refuses' | 'passes'
  /** `max_server_per_host` of a server group. */
  readonly groupRules: 'not read' | 'read'
  /** DiskFilter of a guest larger than the whole disk, where a ratio would leave room. */
  readonly diskSelfOvercommit: 'allowed' | 'refused'
  /** RamFilter and CoreFilter of a guest larger than the whole host, where ratios would leave room. */
  readonly selfOvercommit: 'allowed' | 'refused'
  /** `--host` of a boot: one host, judged by the filters (2.74); before, only `zone:host`, which skips them. */
  readonly requestedHost: 'unknown' | 'judged by filters'
  /** Whose configuration has `*_allocation_ratio`: the scheduler's for all hosts, or each compute's, which reports it. */
  readonly ratioOptions: 'of the scheduler' | 'of the compute, disk of the scheduler' | 'of the compute'
  /** `*_allocation_ratio` where neither option nor record has one (from Stein on, `initial_*`). */
  readonly defaultAllocationRatios: 'cpu 16.0, ram 1.5, disk 1.0' | 'cpu 4.0, ram 1.0, disk 1.0'
}

/** The gates of a live migration. */
export interface MigrationRules {
  /**
   * What the conductor's pre-check compares with the guest's memory, when the destination is named
   * (nova/conductor/tasks/live_migrate.py: _check_destination_has_enough_memory).
   */
  readonly livePrecheckMemory: 'free memory' | 'memory by ratio less used'
  readonly pausedLiveMigration: 'refused' | 'allowed'
  /** A destination that is named: forced past the scheduler, or by microversion judged by its filters. */
  readonly namedDestination:
    | 'forced'
    | 'scheduled from 2.30 unless forced'
    | 'scheduled from 2.30 unless forced below 2.68'
  /** A cold migration that names its destination (nova/compute/api.py: resize with host_name). */
  readonly coldMigrationHost: 'unknown' | 'judged by filters'
  /** What an unshelve may name as the place of a guest that is on no host (nova/compute/api.py: unshelve). */
  readonly unshelveTo: 'nothing' | 'a zone' | 'a zone or a host'
  /** Whether a forced move claims at the destination in Placement. */
  readonly forcedMoveClaim: 'none' | 'in Placement'
  /** Whether the claim at the destination has the limits of the scheduler's filters; a forced one never has. */
  readonly liveMigrationLimits: 'not handed over' | 'handed over'
  /** Whether the claim of an evacuation looks at the image, which may give the guest cells (rebuild_instance). */
  readonly evacuatedImage: 'not read' | 'read'
  /** The CPUs that a guest without topology is confined to once it has moved (cpu_shared_set, vcpu_pin_set). */
  readonly movedGuestCpus: 'of the source' | 'of the destination'
  /** A guest with NUMA topology: whether it may move, and on which cells it is then. */
  readonly liveMigratedCells: 'those of the source' | 'refused' | 'claimed anew'
}

/** What rows hold of cells: the versions of Nova's objects (nova/objects/numa.py, instance_numa.py). */
export interface RowRules {
  /** NUMACell; `dict` is Juno's JSON without versions. */
  readonly hostCellVersion: 'none' | 'dict' | '1.2' | '1.3' | '1.4' | '1.5'
  /** NUMAPagesTopology. */
  readonly pagePoolVersion: 'none' | '1.0' | '1.1'
  /** InstanceNUMACell, with the InstanceNUMATopology around it. */
  readonly guestCellVersion: 'none' | 'dict' | '1.2' | '1.3' | '1.4' | '1.6'
}

/** The domain XML that Nova writes for memory, cells, pages and pins (nova/virt/libvirt/driver.py, config.py). */
export interface XmlRules {
  /** The unit in which a guest cell's memory is written; libvirt reads KiB. */
  readonly xmlCellMemory: 'MiB' | 'KiB'
  /** How guest cells are numbered. */
  readonly xmlCellIds: 'of the host cells' | 'counted'
  /** `<numatune>`: whether the memory of a guest cell is bound to its host cell. */
  readonly xmlMemoryPolicy: 'none' | 'strict'
  /** Host CPUs for the vCPUs of a guest without cells, on a host that has some. */
  readonly ordinaryGuestCpus: 'any of the host' | 'of one cell at random'
  /** `memAccess` of guest cells where any is on huge pages. */
  readonly xmlPageAccess: 'private' | 'shared'
  /** `<emulatorpin>`. */
  readonly xmlEmulatorPin:
    | 'none'
    | 'CPUs of the vCPUs'
    | 'the CPU reserved'
    | 'the CPU reserved, or cpu_shared_set'
  /** `<emulatorpin>` of a real-time guest: vCPUs without real time, where they run or by their numbers. */
  readonly xmlRealtimeEmulatorPin: 'numbers of the other vCPUs' | 'CPUs of the other vCPUs'
  /** A real-time guest with hw:emulator_threads_policy=share. */
  readonly xmlRealtimeBesideShare: 'anywhere' | 'with cpu_shared_set'
  /** `<iothreadpin>`. */
  readonly xmlIoThread: 'none' | 'one'
}
