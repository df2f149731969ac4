import type { CellId } from '../model/ids.ts'
import type { KiB, PageSize, Pages } from '../units.ts'
import type { PoolHolder } from './reality.ts'

/** When a guest that the host cannot carry is stopped. */
export type Moment = 'define' | 'start' | 'touch'

/**
 * Why kernel, QEMU or libvirt would not run a guest as asked, as facts with their numbers, and the words an operator
 * finds in the log where a real run showed them. Kinds are ids: never renamed, never reused.
 */
export type Refusal =
  | {
      readonly kind: 'pool-short'
      readonly moment: Moment
      readonly node: CellId
      readonly size: PageSize
      readonly needed: Pages
      /** Free now: free_hugepages less what is promised to others. */
      readonly free: Pages
      readonly total: Pages
      readonly holders: readonly PoolHolder[]
      readonly says: string
    }
  | { readonly kind: 'node-absent'; readonly moment: Moment; readonly node: CellId; readonly says: string }
  | {
      readonly kind: 'page-size-unknown-to-kernel'
      readonly moment: Moment
      readonly size: PageSize
      readonly says: string
    }
  | {
      readonly kind: 'no-hugetlbfs-mount'
      readonly moment: Moment
      readonly size: PageSize
      readonly says: string
    }
  | {
      readonly kind: 'cell-below-page-size'
      readonly moment: Moment
      readonly memory: KiB
      readonly size: PageSize
      readonly says: string
    }
  | {
      readonly kind: 'node-memory-short'
      readonly moment: Moment
      readonly node: CellId
      readonly needed: KiB
      readonly free: KiB
      readonly says: string
    }
  /** The cells do not add up to the guest's memory: QEMU 2.1 and later stops. Both in KiB as libvirt read them. */
  | {
      readonly kind: 'cells-unequal-memory'
      readonly moment: Moment
      readonly cells: KiB
      readonly memory: KiB
      readonly says: string
    }
  /** Starts, but not as asked. */
  | {
      readonly kind: 'shrunk-to-cells'
      readonly moment: Moment
      readonly cells: KiB
      readonly memory: KiB
      readonly says: string
    }
  | {
      readonly kind: 'wrong-topology'
      readonly moment: Moment
      readonly cells: KiB
      readonly memory: KiB
      readonly says: string
    }
