import { explainRejection, type FlavorHeadroom, figure, type HostRoom, type RoomAt } from '@headroom/shared'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { useDesk } from '../../api/desk.tsx'
import { useLong } from '../../api/use-long.ts'
import { buttonClass } from '../../components/Button.tsx'
import { type Column, DataTable } from '../../components/DataTable.tsx'
import { badColumn, guestsColumn, hostColumn } from '../../components/host-columns.tsx'
import { NoCloud } from '../../components/NoCloud.tsx'
import { Page } from '../../components/Page.tsx'
import { PickOne } from '../../components/PickOne.tsx'
import { Figure, Memory } from '../../components/Quantity.tsx'
import { Say } from '../../components/Say.tsx'
import { Empty, Failure } from '../../components/States.tsx'
import { Working } from '../../components/Working.tsx'
import { useCloud } from '../../url/use-cloud.ts'
import type { CloudAsk } from '../../worker/desk.ts'
import { formatWeights, type HeadroomView, moreText, parseWeights, unkept } from './view-model.ts'

const HeadroomChart = lazy(() => import('../../charts/HeadroomChart.tsx'))
const route = getRouteApi('/headroom')

export function HeadroomPage() {
  const cloud = useCloud()
  if (!cloud)
    return (
      <Page title="Headroom">
        <NoCloud>to count how many more guests find room.</NoCloud>
      </Page>
    )
  return (
    <Page title="Headroom">
      <Flavors cloud={cloud} />
    </Page>
  )
}

function Flavors({ cloud }: { readonly cloud: CloudAsk }) {
  const desk = useDesk()
  const { flavor, lost, fair } = route.useSearch()
  const answer = useLong(['headroom', cloud], (tell) => desk.headroom(cloud, tell))
  const { data, error } = answer
  if (error && !answer.isStopped)
    return <Failure what="The headroom cannot be counted." error={error} again={answer.again} />
  if (!data) return <Working what="Booting every flavor until it is refused" many="flavors" {...answer} />
  if (data.rows.length === 0)
    return <Empty title="No flavors">The snapshot lists no flavor to count by. Add one on Import.</Empty>
  const shown = data.rows.find((one) => one.flavor === flavor) ?? data.worst ?? data.rows[0]
  return (
    <>
      <Headline view={data} />
      <DataTable title="By flavor" columns={columns} rows={data.rows} idOf={(row) => row.flavor}>
        <p className="mt-1 max-w-prose text-muted">
          As many as booting a flavor again and again would give, each flavor alone, until no valid host is
          found.
        </p>
      </DataTable>
      <div className="panel px-4 py-3.5" aria-hidden="true">
        <Suspense fallback={null}>
          <HeadroomChart
            rows={data.rows.map(({ flavor, now, empty }) => ({
              flavor,
              nova: now.nova.count,
              runs: now.runs.count,
              empty: empty.runs.count,
            }))}
          />
        </Suspense>
      </div>
      {shown && <Places cloud={cloud} flavor={shown.flavor} />}
      {fair ? <Fair cloud={cloud} /> : <AskFair />}
      {lost ? <Losses cloud={cloud} /> : <AskLosses />}
    </>
  )
}

function Headline({ view: { worst, full, rows } }: { readonly view: HeadroomView }) {
  return (
    <section aria-label="In short" className="panel px-4 py-3.5">
      {worst ? (
        <p className="max-w-prose">
          Of <code>{worst.flavor}</code> Nova books <b className="figure">{moreText(worst.now.nova)}</b> more,
          and <b className="figure text-bad">{figure(unkept(worst.now))}</b> of them would not run.
        </p>
      ) : (
        <p>Of no flavor does Nova book more than the hosts run.</p>
      )}
      {full.length > 0 && (
        <p className="mt-1 max-w-prose text-muted">
          {full.length === rows.length ? 'Not one more guest of any flavor runs.' : 'Not one more runs of '}
          {full.length < rows.length && full.join(', ')}
        </p>
      )}
    </section>
  )
}

