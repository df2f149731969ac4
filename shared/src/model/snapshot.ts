import type { Flavor } from './flavor.ts'
import type { Guest } from './guest.ts'
import type { Host } from './host.ts'
import type { AggregateId, GuestId, HostId, Instant, SourceId } from './ids.ts'
import type { Migration } from './migration.ts'
import type { PciAlias } from './pci.ts'
import type { PlacementRecord } from './provider.ts'

/** A piece of evidence and when it was true. */
export interface Source {
  readonly id: SourceId
  /** `headroom-probe`, `virsh capabilities`, `nova compute_nodes` …: the format that was recognised. */
  readonly kind: string
  /** File name, URL, or the scenario's name. */
  readonly name: string
  /** When it was read at its origin; undefined where the evidence does not say. */
  readonly readAt: Instant | undefined
}

/** What could not be read, and why. A gap makes an answer `unknown`; it never makes it "no". */
export interface Gap {
  readonly source: SourceId | undefined
  readonly host: HostId | undefined
  readonly guest: GuestId | undefined
  /** What is missing: `holders`, `numa_topology`, `/proc/812/numa_maps` … */
  readonly what: string
  readonly why: GapReason
}

export type GapReason = 'not permitted' | 'absent' | 'not understood' | 'not given' | 'not modelled'

export interface Aggregate {
  readonly id: AggregateId
  readonly name: string
  readonly zone: string | undefined
  readonly hosts: readonly HostId[]
  readonly metadata: Readonly<Record<string, string>>
}

/** What the operator set for the cloud's schedulers. Undefined is the release's default. */
export interface CloudSettings {
  readonly enabledFilters: readonly string[] | undefined
  readonly maxAttempts: number | undefined
  /** `[filter_scheduler] max_instances_per_host`. */
  readonly maxInstancesPerHost?: number | undefined
  /** `[filter_scheduler] max_io_ops_per_host`. */
  readonly maxIoOpsPerHost?: number | undefined
  /** `default_availability_zone`: of a host that no aggregate puts in one. */
  readonly defaultZone?: string | undefined
  /** `[scheduler] max_placement_results`: how many hosts Placement names at most. */
  readonly maxPlacementResults?: number | undefined
  /** `[filter_scheduler] host_subset_size`: among how many of the best one is taken at random. */
  readonly hostSubsetSize?: number | undefined
  /** `[filter_scheduler] …_weight_multiplier`, by option. */
  readonly weightMultipliers?: Readonly<Record<string, number>> | undefined
  /** Options of `[scheduler]` by which request filters are on: `enable_isolated_aggregate_filtering` … */
  readonly requestFilterOptions?: readonly string[] | undefined
  /** `[filter_scheduler] isolated_hosts`. */
  readonly isolatedHosts?: readonly string[] | undefined
  /** `[filter_scheduler] isolated_images`: ids. */
  readonly isolatedImages?: readonly string[] | undefined
  /** `[filter_scheduler] restrict_isolated_hosts_to_isolated_images`. */
  readonly isolatedHostsRestricted?: boolean | undefined
  /** `[metrics] weight_setting`: `name=ratio`. */
  readonly metricsWeights?: readonly string[] | undefined
  /** `[pci] alias`; absent where no configuration was read. */
  readonly pciAliases?: readonly PciAlias[] | undefined
  /** `allow_resize_to_same_host`; absent is false. */
  readonly allowResizeToSameHost?: boolean | undefined
  /** `migrate_max_retries`; -1 is every host. */
  readonly migrateMaxRetries?: number | undefined
  /** `[workarounds] enable_numa_live_migration`. */
  readonly numaLiveMigration?: boolean | undefined
}

/** A group of `nova_api.instance_groups`; its members are the guests that name it. */
export interface ServerGroup {
  readonly id: string
  readonly name: string
  /** `affinity`, `anti-affinity`, `soft-affinity`, `soft-anti-affinity`. */
  readonly policy: string
  /** `max_server_per_host` of its rules, Stein and later. */
  readonly maxServerPerHost: number | undefined
}

/** What was observed of a cloud, by whom, when, and what could not be read. Plain data; never changed. */
export interface Snapshot {
  readonly name: string
  /** A release id of `releases`; undefined where nobody said: the user picks. */
  readonly release: string | undefined
  readonly takenAt: Instant | undefined
  readonly settings: CloudSettings
  readonly hosts: readonly Host[]
  readonly guests: readonly Guest[]
  /** False where no source listed the guests: usage is then Nova's stored total alone. */
  readonly guestsListed: boolean
  readonly flavors: readonly Flavor[]
  readonly aggregates: readonly Aggregate[]
  readonly migrations: readonly Migration[]
  /** Absent where no source listed them: a guest may then be of a group that is not known. */
  readonly serverGroups?: readonly ServerGroup[] | undefined
  /** Placement's inventories, allocations, traits; absent where no source had them. */
  readonly placement?: PlacementRecord | undefined
  readonly sources: readonly Source[]
  readonly gaps: readonly Gap[]
}
