import type { StepCard } from './view-model.ts'

/** The step to look at first: the first where books or gates disagree, or nothing could be done, else the last. */
export function tellingStep(cards: readonly StepCard[]): number | undefined {
  if (cards.length === 0) return undefined
  const at = cards.findIndex(
    ({ nova, differs }) =>
      (nova !== 'yes' && nova !== 'unaware') || differs.some((kind) => kind !== 'at-risk'),
  )
  return at === -1 ? cards.length - 1 : at
}
