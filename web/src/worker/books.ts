import {
  type CellId,
  type Cloud,
  type Guest,
  guestsOn,
  type Host,
  type HostCell,
  novaBookOf,
  PageSize,
  type PoolBooks,
  poolsOf,
  type Reality,
  type RealNode,
  realityOf,
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

/** Every host of a cloud on both books, in the snapshot's order. */
export const booksOf = (cloud: Cloud): readonly HostBooks[] =>
  [...cloud.hosts.values()].map((host) => hostBooks(cloud, host))

function hostBooks(cloud: Cloud, host: Host): HostBooks {
  const reality = realityOf(cloud, host.id)
  const { cells } = novaBookOf(cloud, host.id).state
  const booked = typeof cells === 'string' ? [] : cells
  const pools = poolsOf(cloud, host.id)
  const base = basePage(host)
  const isHuge = ({ size, nova, kernel }: PoolBooks) =>
    size > base && (nova?.total ?? 0) + (kernel?.total ?? 0) > 0
  const nodes = reality?.nodes ?? []
  const ids = [...new Set([...booked, ...nodes].map(({ id }) => id))].sort((a, b) => a - b)
  return {
    host,
    guests: guestsOn(cloud, host.id),
    reality,
    cells: ids.map((id) => ({
      id,
      nova: booked.find((cell) => cell.id === id),
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
