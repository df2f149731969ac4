import { defaultReservedMemory } from '../accounting/account.ts'
import { isPinned } from '../accounting/guest-cell.ts'
import { pagesOf } from '../accounting/ledger.ts'
import { hugePools, smallestSize } from '../accounting/pages.ts'
import type { GuestCell, HostCell } from '../model/cell.ts'
import { ramRoom } from '../placement/filters/room.ts'
import type { HostState } from '../placement/host-state.ts'
import { exceeds, inMiB, KiB, memoryOf, minus, type PageSize, Pages, sum } from '../units.ts'
import { detector } from './detector.ts'
import type { Remedy } from './divergence.ts'
import { type Finding, finding } from './finding.ts'
import type { Ask, HostBooks } from './host-books.ts'
import { bySize } from './remedy.ts'

type Cause = 'pages-behind-cell-memory' | 'pages-behind-reserved-memory' | 'small-pages-overbooked'

export interface OutOfReachFinding extends Finding<Cause> {
  /** Of the flavors it concerns, the one that loses most. */
  readonly flavor: string
}

/**
 * Pages that both books have free and that Nova does not give away, because memory which is not pages is used up: of the
 * cell, of the whole host by what is reserved, or small pages that guests without page size are charged with.
 */
export const outOfReach = detector(['nova', 'kernel'], (books): readonly OutOfReachFinding[] =>
  [...behindCellMemory(books), ...behindReserved(books), ...smallOverbooked(books)].sort(
    (one, other) => other.severity.amount - one.severity.amount,
  ),
)

/** One way to be kept from pages: who is concerned, and the host as it would be without it. */
interface Way {
  readonly cause: Cause
  readonly concerns: (ask: Ask) => boolean
  readonly without: HostState
  /** At most so many by what the kernel has. */
  readonly byKernel: (ask: Ask) => number
  readonly remedy: Remedy | undefined
}

function behindCellMemory(books: HostBooks): readonly OutOfReachFinding[] {
  const { state, cells = [] } = books
  const scarce = cells.some((cell) => exceeds(freeHuge(books, cell), minus(cell.memory, cell.memoryUsage)))
  if (!scarce) return []
  return worstOf(books, {
    cause: 'pages-behind-cell-memory',
    concerns: (ask) => onHugePages(ask) && !isToldByRule(books, ask),
    without: { ...state, cells: cells.map((cell) => ({ ...cell, memoryUsage: KiB(0) })) },
    byKernel: (ask) => byHugePages(books, ask),
    remedy: sized(books),
  })
}

/** What pinned guests are refused until 2024.2 is that rule's doing, and told of it (`ruleRoom`). */
const isToldByRule = ({ rules }: HostBooks, { topology }: Ask): boolean =>
  rules.pinnedMemoryTest === 'free cell memory' &&
  (topology?.cells.some((cell) => isPinned(cell, rules)) ?? false)

/** `reserved_host_memory_mb` beyond what the host has beside its huge pages keeps back huge pages, from whoever asks for them. */
function behindReserved(books: HostBooks): readonly OutOfReachFinding[] {
  const { state, cells = [], row } = books
  const reserved = row.config.reservedHostMemory
  const huge = sum(cells.flatMap((cell) => hugePools(cell).map(({ total, size }) => memoryOf(total, size))))
  const { memory } = state
  if (reserved === undefined || !memory || !exceeds(reserved, minus(memory.total, huge))) return []
  const free = sum(cells.map((cell) => freeHuge(books, cell)))
  const room = ramRoom(state)
  if (!room || !exceeds(free, room.free)) return []
  return worstOf(books, {
    cause: 'pages-behind-reserved-memory',
    concerns: onHugePages,
    without: {
      ...state,
      memory: { ...memory, used: minus(memory.used, reserved) },
      reserved: { ...state.reserved, memory: KiB(0) },
    },
    byKernel: (ask) => byHugePages(books, ask),
    remedy: {
      file: 'nova.conf',
      section: 'DEFAULT',
      lines: [`reserved_host_memory_mb = ${inMiB(defaultReservedMemory)}`],
    },
  })
}

