import type { CellId } from '../model/ids.ts'
import type { KiB, PageSize, Pages } from '../units.ts'
import type { PoolHolder } from './reality.ts'

/** When a guest that the host cannot carry is stopped. */
export type Moment = 'define' | 'start' | 'touch'

/** Words an operator finds in the log, and the version a real run showed them with; others may word it differently. */
export interface Words {
  readonly says: string
  readonly seenWith: string
}

/**
 * Why kernel, QEMU or libvirt would not run a guest as asked, as facts with their numbers. Kinds are ids: never
 * renamed, never reused.
 */
export type Refusal = {
  readonly moment: Moment
  /** Undefined where nothing is said: killed without a word, or no run showed it. */
  readonly words: Words | undefined
} & (
  | {
      readonly kind: 'pool-short'
      /** Undefined where all nodes the guest may use are short together. */
      readonly node: CellId | undefined
      readonly size: PageSize
      readonly needed: Pages
      /** Free when the guest asks for them, its own earlier cells served. */
      readonly free: Pages
      readonly total: Pages
      /** Of the free, those promised to other mappings; only known for the whole machine. */
      readonly promised: Pages
      readonly holders: readonly PoolHolder[]
      /** Nodes on which this cell's pages are free. */
      readonly elsewhere: readonly { readonly node: CellId; readonly free: Pages }[]
    }
  /** Nova's driver ends the start with this exception before libvirt is asked. */
  | { readonly kind: 'driver-raises'; readonly exception: string; readonly detail: string }
  | { readonly kind: 'node-absent'; readonly node: CellId }
  /** The node is there, and none of its memory: binding to it is refused. */
  | { readonly kind: 'node-without-memory'; readonly node: CellId }
  | { readonly kind: 'page-size-unknown-to-kernel'; readonly size: PageSize }
  | { readonly kind: 'no-hugetlbfs-mount'; readonly size: PageSize }
  | { readonly kind: 'cell-below-page-size'; readonly memory: KiB; readonly size: PageSize }
  | {
      readonly kind: 'memory-short'
      /** Undefined for a guest bound to no node: the whole host. */
      readonly node: CellId | undefined
      readonly needed: KiB
      readonly free: KiB
    }
  /** The cells do not add up to the guest's memory: QEMU 2.1 and later stops. Both in KiB as libvirt read them. */
  | { readonly kind: 'cells-unequal-memory'; readonly cells: KiB; readonly memory: KiB }
  /** Starts with the sum of the cells for memory. */
  | { readonly kind: 'shrunk-to-cells'; readonly cells: KiB; readonly memory: KiB }
  /** Starts with all its memory, and a topology that does not describe it. */
  | { readonly kind: 'wrong-topology'; readonly cells: KiB; readonly memory: KiB }
)
