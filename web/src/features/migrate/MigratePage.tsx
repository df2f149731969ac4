import { figure } from '@headroom/shared'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { useDesk } from '../../api/desk.tsx'
import { useLong } from '../../api/use-long.ts'
import { buttonClass } from '../../components/Button.tsx'
import { DataTable } from '../../components/DataTable.tsx'
import { badColumn, guestsColumn, hostColumn } from '../../components/host-columns.tsx'
import { NoCloud } from '../../components/NoCloud.tsx'
import { Page } from '../../components/Page.tsx'
import { PickOne } from '../../components/PickOne.tsx'
import { Figure } from '../../components/Quantity.tsx'
import { Say } from '../../components/Say.tsx'
import { Failure } from '../../components/States.tsx'
import { Working } from '../../components/Working.tsx'
import { useCloud } from '../../url/use-cloud.ts'
import type { CloudAsk } from '../../worker/desk.ts'
import { Matrix } from './Matrix.tsx'
import type { DrainView } from './view-model.ts'

const route = getRouteApi('/migrate')

export function MigratePage() {
  const cloud = useCloud()
  return (
    <Page title="Migrate">
      {cloud ? <Drains cloud={cloud} /> : <NoCloud>to empty a host of it on paper.</NoCloud>}
    </Page>
  )
}

function Drains({ cloud }: { readonly cloud: CloudAsk }) {
  const { host, matrix } = route.useSearch()
  return (
    <>
      {host !== undefined && <Drain key={host} cloud={cloud} host={host} />}
      {host !== undefined &&
        (matrix ? <Matrix key={`matrix ${host}`} cloud={cloud} host={host} /> : <AskMatrix host={host} />)}
      <Sweep cloud={cloud} />
    </>
  )
}

function AskMatrix({ host }: { readonly host: string }) {
  return (
    <section aria-label="Destinations" className="panel flex flex-wrap items-center gap-3 px-4 py-3.5">
      <p className="min-w-0 flex-1 basis-60">
        What does each gate say of each guest of {host} on every other host?
      </p>
      <Link to="/migrate" search={(before) => ({ ...before, matrix: true })} className={buttonClass()}>
        Ask every gate
      </Link>
    </section>
  )
}

const limits = ['1', '2', '4', '8'] as const

function Drain({ cloud, host }: { readonly cloud: CloudAsk; readonly host: string }) {
  const desk = useDesk()
  const navigate = useNavigate()
  const { at_once: atOnce = 1 } = route.useSearch()
  const answer = useLong(['drain', cloud, host, atOnce], (tell) => desk.drain(cloud, host, atOnce, tell))
  const { data, error } = answer
  const pick = (
    <PickOne
      label="Moves at once"
      options={limits.map((id) => ({ id, name: id }))}
      value={limits.find((id) => id === `${atOnce}`)}
      onChange={(id) =>
        void navigate({
          to: '/migrate',
          search: (before) => ({ ...before, at_once: id === '1' ? undefined : Number(id) }),
        })
      }
    />
  )
  if (error && !answer.isStopped)
    return <Failure what={`${host} cannot be emptied on paper.`} error={error} again={answer.again} />
  if (!data)
    return <Working what={`Finding an order and places for the guests of ${host}`} many="hosts" {...answer} />
  return (
    <>
      <section aria-label={`Drain ${host}`} className="panel flex flex-wrap items-center gap-3 px-4 py-3.5">
        <p className="min-w-0 flex-1 basis-80">
          <Outcome view={data} />
        </p>
        {pick}
        {data.hash && (
          <Link to="/plan" hash={data.hash} className={buttonClass('strong')}>
            Open as a plan
          </Link>
        )}
      </section>
      {data.stays.length > 0 && (
        <DataTable
          title={`Guests that stay on ${host}`}
          columns={[
            { name: 'Guest', of: ({ name }) => name },
            { name: 'Why', wide: true, of: ({ why }) => <Say sentence={why} /> },
            {
              name: 'For example',
              wide: true,
              of: ({ short }) =>
                short ? <Say sentence={short} /> : <span className="text-muted">nothing more</span>,
            },
            { name: 'Certain', of: ({ certain }) => (certain ? 'yes' : 'no: the search gave up') },
          ]}
          rows={data.stays}
          idOf={({ guest }) => guest}
        />
      )}
      {data.moves.length > 0 && (
        <DataTable
          title={`Moves from ${host}, in order`}
          columns={[
            { name: 'Guest', of: ({ name }) => name },
            {
              name: 'To',
              of: ({ to }) => (
                <Link to="/hosts/$host" params={{ host: to }} className="link">
                  {to}
                </Link>
              ),
            },
            { name: 'Wave', right: true, of: ({ wave }) => <Figure of={wave} /> },
          ]}
          rows={data.moves}
          idOf={({ guest }) => guest}
        />
      )}
    </>
  )
}

function Outcome({ view: { host, moves, stays, waves } }: { readonly view: DrainView }) {
  if (moves.length === 0 && stays.length === 0) return <>{host} has no guests.</>
  const went = (
    <>
      <b className="figure">{figure(moves.length)}</b> {moves.length === 1 ? 'guest leaves' : 'guests leave'}{' '}
      {host} in <b className="figure">{figure(waves)}</b> {waves === 1 ? 'wave' : 'waves'}, each taken by both
      books of its new host
    </>
  )
  if (stays.length === 0) return <>{went}. The host is empty then.</>
  return (
    <>
      {moves.length > 0 ? <>{went}; </> : null}
      <b className="figure text-bad">{figure(stays.length)}</b> cannot go.
    </>
  )
}

function Sweep({ cloud }: { readonly cloud: CloudAsk }) {
  const desk = useDesk()
  const answer = useLong(['sweep', cloud], (tell) => desk.drainSweep(cloud, tell))
  const { data, error } = answer
  if (error && !answer.isStopped)
    return <Failure what="Which hosts could be drained cannot be told." error={error} again={answer.again} />
  if (!data)
    return <Working what="Asking of each host whether it could be drained" many="hosts" {...answer} />
  return (
    <DataTable
      title="Could it be drained?"
      columns={[
        hostColumn('Host'),
        guestsColumn(),
        badColumn('Cannot go', ({ stays }: { readonly stays: number }) => stays),
        {
          name: 'First of them',
          wide: true,
          of: ({ why }) => why ?? <span className="text-muted">all can go</span>,
        },
        {
          name: 'Plan',
          of: ({ host }) => (
            <Link to="/migrate" search={(before) => ({ ...before, host })} className="link">
              Drain {host}
            </Link>
          ),
        },
      ]}
      rows={data.rows}
      idOf={({ host }) => host}
    >
      <p className="mt-1 text-muted">
        {figure(data.drainable)} of {figure(data.rows.length)} hosts can be emptied as the cloud is, each
        alone.
      </p>
    </DataTable>
  )
}
