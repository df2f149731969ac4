import {
  type CellId,
  type Cloud,
  type Guest,
  guestsOn,
  type Host,
  type HostCell,
  type HostId,
  type HostState,
  novaBookOf,
  PageSize,
  type PoolBooks,
  poolsOf,
  type Reality,
  type RealNode,
  realityOf,
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
  readonly state: HostState
  readonly reality: Reality | undefined
  readonly cells: readonly CellBooks[]
}

/** Every page size of every cell of a host. */
export const poolsIn = ({ cells }: HostBooks): readonly PoolBooks[] => cells.flatMap(({ pools }) => pools)

/** Names of the aggregates of each host. */
export function aggregatesByHost({ aggregates }: Snapshot): ReadonlyMap<HostId, readonly string[]> {
  const names = new Map<HostId, string[]>()
  for (const { name, hosts } of aggregates)
    for (const host of hosts) names.set(host, [...(names.get(host) ?? []), name])
  return names
}

export type ServiceWord = 'up' | 'down' | 'disabled' | 'not known'

/** Whether Nova would send work there, in a word. */
export function serviceWord({ service }: Host): ServiceWord {
  if (!service) return 'not known'
  if (!service.enabled) return 'disabled'
  return service.up ? 'up' : 'down'
}

/** Every host of a cloud on both books, in the snapshot's order. */
export const allBooks = (cloud: Cloud): readonly HostBooks[] =>
  [...cloud.hosts.values()].map((host) => booksOfHost(cloud, host))

/** One host on both books, as a plan has left it; undefined where the cloud has none of that name. */
export function hostBooks(cloud: Cloud, id: HostId): HostBooks | undefined {
  const host = cloud.hosts.get(id)
  return host && booksOfHost(cloud, host)
}

function booksOfHost(cloud: Cloud, host: Host): HostBooks {
  const { state } = novaBookOf(cloud, host.id)
  const reality = realityOf(cloud, host.id)
  const booked = typeof state.cells === 'string' ? [] : state.cells
  const nodes = reality?.nodes ?? []
  const base = basePage(host, booked)
  const huge = poolsOf(cloud, host.id).filter(
    ({ size, nova, kernel }) => size > base && (nova?.total ?? 0) + (kernel?.total ?? 0) > 0,
  )
  const ids = [...new Set([...booked, ...nodes].map(({ id }) => id))].sort((a, b) => a - b)
  return {
    host,
    guests: guestsOn(cloud, host.id),
    state,
    reality,
    cells: ids.map((id) => ({
      id,
      nova: booked.find((cell) => cell.id === id),
      node: nodes.find((node) => node.id === id),
      pools: huge.filter(({ cell }) => cell === id),
    })),
  }
}

/** The largest a kernel's own page gets; huge pages of arm64 begin here too, where its base page is smaller. */
const largestBase = PageSize(64)

/** The kernel's own page: as read, else the smallest Nova has, else 4 KiB. */
function basePage({ observed }: Host, cells: readonly HostCell[]): PageSize {
  if (observed?.basePage !== undefined) return observed.basePage
  const small = cells
    .flatMap(({ mempages }) => mempages.map(({ size }) => size))
    .filter((size) => size <= largestBase)
  return small.length > 0 ? PageSize(Math.min(...small)) : PageSize(4)
}