const columns: readonly Column<FlavorHeadroom>[] = [
  {
    name: 'Flavor',
    of: ({ flavor }) => (
      <Link to="/headroom" search={(before) => ({ ...before, flavor })} className="link">
        {flavor}
      </Link>
    ),
  },
  { name: 'By Nova’s book', right: true, of: ({ now }) => <b className="figure">{moreText(now.nova)}</b> },
  { name: 'That run', right: true, of: ({ now }) => <b className="figure">{moreText(now.runs)}</b> },
  {
    name: 'Would not run',
    right: true,
    of: ({ now }) => (
      <span className={`figure ${unkept(now) > 0 ? 'font-semibold text-bad' : 'text-muted'}`}>
        {figure(unkept(now))}
      </span>
    ),
  },
  { name: 'Not known', right: true, of: ({ now }) => <Figure of={now.unsure} /> },
  {
    name: 'By pages of the hosts',
    right: true,
    of: ({ host }) =>
      host ? <span className="figure">{moreText(host)}</span> : <span className="text-muted">no limit</span>,
  },
  {
    name: 'On an empty cloud',
    right: true,
    of: ({ empty }) => <span className="figure">{moreText(empty.runs)}</span>,
  },
  {
    name: 'Ends by',
    wide: true,
    of: ({ ends: [first] }) =>
      first ? (
        <>
          <code>{first.by}</code> on {figure(first.hosts)} {first.hosts === 1 ? 'host' : 'hosts'}
        </>
      ) : (
        <span className="text-muted">nothing</span>
      ),
  },
]

function Places({ cloud, flavor }: { readonly cloud: CloudAsk; readonly flavor: string }) {
  const desk = useDesk()
  const answer = useLong(['headroom places', cloud, flavor], () => desk.headroomPlaces(cloud, flavor))
  const { data, error } = answer
  if (error)
    return (
      <Failure
        what={`Where there is room for ${flavor} cannot be told.`}
        error={error}
        again={answer.again}
      />
    )
  if (!data) return <Working what={`Looking where ${flavor} finds room`} many="hosts" {...answer} />
  return (
    <>
      <DataTable
        title={`${flavor} by zone`}
        columns={placeColumns('Zone')}
        rows={data.zones}
        idOf={({ where }) => where ?? ''}
      />
      {data.aggregates.length > 0 && (
        <DataTable
          title={`${flavor} by aggregate`}
          columns={placeColumns('Aggregate')}
          rows={data.aggregates}
          idOf={({ where }, index) => `${where} ${index}`}
        />
      )}
      <DataTable
        title={`${flavor} by host, each alone`}
        columns={hostColumns}
        rows={data.hosts}
        idOf={({ where }) => where}
      />
    </>
  )
}

const roomColumns: readonly Column<RoomAt<unknown>>[] = [
  { name: 'By Nova’s book', right: true, of: ({ room }) => <b className="figure">{moreText(room.nova)}</b> },
  { name: 'That run', right: true, of: ({ room }) => <b className="figure">{moreText(room.runs)}</b> },
  {
    name: 'Would not run',
    right: true,
    of: ({ room }) => (
      <span className={`figure ${unkept(room) > 0 ? 'font-semibold text-bad' : 'text-muted'}`}>
        {figure(unkept(room))}
      </span>
    ),
  },
  { name: 'Not known', right: true, of: ({ room }) => <Figure of={room.unsure} /> },
]

const placeColumns = (name: string): readonly Column<RoomAt<string | undefined>>[] => [
  { name, of: ({ where }) => where ?? 'in no zone' },
  ...roomColumns,
]

const hostColumns: readonly Column<HostRoom>[] = [
  {
    name: 'Host',
    of: ({ where }) => (
      <Link to="/hosts/$host" params={{ host: where }} className="link whitespace-nowrap">
        {where}
      </Link>
    ),
  },
  ...roomColumns,
  {
    name: 'Short then',
    wide: true,
    of: ({ stop }) =>
      stop ? <Say sentence={explainRejection(stop.reason)} /> : <span className="text-muted">nothing</span>,
  },
  {
    name: 'Left over',
    right: true,
    of: ({ left: { memory, vcpus, pages } }) => (
      <>
        {memory === undefined ? <Figure of={undefined} /> : <Memory kib={memory} />}, <Figure of={vcpus} />{' '}
        vCPUs
        {pages.length > 0 && (
          <ul aria-label="Huge pages by cell">
            {pages.map(({ cell, size, free }) => (
              <li key={`${cell} ${size}`} className="whitespace-nowrap">
                cell {cell}: <Say sentence={[{ pages: free, size }]} />
              </li>
            ))}
          </ul>
        )}
      </>
    ),
  },
]

