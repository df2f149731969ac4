import type { PoolBooks } from '../divergence/divergence.ts'
import { Pages } from '../units.ts'
import type { Explanation } from './explanation.ts'
import { explainHolder } from './holder.ts'
import { type Sentence, say } from './sentence.ts'

/**
 * What the host's book alone tells where no row of Nova's was read: the pages that others than guests hold, which Nova
 * counts as free unless it is told of them. Undefined where nobody else holds any.
 */
export function explainUntold(pools: readonly PoolBooks[]): Explanation | undefined {
  const untold = pools.filter(({ kernel, held }) => kernel?.holdersRead && others(held) > 0)
  if (untold.length === 0) return undefined
  return {
    headline: [
      ...untold.flatMap(
        ({ cell, size, held }, i): Sentence => [
          ...(i === 0 ? [] : ['; ']),
          ...say`Node ${{ count: cell }}: ${{ pages: Pages(others(held)), size }} are held by others than guests`,
        ],
      ),
      '.',
    ],
    details: [
      ...untold.flatMap(({ cell, size, held }) =>
        held.others.map((holder) => [...explainHolder(holder, size), ...say` on node ${{ count: cell }}.`]),
      ),
      say`Nova was not read. It counts these pages as free unless ${{ code: 'reserved_huge_pages' }} says otherwise.`,
    ],
  }
}

const others = ({ thirdParty, unseen }: PoolBooks['held']): number => thirdParty + unseen
