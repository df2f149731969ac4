import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useDesk } from '../../api/desk.tsx'
import { bootsQuery, cloudQuery, fleetQuery, scenariosQuery } from '../../api/queries.ts'
import { BarLegend } from '../../components/BarLegend.tsx'
import { Opening } from '../../components/Opening.tsx'
import { Page } from '../../components/Page.tsx'
import { Pill } from '../../components/Pill.tsx'
import { Quantified } from '../../components/Quantity.tsx'
import { ReleasePicker } from '../../components/ReleasePicker.tsx'
import { Say } from '../../components/Say.tsx'
import { Empty, Failure } from '../../components/States.tsx'
import { useCloud } from '../../url/use-cloud.ts'
import type { CloudAsk, CloudView } from '../../worker/desk.ts'
import { Causes } from './Causes.tsx'
import { CellMap } from './CellMap.tsx'
import { FleetFilter } from './FleetFilter.tsx'
import { FleetTable } from './FleetTable.tsx'
import { FleetTotals } from './FleetTotals.tsx'
import { PlanLinks } from './PlanLinks.tsx'
import { Sources } from './Sources.tsx'
import type { FleetQuery, FleetView } from './view-model.ts'
import { Welcome } from './Welcome.tsx'

const route = getRouteApi('/')

export function Fleet() {
  const cloud = useCloud()
  return cloud ? <OpenFleet cloud={cloud} /> : <Welcome />
}

function OpenFleet({ cloud: ask }: { readonly cloud: CloudAsk }) {
  const desk = useDesk()
  const { filter, size, diverges, sort, descending } = route.useSearch()
  const query: FleetQuery = {
    filter,
    size,
    diverges: diverges ?? false,
    sort: sort ?? 'host',
    descending: descending ?? false,
  }
  const cloud = useQuery(cloudQuery(desk, ask))
  const fleet = useQuery(fleetQuery(desk, ask, query))
  const error = cloud.error ?? fleet.error
  if (error)
    return (
      <Page title="Fleet">
        <Failure
          what="This cloud cannot be shown."
          error={error}
          again={() => void Promise.all([cloud.refetch(), fleet.refetch()])}
        />
      </Page>
    )
  if (!cloud.data || !fleet.data)
    return (
      <Page title="Fleet">
        <Opening snapshot={ask.snapshot} />
      </Page>
    )
  return <FleetPage ask={ask} query={query} cloud={cloud.data} fleet={fleet.data} />
}

interface FleetPageProps {
  readonly ask: CloudAsk
  readonly query: FleetQuery
  readonly cloud: CloudView
  readonly fleet: FleetView
}

const tones = { bad: 'text-bad', ok: 'text-ink', plain: 'text-ink' } as const

function FleetPage({ ask, query, cloud, fleet }: FleetPageProps) {
  const { view } = route.useSearch()
  return (
    <Page
      title="Fleet"
      facts={
        <>
          <Pill>
            <Quantified of={fleet.hosts} one="host" many="hosts" />
          </Pill>
          <Pill>
            <Quantified of={fleet.cells.all} one="cell" many="cells" />
          </Pill>
          <ReleasePicker cloud={cloud} />
        </>
      }
    >
      <Headline ask={ask} fleet={fleet} />
      <Plans snapshot={ask.snapshot} />
      {fleet.hosts === 0 ? (
        <Empty title="This snapshot has no hosts.">
          <Link to="/import" className="link text-ink">
            Import
          </Link>{' '}
          what your hosts and Nova say.
        </Empty>
      ) : (
        <>
          <FleetTotals ask={ask} fleet={fleet} />
          <Sources cloud={cloud} fleet={fleet} />
          <Causes ask={ask} />
          <FleetFilter query={query} fleet={fleet} />
          {view === 'map' ? (
            <CellMap ask={ask} query={query} size={fleet.size} />
          ) : (
            <>
              {fleet.size !== undefined && <BarLegend />}
              <FleetTable ask={ask} query={query} fleet={fleet} asOf={cloud.asOf} />
            </>
          )}
        </>
      )}
    </Page>
  )
}

/** The one thing to know: how the pages stand, or, where there are none, the first boot that would go wrong. */
function Headline({ ask, fleet }: { readonly ask: CloudAsk; readonly fleet: FleetView }) {
  const { data: boots } = useQuery(bootsQuery(useDesk(), ask))
  const [risk] = fleet.size === undefined ? (boots?.atRisk ?? []) : []
  return (
    <p
      className={`max-w-[110ch] text-base font-semibold [&_b]:font-semibold ${risk ? 'text-warn' : tones[fleet.headline.tone]}`}
    >
      {risk ? (
        <>
          The next {risk.flavor} on{' '}
          <Link to="/hosts/$host" params={{ host: risk.host }} className="link">
            {risk.host}
          </Link>
          : <Say sentence={risk.words} />.
        </>
      ) : (
        <Say sentence={fleet.headline.sentence} />
      )}
    </p>
  )
}

/** Of a scenario: what it exists to show, and its plans, each a click away. */
function Plans({ snapshot }: { readonly snapshot: string }) {
  const { data } = useQuery(scenariosQuery(useDesk()))
  const scenario = data?.find(({ id }) => id === snapshot)
  if (!scenario) return null
  return (
    <section aria-label="Scenario" className="panel px-4 py-3">
      <p className="max-w-[110ch] text-muted">{scenario.says}</p>
      <PlanLinks scenario={scenario} />
    </section>
  )
}
