import type { Action } from '@headroom/shared'

/** How two lists of steps differ. */
export interface PlanDifference {
  readonly mine: readonly Action[]
  readonly theirs: readonly Action[]
  /** The same steps in another order. */
  readonly isReordered: boolean
}

/** Steps of each that the other has not, counted: one asked twice here and once there is one of them. */
export function planDifference(mine: readonly Action[], theirs: readonly Action[]): PlanDifference {
  const [onlyMine, onlyTheirs] = [without(mine, theirs), without(theirs, mine)]
  return {
    mine: onlyMine,
    theirs: onlyTheirs,
    isReordered:
      onlyMine.length === 0 &&
      onlyTheirs.length === 0 &&
      mine.some((action, at) => JSON.stringify(action) !== JSON.stringify(theirs[at])),
  }
}

function without(all: readonly Action[], others: readonly Action[]): readonly Action[] {
  const left = others.map((action) => JSON.stringify(action))
  return all.filter((action) => {
    const at = left.indexOf(JSON.stringify(action))
    if (at !== -1) left.splice(at, 1)
    return at === -1
  })
}
