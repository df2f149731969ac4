import { figure } from '@headroom/shared'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { Button } from '../../components/Button.tsx'
import { DivergenceArticle } from '../../components/DivergenceArticle.tsx'
import type { HostView } from './view-model.ts'

/** More than these fold, one press away. */
const most = 6

/** Everything the two books of this host disagree about, worst first, each opening into its sums. */
export function Findings({ host: { host, findings } }: { readonly host: HostView }) {
  const [all, setAll] = useState(false)
  const navigate = useNavigate()
  const { open } = useSearch({ from: '/hosts/$host' })
  if (findings.length === 0) return null
  const beyond = findings.findIndex(({ id }) => id === open) >= most
  const shown = all || beyond ? findings : findings.slice(0, most)
  const turn = (id: string) =>
    void navigate({
      to: '/hosts/$host',
      params: { host },
      search: (old) => ({ ...old, open: open === id ? undefined : id }),
      replace: true,
      resetScroll: false,
    })
  return (
    <section aria-labelledby="disagree" className="panel">
      <header className="flex flex-wrap items-baseline gap-x-3 px-4 pt-3.5 pb-2">
        <h2 id="disagree" className="font-semibold">
          Where the books disagree
        </h2>
        <Link to="/divergences" search={{ host }} className="link text-xs text-muted">
          {figure(findings.length)} {findings.length === 1 ? 'divergence' : 'divergences'}
        </Link>
      </header>
      <ul aria-label="Divergences">
        {shown.map((row) => (
          <li key={row.id} className="border-t border-line px-4 py-2.5">
            <DivergenceArticle row={row} isOpen={open === row.id} turn={() => turn(row.id)} on="host" />
          </li>
        ))}
      </ul>
      {shown.length < findings.length && (
        <div className="border-t border-line px-4 py-2">
          <Button look="quiet" onPress={() => setAll(true)}>
            Show all {figure(findings.length)}
          </Button>
        </div>
      )}
    </section>
  )
}
