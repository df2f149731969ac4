import { minus, Pages } from '../units.ts'
import type { PoolBooks, PoolDivergence } from './divergence.ts'
import { remedyOf } from './remedy.ts'
import { suspectsOf } from './suspects.ts'

/** What Nova would promise of a pool: its free pages, and nothing where more is booked than there is. */
const promises = (free: Pages): Pages => Pages(Math.max(free, 0))

/**
 * Where the two books of a pool give different room, with what explains it and the line that mends it. One book alone
 * is no divergence: the other was not read. Base pages are left out, since the kernel hands them to everybody and no
 * book of Nova's says who has them.
 */
export const divergences = (pools: readonly PoolBooks[]): PoolDivergence[] => pools.flatMap(divergence)

function divergence(pool: PoolBooks): PoolDivergence[] {
  const { nova, kernel } = pool
  if (!nova || !kernel) return []
  const [expected, observed] = [promises(nova.free), kernel.free]
  const difference = minus(expected, observed)
  if (difference === 0) return []
  const both = { ...pool, nova, kernel, expected, observed }
  const suspects = suspectsOf(both, difference)
  return [
    {
      ...both,
      kind: difference > 0 ? 'phantom-capacity' : 'hidden-capacity',
      suspects,
      remedy: remedyOf(pool, suspects),
    },
  ]
}
