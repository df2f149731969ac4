import { nameCause, nameKind, pageSizeText } from '@headroom/shared'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useRef } from 'react'
import { useDesk } from '../../api/desk.tsx'
import { divergenceRowsQuery } from '../../api/queries.ts'
import { CopyText } from '../../components/CopyText.tsx'
import { LineList } from '../../components/LineList.tsx'
import { Difference } from '../../components/Quantity.tsx'
import { useRowsInView } from '../../components/rows-in-view.ts'
import { Say } from '../../components/Say.tsx'
import { Empty, Failure } from '../../components/States.tsx'
import type { CloudAsk } from '../../worker/desk.ts'
import type { DivergenceQuery, DivergenceRow, DivergencesView } from './view-model.ts'

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
          <Divergence row={rowAt(index)} />
        </li>
      ))}
    </ul>
  )
}

function Divergence({ row }: { readonly row: DivergenceRow | undefined }) {
  const navigate = route.useNavigate()
  const { open } = route.useSearch()
  if (!row) return <span className="text-muted">…</span>
  const isOpen = open === row.id
  const turn = () =>
    void navigate({
      search: (old) => ({ ...old, open: isOpen ? undefined : row.id }),
      replace: true,
      resetScroll: false,
    })
  const cell = row.cell === undefined ? undefined : `cell ${row.cell}`
  const pages = row.size === undefined ? undefined : `${pageSizeText(row.size)} pages`
  return (
    <article
      aria-label={[[row.host, cell].filter(Boolean).join(' '), pages ?? nameCause(row.cause)].join(', ')}
    >
      <div className="grid gap-x-4 gap-y-1 md:grid-cols-[9rem_minmax(0,1fr)_auto] md:items-baseline">
        <Link
          to="/hosts/$host"
          params={{ host: row.host }}
          className="truncate font-semibold hover:underline"
        >
          {row.host}
        </Link>
        <div className="min-w-0">
          <button
            type="button"
            aria-expanded={isOpen}
            onClick={turn}
            className="cursor-default text-left font-semibold hover:underline [&_b]:font-semibold"
          >
            <span aria-hidden="true" className="mr-1.5 inline-block w-3 text-muted">
              {isOpen ? '▾' : '▸'}
            </span>
            <Say sentence={row.headline} links={false} />
          </button>
          <p className="pl-4.5 text-xs text-muted">
            {[
              nameKind(row.kind),
              nameCause(row.cause),
              ...(cell ? [cell] : []),
              ...(pages ? [pages] : []),
            ].join(' · ')}
          </p>
        </div>
        <dl className="flex gap-x-4 text-right text-xs md:grid md:grid-cols-[repeat(3,5.5rem)]">
          {row.figures.map(({ name, is }) => (
            <div key={name}>
              <dt className="text-muted">{name}</dt>
              <dd className="text-sm font-semibold [&_b]:font-semibold">
                <Say sentence={[is]} />
              </dd>
            </div>
          ))}
          {row.difference === undefined ? null : (
            <div>
              <dt className="text-muted">difference</dt>
              <dd className="text-sm font-semibold">
                <Difference of={row.difference} tone={row.difference < 0 ? 'bad' : 'ok'} />
              </dd>
            </div>
          )}
        </dl>
      </div>
      {isOpen && <Opened row={row} />}
    </article>
  )
}

/** Suspects, both sums with their entries, and the line that mends it. */
function Opened({ row }: { readonly row: DivergenceRow }) {
  return (
    <div className="mt-3 flex flex-col gap-3 md:pl-40">
      {row.details.map((detail, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: details are sentences of one divergence, in its order
        <p key={i} className="max-w-[110ch] text-muted [&_b]:text-ink">
          <Say sentence={detail} />
        </p>
      ))}
      {row.remedy && (
        <div className="flex flex-col gap-1.5">
          <p className="text-xs text-muted">
            <Say sentence={row.remedy.place} />
          </p>
          <CopyText lines={row.remedy.lines} />
        </div>
      )}
      <div className="grid gap-x-8 gap-y-3 sm:grid-cols-2">
        <LineList title="In Nova’s book" lines={row.entries} />
        {row.difference === undefined ? null : row.holdersRead ? (
          <LineList title="Held on the host" lines={row.holders} />
        ) : (
          <p className="text-xs text-warn">Nobody looked at processes: who holds the pages is not known.</p>
        )}
      </div>
    </div>
  )
}
