import type { CpuSet } from '../model/cpus.ts'
import type { CellId } from '../model/ids.ts'
import type { KiB, PageSize } from '../units.ts'
import type { Binding } from './domain.ts'

/** What QEMU is started with, as far as memory goes. */
export interface Launch {
  /** `-m`. */
  readonly memory: KiB
  /** `-smp`. */
  readonly vcpus: number
  /** `-object memory-backend-…`, in the order given. */
  readonly backends: readonly Backend[]
  /** `-numa node`; empty where the machine has none. */
  readonly cells: readonly LaunchCell[]
  /** Nodes this process may allocate from, by cgroup or task policy; undefined is all. */
  readonly allowed: readonly CellId[] | undefined
}

export interface LaunchCell {
  readonly id: number
  readonly cpus: CpuSet
  readonly memory: KiB
}

export interface Backend {
  readonly memory: KiB
  /** `memory-backend-ram` is on base pages. */
  readonly pages: 'base' | { readonly size: PageSize; readonly source: 'file' | 'memfd' }
  readonly binding: Binding
  /** `prealloc=on`: every page is taken before the guest runs. */
  readonly preallocated: boolean
  /** `reserve=on`, QEMU's default: mapping promises the pages. */
  readonly reserved: boolean
}
