import { figure } from '@headroom/shared'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useDesk } from '../../api/desk.tsx'
import { useLong } from '../../api/use-long.ts'
import { buttonClass } from '../../components/Button.tsx'
import { type Column, DataTable } from '../../components/DataTable.tsx'
import { Figure } from '../../components/Quantity.tsx'
import { Say } from '../../components/Say.tsx'
import { Failure } from '../../components/States.tsx'
import { Working } from '../../components/Working.tsx'
import type { CloudAsk } from '../../worker/desk.ts'
import { DrainOptions } from './DrainOptions.tsx'
import { type DrainAsk, type DrainView, hostsOf, type MoveRow, type StaysRow } from './view-model.ts'

const route = getRouteApi('/migrate')

/** One host or several on paper: who goes where and when, and who stays. */
export function Drain({ cloud, host }: { readonly cloud: CloudAsk; readonly host: string }) {
  const desk = useDesk()
  const asked = askedIn(host, route.useSearch())
  const answer = useLong(['drain', cloud, asked], (tell) => desk.drain(cloud, asked, tell))
  const { data, error } = answer
  const name = asked.hosts.join(', ')
  return (
    <>
      <section aria-label={`Drain ${name}`} className="panel flex flex-wrap items-center gap-3 px-4 py-3.5">
        <p className="min-w-0 flex-1 basis-80">{data ? <Outcome view={data} /> : `Drain ${name}`}</p>
        <DrainOptions hosts={asked.hosts} />
        {data?.hash && (
          <Link to="/plan" hash={data.hash} className={buttonClass('strong')}>
            Open as a plan
          </Link>
        )}
        {data && data.remarks.length > 0 && (
          <ul aria-label="To be known" className="w-full list-disc pl-5 text-muted">
            {data.remarks.map((remark, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the list is never reordered
              <li key={index}>
                <Say sentence={remark} />
              </li>
            ))}
          </ul>
        )}
      </section>
      {error && !answer.isStopped && (
        <Failure what={`${name} cannot be emptied on paper.`} error={error} again={answer.again} />
      )}
      {!data && !(error && !answer.isStopped) && (
        <Working what={`Finding an order and places for the guests of ${name}`} many="hosts" {...answer} />
      )}
      {data && data.stays.length > 0 && (
        <DataTable
          title={`Guests that stay on ${name}`}
          columns={data.hosts.length > 1 ? [stayingColumn, ...stayColumns] : stayColumns}
          rows={data.stays}
          idOf={({ guest }) => guest}
        />
      )}
      {data && data.moves.length > 0 && (
        <DataTable
          title={`Moves from ${name}, in order`}
          columns={moveColumns}
          rows={data.moves}
          idOf={({ key }) => key}
        />
      )}
    </>
  )
}

type Search = ReturnType<typeof route.useSearch>

const askedIn = (host: string, search: Search): DrainAsk => ({
  hosts: hostsOf(host, search.after),
  order: search.reorder ? 'any' : 'given',
  atOnce: search.at_once ?? 1,
  downtime: search.downtime ?? 'never',
  aside: search.aside ?? 0,
  afterwards: search.afterwards ?? 'stays empty',
})

const stayingColumn: Column<StaysRow> = {
  name: 'Host',
  of: ({ host }) => <span className="whitespace-nowrap">{host}</span>,
}
const stayColumns: readonly Column<StaysRow>[] = [
  { name: 'Guest', of: ({ name }) => name },
  { name: 'Why', wide: true, of: ({ why }) => <Say sentence={why} /> },
  {
    name: 'For example',
    wide: true,
    of: ({ short }) => (short ? <Say sentence={short} /> : <span className="text-muted">nothing more</span>),
  },
  {
    name: 'What would free it',
    wide: true,
    of: ({ frees: [first, ...others] }) =>
      first ? (
        <>
          <Say sentence={first} />
          {others.length > 0 && (
            <details>
              <summary>{figure(others.length)} more</summary>
              <ul>
                {others.map((one, index) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: the list is never reordered
                  <li key={index}>
                    <Say sentence={one} />
                  </li>
                ))}
              </ul>
            </details>
          )}
        </>
      ) : (
        <span className="text-muted">no single change</span>
      ),
  },
  { name: 'Certain', of: ({ certain }) => certain },
]

const hostLink = (host: string) => (
  <Link to="/hosts/$host" params={{ host }} className="link whitespace-nowrap">
    {host}
  </Link>
)

const moveColumns: readonly Column<MoveRow>[] = [
  { name: 'Guest', of: ({ name }) => name },
  { name: 'From', of: ({ from }) => hostLink(from) },
  { name: 'To', of: ({ to }) => hostLink(to) },
  { name: 'How', of: ({ how }) => (how === 'live' ? 'live' : 'cold, then confirmed') },
  { name: 'Why', of: ({ why }) => <Say sentence={why} /> },
  { name: 'Wave', right: true, of: ({ wave }) => <Figure of={wave} /> },
]

function Outcome({ view: { hosts, moves, stays, waves, aside, cold } }: { readonly view: DrainView }) {
  const name = hosts.join(', then ')
  if (moves.length === 0 && stays.length === 0) return <>{name}: no guests.</>
  const besides = [
    ...(cold > 0 ? [`${figure(cold)} cold`] : []),
    ...(aside > 0 ? [`${figure(aside)} to make room`] : []),
  ]
  const went = (
    <>
      {name}: <b className="figure">{figure(moves.length)}</b> {moves.length === 1 ? 'move' : 'moves'}
      {besides.length > 0 && ` (${besides.join(', ')})`} in <b className="figure">{figure(waves)}</b>{' '}
      {waves === 1 ? 'wave' : 'waves'}, each taken by both books of its new host
    </>
  )
  if (stays.length === 0) return <>{went}. Nobody stays.</>
  return (
    <>
      {moves.length > 0 ? <>{went}; </> : null}
      <b className="figure text-bad">{figure(stays.length)}</b> cannot go.
    </>
  )
}
