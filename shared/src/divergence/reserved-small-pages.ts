import { defaultReservedMemory } from '../accounting/account.ts'
import { smallestSize } from '../accounting/pages.ts'
import { inMiB, memoryOf, plus, sum } from '../units.ts'
import { detector } from './detector.ts'
import { type Finding, finding, pagesOfSize } from './finding.ts'
import type { HostBooks } from './host-books.ts'

export type ReservedSmallFinding = Finding<'reserved-small-pages-unused'>

/**
 * `reserved_huge_pages` of the smallest size is kept from guests that name a page size. Guests with cells that name none
 * are measured by the cell's memory, or by all its smallest pages: nothing is kept from them.
 */
export const reservedSmallPages = detector(['nova'], (books): readonly ReservedSmallFinding[] => {
  const { host, rules, pools, cells = [] } = books
  if (rules.cellMemoryTest === 'free smallest pages' || !asksWithoutSize(books)) return []
  return cells.flatMap((cell) => {
    const size = smallestSize(cell.mempages)
    const pool = pools.find((one) => one.cell === cell.id && one.size === size)
    if (size === undefined || !pool?.nova || pool.nova.reserved === 0) return []
    return [
      finding('reserved-small-pages-unused', {
        kind: 'at-risk',
        where: { host, cell: cell.id, size },
        resource: pagesOfSize(size),
        expected: { by: 'config', amount: pool.nova.reserved },
        observed: { by: 'nova', amount: 0 },
        severity: { next: 'drift', amount: memoryOf(pool.nova.reserved, size), unit: 'KiB' },
        remedy: {
          file: 'nova.conf',
          section: 'DEFAULT',
          lines: [`reserved_host_memory_mb = ${keptInMiB(books)}`],
        },
      }),
    ]
  })
})

/** An unpinned guest with cells and no page size is there, or may come. */
const asksWithoutSize = ({ cloud, residents }: HostBooks): boolean =>
  [...cloud.asks, ...residents].some(
    ({ topology }) =>
      typeof topology === 'object' &&
      topology.cells.some(({ pageSize, cpuPolicy }) => pageSize === undefined && cpuPolicy !== 'dedicated'),
  )

/** What is kept for the host now, and what all its cells keep of small pages. */
function keptInMiB({ row, cells = [] }: HostBooks): number {
  const small = cells.flatMap(({ mempages }) => {
    const size = smallestSize(mempages)
    return mempages.filter((pool) => pool.size === size)
  })
  const kept = sum(small.map(({ reserved, size }) => memoryOf(reserved, size)))
  return Math.ceil(inMiB(plus(row.config.reservedHostMemory ?? defaultReservedMemory, kept)))
}
