import type { Guest } from '../../model/guest.ts'
import type { HostId } from '../../model/ids.ts'
import type { Action } from '../action.ts'
import type { Cloud } from '../cloud.ts'
import { isRunning } from '../guest-state.ts'
import { play } from '../replay.ts'
import { works } from '../what-would-fit.ts'
import type { WaysOf } from './moving.ts'
import type { Downtime, Move } from './plan.ts'
import type { Way } from './trials.ts'

/** Alive where it can; stopped where the operator allows that for such a guest. */
export const waysFor =
  (downtime: Downtime): WaysOf =>
  (guest) => {
    const mayStop = downtime === 'any' || (downtime === 'stopped guests' && !isRunning(guest))
    return mayStop ? ['live-migrate', 'cold-migrate'] : ['live-migrate']
  }

/** A move as it is asked for; where a release cannot name the destination of a cold migration, Nova picks it. */
export function actionsOf({ release }: Cloud, { guest, to, how }: Move): readonly [Action, ...Action[]] {
  if (how === 'live') return [{ do: 'live-migrate', guest, to }]
  const named = release.rules.coldMigrationHost === 'judged by filters' ? to : undefined
  return [
    { do: 'cold-migrate', guest, to: named },
    { do: 'confirm', guest },
  ]
}

export const moveOf = (
  guest: Guest & { readonly host: HostId },
  to: HostId,
  way: Way,
  why: Move['why'],
): Move => ({ guest: guest.id, from: guest.host, to, how: way === 'cold-migrate' ? 'cold' : 'live', why })

/** A move that was played: where the guest really went. */
export interface Made {
  readonly move: Move
  readonly actions: readonly Action[]
  readonly cloud: Cloud
}

/** The move on both books; undefined where either refuses, or Nova picks a host that is to be avoided. */
export function made(cloud: Cloud, move: Move, not: ReadonlySet<HostId>): Made | undefined {
  const actions = actionsOf(cloud, move)
  const played = play(cloud, actions)
  const [first] = played
  const last = played.at(-1)
  if (!last || first?.step.outcome.kind !== 'migrates') return undefined
  const { to } = first.step.outcome
  if (to === undefined || not.has(to) || !played.every(({ step }) => works(step.outcome))) return undefined
  return { move: { ...move, to }, actions, cloud: last.cloud }
}
