import type { ImageProps } from '../model/flavor.ts'
import type { ReservedPages } from '../model/host.ts'
import type { CellId, GuestId, HostId } from '../model/ids.ts'
import type { KiB, PageSize, Pages } from '../units.ts'

/**
 * What the operator would do: what was asked, never what came of it. Ids of things a plan creates follow from the
 * action (`<id>-1` …), so that replay needs no randomness.
 */
export type Action = Asked & {
  /** Kept in the plan and left out of its replay; absent is false. */
  readonly disabled?: boolean | undefined
}

type Asked =
  | {
      readonly do: 'boot'
      /** Prefix of the new guests' ids and names. */
      readonly id: string
      readonly flavor: string
      readonly image: ImageProps
      readonly count: number
      /** Only this host is asked: `--availability-zone zone:host` skips filters, `--host` does not; undefined is any. */
      readonly on: { readonly host: HostId; readonly how: 'requested' | 'forced' } | undefined
      /** Id of the server group they join; absent is none. */
      readonly group?: string | undefined
      /** `--availability-zone` without a host: they stay in it; absent is any. */
      readonly zone?: string | undefined
    }
  | {
      readonly do: 'live-migrate'
      readonly guest: GuestId
      readonly to: HostId | undefined
      /** Of the compute API, `2.30`; absent is the newest of the release. */
      readonly microversion?: string | undefined
      /** Microversions 2.30 to 2.67; absent is false. */
      readonly force?: boolean | undefined
    }
  | {
      readonly do: 'cold-migrate'
      readonly guest: GuestId
      /** Microversion 2.56 and later; undefined is any. */
      readonly to: HostId | undefined
    }
  | { readonly do: 'resize'; readonly guest: GuestId; readonly flavor: string }
  | { readonly do: 'confirm'; readonly guest: GuestId }
  | { readonly do: 'revert'; readonly guest: GuestId }
  | { readonly do: 'delete'; readonly guest: GuestId }
  | ({ readonly do: 'take-pages' } & PagesOfProcess)
  | ({ readonly do: 'give-pages-back' } & PagesOfProcess)
  | {
      readonly do: 'set-reserved-huge-pages'
      readonly host: HostId
      readonly reserved: readonly ReservedPages[]
    }
  /** Absent host is every one, absent ratio stays as it is. */
  | {
      readonly do: 'set-allocation-ratios'
      readonly host: HostId | undefined
      readonly cpu: number | undefined
      readonly ram: number | undefined
      readonly disk: number | undefined
    }
  /** `reserved_host_memory_mb`. */
  | { readonly do: 'set-reserved-host-memory'; readonly host: HostId; readonly memory: KiB }
  | { readonly do: 'set-reserved-host-cpus'; readonly host: HostId; readonly cpus: number }
  /** All three options as nova.conf has them from then on; absent is not set. */
  | {
      readonly do: 'set-cpu-sets'
      readonly host: HostId
      readonly vcpuPinSet: string | undefined
      readonly cpuSharedSet: string | undefined
      readonly cpuDedicatedSet: string | undefined
    }
  /** `packing_host_numa_cells_allocation_strategy`; absent is the release's default. */
  | { readonly do: 'set-packing'; readonly host: HostId; readonly packing: boolean | undefined }
  /** `enabled_filters` of the scheduler; absent is the release's default. */
  | { readonly do: 'set-enabled-filters'; readonly filters: readonly string[] | undefined }
  /** Computes stay as they are. */
  | { readonly do: 'upgrade-scheduler'; readonly release: string }
  /** Absent host is every compute. */
  | { readonly do: 'upgrade-compute'; readonly host: HostId | undefined; readonly release: string }
  /** The guest’s QEMU ends: the host has its memory back, Nova goes on counting it. */
  | { readonly do: 'power-off'; readonly guest: GuestId }
  | { readonly do: 'power-on'; readonly guest: GuestId }
  /** The compute service: `disabled` and `enabled` by the operator, `down` and `up` by itself or forced. */
  | {
      readonly do: 'set-service'
      readonly host: HostId
      readonly state: 'enabled' | 'disabled' | 'up' | 'down'
    }
  /** A host of the same make, configured alike and in the same aggregates, without guests. */
  | { readonly do: 'add-host'; readonly id: HostId; readonly like: HostId }
  /** The host fails: its guests are down, and Nova has them there until they are evacuated. */
  | { readonly do: 'lose-host'; readonly host: HostId }
  /** Its host must be down; absent destination is Nova's choice. */
  | {
      readonly do: 'evacuate'
      readonly guest: GuestId
      readonly to: HostId | undefined
      /** Of the compute API, `2.29`; absent is the newest of the release. */
      readonly microversion?: string | undefined
      /** Microversions 2.29 to 2.67; absent is false. */
      readonly force?: boolean | undefined
    }
  /** With `keep` it stays on its host, shut off (`shelved_offload_time` other than 0); absent is false, as in Nova. */
  | { readonly do: 'shelve'; readonly guest: GuestId; readonly keep?: boolean | undefined }
  | { readonly do: 'shelve-offload'; readonly guest: GuestId }
  /** Of a guest on no host: microversions 2.77 (zone) and 2.91. */
  | {
      readonly do: 'unshelve'
      readonly guest: GuestId
      readonly to?: HostId | undefined
      /** The zone it keeps from then on; absent is the one it had. */
      readonly zone?: string | undefined
      /** It keeps to no zone any more; absent is false. */
      readonly unpin?: boolean | undefined
    }
  /** Absent image is its own. */
  | { readonly do: 'rebuild'; readonly guest: GuestId; readonly image: ImageProps | undefined }
  /**
   * Pools that are not named keep their pages. `resumeGuests` is the compute's `resume_guests_state_on_host_boot`; absent is
   * false, as in Nova.
   */
  | {
      readonly do: 'reboot-host'
      readonly host: HostId
      readonly pools: readonly ReservedPages[]
      readonly resumeGuests?: boolean | undefined
    }

/** Huge pages of one node that a process outside Nova takes or gives back. */
interface PagesOfProcess {
  /** The process, by name. */
  readonly by: string
  readonly host: HostId
  readonly cell: CellId
  readonly size: PageSize
  readonly pages: Pages
}

/** A plan is intentions on a snapshot under a release. */
export interface Plan {
  readonly version: 1
  /** Scenario id, or snapshot id of the API; undefined for what was dropped on the page. */
  readonly snapshot: string | undefined
  readonly release: string | undefined
  readonly actions: readonly Action[]
}
