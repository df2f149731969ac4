import type { CpuSet } from '../model/cpus.ts'
import type { MachineMemory, PageLimit } from '../model/host.ts'
import type { CellId, GuestId, HostId } from '../model/ids.ts'
import type { Gap } from '../model/snapshot.ts'
import type { KiB, PageSize, Pages } from '../units.ts'

/** Who holds pages of a pool, as far as anybody could see. */
export type PoolHolder =
  | { readonly kind: 'guest'; readonly guest: GuestId; readonly name: string; readonly pages: Pages }
  | {
      readonly kind: 'process'
      readonly name: string
      readonly pid: number | undefined
      readonly pages: Pages
    }
  | { readonly kind: 'file'; readonly name: string; readonly pages: Pages }
  /** In use, and nobody that could be seen has them. */
  | { readonly kind: 'unseen'; readonly pages: Pages }

/** One page size of one node as the kernel has it: total = free + the sum of the holders. */
export interface NodePool {
  readonly size: PageSize
  readonly total: Pages
  readonly free: Pages
  readonly surplus: Pages
  readonly holders: readonly PoolHolder[]
  /** False where processes were not looked at: what is in use is then `unseen` for want of looking. */
  readonly holdersRead: boolean
}

export interface RealNode {
  readonly id: CellId
  readonly cpus: CpuSet
  readonly memory: KiB | undefined
  readonly memoryFree: KiB | undefined
  readonly pools: readonly NodePool[]
}

/** The host's book: what kernel, QEMU and libvirt have to give, from what a probe saw. */
export interface Reality {
  readonly host: HostId
  readonly nodes: readonly RealNode[]
  /** Pages promised and not yet faulted in, by size, for the whole machine; undefined where not read. */
  readonly promised: readonly { readonly size: PageSize; readonly pages: Pages | undefined }[]
  /** Surplus pages that the kernel may still make of free memory when a pool is short. */
  readonly surplusRoom: readonly { readonly size: PageSize; readonly pages: Pages }[]
  /** Cgroups with a hugetlb limit, or with pages. */
  readonly limits: readonly PageLimit[]
  /** KiB per page where a domain asks for huge pages of no size; undefined where not read. */
  readonly defaultPage: PageSize | undefined
  readonly memory: MachineMemory | undefined
  readonly mounts: readonly PageSize[] | undefined
  readonly libvirt: string | undefined
  readonly qemu: string | undefined
  readonly gaps: readonly Gap[]
}