function AskFair() {
  return (
    <section aria-label="Shared" className="panel flex flex-wrap items-center gap-3 px-4 py-3.5">
      <p className="min-w-0 flex-1 basis-60">What would each flavor get, if all were booted in turns?</p>
      <Link to="/headroom" search={(before) => ({ ...before, fair: true })} className={buttonClass()}>
        Share fairly
      </Link>
    </section>
  )
}

function Fair({ cloud }: { readonly cloud: CloudAsk }) {
  const desk = useDesk()
  const navigate = useNavigate()
  const weights = parseWeights(route.useSearch().weights)
  const answer = useLong(['fair share', cloud, weights], (tell) => desk.fairShare(cloud, weights, tell))
  const { data, error } = answer
  if (error && !answer.isStopped)
    return <Failure what="How flavors share cannot be counted." error={error} again={answer.again} />
  if (!data) return <Working what="Booting all flavors in turns" many="flavors used up" {...answer} />
  return (
    <DataTable
      title="Shared fairly"
      columns={[
        { name: 'Flavor', of: (row) => row.flavor },
        { name: 'In its turn', right: true, of: ({ weight }) => <Figure of={weight} /> },
        { name: 'That run', right: true, of: ({ runs }) => <b className="figure">{figure(runs)}</b> },
        { name: 'Not known', right: true, of: ({ unsure }) => <Figure of={unsure} /> },
      ]}
      rows={data}
      idOf={(row) => row.flavor}
    >
      <p className="mt-1 max-w-prose text-muted">
        So many of each in turn, each flavor until no valid host is found for it; hosts fill in Nova’s order.
      </p>
      <fieldset className="mt-2 flex flex-wrap gap-2">
        <legend className="sr-only">How many of each flavor in its turn</legend>
        {data.map(({ flavor, weight }) => (
          <PickOne
            key={flavor}
            label={flavor}
            options={inTurn(weight)}
            value={`${weight}`}
            onChange={(id) =>
              void navigate({
                to: '/headroom',
                search: (before) => ({
                  ...before,
                  weights: formatWeights({ ...weights, [flavor]: Number(id) }),
                }),
              })
            }
          />
        ))}
      </fieldset>
    </DataTable>
  )
}

/** Weights to choose from, with the one that is chosen. */
const inTurn = (weight: number) =>
  [...new Set([0, 1, 2, 3, 5, 10, weight])]
    .sort((a, b) => a - b)
    .map((one) => ({ id: `${one}`, name: `× ${one}` }))

function AskLosses() {
  return (
    <section aria-label="A host lost" className="panel flex flex-wrap items-center gap-3 px-4 py-3.5">
      <p className="min-w-0 flex-1 basis-60">
        Would the guests of each host find room elsewhere, if it were lost?
      </p>
      <Link to="/headroom" search={(before) => ({ ...before, lost: true })} className={buttonClass()}>
        Lose each host once
      </Link>
    </section>
  )
}

function Losses({ cloud }: { readonly cloud: CloudAsk }) {
  const desk = useDesk()
  const answer = useLong(['losses', cloud], (tell) => desk.losses(cloud, tell))
  const { data, error } = answer
  if (error && !answer.isStopped)
    return <Failure what="What a lost host costs cannot be told." error={error} again={answer.again} />
  if (!data) return <Working what="Losing each host once" many="hosts" {...answer} />
  return (
    <>
      {data.zones.length > 1 && (
        <DataTable
          title="A zone lost"
          columns={[
            { name: 'Lost', of: ({ zone }) => zone },
            { name: 'Hosts', right: true, of: ({ hosts }) => <Figure of={hosts} /> },
            guestsColumn(),
            badColumn('Without a home', ({ homeless }: { readonly homeless: number }) => homeless),
          ]}
          rows={data.zones}
          idOf={({ zone }) => zone}
        >
          <p className="mt-1 max-w-prose text-muted">
            All hosts of a zone at once; its guests may go to others.
          </p>
        </DataTable>
      )}
      <DataTable
        title="A host lost"
        columns={[
          hostColumn('Lost'),
          guestsColumn(),
          badColumn('Without a home', ({ homeless }: { readonly homeless: number }) => homeless),
        ]}
        rows={data.rows}
        idOf={({ host }) => host}
      >
        <p className="mt-1 max-w-prose text-muted">
          {data.safe === data.rows.length
            ? 'Whichever host is lost, both books of others take all its guests.'
            : `${figure(data.safe)} of ${figure(data.rows.length)} hosts may be lost without a guest left over.`}
        </p>
      </DataTable>
    </>
  )
}
