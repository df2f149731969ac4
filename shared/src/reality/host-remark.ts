import type { CpuSet } from '../model/cpus.ts'
import type { CellId } from '../model/ids.ts'
import type { KiB, PageSize, Pages } from '../units.ts'

/** One thing to know about a host itself, as facts. Kinds are ids: never renamed, never reused. */
export type HostRemark =
  /** Its CPUs can carry no guest cell. */
  | { readonly kind: 'node-without-memory'; readonly node: CellId; readonly cpus: CpuSet }
  | { readonly kind: 'node-without-cpus'; readonly node: CellId; readonly memory: KiB }
  /** Memory of a GPU or persistent memory that Nova counts as RAM; `because` is how it was told. */
  | {
      readonly kind: 'device-memory'
      readonly node: CellId
      readonly memory: KiB
      readonly because: 'movable only' | 'far and without CPUs'
    }
  | { readonly kind: 'node-offline'; readonly node: CellId }
  | { readonly kind: 'nodes-share-cpus'; readonly nodes: readonly [CellId, CellId]; readonly cpus: CpuSet }
  /** The nodes have more memory than the machine: they overlap, or were read at another time. */
  | { readonly kind: 'nodes-exceed-memory'; readonly nodes: KiB; readonly memory: KiB }
  /** Pages beyond nr_hugepages as it was set: they go once they are free. */
  | {
      readonly kind: 'surplus-pages'
      readonly node: CellId
      readonly size: PageSize
      readonly pages: Pages
      readonly free: Pages
    }
  /** Promised to mappings: free, and not to be had. */
  | { readonly kind: 'promised-pages'; readonly size: PageSize; readonly pages: Pages; readonly free: Pages }
  | {
      readonly kind: 'page-limit'
      readonly path: string
      readonly size: PageSize
      readonly limit: KiB
      readonly used: Pages | undefined
      readonly of: 'pages' | 'promises'
    }
  /** What is left beside the huge pages is too little for the host itself. */
  | {
      readonly kind: 'huge-pages-starve-host'
      readonly available: KiB
      readonly hugetlb: KiB
      readonly free: KiB
    }
  /**
   * Guests' memory is files: no guest on huge pages can be built there (nova/virt/libvirt/driver.py:
   * _get_guest_memory_backing_config). `starts` is whether Placement takes what is reserved of it.
   */
  | {
      readonly kind: 'file-backed-memory'
      readonly memory: KiB
      readonly reserved: KiB
      readonly starts: boolean
    }
  /** Guests on base pages that are bound to a node want more than it has beside its huge pages. */
  | {
      readonly kind: 'bound-beyond-node'
      readonly node: CellId
      readonly guests: number
      readonly bound: KiB
      readonly memory: KiB
    }
  /** QEMU's own memory, which Nova counts nowhere, is more than is kept for the host. */
  | {
      readonly kind: 'overhead-beyond-reserved'
      readonly guests: number
      readonly overhead: KiB
      readonly reserved: KiB
    }
  /** Guests on base pages, once they have touched all of it, want more than there is beside the huge pages. */
  | {
      readonly kind: 'guests-beyond-memory'
      readonly guests: number
      readonly wanted: KiB
      readonly overhead: KiB
      readonly memory: KiB
    }
