import type { Verdict } from '../placement/verdict.ts'
import type { StartVerdict } from '../reality/start-verdict.ts'
import type { BootOutcome, Outcome, Returning } from './step.ts'

/** What one book says, in one word: `altered` runs otherwise than asked, `unaware` is not told. */
export type BookAnswer = 'yes' | 'no' | 'retried' | 'at risk' | 'altered' | 'unknown' | 'unaware'

/** What each book says of a step, in one word. A book that is not asked says nothing. */
export interface StepAnswers {
  readonly nova: BookAnswer | undefined
  readonly host: BookAnswer | undefined
}

export function answersOf(outcome: Outcome): StepAnswers {
  switch (outcome.kind) {
    case 'boots':
      return {
        nova: worst(outcome.boots.map(novaOfBoot)),
        host: worst(outcome.boots.flatMap((boot) => hostOfBoot(boot) ?? [])),
      }
    case 'migrates': {
      const asked = outcome.gates.filter((gate) => gate.asked).map(({ verdict }) => answerOf(verdict))
      return { nova: worst(asked), host: outcome.start && hostOfStart(outcome.start) }
    }
    case 'guest-changes':
      return { nova: 'yes', host: outcome.start && hostOfStart(outcome.start) }
    case 'host-changes':
      return { nova: 'unaware', host: outcome.result === 'done' ? 'yes' : 'no' }
    case 'powers':
      return { nova: 'unaware', host: outcome.start ? hostOfStart(outcome.start) : 'yes' }
    case 'rebuilds':
      return {
        nova: outcome.verdict ? answerOf(outcome.verdict) : 'yes',
        host: outcome.start && hostOfStart(outcome.start),
      }
    case 'reboots':
      return { nova: 'unaware', host: worst(outcome.guests.map(hostOfReturning)) }
    case 'configured':
    case 'host-set':
      return { nova: 'yes', host: 'unaware' }
    case 'left-out':
    case 'not-possible':
      return { nova: undefined, host: undefined }
  }
}

const hostOfReturning = ({ start }: Returning): BookAnswer => (start ? hostOfStart(start) : 'no')

const byWeight: readonly BookAnswer[] = ['no', 'altered', 'unknown', 'retried', 'at risk', 'unaware', 'yes']
const worst = (all: readonly BookAnswer[]): BookAnswer | undefined =>
  byWeight.find((answer) => all.includes(answer))

export const answerOf = ({ outcome }: Verdict): BookAnswer =>
  (({ fits: 'yes', rejected: 'no', unknown: 'unknown' }) as const)[outcome]

/** Whether a host starts a guest, and as asked. */
export function hostOfStart(start: StartVerdict): BookAnswer {
  switch (start.outcome) {
    case 'starts':
      if (start.remarks.some(({ kind }) => kind !== 'memory-short')) return 'altered'
      return start.remarks.length > 0 ? 'at risk' : 'yes'
    case 'refuses':
      return 'no'
    case 'unknown':
      return 'unknown'
  }
}

/** Nova accepts where a claim does; a host is asked to start it only then. */
function novaOfBoot({ attempts, result }: BootOutcome): BookAnswer {
  if (attempts.some(({ start }) => start !== undefined)) return 'yes'
  return result.kind === 'unknown' ? 'unknown' : 'no'
}

/** Undefined where Nova took no host, so that none was asked. */
function hostOfBoot({ attempts, result }: BootOutcome): BookAnswer | undefined {
  const starts = attempts.flatMap(({ start }) => start ?? [])
  if (starts.length === 0) return undefined
  const last = starts.map(hostOfStart).at(-1)
  return result.kind !== 'runs'
    ? worst(starts.map(hostOfStart))
    : last === 'yes' && attempts.length > 1
      ? 'retried'
      : last
}
