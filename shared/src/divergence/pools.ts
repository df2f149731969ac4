import { type Entry, type Ledger, pagesOf } from '../accounting/ledger.ts'
import { freePages } from '../accounting/pages.ts'
import type { HostCell, PagePool } from '../model/cell.ts'
import type { CellId, GuestId, HostId } from '../model/ids.ts'
import type { NodePool, PoolHolder, Reality } from '../reality/reality.ts'
import type { Rules } from '../releases/rules.ts'
import { type PageSize, Pages, sum } from '../units.ts'
import type { Held, NovaPool, PoolBooks } from './divergence.ts'

/** One host by both books. */
export interface BothBooks {
  readonly host: HostId
  readonly rules: Rules
  /** Cells with usage as Nova's book has it; undefined where the row was not read or has none. */
  readonly cells: readonly HostCell[] | undefined
  readonly ledger: Ledger
  readonly reality: Reality | undefined
  /** Guests Nova has there; undefined where no source listed them. */
  readonly guests: readonly GuestId[] | undefined
}

/** Every page size of every cell that either book knows, by cell, smallest page first. */
export function poolBooks(books: BothBooks): PoolBooks[] {
  const nova = (books.cells ?? []).flatMap(({ id, mempages }) => mempages.map((pool) => ({ cell: id, pool })))
  const kernel = (books.reality?.nodes ?? []).flatMap(({ id, pools }) =>
    pools.map((pool) => ({ cell: id, pool })),
  )
  const known = new Map(
    [...nova, ...kernel].map(({ cell, pool }) => [`${cell} ${pool.size}`, { cell, size: pool.size }]),
  )
  const at = <T>(
    pools: readonly { cell: CellId; pool: T & { size: PageSize } }[],
    cell: CellId,
    size: PageSize,
  ) => pools.find((one) => one.cell === cell && one.pool.size === size)?.pool

  const running = holdersOf(books.reality)
  return [...known.values()]
    .sort((a, b) => a.cell - b.cell || a.size - b.size)
    .map(({ cell, size }) => {
      const booked = at<PagePool>(nova, cell, size)
      const kernelPool = at<NodePool>(kernel, cell, size)
      const entries = books.ledger.filter((entry) => speaksFor(entry, cell, size))
      return {
        host: books.host,
        cell,
        size,
        nova: booked && novaPool(booked, books.rules),
        kernel: kernelPool,
        entries,
        held: heldBy(kernelPool, entries, books.guests, running),
      }
    })
}

const speaksFor = (entry: Entry, cell: CellId, size: PageSize): boolean =>
  entry.cell === cell && entry.resource === pagesOf(size)

/** A release without `reserved_huge_pages` keeps none back, whatever the row says. */
const novaPool = (pool: PagePool, rules: Rules): NovaPool => ({
  total: pool.total,
  used: pool.used,
  reserved: rules.reservedPages === 'unknown' ? Pages(0) : pool.reserved,
  free: freePages(pool, rules),
})

/** Guests that hold huge pages anywhere on the host. */
const holdersOf = (reality: Reality | undefined): ReadonlySet<GuestId> =>
  new Set(
    (reality?.nodes ?? [])
      .flatMap(({ pools }) => pools)
      .flatMap(({ holders }) => holders.flatMap((one) => (one.kind === 'guest' ? [one.guest] : []))),
  )

/** Where nobody listed Nova's guests, a guest that holds pages is taken for one of them. */
function heldBy(
  pool: NodePool | undefined,
  entries: readonly Entry[],
  guests: readonly GuestId[] | undefined,
  running: ReadonlySet<GuestId>,
): Held {
  const listed = guests && new Set(guests)
  const isClaim = (holder: PoolHolder) =>
    holder.kind === 'guest' && (listed === undefined || listed.has(holder.guest))
  const [claims, others] = parted(pool?.holders ?? [], isClaim)
  const [unseen, thirdParty] = parted(others, ({ kind }) => kind === 'unseen')
  const pages = (holders: readonly PoolHolder[]) => sum(holders.map((holder) => holder.pages))
  const read = pool?.holdersRead === true
  return {
    claimed: pages(claims),
    thirdParty: pages(thirdParty),
    unseen: read ? pages(unseen) : Pages(0),
    notRead: read ? Pages(0) : pages(unseen),
    others,
    idle: read ? entries.flatMap((entry) => idle(entry, running)) : [],
  }
}

function idle({ consumer, amount }: Entry, running: ReadonlySet<GuestId>): Held['idle'] {
  if (consumer.kind !== 'guest' || consumer.role !== 'running' || amount <= 0) return []
  if (running.has(consumer.guest)) return []
  return [{ guest: consumer.guest, name: consumer.name, pages: Pages(amount) }]
}

function parted<T>(all: readonly T[], test: (one: T) => boolean): readonly [T[], T[]] {
  return [all.filter(test), all.filter((one) => !test(one))]
}
