import type { CpuSet } from '../model/cpus.ts'
import type { CellId } from '../model/ids.ts'
import type { KiB, PageSize } from '../units.ts'

/** What a domain's XML asks of the host, in KiB as libvirt reads it. */
export interface Domain {
  /** `<memory>`: what the guest was asked to have. */
  readonly memory: KiB
  readonly vcpus: number
  /** `<cpu><numa><cell>`; empty where the domain has none. */
  readonly cells: readonly DomainCell[]
  /** Where the memory of a domain without cells comes from. */
  readonly backing: Backing
  /** `<numatune><memory>` in strict or restrictive mode: libvirt keeps QEMU to these nodes; undefined is all. */
  readonly confinedTo: readonly CellId[] | undefined
  /** Cells that `<hugepages><page nodeset>` names. */
  readonly pagedCells: readonly number[]
}

export interface DomainCell {
  readonly id: number
  readonly cpus: CpuSet
  readonly memory: KiB
  readonly backing: Backing
}

/** Where memory comes from: `<memoryBacking>`, bound by `<numatune>`. */
export type Backing =
  | { readonly kind: 'base pages'; readonly binding: Binding }
  | {
      readonly kind: 'huge pages'
      /** Undefined is the host's default size. */
      readonly size: PageSize | undefined
      readonly binding: Binding
      /** `<source type='memfd'>` is a memfd; anything else a file in a hugetlbfs mount. */
      readonly source: 'file' | 'memfd'
    }

/** QEMU's `policy` and `host-nodes`: `strict` is its `bind`. */
export interface Binding {
  readonly mode: 'default' | 'strict' | 'preferred' | 'interleave'
  readonly nodes: readonly CellId[]
}

/** Memory bound to no node. */
export const unbound: Binding = { mode: 'default', nodes: [] }

export const boundTo = (...nodes: readonly CellId[]): Binding => ({ mode: 'strict', nodes })
