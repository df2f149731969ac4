import type { Long, Progress } from '@headroom/shared'

/** Hears how far a long answer is; what it answers is whether to go on. */
export type TellLong = (progress: Progress) => boolean | Promise<boolean>

/** Why there is no answer: whoever asked wants none any more. */
const stopped = 'Stopped.'

/** How long nobody else is kept waiting, in milliseconds. */
const slice = 40

/** Runs a long answer in slices; after each it tells how far it is, lets others ask, and may be stopped. */
export async function run<Answer>(long: Long<Answer>, tell: TellLong): Promise<Answer> {
  let began = performance.now()
  for (;;) {
    const step = long.next()
    if (step.done) return step.value
    if (performance.now() - began < slice) continue
    if (!(await tell(step.value))) throw new Error(stopped)
    await new Promise<void>((go) => setTimeout(go))
    began = performance.now()
  }
}
