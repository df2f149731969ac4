import type { KiB, PageSize, Pages } from '../units.ts'
import type { CpuSet } from './cpus.ts'
import type { CellId } from './ids.ts'

/** Nova's `NUMAPagesTopology` (nova/objects/numa.py): one page size of one host cell, by Nova's book. */
export interface PagePool {
  readonly size: PageSize
  readonly total: Pages
  readonly used: Pages
  /** From `reserved_huge_pages`, Newton and later; zero before. */
  readonly reserved: Pages
}

/** Nova's `NUMACell` (nova/objects/numa.py). Memory is MiB there and KiB here. */
export interface HostCell {
  readonly id: CellId
  readonly socket: number | undefined
  /** CPUs for shared vCPUs. Before Train the one set for both uses, repeated in `pcpuset`. */
  readonly cpuset: CpuSet
  /** CPUs for dedicated vCPUs. */
  readonly pcpuset: CpuSet
  /** Threads of each core, in the order Nova stored them: it decides which core is taken first. */
  readonly siblings: readonly CpuSet[]
  /** The node's MemTotal, memory set aside as huge pages included. */
  readonly memory: KiB
  readonly memoryUsage: KiB
  readonly cpuUsage: number
  readonly pinnedCpus: CpuSet
  /** Smallest page first; empty where libvirt reported none. */
  readonly mempages: readonly PagePool[]
}

/** `hw:mem_page_size` as a guest asks for it; a size once it is chosen or given. */
export type PageSizeRequest = 'small' | 'large' | 'any' | PageSize

export type CpuPolicy = 'shared' | 'dedicated' | 'mixed'
export type CpuThreadPolicy = 'prefer' | 'isolate' | 'require'
export type EmulatorThreadsPolicy = 'share' | 'isolate'

/** Nova's `InstanceNUMACell` (nova/objects/instance_numa.py). */
export interface GuestCell {
  /** The guest's own cell number in a request; the host cell's id once placed. */
  readonly id: CellId
  /** Shared vCPUs (all vCPUs before Victoria). */
  readonly cpuset: CpuSet
  /** Dedicated vCPUs, Victoria and later; older rows are read into the release's own shape by the rules. */
  readonly pcpuset: CpuSet
  readonly memory: KiB
  readonly pageSize: PageSizeRequest | undefined
  readonly cpuPolicy: CpuPolicy | undefined
  readonly cpuThreadPolicy: CpuThreadPolicy | undefined
  /** vCPU to host CPU, in vCPU order. */
  readonly cpuPinning: readonly (readonly [vcpu: number, pcpu: number])[] | undefined
  /** Host CPUs kept for the emulator's threads. */
  readonly cpusetReserved: CpuSet | undefined
  /** The topology pinning asked libvirt for, Kilo to Victoria. */
  readonly cpuTopology?: { readonly sockets: number; readonly cores: number; readonly threads: number }
}

/** Nova's `InstanceNUMATopology`. */
export interface GuestTopology {
  readonly cells: readonly GuestCell[]
  readonly emulatorThreadsPolicy: EmulatorThreadsPolicy | undefined
}
