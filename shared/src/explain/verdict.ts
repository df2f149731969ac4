import type { GuestTopology } from '../model/cell.ts'
import type { Verdict } from '../placement/verdict.ts'
import type { StartVerdict } from '../reality/start-verdict.ts'
import { explainGap } from './gap.ts'
import { listed } from './holder.ts'
import { explainLog } from './log-line.ts'
import { explainRefusal } from './refusal.ts'
import { explainRejection } from './rejection.ts'
import { type Sentence, say } from './sentence.ts'

/** `host cell 0, 2 MiB pages`; empty for a guest without topology, which is booked on no cell. */
export const explainPlace = (placed: GuestTopology | undefined): Sentence =>
  listed(
    (placed?.cells ?? []).map(({ id, pageSize }) => [
      { hostCell: id },
      ...(typeof pageSize === 'number' ? say` with ${{ size: pageSize }} pages` : []),
    ]),
  )

/** What Nova's book says of one host, by the objection at which Nova would have stopped. */
export function explainVerdict(verdict: Verdict): Sentence {
  switch (verdict.outcome) {
    case 'fits': {
      const place = explainPlace(verdict.placed)
      const accepts = place.length > 0 ? [...say`Nova accepts it on `, ...place, '.'] : say`Nova accepts it.`
      return [...accepts, ...explainEitherThread(verdict), ...explainBroken(verdict)]
    }
    case 'rejected': {
      const [{ by, reason }] = verdict.objections
      return [...say`${{ code: by }} refuses: `, ...explainRejection(reason)]
    }
    case 'unknown':
      return explainGap(verdict.gaps[0])
  }
}

function explainEitherThread({ eitherThread }: Extract<Verdict, { outcome: 'fits' }>): Sentence {
  return eitherThread
    ? say` Which thread of a core it takes there is not defined by Nova, and may be another than said.`
    : []
}

/** That Nova books cells which cannot hold the guest, by the first of them that objects; empty where they can. */
export function explainBroken(verdict: Verdict | undefined): Sentence {
  if (verdict?.outcome !== 'fits' || !verdict.overlooked) return []
  const [first] = verdict.overlooked
  if (first.kind === 'pci-devices-short') {
    return [
      ...say` The devices are not enough: `,
      ...explainRejection(first),
      ...say` The scheduler looks at each alias as if it were alone, and the guest starts without devices. The fault is Nova’s.`,
    ]
  }
  return [
    ...say` It does not fit there: `,
    ...explainRejection(first),
    ...say` Nova’s fit cache had the answer for another guest cell. The fault is Nova’s.`,
  ]
}

/**
 * Every objection of a host, the one at which Nova would have stopped first and marked, with what an operator finds of it.
 * Empty where nothing objects.
 */
export function explainObjections(verdict: Verdict): readonly Sentence[] {
  if (verdict.outcome !== 'rejected') return []
  const [first, ...others] = verdict.objections
  const log = explainLog(first)
  return [
    [...say`${{ code: first.by }} refuses, and Nova stops there: `, ...explainRejection(first.reason)],
    ...(log ? [log] : []),
    ...others.map(({ by, reason }) => [
      ...say`${{ code: by }} would refuse too: `,
      ...explainRejection(reason),
    ]),
  ]
}

/** What the host's book says of starting it, by what stops it first. */
export function explainStart(verdict: StartVerdict): Sentence {
  switch (verdict.outcome) {
    case 'starts': {
      const starts = verdict.assumes.length > 0 ? say`It starts, as far as was read.` : say`It starts.`
      return [...starts, ...verdict.remarks.flatMap((remark): Sentence => [' ', ...explainRefusal(remark)])]
    }
    case 'refuses':
      return explainRefusal(verdict.refusals[0])
    case 'unknown':
      return explainGap(verdict.gaps[0])
  }
}
