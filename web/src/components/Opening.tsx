import { figure } from '@headroom/shared'
import { ProgressBar } from 'react-aria-components'
import { useProgress } from '../api/progress.ts'
import type { Progress } from '../worker/desk.ts'

const megabytes = (bytes: number) => `${figure(Math.round(bytes / 100_000) / 10)} MB`

const words = (progress: Progress | undefined): string => {
  if (!progress) return 'Opening the cloud'
  if (progress.stage === 'counting') return 'Counting both books'
  if (progress.stage === 'comparing')
    return `Comparing both books, ${figure(progress.hosts)} of ${figure(progress.of)} hosts`
  const of = progress.of === undefined ? '' : ` of ${megabytes(progress.of)}`
  return `Fetching the snapshot, ${megabytes(progress.bytes)}${of}`
}

const percent = (progress: Progress | undefined): number | undefined => {
  if (!progress || progress.stage === 'counting' || !progress.of) return undefined
  return (100 * (progress.stage === 'fetching' ? progress.bytes : progress.hosts)) / progress.of
}

/** While a snapshot is opened: what is being done, and how far it is. */
export function Opening({ snapshot }: { readonly snapshot: string }) {
  const progress = useProgress(snapshot)
  const done = percent(progress)
  const label = words(progress)
  return (
    <ProgressBar
      aria-label={label}
      isIndeterminate={done === undefined}
      value={done ?? 0}
      className="panel block px-4 py-5 text-muted"
    >
      {label}…
      <span className="mt-2 block h-1 rounded-full bg-soft">
        <span className="block h-full rounded-full bg-claimed" style={{ width: `${done ?? 0}%` }} />
      </span>
    </ProgressBar>
  )
}
