import {
  type CellId,
  type Gap,
  type Guest,
  type GuestCell,
  groupBy,
  type Host,
  type HostCell,
  observe,
  PageSize,
  Pages,
  type PoolBooks,
  pagesFor,
  plus,
  poolBooks,
  type Reality,
  type RealNode,
  type Snapshot,
} from '@headroom/shared'

/** One cell of a host on both books. A book that was not read is undefined. */
export interface CellBooks {
  readonly id: CellId
  readonly nova: HostCell | undefined
  readonly node: RealNode | undefined
  /** Page sizes above the base page, smallest first. */
  readonly pools: readonly PoolBooks[]
}

/** A host on both books, with the guests Nova has there. */
export interface HostBooks {
  readonly host: Host
  readonly guests: readonly Guest[]
  readonly reality: Reality | undefined
  readonly cells: readonly CellBooks[]
}

export type ServiceWord = 'up' | 'down' | 'disabled' | 'not known'

/** Whether Nova would send work there, in a word. */
export function serviceWord({ service }: Host): ServiceWord {
  if (!service) return 'not known'
  if (!service.enabled) return 'disabled'
  return service.up ? 'up' : 'down'
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
  const pools = poolBooks({
    host: host.id,
    cells,
    ledger: [],
    reality,
    guests: snapshot.guestsListed ? guests.map(({ id }) => id) : undefined,
  })
  const base = basePage(host)
  const isHuge = ({ size, nova, kernel }: PoolBooks) =>
    size > base && (nova?.total ?? 0) + (kernel?.total ?? 0) > 0
  const nodes = reality?.nodes ?? []
  const ids = [...new Set([...(cells ?? []), ...nodes].map(({ id }) => id))].sort((a, b) => a - b)
  return {
    host,
    guests,
    reality,
    cells: ids.map((id) => ({
      id,
      nova: cells?.find((cell) => cell.id === id),
      node: nodes.find((node) => node.id === id),
      pools: pools.filter((pool) => pool.cell === id && isHuge(pool)),
    })),
  }
}

/** The largest a kernel's own page gets; huge pages of arm64 begin here too, where its base page is smaller. */
const largestBase = PageSize(64)

/** The kernel's own page: as read, else the smallest Nova has, else 4 KiB. */
function basePage({ observed, nova }: Host): PageSize {
  if (observed?.basePage !== undefined) return observed.basePage
  const cells = nova && typeof nova.cells !== 'string' ? nova.cells : []
  const small = cells
    .flatMap(({ mempages }) => mempages.map(({ size }) => size))
    .filter((size) => size <= largestBase)
  return small.length > 0 ? PageSize(Math.min(...small)) : PageSize(4)
}

/** Nova's cells with usage: as stored, or each guest's pages where the row holds none. */
function novaCells({ nova }: Host, guests: readonly Guest[]): readonly HostCell[] | undefined {
  if (!nova || typeof nova.cells === 'string') return undefined
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
