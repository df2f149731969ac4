import type { CpuSet } from '../model/cpus.ts'
import type { CellId, GuestId, HostId } from '../model/ids.ts'
import type { KiB, PageSize, Pages } from '../units.ts'

/** Where a guest cell met a host cell. */
export interface OnCell {
  readonly guestCell: CellId
  readonly hostCell: CellId
}

/**
 * Why Nova's book objects, as facts with their numbers. Sentences are made in explain/, never here. Kinds are ids: once
 * shipped, never renamed, never reused. Each `return None` of nova/virt/hardware.py is one kind here.
 */
export type Rejection =
  | { readonly kind: 'host-disabled' }
  | { readonly kind: 'host-down' }
  | { readonly kind: 'not-the-forced-host'; readonly forced: HostId }
  | { readonly kind: 'already-tried' }
  | { readonly kind: 'wrong-zone'; readonly wanted: string; readonly zone: string | undefined }
  /** The operator keeps the host for images of its own. */
  | { readonly kind: 'isolated-host' }
  /** Free devices of the kind that the alias names, those taken for the aliases before left out. */
  | {
      readonly kind: 'pci-devices-short'
      readonly alias: string
      readonly needed: number
      readonly free: number
    }
  /**
   * The guest's cells fit, and nowhere beside enough devices; of the first cells that fit, what the alias's policy allows
   * there.
   */
  | {
      readonly kind: 'pci-devices-elsewhere'
      readonly alias: string
      readonly policy: string
      readonly needed: number
      readonly free: number
      readonly cells: readonly CellId[]
    }
  /** None of these guests is there, and the request wants to be with one. */
  | { readonly kind: 'not-with'; readonly guests: readonly GuestId[] }
  /** These guests are there, and the request wants to be away from them. */
  | { readonly kind: 'not-apart'; readonly guests: readonly GuestId[] }
  | {
      readonly kind: 'ram-short'
      readonly needed: KiB
      readonly free: KiB
      readonly total: KiB
      readonly used: KiB
      readonly ratio: number
    }
  | { readonly kind: 'ram-self-overcommit'; readonly needed: KiB; readonly total: KiB }
  | {
      readonly kind: 'vcpus-short'
      readonly needed: number
      readonly free: number
      readonly total: number
      readonly used: number
      readonly ratio: number
    }
  | { readonly kind: 'vcpus-self-overcommit'; readonly needed: number; readonly total: number }
  | {
      readonly kind: 'disk-short'
      readonly neededGb: number
      readonly freeGb: number
      readonly totalGb: number
      readonly usedGb: number
      readonly ratio: number
    }
  /** ExactRamFilter and its kin want nothing left over: in KiB, or vCPUs. */
  | {
      readonly kind: 'not-exactly'
      readonly resource: 'memory' | 'disk' | 'vcpu'
      readonly needed: number
      readonly free: number
    }
  | { readonly kind: 'too-many-guests'; readonly count: number; readonly most: number }
  | { readonly kind: 'too-many-io-ops'; readonly count: number; readonly most: number }
  /** No aggregate of the host says so under this key. */
  | {
      readonly kind: 'aggregate-lacks'
      readonly key: string
      readonly wanted: string
      readonly values: readonly string[]
    }
  | {
      readonly kind: 'capability-lacks'
      readonly key: string
      readonly wanted: string
      readonly value: string | undefined
    }
  | {
      readonly kind: 'image-not-supported'
      readonly wanted: readonly string[]
      readonly supported: readonly (readonly string[])[]
    }
  | {
      readonly kind: 'group-apart'
      readonly group: string
      readonly count: number
      readonly most: number
    }
  | { readonly kind: 'group-together'; readonly group: string; readonly hosts: readonly HostId[] }
  | { readonly kind: 'disk-self-overcommit'; readonly neededGb: number; readonly totalGb: number }
  /** The compute has not enough left by the limit that a filter sent it, in MB, GB or vCPUs. */
  | {
      readonly kind: 'claim-short'
      readonly resource: 'memory' | 'disk' | 'vcpu'
      readonly needed: number
      readonly free: number
      readonly limit: number
      readonly used: number
    }
  /** Placement has not enough left of a class: in MB, GB, or a count. */
  | {
      readonly kind: 'inventory-short'
      readonly resource: string
      readonly needed: number
      readonly used: number
      readonly total: number
      readonly reserved: number
      readonly ratio: number
    }
  /** More of a class is allocated than there is: what is allocated may not even change hands. */
  | {
      readonly kind: 'inventory-over'
      readonly resource: string
      readonly used: number
      readonly total: number
      readonly reserved: number
      readonly ratio: number
    }
  /** No provider of the host has any of the class. */
  | { readonly kind: 'inventory-absent'; readonly resource: string }
  /** One guest asks for less or more of a class than it may, or for no multiple of its step. */
  | {
      readonly kind: 'inventory-unit'
      readonly resource: string
      readonly needed: number
      readonly minUnit: number
      readonly maxUnit: number
      readonly stepSize: number
    }
  /** An aggregate of the host requires a trait that the request does not ask for. */
  | { readonly kind: 'aggregate-isolated'; readonly trait: string }
  /** Placement answers 400 to so many groups with a number and no `group_policy`. */
  | { readonly kind: 'group-policy-missing'; readonly groups: number }
  /** `group_policy=isolate`: what has room for this group has been taken for another. */
  | { readonly kind: 'group-not-apart'; readonly suffix: string }
  | { readonly kind: 'trait-lacking'; readonly trait: string }
  | { readonly kind: 'trait-forbidden'; readonly trait: string }
  /** Nova has the host in an aggregate of the zone, and Placement has its provider in none of them. */
  | { readonly kind: 'not-member-of'; readonly zone: string }
  /** One guest asks for more of a class than the host has. */
  | {
      readonly kind: 'inventory-too-small'
      readonly resource: string
      readonly needed: number
      readonly total: number
    }
  | { readonly kind: 'host-has-no-topology' }
  /** The guest wants its vCPUs on threads of shared cores, and no core of the host has threads. */
  | { readonly kind: 'host-has-no-threads' }
  | { readonly kind: 'too-few-cells'; readonly guestCells: number; readonly hostCells: number }
  /** The host cell has no page size that `small`, `large` or `any` could become. */
  | ({ readonly kind: 'no-such-page-sizes'; readonly asked: 'small' | 'large' | 'any' } & OnCell)
  | ({ readonly kind: 'page-size-absent'; readonly size: PageSize } & OnCell)
  | ({ readonly kind: 'page-size-uneven'; readonly memory: KiB; readonly size: PageSize } & OnCell)
  | ({
      readonly kind: 'pages-short'
      readonly size: PageSize
      readonly needed: Pages
      readonly free: Pages
      readonly total: Pages
      readonly used: Pages
      readonly reserved: Pages
    } & OnCell)
  | ({
      readonly kind: 'small-pages-short'
      readonly size: PageSize
      readonly needed: Pages
      readonly total: Pages
    } & OnCell)
  | ({ readonly kind: 'cell-memory-too-small'; readonly needed: KiB; readonly total: KiB } & OnCell)
  | ({
      readonly kind: 'cell-memory-short'
      readonly needed: KiB
      readonly free: KiB
      readonly total: KiB
      readonly used: KiB
      readonly ratio: number
    } & OnCell)
  | ({ readonly kind: 'cell-cpus-too-few'; readonly needed: number; readonly total: number } & OnCell)
  | ({
      readonly kind: 'cell-cpus-short'
      readonly needed: number
      readonly used: number
      readonly total: number
      readonly ratio: number
    } & OnCell)
  | ({
      readonly kind: 'pcpus-short'
      readonly needed: number
      readonly free: number
      readonly total: number
    } & OnCell)
  | ({
      readonly kind: 'pinning-impossible'
      readonly needed: number
      readonly free: number
      readonly policy: string
    } & OnCell)
  /** Booked all the same: the guest cell's pins are CPUs the host cell has not or not free; none where it has no pins. */
  | ({ readonly kind: 'pins-astray'; readonly cpus: CpuSet } & OnCell)
  /** Booked all the same, with no page size chosen. */
  | ({ readonly kind: 'page-size-open'; readonly asked: 'small' | 'large' | 'any' } & OnCell)
  /** Cells fit one by one but no assignment gives each guest cell one of its own. */
  | { readonly kind: 'no-assignment'; readonly guestCells: number; readonly hostCells: number }
  /** There is an assignment; the search missed it, since a host cell tried before had fixed the guest cell's page size. */
  | { readonly kind: 'page-size-fixed'; readonly guestCell: CellId; readonly size: PageSize }
  /** The same, where it had fixed the threads of a core that the guest cell is shown. */
  | { readonly kind: 'threads-fixed'; readonly guestCell: CellId; readonly threads: number }
  /** There are threads for every vCPU; how the release lays vCPUs on threads misses them. Carriers as below. */
  | { readonly kind: 'packing-mistaken'; readonly carriers: readonly CellId[] }
  /** There is an assignment; the search missed it, since its cache took one guest cell for another. */
  | {
      readonly kind: 'fit-cache-mistaken'
      /** Host cells that would carry the guest's, in their order. */
      readonly carriers: readonly CellId[]
      readonly guestCells: number
      readonly hostCells: number
    }
  | {
      readonly kind: 'live-migration-memory'
      readonly available: KiB
      readonly needed: KiB
      readonly free: KiB
      readonly total: KiB
      readonly ratio: number | undefined
    }
  /** `migrate_max_retries`: so many destinations have refused beside the first. */
  | { readonly kind: 'retries-exceeded'; readonly retries: number; readonly most: number }
  | { readonly kind: 'same-host' }
  | { readonly kind: 'live-migration-numa-refused' }
  /** nova/compute/power_state.py: 1 is running, 3 paused. */
  | { readonly kind: 'guest-not-running'; readonly powerState: number }
  | { readonly kind: 'hypervisor-differs'; readonly source: string; readonly destination: string }
  | { readonly kind: 'hypervisor-older'; readonly source: number; readonly destination: number }
  /** The pages a guest would have at the destination are of another size than those it has. */
  | {
      readonly kind: 'page-size-changes'
      readonly from: PageSize | undefined
      readonly to: PageSize | undefined
    }
  | { readonly kind: 'guest-not-migratable'; readonly vmState: string }
  /** Another request is still at work on it. */
  | { readonly kind: 'guest-busy'; readonly taskState: string }
  | { readonly kind: 'request-invalid'; readonly exception: string; readonly detail: string }
  | { readonly kind: 'exception'; readonly exception: string; readonly detail: string }
