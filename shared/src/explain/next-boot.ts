import type { NextBoot } from '../planner/next-boot.ts'
import { explainGap } from './gap.ts'
import { listed } from './holder.ts'
import { explainRefusal } from './refusal.ts'
import { type Sentence, say } from './sentence.ts'
import { explainVerdict } from './verdict.ts'

/** What would happen to the next guest of a flavor on a host, in one sentence. */
export function explainNextBoot({ nova, start }: Pick<NextBoot, 'nova' | 'start'>): Sentence {
  if (nova.outcome !== 'fits' || !start) return explainVerdict(nova)
  const cells = listed((nova.placed?.cells ?? []).map(({ id }): Sentence => [{ hostCell: id }]))
  const there = cells.length > 0 ? [' on ', ...cells] : []
  switch (start.outcome) {
    case 'starts':
      return [
        ...say`It boots`,
        ...there,
        '.',
        ...start.remarks.flatMap((remark): Sentence => [' ', ...explainRefusal(remark)]),
      ]
    case 'refuses':
      return [
        ...say`Nova puts it`,
        ...there,
        ...say`, and it cannot start. `,
        ...explainRefusal(start.refusals[0]),
      ]
    case 'unknown':
      return [...say`Nova puts it`, ...there, ...say`. `, ...explainGap(start.gaps[0])]
  }
}
