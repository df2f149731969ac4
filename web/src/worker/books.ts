import {
  type CellId,
  type Gap,
  type Guest,
  type GuestCell,
  groupBy,
  type Host,
  type HostCell,
  type HostId,
  observe,
  PageSize,
  Pages,
  pagesFor,
  plus,
  type Reality,
  type RealNode,
  type Snapshot,
} from '@headroom/shared'
import { type BarBooks, hostPool, novaPool } from '../components/bar-books.ts'

/** One cell of a host on both books. A book that was not read is undefined. */
export interface CellBooks {
  readonly id: CellId
  readonly nova: HostCell | undefined
  readonly node: RealNode | undefined
  /** Page sizes above the base page, smallest first. */
  readonly pools: readonly BarBooks[]
}

/** A host on both books, with the guests Nova has there. */
export interface HostBooks {
  readonly host: Host
  readonly guests: readonly Guest[]
  readonly reality: Reality | undefined
  readonly cells: readonly CellBooks[]
}

/** Every host of a snapshot on both books, in the snapshot's order. */
export function booksOf(snapshot: Snapshot): readonly HostBooks[] {
  const guests = groupBy(snapshot.guests, (guest) => guest.host)
  const gaps = groupBy(snapshot.gaps, (gap) => gap.host)
  return snapshot.hosts.map((host) =>
    hostBooks(snapshot, host, guests.get(host.id) ?? [], gaps.get(host.id) ?? []),
  )
}

function hostBooks(
  snapshot: Snapshot,
  host: Host,
  guests: readonly Guest[],
  gaps: readonly Gap[],
): HostBooks {
  const reality = observe(host, gaps)
  const cells = novaCells(host, guests)
  const known = new Set<string>(guests.map(({ id }) => id))
  const isNovas = (guest: string) => !snapshot.guestsListed || known.has(guest)
  const base = basePage(host)
  const ids = [...new Set([...cells.map(({ id }) => id), ...(reality?.nodes ?? []).map(({ id }) => id)])]
  return {
    host,
    guests,
    reality,
    cells: ids
      .sort((a, b) => a - b)
      .map((id) => {
        const nova = cells.find((cell) => cell.id === id)
        const node = reality?.nodes.find((one) => one.id === id)
        return { id, nova, node, pools: poolsOf(nova, node, isNovas, base) }
      }),
  }
}

function poolsOf(
  nova: HostCell | undefined,
  node: RealNode | undefined,
  isNovas: (guest: string) => boolean,
  base: PageSize,
): readonly BarBooks[] {
  const sizes = new Set([...(nova?.mempages ?? []), ...(node?.pools ?? [])].map(({ size }) => size))
  return [...sizes]
    .filter((size) => size > base)
    .sort((a, b) => a - b)
    .map((size) => {
      const booked = nova?.mempages.find((pool) => pool.size === size)
      const seen = node?.pools.find((pool) => pool.size === size)
      return { size, nova: booked && novaPool(booked), host: seen && hostPool(seen, isNovas) }
    })
    .filter(({ nova, host }) => (nova?.total ?? 0) + (host?.total ?? 0) > 0)
}

/** The kernel's own page: as read, else the smallest Nova has, else 4 KiB. */
function basePage({ observed, nova }: Host): PageSize {
  if (observed?.basePage !== undefined) return observed.basePage
  const booked = nova && typeof nova.cells !== 'string' ? nova.cells.flatMap((cell) => cell.mempages) : []
  const small = booked.map(({ size }) => size).filter((size) => size <= 64)
  return PageSize(Math.min(...small, 64) === 64 && small.length === 0 ? 4 : Math.min(...small))
}

/** Nova's cells with usage: as stored, or each guest's pages where the row holds none. */
function novaCells({ nova }: Host, guests: readonly Guest[]): readonly HostCell[] {
  if (!nova || typeof nova.cells === 'string') return []
  if (nova.usage === 'stored') return nova.cells
  const held: readonly GuestCell[] = guests.flatMap(({ topology }) =>
    typeof topology === 'string' ? [] : topology.cells,
  )
  return nova.cells.map((cell) => ({
    ...cell,
    mempages: cell.mempages.map((pool) => ({
      ...pool,
      used: held
        .filter(({ id, pageSize }) => id === cell.id && pageSize === pool.size)
        .reduce((used, { memory }) => plus(used, pagesFor(memory, pool.size) ?? Pages(0)), pool.used),
    })),
  }))
}

export const findHost = (books: readonly HostBooks[], id: HostId): HostBooks | undefined =>
  books.find(({ host }) => host.id === id)
