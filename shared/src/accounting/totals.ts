import { groupBy } from '../collections.ts'
import type { HostCell } from '../model/cell.ts'
import { type CpuSet, union, without } from '../model/cpus.ts'
import type { CellId } from '../model/ids.ts'
import { KiB, Pages } from '../units.ts'
import { type CellResource, type Entry, type HostResource, type Ledger, pagesOf } from './ledger.ts'

/** What all entries of a resource come to, in the resource's unit; pages and memory with what is reserved. */
export function totalOf(ledger: Ledger, cell: CellId, resource: CellResource): number
export function totalOf(ledger: Ledger, cell: undefined, resource: HostResource): number
export function totalOf(
  ledger: Ledger,
  cell: CellId | undefined,
  resource: CellResource | HostResource,
): number {
  let total = 0
  for (const entry of ledger) {
    if (entry.cell === cell && entry.resource === resource) total += entry.amount
  }
  return total
}

/** A host's cells with the usage that the ledger's entries add up to; whatever usage they come with is put aside. */
export function cellsWith(ledger: Ledger, cells: readonly HostCell[]): readonly HostCell[] {
  const byCell = groupBy(ledger, ({ cell }) => cell)
  return cells.map((cell) => cellWith(byCell.get(cell.id) ?? [], cell))
}

function cellWith(entries: readonly Entry[], cell: HostCell): HostCell {
  const sumOf = (resource: CellResource, reserved = false) =>
    entries.reduce(
      (sum, entry) =>
        entry.resource === resource && (entry.consumer.kind === 'reserved') === reserved
          ? sum + entry.amount
          : sum,
      0,
    )
  return {
    ...cell,
    memoryUsage: KiB(sumOf('memory')),
    cpuUsage: sumOf('cpu usage'),
    pinnedCpus: pinnedBy(entries),
    mempages: cell.mempages.map((pool) => ({
      ...pool,
      used: Pages(sumOf(pagesOf(pool.size))),
      reserved: Pages(sumOf(pagesOf(pool.size), true)),
    })),
  }
}

/** In the order of the entries: what one gives back was taken before. */
const pinnedBy = (entries: readonly Entry[]): CpuSet =>
  entries.reduce<CpuSet>((pinned, entry) => {
    if (entry.resource !== 'pinned cpus' || !('cpus' in entry) || !entry.cpus) return pinned
    return entry.amount < 0 ? without(pinned, entry.cpus) : union(pinned, entry.cpus)
  }, [])