/** Since 18.1.0 guests without page size are charged to small pages, beyond what there is, though they touch less. */
function smallOverbooked(books: HostBooks): readonly OutOfReachFinding[] {
  const { state, cells = [], rules, reality } = books
  if (rules.pagesUsed !== 'of the smallest size too') return []
  const charged = (cell: HostCell) =>
    Pages(
      books.ledger
        .filter(
          ({ cell: id, resource, rule }) =>
            id === cell.id && rule === 'pagesUsed' && resource === ofSmallest(cell),
        )
        .reduce((total, { amount }) => total + amount, 0),
    )
  if (cells.every((cell) => charged(cell) === 0)) return []
  return worstOf(books, {
    cause: 'small-pages-overbooked',
    concerns: ({ topology }) =>
      topology?.cells.every((cell) => cells.some((host) => isSmall(cell, host))) ?? false,
    without: {
      ...state,
      cells: cells.map((cell) => ({
        ...cell,
        mempages: cell.mempages.map((pool) =>
          pool.size === smallestSize(cell.mempages)
            ? { ...pool, used: Pages(Math.max(0, minus(pool.used, charged(cell)))) }
            : pool,
        ),
      })),
    },
    byKernel: ({ topology }) =>
      most(
        (reality?.nodes ?? []).map(({ memoryFree }) => memoryFree ?? KiB(0)),
        topology?.cells ?? [],
      ),
    remedy: sized(books),
  })
}

function worstOf(books: HostBooks, way: Way): readonly OutOfReachFinding[] {
  const { cloud, room, roomIn, host } = books
  const [worst] = cloud.asks
    .filter((ask) => way.concerns(ask) && way.byKernel(ask) > 0)
    .map((ask) => ({
      ask,
      now: room(ask.flavor),
      could: Math.min(way.byKernel(ask), roomIn(way.without, ask.flavor)),
    }))
    .filter(({ now, could }) => could > now)
    .sort((one, other) => other.could - other.now - (one.could - one.now))
  if (!worst) return []
  const { ask, now, could } = worst
  return [
    {
      ...finding(way.cause, {
        kind: 'hidden-capacity',
        where: { host },
        resource: { of: 'guests', unit: 'count' },
        expected: { by: 'nova', amount: now },
        observed: { by: 'kernel', amount: could },
        severity: { next: 'capacity-wasted', amount: KiB(ask.flavor.memory * (could - now)), unit: 'KiB' },
        remedy: way.remedy,
      }),
      flavor: ask.flavor.name,
    },
  ]
}

const ofSmallest = ({ mempages }: HostCell) => {
  const size = smallestSize(mempages)
  return size === undefined ? undefined : pagesOf(size)
}

/** Of a pool as many as both books have free. */
const freeIn = ({ pools }: HostBooks, cell: HostCell, size: PageSize): Pages => {
  const pool = pools.find((one) => one.cell === cell.id && one.size === size)
  return Pages(Math.max(0, Math.min(pool?.nova?.free ?? 0, pool?.kernel?.free ?? 0)))
}

const freeHuge = (books: HostBooks, cell: HostCell): KiB =>
  sum(hugePools(cell).map(({ size }) => memoryOf(freeIn(books, cell, size), size)))

const onHugePages = ({ topology }: Ask): boolean =>
  topology?.cells.every(
    ({ pageSize }) => pageSize === 'large' || (typeof pageSize === 'number' && pageSize > 64),
  ) ?? false

const isSmall = ({ pageSize }: GuestCell, { mempages }: HostCell): boolean =>
  pageSize !== undefined && (pageSize === 'small' || pageSize === smallestSize(mempages))

/** By the pools both books have free, whichever size it is that holds most. */
function byHugePages(books: HostBooks, { topology }: Ask): number {
  const { cells = [] } = books
  const guests = topology?.cells ?? []
  const sizes = [...new Set(cells.flatMap(hugePools).map(({ size }) => size))]
  const wanted = sizes.filter((size) =>
    guests.every(({ pageSize }) => pageSize === 'large' || pageSize === size),
  )
  return Math.max(
    0,
    ...wanted.map((size) =>
      most(
        cells.map((cell) => memoryOf(freeIn(books, cell, size), size)),
        guests,
      ),
    ),
  )
}

/** How many guests find a host cell for each of their cells, the largest taken for all: each on another. */
function most(free: readonly KiB[], guests: readonly GuestCell[]): number {
  const largest = Math.max(...guests.map(({ memory }) => memory))
  const each = free.map((memory) => Math.floor(memory / largest)).filter((count) => count > 0)
  if (guests.length === 0 || each.length < guests.length) return 0
  let count = 0
  while (each.reduce((all, one) => all + Math.min(one, count + 1), 0) >= guests.length * (count + 1))
    count += 1
  return count
}

/** Guests that name a page size are counted in pages, and leave the others theirs. */
function sized({ residents }: HostBooks): Remedy | undefined {
  const unsized = residents.find(
    ({ topology }) =>
      typeof topology !== 'string' && topology.cells.some(({ pageSize }) => pageSize === undefined),
  )
  return unsized && bySize(unsized.flavor)
}
