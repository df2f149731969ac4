import { groupBy } from '../collections.ts'
import type { HostCell } from '../model/cell.ts'
import { type CpuSet, cpuSet, union, without } from '../model/cpus.ts'
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
  const used = new Map<Entry['resource'], number>()
  const reserved = new Map<Entry['resource'], number>()
  for (const { resource, amount, consumer } of entries) {
    const sums = consumer.kind === 'reserved' ? reserved : used
    sums.set(resource, (sums.get(resource) ?? 0) + amount)
  }
  return {
    ...cell,
    memoryUsage: KiB(used.get('memory') ?? 0),
    cpuUsage: used.get('cpu usage') ?? 0,
    pinnedCpus: pinnedBy(entries),
    mempages: cell.mempages.map((pool) => ({
      ...pool,
      used: Pages(used.get(pagesOf(pool.size)) ?? 0),
      reserved: Pages(reserved.get(pagesOf(pool.size)) ?? 0),
    })),
  }
}

/** In the order of the entries: what one gives back was taken before. Mostly none does. */
function pinnedBy(entries: readonly Entry[]): CpuSet {
  const pins = entries.flatMap((entry) =>
    entry.resource === 'pinned cpus' && entry.cpus ? [{ cpus: entry.cpus, isTaken: entry.amount >= 0 }] : [],
  )
  if (pins.every(({ isTaken }) => isTaken)) return cpuSet(pins.flatMap(({ cpus }) => cpus))
  return pins.reduce<CpuSet>(
    (pinned, { cpus, isTaken }) => (isTaken ? union(pinned, cpus) : without(pinned, cpus)),
    [],
  )
}
