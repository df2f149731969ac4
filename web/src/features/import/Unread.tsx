import { figure } from '@headroom/shared'
import { ageOf, useNow } from '../../components/age.ts'
import { Say } from '../../components/Say.tsx'
import type { ImportView } from './view-model.ts'

/** Where the numbers come from with their age, and what no file said. */
export function Unread({ imported: { sources, gaps, gapsInAll } }: { readonly imported: ImportView }) {
  const now = useNow(undefined)
  return (
    <div className="grid items-start gap-3 lg:grid-cols-2">
      {sources.length > 0 && (
        <section aria-labelledby="sources" className="panel px-4 py-3">
          <h2 id="sources" className="font-semibold">
            Sources
          </h2>
          <ul className="mt-1 text-xs">
            {sources.map(({ kind, name, readAt }) => {
              const age = ageOf(readAt, now)
              return (
                <li
                  key={`${kind} ${name}`}
                  className="flex flex-wrap justify-between gap-x-4 border-t border-line py-1.5 first:border-t-0"
                >
                  <span className="min-w-0 break-all">
                    {name} <span className="text-muted">{kind}</span>
                  </span>
                  <span className={age?.stale ? 'text-warn' : 'text-muted'}>
                    {age
                      ? `read ${age.text} ago${age.stale ? ', stale' : ''}`
                      : 'does not say when it was read'}
                  </span>
                </li>
              )
            })}
          </ul>
        </section>
      )}
      {gapsInAll > 0 && (
        <section aria-labelledby="gaps" className="panel px-4 py-3">
          <h2 id="gaps" className="font-semibold">
            What is not known
          </h2>
          <Gaps gaps={gaps.slice(0, shownAtOnce)} />
          {gaps.length > shownAtOnce && (
            <details className="text-xs text-muted">
              <summary className="cursor-default">
                {figure(gapsInAll - shownAtOnce)} more
                {gaps.length < gapsInAll && `, of which ${figure(gaps.length - shownAtOnce)} are shown`}
              </summary>
              <Gaps gaps={gaps.slice(shownAtOnce)} />
            </details>
          )}
        </section>
      )}
    </div>
  )
}

/** Gaps that stand open. */
const shownAtOnce = 6

const Gaps = ({ gaps }: { readonly gaps: ImportView['gaps'] }) => (
  <ul className="mt-1 text-xs wrap-anywhere text-muted">
    {gaps.map((gap, i) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: sentences of one answer, in its order
      <li key={i} className="border-t border-line py-1.5 first:border-t-0">
        <Say sentence={gap} links={false} />
      </li>
    ))}
  </ul>
)
