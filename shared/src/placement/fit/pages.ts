import { isPinned } from '../../accounting/guest-cell.ts'
import { freePages, smallestSize } from '../../accounting/pages.ts'
import type { GuestCell, HostCell, PagePool, PageSizeRequest } from '../../model/cell.ts'
import type { Rules } from '../../releases/rules.ts'
import { exceeds, KiB, memoryOf, type PageSize, Pages, pagesFor } from '../../units.ts'
import type { OnCell, Rejection } from '../rejection.ts'
import { type Meeting, objects, passes, type Test, type Tested } from './meeting.ts'

/** nova/virt/hardware.py: the page half of _numa_fit_instance_cell. A guest cell without page size has nothing to choose. */
export const pageSizeTest: Test = (guest, meeting) =>
  guest.pageSize ? choosePageSize(guest, guest.pageSize, meeting) : passes(guest)

/** The same, and the memory of a guest cell without page size in pages of the smallest size. */
export const pageAndMemoryTest: Test = (guest, meeting) =>
  guest.pageSize ? choosePageSize(guest, guest.pageSize, meeting) : unsizedMemory(guest, meeting)

/** The memory of any guest cell against the whole cell. */
export const cellMemoryTest: Test = (guest, { host, where }) =>
  exceeds(guest.memory, host.memory)
    ? objects(guest, { kind: 'cell-memory-too-small', needed: guest.memory, total: host.memory, ...where })
    : passes(guest)

/** nova/virt/hardware.py: _numa_cell_supports_pagesize_request. The first size that has room, largest first. */
function choosePageSize(guest: GuestCell, asked: PageSizeRequest, { host, where, rules }: Meeting): Tested {
  const objections: Rejection[] = []
  for (const size of candidates(asked, host)) {
    const pool = host.mempages.find((pool) => pool.size === size)
    if (!pool) return absent(guest, size, where, rules)
    const against = poolObjections(guest.memory, pool, freePages(pool, rules), where)
    if (against.length === 0) return passes({ ...guest, pageSize: size })
    objections.push(...against)
  }
  if (objections.length > 0 || typeof asked === 'number') return objects(guest, ...objections)
  return objects(guest, { kind: 'no-such-page-sizes', asked, ...where })
}

function candidates(asked: PageSizeRequest, host: HostCell): readonly PageSize[] {
  if (typeof asked === 'number') return [asked]
  const sizes = host.mempages.map(({ size }) => size).sort((a, b) => b - a)
  return { small: sizes.slice(-1), large: sizes.slice(0, -1), any: sizes }[asked]
}

const absent = (guest: GuestCell, size: PageSize, where: OnCell, rules: Rules): Tested =>
  rules.absentPageSize === 'raises'
    ? { kind: 'raises', guest, exception: 'MemoryPageSizeNotSupported', detail: `${size}` }
    : objects(guest, { kind: 'page-size-absent', size, ...where })

/** nova/objects/numa.py: NUMACell.can_fit_pagesize, over free pages. */
function poolObjections(memory: KiB, pool: PagePool, free: Pages, where: OnCell): readonly Rejection[] {
  const { size, total, used, reserved } = pool
  const objections: Rejection[] = []
  if (exceeds(memory, memoryOf(free, size))) {
    const needed = Pages(Math.ceil(memory / size))
    objections.push({ kind: 'pages-short', size, needed, free, total, used, reserved, ...where })
  }
  if (pagesFor(memory, size) === undefined) {
    objections.push({ kind: 'page-size-uneven', memory, size, ...where })
  }
  return objections
}

function unsizedMemory(guest: GuestCell, meeting: Meeting): Tested {
  const { host, where, rules } = meeting
  const { memory } = guest
  const pinned = isPinned(guest, rules) && rules.pinnedMemoryTest === 'free smallest pages'
  const size = smallestSize(host.mempages)
  const pool = host.mempages.find((pool) => pool.size === size)
  if (!pool) return pinned ? freeMemoryTest(guest, meeting) : cellMemoryTest(guest, meeting)

  if (pinned || rules.cellMemoryTest === 'free smallest pages') {
    return objects(guest, ...poolObjections(memory, pool, freePages(pool, rules), where))
  }
  const objections: Rejection[] = []
  if (exceeds(memory, memoryOf(pool.total, pool.size))) {
    const needed = Pages(Math.ceil(memory / pool.size))
    objections.push({ kind: 'small-pages-short', size: pool.size, needed, total: pool.total, ...where })
  }
  if (pagesFor(memory, pool.size) === undefined) {
    objections.push({ kind: 'page-size-uneven', memory, size: pool.size, ...where })
  }
  return objects(guest, ...objections)
}

/** The memory of a pinned guest cell against what the cell's counter leaves: no overcommit. */
export const freeMemoryTest: Test = (guest, { host, where }) => {
  const free = KiB(host.memory - host.memoryUsage)
  if (!exceeds(guest.memory, free)) return passes(guest)
  return objects(guest, {
    kind: 'cell-memory-short',
    needed: guest.memory,
    free,
    total: host.memory,
    used: host.memoryUsage,
    ratio: 1,
    ...where,
  })
}
