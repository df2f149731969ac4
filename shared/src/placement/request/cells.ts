import type { GuestCell } from '../../model/cell.ts'
import { type CpuSet, without } from '../../model/cpus.ts'
import type { Flavor } from '../../model/flavor.ts'
import { CellId } from '../../model/ids.ts'
import { inMiB, MiB } from '../../units.ts'
import { refuse } from './refusal.ts'

/** What one guest cell is given by hand: `hw:numa_cpus.N`, `hw:numa_mem.N` in MiB. */
export interface GivenCell {
  readonly cpus: CpuSet
  readonly mem: number
}

/** Vcpus of a flavor, all of them. */
export const vcpusOf = (flavor: Flavor): CpuSet => Array.from({ length: flavor.vcpus }, (_, id) => id)

const guestCell = (id: number, cpuset: CpuSet, mem: number): GuestCell => ({
  id: CellId(id),
  cpuset,
  pcpuset: [],
  memory: MiB(mem),
  pageSize: undefined,
  cpuPolicy: undefined,
  cpuThreadPolicy: undefined,
  cpuPinning: undefined,
  cpusetReserved: undefined,
})

/** The whole flavor in one cell. */
export const singleCell = (flavor: Flavor): GuestCell => guestCell(0, vcpusOf(flavor), inMiB(flavor.memory))

/** nova/virt/hardware.py: _get_numa_topology_auto. Fewer than one node gives no cell. */
export function evenCells(nodes: number, flavor: Flavor): readonly GuestCell[] {
  const vcpus = vcpusOf(flavor)
  const memory = inMiB(flavor.memory)
  if (nodes > 0 && (vcpus.length % nodes > 0 || memory % nodes > 0)) {
    return refuse('ImageNUMATopologyAsymmetric', `numa_nodes=${nodes}`)
  }
  const share = vcpus.length / nodes
  return Array.from({ length: Math.max(nodes, 0) }, (_, node) =>
    guestCell(node, vcpus.slice(node * share, (node + 1) * share), memory / nodes),
  )
}

/** nova/virt/hardware.py: _get_numa_topology_manual. `given` is asked for each node in turn, before the node is checked. */
export function givenCells(
  nodes: number,
  flavor: Flavor,
  given: (node: number) => GivenCell,
): readonly GuestCell[] {
  const cells: GuestCell[] = []
  const assigned = new Set<number>()
  let memory = 0
  for (let node = 0; node < nodes; node += 1) {
    const { cpus, mem } = given(node)
    for (const cpu of cpus) {
      if (cpu > flavor.vcpus - 1) refuse('ImageNUMATopologyCPUOutOfRange', `numa_cpus.${node}=${cpu}`)
      if (assigned.has(cpu)) refuse('ImageNUMATopologyCPUDuplicates', `numa_cpus.${node}=${cpu}`)
      assigned.add(cpu)
    }
    cells.push(guestCell(node, cpus, mem))
    memory += mem
  }
  const left = without(vcpusOf(flavor), [...assigned])
  if (left.length > 0) refuse('ImageNUMATopologyCPUsUnassigned', left.join(','))
  if (memory !== inMiB(flavor.memory)) refuse('ImageNUMATopologyMemoryOutOfRange', `${memory}`)
  return cells
}
