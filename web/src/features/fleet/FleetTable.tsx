import { figure, inMiB, memoryOf, nameCause, type PageSize, Pages, pageSizeText } from '@headroom/shared'
import { getRouteApi, Link } from '@tanstack/react-router'
import { type ReactNode, useRef } from 'react'
import { useDesk } from '../../api/desk.tsx'
import { fleetRowsQuery } from '../../api/queries.ts'
import { ageOf, useNow } from '../../components/age.ts'
import { type BarBooks, novaFree } from '../../components/bar-books.ts'
import { CellBar } from '../../components/CellBar.tsx'
import { findingTones } from '../../components/DivergenceArticle.tsx'
import { Figure, Quantified, roughly } from '../../components/Quantity.tsx'
import { useRowsInView } from '../../components/rows-in-view.ts'
import { Say } from '../../components/Say.tsx'
import { Empty, Failure } from '../../components/States.tsx'
import type { FleetSort } from '../../url/search.ts'
import type { CloudAsk } from '../../worker/desk.ts'
import type { FleetQuery, FleetView, Risk, ShownRow } from './view-model.ts'

const route = getRouteApi('/')

const columns = 'md:grid md:grid-cols-[9rem_minmax(0,1fr)_10.5rem_3.25rem] md:items-center md:gap-x-4 md:px-4'

interface FleetTableProps {
  readonly ask: CloudAsk
  readonly query: FleetQuery
  readonly fleet: FleetView
  readonly asOf: string | undefined
}

