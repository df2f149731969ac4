import type { Action } from './action.ts'
import type { Cloud } from './cloud.ts'
import { finished, type Long, part } from './long.ts'
import { perform } from './perform.ts'
import type { Step } from './step.ts'

/** A step, and the cloud as it is after it. */
export interface Played {
  readonly step: Step
  readonly cloud: Cloud
}

/** What would come of these actions, in order. A refused action changes nothing, and the plan goes on. */
export const replay = (cloud: Cloud, actions: readonly Action[]): Step[] =>
  play(cloud, actions).map(({ step }) => step)

/** The same, with the cloud after each step. */
export const play = (cloud: Cloud, actions: readonly Action[]): Played[] => finished(playing(cloud, actions))

/** The same, told step by step. Who stops keeps the steps that are done: the next replay goes on from them. */
export function* playing(cloud: Cloud, actions: readonly Action[]): Long<Played[]> {
  const all: Played[] = []
  let now = cloud
  for (const action of actions) {
    const played = yield* part(next(now, action), all.length, actions.length)
    all.push(played)
    now = played.cloud
    yield { done: all.length, of: actions.length }
  }
  return all
}

/** What came of an action on a cloud, by the action's JSON: plans with a common prefix share its steps. */
const known = new WeakMap<Cloud, Map<string, Played>>()

function* next(cloud: Cloud, action: Action): Long<Played> {
  const here = known.get(cloud) ?? new Map<string, Played>()
  known.set(cloud, here)
  const key = JSON.stringify(action)
  const before = here.get(key)
  if (before) return before
  const { outcome, cloud: after, touched } = yield* perform(cloud, action)
  const played = { step: { action, outcome, touched }, cloud: after }
  here.set(key, played)
  return played
}
