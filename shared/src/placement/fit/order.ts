import type { GuestCell, HostCell } from '../../model/cell.ts'
import { without } from '../../model/cpus.ts'
import type { Rules } from '../../releases/rules.ts'

/**
 * nova/virt/hardware.py: the sorts of numa_fit_instance_to_host. By free memory, then, weighing more, by CPUs: usage for
 * a guest with shared vCPUs, free CPUs for a pinned one. A host with as many cells as the guest is never sorted.
 */
export function inOrder(
  cells: readonly HostCell[],
  guest: readonly GuestCell[],
  rules: Rules,
  packing: boolean | undefined,
): readonly HostCell[] {
  if (rules.hostCellOrder === 'as stored' || cells.length <= guest.length) return cells

  const fullestFirst = packing ?? rules.hostCellOrder === 'packing'
  const policy = guest[0]?.cpuPolicy ?? 'shared'
  const room = policy === 'shared' ? (cell: HostCell) => -cell.cpuUsage : freeCpus
  return sorted(sorted(cells, freeMemory, fullestFirst), room, fullestFirst)
}

const freeMemory = (cell: HostCell): number => cell.memory - cell.memoryUsage

const freeCpus = (cell: HostCell): number => without(cell.pcpuset, cell.pinnedCpus).length

/** Cells of equal room stay in the order they had, whichever way the sort goes. */
const sorted = (
  cells: readonly HostCell[],
  room: (cell: HostCell) => number,
  leastFirst: boolean,
): readonly HostCell[] => [...cells].sort((a, b) => (leastFirst ? room(a) - room(b) : room(b) - room(a)))
