import { figure } from '@headroom/shared'
import { useSyncExternalStore } from 'react'
import { ProgressBar } from 'react-aria-components'
import type { Told } from '../api/use-long.ts'
import { Button } from './Button.tsx'

interface WorkingProps {
  /** What is being worked out: `Booting every flavor until it is refused`. */
  readonly what: string
  /** What `done` and `of` count. */
  readonly many: string
  readonly progress: Told
  /** Shows nothing for an answer that takes but a moment. */
  readonly isQuiet?: boolean
  readonly isStopped: boolean
  readonly stop: () => void
  readonly again: () => void
}

/** While a long answer is worked out: how far it is, and a way to stop it. */
export function Working({ what, many, progress: told, isQuiet, isStopped, stop, again }: WorkingProps) {
  const progress = useSyncExternalStore(told.subscribe, told.now)
  if (isStopped)
    return (
      <section className="panel flex flex-wrap items-center gap-3 px-4 py-4">
        <p role="status" className="text-muted">
          {what}: stopped.
        </p>
        <Button onPress={again}>Go on</Button>
      </section>
    )
  if (isQuiet && !progress) return null
  const share = progress ? (100 * progress.done) / progress.of : 0
  return (
    <section className="panel flex flex-wrap items-center gap-3 px-4 py-4">
      <ProgressBar
        aria-label={what}
        isIndeterminate={!progress}
        value={share}
        className="min-w-0 flex-1 basis-60 text-muted"
      >
        {what}
        {progress ? `, ${figure(Math.floor(progress.done))} of ${figure(progress.of)} ${many}` : ''}…
        <span className="mt-2 block h-1 rounded-full bg-soft">
          <span className="block h-full rounded-full bg-claimed" style={{ width: `${share}%` }} />
        </span>
      </ProgressBar>
      <Button aria-label={`Stop: ${what}`} onPress={stop}>
        Stop
      </Button>
    </section>
  )
}
