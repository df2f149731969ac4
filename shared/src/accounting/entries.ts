import type { HostCell } from '../model/cell.ts'
import { without } from '../model/cpus.ts'
import type { HostId } from '../model/ids.ts'
import type { RuleName } from '../releases/rules.ts'
import { type CellResource, type Consumer, type Entry, pagesOf } from './ledger.ts'

/**
 * The entries that lead from one state of a host's cells to another. Cells are matched by id; what only one of the two
 * has makes none.
 */
export function entriesBetween(
  host: HostId,
  before: readonly HostCell[],
  after: readonly HostCell[],
  consumer: Consumer,
  ruleOf: (resource: CellResource) => RuleName | undefined = () => undefined,
): readonly Entry[] {
  const entries: Entry[] = []
  for (const [index, now] of after.entries()) {
    // Counting leaves a cell that no guest is on as it is.
    if (now === before[index]) continue
    const was = before.find(({ id }) => id === now.id)
    if (was) entries.push(...cellEntries(host, was, now, consumer, ruleOf))
  }
  return entries
}

function cellEntries(
  host: HostId,
  was: HostCell,
  now: HostCell,
  consumer: Consumer,
  ruleOf: (resource: CellResource) => RuleName | undefined,
): readonly Entry[] {
  const entries: Entry[] = []
  const add = (resource: CellResource, amount: number, cpus?: readonly number[]) => {
    if (amount === 0) return
    const rule = ruleOf(resource)
    const entry = { host, cell: now.id, resource, amount, consumer }
    if (cpus) entries.push(rule === undefined ? { ...entry, cpus } : { ...entry, cpus, rule })
    else entries.push(rule === undefined ? entry : { ...entry, rule })
  }
  add('memory', now.memoryUsage - was.memoryUsage)
  add('cpu usage', now.cpuUsage - was.cpuUsage)
  if (now.pinnedCpus !== was.pinnedCpus) {
    const taken = without(now.pinnedCpus, was.pinnedCpus)
    const given = without(was.pinnedCpus, now.pinnedCpus)
    add('pinned cpus', taken.length, taken)
    add('pinned cpus', -given.length, given)
  }
  for (const pool of now.mempages) {
    const before = was.mempages.find(({ size }) => size === pool.size)
    add(pagesOf(pool.size), pool.used - (before?.used ?? 0))
  }
  return entries
}
