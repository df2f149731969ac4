import type { ChipAnswer } from '../../components/Verdict.tsx'
import type { StepCard } from './view-model.ts'

const tells: readonly ChipAnswer[] = ['no', 'altered', 'retried']

/** The step to look at first: the first where books or gates disagree, or nothing could be done, else the last. */
export function tellingStep(cards: readonly StepCard[]): number | undefined {
  if (cards.length === 0) return undefined
  const at = cards.findIndex(
    ({ nova, host, gatesDisagree }) =>
      gatesDisagree || nova === undefined || nova === 'no' || (host !== undefined && tells.includes(host)),
  )
  return at === -1 ? cards.length - 1 : at
}
