import type { HostCell, PagePool } from '../model/cell.ts'
import type { Rules } from '../releases/rules.ts'
import { type PageSize, type Pages, Pages as pages } from '../units.ts'

/** nova/objects/numa.py: NUMAPagesTopology.free. Negative where more is booked than there is. */
export const freePages = (pool: PagePool, rules: Rules): Pages =>
  pages(pool.total - pool.used - (rules.reservedPages === 'not free' ? pool.reserved : 0))

/** The page size that a guest cell without one is counted in; undefined where the cell reports no pages. */
export function smallestSize(mempages: readonly PagePool[]): PageSize | undefined {
  let least: PageSize | undefined
  for (const { size } of mempages) if (least === undefined || size < least) least = size
  return least
}

/** Pools of a cell beside that of its base pages. */
export function hugePools({ mempages }: HostCell): readonly PagePool[] {
  const smallest = smallestSize(mempages)
  return mempages.filter(({ size }) => size !== smallest)
}
