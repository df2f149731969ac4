import type { GuestCell, GuestTopology, HostCell } from '../model/cell.ts'
import { limitsOf } from '../placement/filters/numa-topology.ts'
import { firstFit } from '../placement/fit/fit-to-host.ts'
import type { PageSize } from '../units.ts'
import { detector } from './detector.ts'
import { type Finding, finding } from './finding.ts'
import type { Ask, HostBooks } from './host-books.ts'

export interface StickyFinding extends Finding<'page-size-sticks'> {
  readonly flavor: string
  /** One for each guest cell, with which it would fit. */
  readonly sizes: readonly PageSize[]
}

/**
 * A guest of several cells that asks for `large` or `any`: the size that suits the first host cell tried stays with a guest
 * cell for the rest of the search, though others would fit. In every release (nova/virt/hardware.py:
 * _numa_cell_supports_pagesize_request, numa_fit_instance_to_host).
 */
export const stickyPageSize = detector(['nova'], (books): readonly StickyFinding[] => {
  const [stuck] = books.cloud.asks.flatMap((ask) => sizesFor(books, ask) ?? [])
  if (!stuck) return []
  const [size, ...others] = new Set(stuck.sizes)
  const line = `openstack flavor set ${stuck.flavor} --property hw:mem_page_size=${size}`
  return [
    {
      ...finding('page-size-sticks', {
        kind: 'hidden-capacity',
        where: { host: books.host },
        resource: { of: 'guests', unit: 'count' },
        expected: { by: 'nova', amount: 0 },
        observed: { by: 'cells', amount: 1 },
        severity: { next: 'capacity-wasted', amount: 1, unit: 'count' },
        remedy: others.length === 0 ? { file: 'openstack', lines: [line] } : undefined,
      }),
      ...stuck,
    },
  ]
})

/** Sizes with which a guest fits that Nova has no room for as it asks; undefined where there are none. */
function sizesFor(
  books: HostBooks,
  { flavor, topology }: Ask,
): Pick<StickyFinding, 'flavor' | 'sizes'> | undefined {
  const { cells } = books.state
  if (!topology || topology.cells.length < 2 || typeof cells === 'string') return undefined
  if (!topology.cells.some(isOpen) || books.room(flavor) > 0) return undefined
  for (const sized of withSizes(topology, sizesOn(cells))) {
    if (!firstFit(cells, sized, limitsOf(books.state), books.state.rules, books.state.packing)) continue
    return {
      flavor: flavor.name,
      sizes: sized.cells.flatMap(({ pageSize }) => (typeof pageSize === 'number' ? [pageSize] : [])),
    }
  }
  return undefined
}

const isOpen = ({ pageSize }: GuestCell): boolean => pageSize === 'large' || pageSize === 'any'

/** Largest first, as Nova tries them. */
const sizesOn = (cells: readonly HostCell[]): readonly PageSize[] =>
  [...new Set(cells.flatMap(({ mempages }) => mempages.map(({ size }) => size)))].sort((a, b) => b - a)

/** The guest with every choice of a size, `large` being any but the smallest, for each of its cells that leaves it open. */
function* withSizes(topology: GuestTopology, sizes: readonly PageSize[]): Generator<GuestTopology> {
  const at = topology.cells.findIndex(isOpen)
  if (at < 0) yield topology
  else {
    const open = topology.cells[at]?.pageSize === 'large' ? sizes.slice(0, -1) : sizes
    for (const pageSize of open) {
      const cells = topology.cells.map((cell, index) => (index === at ? { ...cell, pageSize } : cell))
      yield* withSizes({ ...topology, cells }, sizes)
    }
  }
}
