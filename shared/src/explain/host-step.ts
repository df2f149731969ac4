import type { Action } from '../planner/action.ts'
import type { Outcome } from '../planner/step.ts'
import type { Explanation } from './explanation.ts'
import { explainWords } from './refusal.ts'
import { type Sentence, say } from './sentence.ts'
import { explainStart, explainVerdict } from './verdict.ts'

/** What became of guests that start or stop where they are, and of hosts that come and go. */
export function explainHostStep(
  outcome: Extract<Outcome, { kind: 'powers' | 'reboots' | 'host-set' }>,
  action: Action,
): Explanation {
  switch (outcome.kind) {
    case 'powers':
      return explainPower(outcome)
    case 'reboots':
      return explainReboot(outcome)
    case 'host-set':
      return explainHostSet(outcome, action)
  }
}

/** A guest made anew where it is: what release by release looks at its cells. */
export function explainRebuild({
  host,
  verdict,
  start,
  result,
}: Extract<Outcome, { kind: 'rebuilds' }>): Explanation {
  const details = [
    ...(verdict ? [explainVerdict(verdict)] : [say`With its own image nobody is asked.`]),
    ...(start ? [explainStart(start)] : []),
  ]
  switch (result) {
    case 'done':
      return { headline: say`It is rebuilt on ${{ host }}, on the cells it has.`, details }
    case 'refused by Nova':
      return {
        headline: [...say`Nova refuses the rebuild. `, ...(verdict ? explainVerdict(verdict) : [])],
        details,
      }
    case 'fails on the host':
      return {
        headline: [...say`It is taken down and cannot start again. `, ...(start ? explainStart(start) : [])],
        details,
      }
    case 'unknown':
      return { headline: say`What would come of it is not known.`, details }
  }
}

function explainReboot({ guests }: Extract<Outcome, { kind: 'reboots' }>): Explanation {
  const back = guests.filter(({ start }) => start?.outcome === 'starts').length
  const off = guests.filter(({ start }) => start === undefined).length
  const failed = guests.filter(({ start }) => start && start.outcome !== 'starts')
  const details = failed.map(
    ({ guest, start }): Sentence => [
      ...say`${{ guest, name: guest }}: `,
      ...(start ? explainStart(start) : []),
    ],
  )
  if (guests.length === 0) return { headline: say`The host is back; no guest was to run there.`, details }
  if (off > 0) {
    const headline = say`The host is back, and ${{ count: off, of: off === 1 ? 'guest stays' : 'guests stay' }} off: nova-compute starts none without ${{ code: 'resume_guests_state_on_host_boot' }}.`
    return { headline, details }
  }
  const all = say`${{ count: back }} of ${{ count: guests.length, of: 'guests' }} are back.`
  return {
    headline: failed.length === 0 ? all : [...all, ...say` The others do not start, or it is not known.`],
    details,
  }
}

function explainPower({ host, start, result }: Extract<Outcome, { kind: 'powers' }>): Explanation {
  const words = start?.outcome === 'refuses' ? start.refusals.flatMap(explainWords) : []
  switch (result) {
    case 'on':
      return {
        headline: say`It runs on ${{ host }}.`,
        details: start ? [explainStart(start)] : [],
      }
    case 'off':
      return {
        headline: say`It is shut off: its memory on ${{ host }} is free, and Nova goes on counting it.`,
        details: [],
      }
    case 'fails on the host':
      return {
        headline: [
          ...say`Nova asks nobody but ${{ host }}, and it cannot start there. `,
          ...(start ? explainStart(start) : []),
        ],
        details: words,
      }
    case 'unknown':
      return {
        headline: [...say`Whether it starts is not known. `, ...(start ? explainStart(start) : [])],
        details: [],
      }
  }
}

function explainHostSet({ down }: Extract<Outcome, { kind: 'host-set' }>, action: Action): Explanation {
  const headline = (() => {
    switch (action.do) {
      case 'add-host':
        return say`It is there, without guests, in the aggregates of ${{ host: action.like }}.`
      case 'lose-host':
        return down.length === 0
          ? say`The host is down, and no guest ran there.`
          : say`${{ count: down.length, of: down.length === 1 ? 'guest' : 'guests' }} down; Nova has them there until they are evacuated.`
      case 'set-service':
        return action.state === 'enabled' || action.state === 'up'
          ? say`Nova sends it work again, if nothing else keeps it out.`
          : say`Nova sends it no new guests. Those it has stay.`
      default:
        return say`The host is set.`
    }
  })()
  return { headline, details: [] }
}
