import { type Action, type Cloud, type Long, type Played, type Progress, playing } from '@headroom/shared'

/** Hears how far a long answer is; what it answers is whether to go on. */
export type TellLong = (progress: Progress) => boolean | Promise<boolean>

/** Why there is no answer: whoever asked wants none any more. */
const stopped = 'Stopped.'

/** How long nobody else is kept waiting, in milliseconds. */
const slice = 40

/** Lets whoever else asked be answered before a long answer goes on. */
export const othersFirst = () => new Promise<void>((go) => setTimeout(go))

/** Runs a long answer in slices; after each it tells how far it is, lets others ask, and may be stopped. */
export async function run<Answer>(long: Long<Answer>, tell: TellLong): Promise<Answer> {
  let began = performance.now()
  for (;;) {
    const step = long.next()
    if (step.done) return step.value
    if (performance.now() - began < slice) continue
    if (!(await tell(step.value))) throw new Error(stopped)
    await othersFirst()
    began = performance.now()
  }
}

/** For an answer that nobody waits for by name. */
export const untold: TellLong = () => true

/** Who replays: the steps of actions on a cloud, each with the cloud after it. */
export type Replays = (cloud: Cloud, actions: readonly Action[], tell: TellLong) => Promise<readonly Played[]>

/**
 * Replays of one cloud go one after another, and each finds the steps of those before it done: who asks for a plan and for
 * its last step asks for one replay. One that was stopped while it waited is not begun.
 */
export function replaysInTurn(): Replays {
  const turns = new WeakMap<Cloud, Promise<unknown>>()
  return (cloud, actions, tell) => {
    const replayed = (turns.get(cloud) ?? Promise.resolve()).then(async () => {
      if (!(await tell({ done: 0, of: actions.length }))) throw new Error(stopped)
      return run(playing(cloud, actions), tell)
    })
    turns.set(
      cloud,
      replayed.catch(() => undefined),
    )
    return replayed
  }
}
