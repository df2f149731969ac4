import type { KiB, PageSize, Pages } from '../units.ts'
import type { HostCell } from './cell.ts'
import type { CpuSet } from './cpus.ts'
import type { CellId, GuestId, HostId, SourceId } from './ids.ts'
import type { PciPool } from './pci.ts'

/** What Nova's `compute_nodes` row says of a host. Undefined is a column the source did not give. */
export interface NovaHost {
  readonly source: SourceId
  /** `memory_mb`: the whole host. */
  readonly memory: KiB | undefined
  /** `memory_mb_used`: reserved memory and every counted guest. */
  readonly memoryUsed: KiB | undefined
  readonly vcpus: number | undefined
  readonly vcpusUsed: number | undefined
  readonly diskGb: number | undefined
  readonly diskUsedGb: number | undefined
  /** `disk_available_least` in GB: what is left once sparse disks have grown, negative too. Absent where not read. */
  readonly diskAvailableLeastGb?: number | undefined
  /** Absent where no source gave it. */
  readonly hypervisor?: Hypervisor | undefined
  /** `stats`: counters and words by name (nova/compute/stats.py). Absent where no source gave it. */
  readonly stats?: Readonly<Record<string, string>> | undefined
  /** `pci_stats`: free devices, whatever the guests listed take. Absent where no source gave it. */
  readonly pciPools?: readonly PciPool[] | undefined
  readonly ratios: AllocationRatios
  /** `numa_topology`; `'none'` where the host reports none, `'not read'` where the source had none to give. */
  readonly cells: readonly HostCell[] | 'none' | 'not read'
  /**
   * `'stored'`: usage in this row (cells, memory, vCPUs, disk) is Nova's own total as it was read.
   * `'from guests'`: usage is zero here and follows from the guests listed.
   */
  readonly usage: 'stored' | 'from guests'
}

/** What runs guests there, as the compute's driver reports it. Undefined is a column the source did not give. */
export interface Hypervisor {
  /** `hypervisor_type`: `QEMU` with libvirt's qemu and kvm, `xen`, `hyperv` … */
  readonly type: string | undefined
  /** `hypervisor_version`: 7002000 for 7.2.0. */
  readonly version: number | undefined
  /** `cpu_info`, the JSON that the driver wrote. */
  readonly cpuInfo: string | undefined
  /** `supported_instances`: architecture, hypervisor type, machine mode. */
  readonly supportedInstances: readonly (readonly string[])[] | undefined
}

/** Undefined where the row or the operator does not say; the release then has a default. */
export interface AllocationRatios {
  readonly cpu: number | undefined
  readonly ram: number | undefined
  readonly disk: number | undefined
}

/** Whether Nova would send work there. */
export interface ServiceState {
  readonly enabled: boolean
  readonly up: boolean
}

/** A value of nova.conf's `reserved_huge_pages`: `node:0,size:2048,count:256`. */
export interface ReservedPages {
  readonly cell: CellId
  readonly size: PageSize
  readonly count: Pages
}

/** What the operator configured on the compute, where known. */
export interface HostConfig {
  readonly reservedHugePages: readonly ReservedPages[]
  readonly reservedHostMemory: KiB | undefined
  readonly reservedHostCpus: number | undefined
  /** `reserved_host_disk_mb`; absent where not read. */
  readonly reservedHostDisk?: KiB | undefined
  /** `[libvirt] file_backed_memory`, what the host then reports for memory; absent where not read, and where it is 0. */
  readonly fileBackedMemory?: KiB | undefined
  readonly vcpuPinSet: string | undefined
  readonly cpuSharedSet: string | undefined
  readonly cpuDedicatedSet: string | undefined
  /** `[compute] packing_host_numa_cells_allocation_strategy`, Yoga and later; undefined is the release's default. */
  readonly packing: boolean | undefined
}

/** One page size of one node, as the kernel counts it (/sys/devices/system/node/nodeN/hugepages). */
export interface KernelPool {
  readonly size: PageSize
  /** nr_hugepages: includes surplus. */
  readonly total: Pages
  /** free_hugepages: includes pages reserved and not yet faulted in. */
  readonly free: Pages
  readonly surplus: Pages
}

