import type { CpuSet } from '../model/cpus.ts'
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
  /** A binding other than strict, and its nodes have too few: the rest comes from `elsewhere`. */
  | {
      readonly kind: 'pages-elsewhere'
      readonly mode: 'preferred' | 'interleave'
      readonly nodes: readonly CellId[]
      readonly size: PageSize
      readonly needed: Pages
      /** Taken from nodes beyond what the binding would have. */
      readonly elsewhere: Pages
    }
  /** The pool is short and the kernel may make surplus pages out of free memory, if it finds whole ones. */
  | {
      readonly kind: 'needs-surplus'
      readonly size: PageSize
      readonly pages: Pages
      /** nr_overcommit_hugepages less the surplus there is. */
      readonly room: Pages
    }
  /** A cgroup's hugetlb limit stands below what guests would hold there together. */
  | {
      readonly kind: 'cgroup-limit'
      readonly path: string
      readonly size: PageSize
      readonly needed: Pages
      readonly used: Pages
      readonly limit: Pages
    }
  /** Backed by a file: the last page is taken whole. */
  | {
      readonly kind: 'rounded-up'
      readonly memory: KiB
      readonly size: PageSize
      readonly pages: Pages
    }
  /** Backed by a memfd, which takes whole pages only. */
  | { readonly kind: 'not-whole-pages'; readonly memory: KiB; readonly size: PageSize }
  /** Bound to several nodes of which the host lacks some: QEMU takes the others and says nothing. */
  | { readonly kind: 'nodes-partly-absent'; readonly absent: readonly CellId[] }
  /** QEMU knows nodes 0 to 127. */
  | { readonly kind: 'node-beyond-qemu'; readonly node: CellId }
  | { readonly kind: 'binding-without-nodes' }
  | { readonly kind: 'nodes-without-binding'; readonly nodes: readonly CellId[] }
  | { readonly kind: 'preallocated-unreserved' }
  /** One backend for the whole machine, of another size than the machine. */
  | { readonly kind: 'backend-unequal-memory'; readonly backend: KiB; readonly memory: KiB }
  | { readonly kind: 'vcpus-in-two-cells'; readonly cells: readonly [number, number]; readonly vcpus: CpuSet }
  | { readonly kind: 'vcpu-beyond'; readonly cell: number; readonly vcpu: number; readonly vcpus: number }
  /** libvirt gives them to the first cell; QEMU alone warns. */
  | { readonly kind: 'vcpus-in-no-cell'; readonly vcpus: CpuSet }
  | { readonly kind: 'cell-ids-not-counted'; readonly ids: readonly number[] }
  | { readonly kind: 'pages-for-absent-cell'; readonly cell: number }
  /** The cells do not add up to the guest's memory: QEMU 2.1 and later stops. Both in KiB as libvirt read them. */
  | { readonly kind: 'cells-unequal-memory'; readonly cells: KiB; readonly memory: KiB }
  /** Starts with the sum of the cells for memory. */
  | { readonly kind: 'shrunk-to-cells'; readonly cells: KiB; readonly memory: KiB }
  /** Starts with all its memory, and a topology that does not describe it. */
  | { readonly kind: 'wrong-topology'; readonly cells: KiB; readonly memory: KiB }
)