/** Every host, a window of rows at a time: rows out of view are neither asked for nor in the document. */
export function FleetTable({ ask, query, fleet, asOf }: FleetTableProps) {
  const desk = useDesk()
  const now = useNow(asOf)
  const table = useRef<HTMLTableElement>(null)
  const { items, measure, rowAt, failed, above, below, onKeyDown } = useRowsInView(table, {
    count: fleet.matches,
    height: 57,
    query: (window) => fleetRowsQuery(desk, ask, query, window),
    focus: 'a',
  })

  if (failed?.error)
    return (
      <Failure what="The hosts cannot be listed." error={failed.error} again={() => void failed.refetch()} />
    )
  if (fleet.matches === 0) return <NoRows query={query} fleet={fleet} />

  return (
    <div className="panel">
      <table
        ref={table}
        aria-label="Hosts"
        aria-rowcount={fleet.matches + 1}
        onKeyDown={onKeyDown}
        className="block w-full md:px-0"
      >
        <thead className="sr-only md:not-sr-only md:block">
          <tr aria-rowindex={1} className={`${columns} text-left text-xs text-muted md:py-2.5`}>
            <SortHeader sort="host" query={query}>
              Host
            </SortHeader>
            <SortHeader sort="free" query={query}>
              {fleet.size === undefined
                ? 'RAM by Nova’s count'
                : `Cells, ${pageSizeText(fleet.size)} pages (free at right)`}
            </SortHeader>
            <SortHeader sort="books" query={query}>
              Books
            </SortHeader>
            <th scope="col" className="text-right font-semibold">
              Read
            </th>
          </tr>
        </thead>
        <tbody className="block" style={{ paddingTop: above, paddingBottom: below }}>
          {items.map(({ index, key }) => (
            <tr
              key={key}
              ref={measure}
              data-index={index}
              data-row={index}
              aria-rowindex={index + 2}
              className={`${columns} block min-h-14 border-t border-line px-4 py-2.5 first:border-t-0 md:first:border-t`}
            >
              <Row row={rowAt(index)} size={fleet.size} now={now} />
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function SortHeader({
  sort,
  query,
  children,
}: {
  readonly sort: FleetSort
  readonly query: FleetQuery
  readonly children: ReactNode
}) {
  const navigate = route.useNavigate()
  const current = query.sort === sort
  const turn = () =>
    void navigate({
      search: (old) => ({
        ...old,
        sort: sort === 'host' ? undefined : sort,
        descending: (current && !query.descending) || undefined,
      }),
      resetScroll: false,
    })
  return (
    <th
      scope="col"
      aria-sort={current ? (query.descending ? 'descending' : 'ascending') : 'none'}
      className="font-semibold"
    >
      <button type="button" onClick={turn} className="cursor-default text-left font-semibold hover:text-ink">
        {children} {current && <span aria-hidden="true">{query.descending ? '↓' : '↑'}</span>}
      </button>
    </th>
  )
}

function Row({
  row,
  size,
  now,
}: {
  readonly row: ShownRow | undefined
  readonly size: PageSize | undefined
  readonly now: number
}) {
  if (!row) return <td className="block h-9 text-muted md:col-span-4">…</td>
  const age = ageOf(row.readAt, now)
  return (
    <>
      <th scope="row" className="block min-w-0 text-left font-normal">
        <Link
          to="/hosts/$host"
          params={{ host: row.host }}
          className="block truncate font-semibold hover:underline"
        >
          {row.host}
        </Link>
        <span className="block truncate text-xs text-muted">
          {[...new Set([row.zone, ...row.aggregates])].filter(Boolean).join(' · ')}
          {row.state !== 'up' && (
            <span className="text-warn">
              {row.zone ? ' · ' : ''}
              {row.state === 'not known' ? 'state not known' : row.state}
            </span>
          )}
        </span>
      </th>
      <td className="mt-1.5 grid grid-cols-1 gap-x-3 gap-y-0.5 md:mt-0 lg:grid-cols-2">
        {size === undefined ? (
          <Ram row={row} />
        ) : (
          row.cells.map(({ id, books }) => (
            <div
              key={id}
              className="grid grid-cols-[1.5rem_minmax(0,1fr)_3.75rem] items-center gap-1.5 text-xs text-muted"
            >
              <span title={`cell ${id}`}>c{id}</span>
              {books ? <CellBar books={books} of={`${row.host} cell ${id}`} /> : <span>no such pages</span>}
              <span className="text-right">{books && <Free books={books} />}</span>
            </div>
          ))
        )}
        {size !== undefined && row.cells.length === 0 && (
          <span className="text-xs text-muted">no cells in either book</span>
        )}
      </td>
      <td className="mt-1.5 block md:mt-0">
        <Books row={row} size={size} />
      </td>
      <td className={`mt-1 block text-xs md:mt-0 md:text-right ${age?.stale ? 'text-warn' : 'text-muted'}`}>
        {age ? (
          <>
            <span aria-hidden="true" className="max-md:hidden">
              {age.text}
            </span>
            <span className="md:sr-only">
              read {age.ago}
              {age.stale && ', stale'}
            </span>
          </>
        ) : (
          <>
            <span className="md:hidden">read at a time </span>not stated
          </>
        )}
      </td>
    </>
  )
}

/** Free on the host; by Nova's book, and said to be so, where the host was not read. */
const Free = ({ books: { nova, host } }: { readonly books: BarBooks }) =>
  host || !nova ? (
    <Figure of={host?.free} />
  ) : (
    <>
      <Figure of={novaFree(nova)} />
      <span className="block text-[0.6875rem] leading-tight">by Nova</span>
    </>
  )

/** RAM by Nova's count, where there are no pages to show. */
const Ram = ({ row: { ram } }: { readonly row: ShownRow }) => (
  <span className="text-xs text-muted lg:col-span-2">
    {ram ? (
      <>
        <Figure of={inMiB(ram.used)} /> of <Figure of={inMiB(ram.total)} /> MiB used ·{' '}
        <Figure of={inMiB(ram.free)} /> MiB left by ratio <Figure of={ram.ratio} />
      </>
    ) : (
      'not known'
    )}
  </span>
)

/** The worst thing to know of the host, and a way to all that its books disagree about. */
function Books({ row, size }: { readonly row: ShownRow; readonly size: PageSize | undefined }) {
  const { risks, standing, worst, host, divergences } = row
  const differs = standing.kind === 'phantom' || standing.kind === 'hidden'
  return (
    <>
      {risks.length > 0 ? (
        <Risks risks={risks} />
      ) : size !== undefined && (differs || !worst) ? (
        <Standing row={row} size={size} />
      ) : (
        worst && <TwoLines tone={findingTones[worst.tone]} first={nameCause(worst.cause)} />
      )}
      {divergences > 0 && (
        <Link to="/divergences" search={{ host }} className="link text-xs text-muted">
          <Quantified of={divergences} one="divergence" many="divergences" />
        </Link>
      )}
    </>
  )
}

/** The first of what would fail next, and how many more. */
function Risks({ risks }: { readonly risks: readonly Risk[] }) {
  const [first, ...more] = risks
  if (!first) return null
  return (
    <>
      <span className={`block font-semibold ${first.how === 'not as asked' ? 'text-warn' : 'text-bad'}`}>
        {more.length > 0 ? `${risks.length} boots at risk` : `${first.flavor} at risk`}
      </span>
      <span className="block text-xs text-muted">
        {more.length > 0 && `${first.flavor}: `}
        <Say sentence={first.words} />
      </span>
    </>
  )
}

function Standing({
  row: { standing, holdersNotRead },
  size,
}: {
  readonly row: ShownRow
  readonly size: PageSize
}) {
  const unread = holdersNotRead ? 'holders not read' : undefined
  switch (standing.kind) {
    case 'agree':
      return <TwoLines tone="text-ok" first="agree" second={unread} />
    case 'not compared':
      return <TwoLines tone="text-muted" first="not compared" second={standing.why} />
    case 'phantom':
      return (
        <TwoLines
          tone="text-bad"
          first={`${roughly(memoryOf(Pages(standing.pages), size))} not there`}
          second={cellsOf(standing.cells, '−', standing.because ? 'unseen ' : '')}
        />
      )
    case 'hidden':
      return (
        <TwoLines
          tone="text-ok"
          first={`hides ${roughly(memoryOf(Pages(standing.pages), size))}`}
          second={cellsOf(standing.cells, '+', standing.because ? 'reserved ' : '')}
        />
      )
  }
}

const cellsOf = (
  cells: readonly { readonly id: number; readonly pages: number }[],
  sign: string,
  how: string,
) => {
  const [one] = cells
  const pages = cells.reduce((sum, cell) => sum + cell.pages, 0)
  return cells.length === 1 && one
    ? `${sign}${figure(pages)} ${how}on cell ${one.id}`
    : `${sign}${figure(pages)} ${how}on ${cells.length} cells`
}

const TwoLines = ({
  tone,
  first,
  second,
}: {
  readonly tone: string
  readonly first: string
  readonly second?: string | undefined
}) => (
  <>
    <span className={`block font-semibold ${tone}`}>{first}</span>
    {second && <span className="block text-xs text-muted">{second}</span>}
  </>
)

function NoRows({ query, fleet }: { readonly query: FleetQuery; readonly fleet: FleetView }) {
  return (
    <Empty title="No host passes the filter.">
      {query.diverges && !query.filter
        ? 'No two books differ in this page size.'
        : `${figure(fleet.hosts)} hosts are there without it.`}
    </Empty>
  )
}