/** One page size of the whole machine (/sys/kernel/mm/hugepages). */
export interface GlobalPool extends KernelPool {
  /** resv_hugepages: promised to mappings, not yet taken; no node has it. Undefined where it could not be read. */
  readonly reserved: Pages | undefined
  readonly overcommit: Pages | undefined
}

export interface ObservedNode {
  readonly id: CellId
  readonly cpus: CpuSet
  /** Undefined where not read; zero for a memory-less node. */
  readonly memory: KiB | undefined
  readonly memoryFree: KiB | undefined
  /** SLIT distances in the order of `HostObservation.nodes`; empty where not read. */
  readonly distances: readonly number[]
  readonly pools: readonly KernelPool[]
  /** Listed in /sys/devices/system/node/online; absent where that was not read. */
  readonly online?: boolean | undefined
}

/** Huge pages that one process holds on one node. A page that several processes map is counted with one of them. */
export interface PageHolder {
  readonly kind: 'guest' | 'process' | 'file'
  /** Command of the process, name of the guest, or path of the file. */
  readonly name: string
  readonly pid: number | undefined
  /** libvirt's uuid, for QEMU. */
  readonly guest: GuestId | undefined
  readonly node: CellId
  readonly size: PageSize
  readonly pages: Pages
  /** Of `pages`, those that other processes map too. */
  readonly shared: Pages
}

/** A cgroup's hugetlb limits and pages of one size (`hugetlb.2MB.max`, `.rsvd.max`, `.numa_stat`). */
export interface PageLimit {
  readonly path: string
  readonly size: PageSize
  /** Beyond it a page that is touched is a SIGBUS; `'none'` where there is none, undefined where not read. */
  readonly limit: KiB | 'none' | undefined
  /** Beyond it mmap is refused. */
  readonly reservationLimit: KiB | 'none' | undefined
  /** Pages it and the cgroups below it hold; undefined where not read. */
  readonly used: Pages | undefined
}

/** /proc/meminfo of the whole machine; undefined is a line that was not there. */
export interface MachineMemory {
  readonly total: KiB | undefined
  readonly free: KiB | undefined
  /** `MemAvailable`: what can be had without swapping. */
  readonly available: KiB | undefined
  /** `Hugetlb`: set aside as huge pages of all sizes, used or not. */
  readonly hugetlb: KiB | undefined
}

/** What the host itself says. Whatever was not looked at is undefined; `gaps` of the snapshot say why. */
export interface HostObservation {
  readonly source: SourceId
  readonly kernel: string | undefined
  readonly basePage: PageSize | undefined
  readonly nodes: readonly ObservedNode[]
  readonly pools: readonly GlobalPool[]
  /** Undefined where processes were not looked at (`virsh freepages`, sysfs alone): holders are then not known, not none. */
  readonly holders: readonly PageHolder[] | undefined
  /** Guests libvirt or QEMU runs, by uuid; undefined where not looked at. */
  readonly guests:
    | readonly { readonly id: GuestId; readonly name: string; readonly pid: number | undefined }[]
    | undefined
  readonly siblings: readonly CpuSet[] | undefined
  /** Page sizes with a hugetlbfs mount; undefined where not read. */
  readonly mounts: readonly PageSize[] | undefined
  readonly libvirt: string | undefined
  readonly qemu: string | undefined
  /** Absent where no source gave it. */
  readonly memory?: MachineMemory | undefined
  /** `Hugepagesize`: KiB per page where a program names no size. Absent where no source gave it. */
  readonly defaultPage?: PageSize | undefined
  /** Cgroups with a hugetlb limit or with pages; absent where no source gave them. */
  readonly limits?: readonly PageLimit[] | undefined
  /**
   * Nodes with memory the kernel may use for itself (`has_normal_memory`); one with memory that is not among them is
   * movable memory alone: a device's, or hot-plugged. Absent where no source gave it.
   */
  readonly normalMemory?: readonly CellId[] | undefined
}

/** A compute host: what Nova's row says, what the host says, what was configured. Any of them may be absent. */
export interface Host {
  readonly id: HostId
  /** The compute's own release, where it differs from the cloud's or is known better. */
  readonly release: string | undefined
  readonly zone: string | undefined
  readonly service: ServiceState | undefined
  readonly nova: NovaHost | undefined
  readonly observed: HostObservation | undefined
  readonly config: HostConfig
}
