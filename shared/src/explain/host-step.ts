import type { Action } from '../planner/action.ts'
import type { Outcome } from '../planner/step.ts'
import type { Explanation } from './explanation.ts'
import { explainWords } from './refusal.ts'
import { say } from './sentence.ts'
import { explainStart } from './verdict.ts'

/** What became of guests that start or stop where they are, and of hosts that come and go. */
export function explainHostStep(
  outcome: Extract<Outcome, { kind: 'powers' | 'host-set' }>,
  action: Action,
): Explanation {
  return outcome.kind === 'powers' ? explainPower(outcome) : explainHostSet(outcome, action)
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
