import { figure, nameCause } from '@headroom/shared'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useDesk } from '../../api/desk.tsx'
import { causesQuery } from '../../api/queries.ts'
import { Button } from '../../components/Button.tsx'
import { DivergenceArticle } from '../../components/DivergenceArticle.tsx'
import { Opening } from '../../components/Opening.tsx'
import { Quantified } from '../../components/Quantity.tsx'
import { Failure } from '../../components/States.tsx'
import type { CloudAsk } from '../../worker/desk.ts'

/** More causes than this fold, one press away. */
const most = 6

/** What the books of all hosts disagree about, a line a cause with the worst of it; each leads to all of its kind. */
export function Causes({ ask }: { readonly ask: CloudAsk }) {
  const causes = useQuery(causesQuery(useDesk(), ask))
  const [open, setOpen] = useState<string>()
  const [all, setAll] = useState(false)
  if (causes.error)
    return (
      <Failure
        what="The books cannot be compared."
        error={causes.error}
        again={() => void causes.refetch()}
      />
    )
  if (!causes.data) return <Opening snapshot={ask.snapshot} />
  if (causes.data.length === 0) return null
  const shown = all ? causes.data : causes.data.slice(0, most)
  return (
    <section aria-labelledby="disagree" className="panel">
      <header className="flex flex-wrap items-baseline gap-x-3 px-4 pt-3.5 pb-2">
        <h2 id="disagree" className="font-semibold">
          Where the books disagree
        </h2>
        <Link to="/divergences" className="link text-xs text-muted">
          all divergences
        </Link>
      </header>
      <ul aria-label="Divergences by cause">
        {shown.map(({ cause, divergences, hosts, worst }) => (
          <li key={cause} className="border-t border-line px-4 py-2.5">
            <DivergenceArticle
              row={worst}
              isOpen={open === worst.id}
              turn={() => setOpen(open === worst.id ? undefined : worst.id)}
              on="cloud"
            />
            {divergences > 1 && (
              <p className="pl-4.5 text-xs md:pl-44.5">
                <Link to="/divergences" search={{ cause }} className="link">
                  <Quantified of={divergences} one="divergence" many="divergences" /> of this cause
                </Link>{' '}
                <span className="text-muted">
                  on <Quantified of={hosts} one="host" many="hosts" />; this is the worst
                  <span className="sr-only"> of {nameCause(cause)}</span>
                </span>
              </p>
            )}
          </li>
        ))}
      </ul>
      {shown.length < causes.data.length && (
        <div className="border-t border-line px-4 py-2">
          <Button look="quiet" onPress={() => setAll(true)}>
            Show all {figure(causes.data.length)} causes
          </Button>
        </div>
      )}
    </section>
  )
}
