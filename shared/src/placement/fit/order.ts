import type { GuestCell, HostCell } from '../../model/cell.ts'
import { countWithout } from '../../model/cpus.ts'
import type { Rules } from '../../releases/rules.ts'
import { type Devices, devicesByCell } from './devices.ts'

/**
 * nova/virt/hardware.py: the sorts of numa_fit_instance_to_host. By free memory, then, weighing more, by CPUs: usage for
 * a guest with shared vCPUs, free CPUs for a pinned one. A host with as many cells as the guest is never sorted. Cells of
 * equal room stay in the order they had, whichever way the sort goes.
 */
export function inOrder(
  cells: readonly HostCell[],
  guest: readonly GuestCell[],
  rules: Rules,
  packing: boolean | undefined,
  devices?: Devices,
): readonly HostCell[] {
  const sorted = byRoom(cells, guest, rules, packing)
  if (!devices || rules.cellsWithDevices === 'in turn') return sorted
  if (rules.cellsWithDevices === 'last for guests without') return withoutDevicesFirst(sorted, devices)
  return cells.length <= guest.length ? sorted : byDevices(sorted, devices)
}

function byRoom(
  cells: readonly HostCell[],
  guest: readonly GuestCell[],
  rules: Rules,
  packing: boolean | undefined,
): readonly HostCell[] {
  if (rules.hostCellOrder === 'as stored' || cells.length <= guest.length) return cells

  const fullestFirst = packing ?? rules.hostCellOrder === 'packing'
  const policy = guest[0]?.cpuPolicy ?? 'shared'
  const sorted: HostCell[] = []
  const rooms: number[] = []
  for (const cell of cells) {
    const room = policy === 'shared' ? -cell.cpuUsage : countWithout(cell.pcpuset, cell.pinnedCpus)
    let at = sorted.length
    while (
      at > 0 &&
      isBefore(cell, room, sorted[at - 1] as HostCell, rooms[at - 1] as number, fullestFirst)
    ) {
      sorted[at] = sorted[at - 1] as HostCell
      rooms[at] = rooms[at - 1] as number
      at -= 1
    }
    sorted[at] = cell
    rooms[at] = room
  }
  return sorted
}

/** Pike to Xena: for a guest that asks for no device, of a host with as many cells as it too. */
function withoutDevicesFirst(cells: readonly HostCell[], devices: Devices): readonly HostCell[] {
  if (devices.requests.length > 0) return cells
  const has = ({ id }: HostCell) => devices.pools.some(({ node }) => node === id)
  return [...cells.filter((cell) => !has(cell)), ...cells.filter(has)]
}

/** Since Yoga: devices weigh most. */
function byDevices(cells: readonly HostCell[], { pools, requests }: Devices): readonly HostCell[] {
  const counts = devicesByCell(pools)
  const count = ({ id }: HostCell) => counts.get(id) ?? 0
  return cells.toSorted((one, other) =>
    requests.length > 0 ? count(other) - count(one) : count(one) - count(other),
  )
}

const freeMemory = (cell: HostCell): number => cell.memory - cell.memoryUsage

function isBefore(cell: HostCell, room: number, other: HostCell, roomOfOther: number, leastFirst: boolean) {
  const more = room === roomOfOther ? freeMemory(cell) - freeMemory(other) : room - roomOfOther
  return leastFirst ? more < 0 : more > 0
}
