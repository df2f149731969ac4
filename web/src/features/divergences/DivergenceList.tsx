import { getRouteApi, Link } from '@tanstack/react-router'
import { type ReactNode, useRef, useState } from 'react'
import { useDesk } from '../../api/desk.tsx'
import { divergenceRowsQuery } from '../../api/queries.ts'
import { Button } from '../../components/Button.tsx'
import { DivergenceArticle } from '../../components/DivergenceArticle.tsx'
import { Quantified } from '../../components/Quantity.tsx'
import { useRowsInView } from '../../components/rows-in-view.ts'
import { Empty, Failure } from '../../components/States.tsx'
import type { CloudAsk } from '../../worker/desk.ts'
import type { DivergenceQuery, DivergencesView, GroupHead, ListedDivergence } from './view-model.ts'

const route = getRouteApi('/divergences')

interface DivergenceListProps {
  readonly ask: CloudAsk
  readonly query: DivergenceQuery
  readonly view: DivergencesView
}

/** Every divergence that passes, its sentence first; each opens into what it is made of. */
export function DivergenceList({ ask, query, view }: DivergenceListProps) {
  const desk = useDesk()
  const list = useRef<HTMLUListElement>(null)
  const { items, measure, rowAt, failed, above, below, onKeyDown } = useRowsInView(list, {
    count: view.matches,
    height: 76,
    query: (window) => divergenceRowsQuery(desk, ask, query, window),
    focus: 'button',
  })
  if (failed?.error)
    return (
      <Failure
        what="The divergences cannot be listed."
        error={failed.error}
        again={() => void failed.refetch()}
      />
    )
  if (view.matches === 0) return <Empty title="No divergence passes the filter." />
  return (
    <ul
      ref={list}
      aria-label="Divergences"
      onKeyDown={onKeyDown}
      className="panel"
      style={{ paddingTop: above, paddingBottom: below }}
    >
      {items.map(({ index, key }) => (
        <li
          key={key}
          ref={measure}
          data-index={index}
          data-row={index}
          aria-setsize={view.matches}
          aria-posinset={index + 1}
          className="min-h-18 border-t border-line px-4 py-3 first:border-t-0"
        >
          <Listed ask={ask} query={query} row={rowAt(index)} />
        </li>
      ))}
    </ul>
  )
}

/** A row, under its group's name where it is the first of one. */
function Listed({
  ask,
  query,
  row,
}: Omit<DivergenceListProps, 'view'> & { readonly row: ListedDivergence | undefined }) {
  const navigate = route.useNavigate()
  const { open } = route.useSearch()
  const isOfHost = query.group === 'host'
  if (!row) return <span className="text-muted">…</span>
  const isOpen = open === row.id
  const turn = () =>
    void navigate({
      search: (old) => ({ ...old, open: isOpen ? undefined : row.id }),
      replace: true,
      resetScroll: false,
    })
  return (
    <>
      {row.heads && (
        <Head head={row.heads} isHost={isOfHost}>
          {isOfHost && <CopyRemedies ask={ask} query={query} host={row.host} />}
        </Head>
      )}
      <DivergenceArticle row={row} isOpen={isOpen} turn={turn} on={isOfHost ? 'group' : 'cloud'} />
    </>
  )
}

interface HeadProps {
  readonly head: GroupHead
  readonly isHost: boolean
  readonly children: ReactNode
}

const Head = ({ head: { name, count }, isHost, children }: HeadProps) => (
  <div className="-mx-4 -mt-3 mb-3 flex flex-wrap items-center gap-x-3 border-b border-line bg-soft px-4 py-1.5">
    <h2 className="flex items-baseline gap-2 font-semibold">
      {isHost ? (
        <Link to="/hosts/$host" params={{ host: name }} className="hover:underline">
          {name}
        </Link>
      ) : (
        name
      )}
      <span className="text-xs font-normal text-muted">
        <Quantified of={count} one="divergence" many="divergences" />
      </span>
    </h2>
    {children}
  </div>
)

const outcomes = {
  not: 'Copy remedies',
  copied: 'Copied',
  none: 'Nothing to paste mends it',
  refused: 'Select and copy by hand',
} as const

/** What mends those of one host that pass the filter. */
function CopyRemedies({ ask, query, host }: Omit<DivergenceListProps, 'view'> & { readonly host: string }) {
  const desk = useDesk()
  const [outcome, setOutcome] = useState<keyof typeof outcomes>('not')
  const copy = async (): Promise<keyof typeof outcomes> => {
    const [file] = await desk.remedies(ask, { ...query, host })
    if (!file) return 'none'
    await navigator.clipboard.writeText(file.text)
    return 'copied'
  }
  return (
    <Button look="quiet" onPress={() => void copy().then(setOutcome, () => setOutcome('refused'))}>
      {outcomes[outcome]}
      <span className="sr-only"> of {host}</span>
    </Button>
  )
}
