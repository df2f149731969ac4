import type { HostCell } from '../model/cell.ts'
import { coresOf, cpuSet } from '../model/cpus.ts'
import type { AllocationRatios, Hypervisor, NovaHost } from '../model/host.ts'
import type { SourceId } from '../model/ids.ts'
import { KiB, MiB, Pages, sum } from '../units.ts'
import type { Capabilities, CapabilityCell } from './capabilities.ts'
import type { Column, ComputeNodeRow } from './nova-rows.ts'

/** A row of compute_nodes. Its usage is Nova's own total. */
export const fromRow = (row: ComputeNodeRow, source: SourceId): NovaHost => ({
  source,
  memory: mib(row.memory_mb),
  memoryUsed: mib(row.memory_mb_used),
  vcpus: row.vcpus ?? undefined,
  vcpusUsed: row.vcpus_used ?? undefined,
  diskGb: row.local_gb ?? undefined,
  diskUsedGb: row.local_gb_used ?? undefined,
  diskAvailableLeastGb: row.disk_available_least ?? undefined,
  hypervisor: hypervisorOf(row),
  stats: given(row.stats),
  pciPools: given(row.pciPools),
  ratios: {
    cpu: ratio(row.cpu_allocation_ratio),
    ram: ratio(row.ram_allocation_ratio),
    disk: ratio(row.disk_allocation_ratio),
  },
  cells: readOf(row.topology),
  usage: 'stored',
})

function hypervisorOf(row: ComputeNodeRow): Hypervisor | undefined {
  const hypervisor = {
    type: row.hypervisor_type ?? undefined,
    version: row.hypervisor_version ?? undefined,
    cpuInfo: row.cpu_info ?? undefined,
    supportedInstances: given(row.supportedInstances),
  }
  return Object.values(hypervisor).some((value) => value !== undefined) ? hypervisor : undefined
}

const given = <T extends object>({ value }: Column<T>): T | undefined =>
  typeof value === 'string' ? undefined : value

/** The model knows one word for what was not read; why is a gap. */
export const readOf = <T>({ value }: Column<T>): T | 'none' | 'not read' =>
  value === 'not given' || value === 'not understood' ? 'not read' : (value as T | 'none')

const mib = (n: number | null | undefined): KiB | undefined =>
  n === null || n === undefined ? undefined : MiB(n)

/** 0.0 is how a row says that the operator set none (nova/objects/compute_node.py: _from_db_object). */
const ratio = (value: number | null | undefined): number | undefined => value || undefined

const unsaid: AllocationRatios = { cpu: undefined, ram: undefined, disk: undefined }

/** `numa_topology` alone: the row around it was not given. */
export const fromTopology = (cells: readonly HostCell[], source: SourceId): NovaHost => ({
  source,
  memory: undefined,
  memoryUsed: undefined,
  vcpus: undefined,
  vcpusUsed: undefined,
  diskGb: undefined,
  diskUsedGb: undefined,
  ratios: unsaid,
  cells,
  usage: 'stored',
})

/** What the first says, and the second where the first says nothing. */
export const filled = (nova: NovaHost, from: NovaHost): NovaHost => ({
  ...nova,
  memory: nova.memory ?? from.memory,
  memoryUsed: nova.memoryUsed ?? from.memoryUsed,
  vcpus: nova.vcpus ?? from.vcpus,
  vcpusUsed: nova.vcpusUsed ?? from.vcpusUsed,
  diskGb: nova.diskGb ?? from.diskGb,
  diskUsedGb: nova.diskUsedGb ?? from.diskUsedGb,
  diskAvailableLeastGb: nova.diskAvailableLeastGb ?? from.diskAvailableLeastGb,
  hypervisor: nova.hypervisor ?? from.hypervisor,
  stats: nova.stats ?? from.stats,
  pciPools: nova.pciPools ?? from.pciPools,
  ratios: filledRatios(nova.ratios, from.ratios),
  cells: nova.cells === 'not read' ? from.cells : nova.cells,
})

export const filledRatios = (ratios: AllocationRatios, from: AllocationRatios): AllocationRatios => ({
  cpu: ratios.cpu ?? from.cpu,
  ram: ratios.ram ?? from.ram,
  disk: ratios.disk ?? from.disk,
})

/**
 * Nova's book of a host as nova-compute would begin it from libvirt's capabilities, all CPUs for all guests
 * (nova/virt/libvirt/driver.py: _get_host_numa_topology). Memory is the sum of the cells, a little less than what
 * libvirt's node info gives Nova.
 */
export function fromCapabilities({ cells }: Capabilities, source: SourceId): NovaHost {
  const hostCells = cells.map(hostCell)
  return {
    source,
    memory: sum(hostCells.map(({ memory }) => memory)),
    memoryUsed: KiB(0),
    vcpus: cells.flatMap(({ cpus }) => cpus).length,
    vcpusUsed: 0,
    diskGb: undefined,
    diskUsedGb: undefined,
    ratios: unsaid,
    cells: hostCells,
    usage: 'from guests',
  }
}

function hostCell({ id, memory, pages, cpus }: CapabilityCell): HostCell {
  const all = cpuSet(cpus.map((cpu) => cpu.id))
  const sockets = new Set(cpus.map(({ socket }) => socket))
  return {
    id,
    socket: sockets.size === 1 ? [...sockets][0] : undefined,
    cpuset: all,
    pcpuset: all,
    siblings: coresOf(cpus.map(({ siblings = [] }) => siblings)) ?? [],
    memory: MiB(Math.floor((memory ?? 0) / 1024)),
    memoryUsage: KiB(0),
    cpuUsage: 0,
    pinnedCpus: [],
    mempages: [...pages]
      .sort((a, b) => a.size - b.size)
      .map(({ size, total }) => ({ size, total, used: Pages(0), reserved: Pages(0) })),
  }
}
