import { isPinned } from '../../accounting/guest-cell.ts'
import { freePages, smallestSize } from '../../accounting/pages.ts'
import type { GuestCell, HostCell, PagePool, PageSizeRequest } from '../../model/cell.ts'
import type { Rules } from '../../releases/rules.ts'
import { exceeds, KiB, memoryOf, type PageSize, Pages, pagesFor } from '../../units.ts'
import type { Meeting, Telling, Test, Tested } from './meeting.ts'

/** nova/virt/hardware.py: the page half of _numa_fit_instance_cell. A guest cell without page size has nothing to choose. */
export const pageSizeTest: Test = (guest, meeting, telling) =>
  guest.pageSize ? choosePageSize(guest, guest.pageSize, meeting, telling) : guest

/** The same, and the memory of a guest cell without page size in pages of the smallest size. */
export const pageAndMemoryTest: Test = (guest, meeting, telling) =>
  guest.pageSize
    ? choosePageSize(guest, guest.pageSize, meeting, telling)
    : unsizedMemory(guest, meeting, telling)

/** The memory of any guest cell against the whole cell. */
export const cellMemoryTest: Test = (guest, { host }, telling) => {
  if (!exceeds(guest.memory, host.memory)) return guest
  telling?.objections.push({
    kind: 'cell-memory-too-small',
    needed: guest.memory,
    total: host.memory,
    ...telling.where,
  })
  return undefined
}

/** nova/virt/hardware.py: _numa_cell_supports_pagesize_request. The first size that has room, largest first. */
function choosePageSize(
  guest: GuestCell,
  asked: PageSizeRequest,
  { host, rules }: Meeting,
  telling: Telling | undefined,
): Tested {
  if (typeof asked === 'number') {
    const pool = poolOf(host, asked)
    if (!pool) return absent(asked, rules, telling)
    return poolSuits(guest.memory, pool, freePages(pool, rules), telling) ? guest : undefined
  }
  const told = telling?.objections.length
  const smallest = smallestSize(host.mempages)
  let size = asked === 'small' ? smallest : sizeBelow(host, Number.POSITIVE_INFINITY)
  for (; size !== undefined && (asked !== 'large' || size !== smallest); size = sizeBelow(host, size)) {
    const pool = poolOf(host, size) as PagePool
    if (poolSuits(guest.memory, pool, freePages(pool, rules), telling)) {
      if (telling && told !== undefined) telling.objections.length = told
      return { ...guest, pageSize: size }
    }
  }
  if (telling && telling.objections.length === told) {
    telling.objections.push({ kind: 'no-such-page-sizes', asked, ...telling.where })
  }
  return undefined
}

function poolOf({ mempages }: HostCell, size: PageSize): PagePool | undefined {
  for (const pool of mempages) if (pool.size === size) return pool
  return undefined
}

/** The largest size of the cell that is smaller. */
function sizeBelow({ mempages }: HostCell, than: number): PageSize | undefined {
  let below: PageSize | undefined
  for (const { size } of mempages) if (size < than && (below === undefined || size > below)) below = size
  return below
}

function absent(size: PageSize, rules: Rules, telling: Telling | undefined): Tested {
  if (rules.absentPageSize === 'raises') {
    return { exception: 'MemoryPageSizeNotSupported', detail: `${size}` }
  }
  telling?.objections.push({ kind: 'page-size-absent', size, ...telling.where })
  return undefined
}

/** nova/objects/numa.py: NUMACell.can_fit_pagesize, over free pages. */
function poolSuits(memory: KiB, pool: PagePool, free: Pages, telling: Telling | undefined): boolean {
  const { size, total, used, reserved } = pool
  const short = exceeds(memory, memoryOf(free, size))
  const uneven = pagesFor(memory, size) === undefined
  if (!telling) return !short && !uneven
  if (short) {
    const needed = Pages(Math.ceil(memory / size))
    telling.objections.push({
      kind: 'pages-short',
      size,
      needed,
      free,
      total,
      used,
      reserved,
      ...telling.where,
    })
  }
  if (uneven) telling.objections.push({ kind: 'page-size-uneven', memory, size, ...telling.where })
  return !short && !uneven
}

function unsizedMemory(guest: GuestCell, meeting: Meeting, telling: Telling | undefined): Tested {
  const { host, rules } = meeting
  const { memory } = guest
  const pinned = rules.pinnedMemoryTest === 'free smallest pages' && isPinned(guest, rules)
  const size = smallestSize(host.mempages)
  const pool = size === undefined ? undefined : poolOf(host, size)
  if (!pool) return pinned ? freeMemoryTest(guest, meeting, telling) : cellMemoryTest(guest, meeting, telling)

  if (pinned || rules.cellMemoryTest === 'free smallest pages') {
    return poolSuits(memory, pool, freePages(pool, rules), telling) ? guest : undefined
  }
  const short = exceeds(memory, memoryOf(pool.total, pool.size))
  const uneven = pagesFor(memory, pool.size) === undefined
  if (!short && !uneven) return guest
  if (short) {
    const needed = Pages(Math.ceil(memory / pool.size))
    telling?.objections.push({
      kind: 'small-pages-short',
      size: pool.size,
      needed,
      total: pool.total,
      ...telling.where,
    })
  }
  if (uneven) {
    telling?.objections.push({ kind: 'page-size-uneven', memory, size: pool.size, ...telling.where })
  }
  return undefined
}

/** The memory of a pinned guest cell against what the cell's counter leaves: no overcommit. */
export const freeMemoryTest: Test = (guest, { host }, telling) => {
  const free = KiB(host.memory - host.memoryUsage)
  if (!exceeds(guest.memory, free)) return guest
  telling?.objections.push({
    kind: 'cell-memory-short',
    needed: guest.memory,
    free,
    total: host.memory,
    used: host.memoryUsage,
    ratio: 1,
    ...telling.where,
  })
  return undefined
}
