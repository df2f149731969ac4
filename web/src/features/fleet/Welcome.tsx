import { figure } from '@headroom/shared'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useDesk } from '../../api/desk.tsx'
import { scenariosQuery, storedQuery } from '../../api/queries.ts'
import { Page } from '../../components/Page.tsx'
import { Failure, Waiting } from '../../components/States.tsx'
import type { ScenarioCard } from '../../worker/desk.ts'
import { PlanLinks } from './PlanLinks.tsx'

/** What stands where no cloud is open. */
export function Welcome() {
  const scenarios = useQuery(scenariosQuery(useDesk()))
  const stored = useQuery(storedQuery)
  return (
    <Page title="Fleet">
      <p className="max-w-[80ch] text-base">
        <b>No cloud is open.</b> Headroom keeps two books for every host, Nova’s and the host’s own, and shows
        where they disagree. It reads, and never changes a cloud.
      </p>
      <p className="max-w-[80ch] text-muted">
        <Link to="/import" className="link text-ink">
          Import files
        </Link>{' '}
        from your own hosts, or open an example.
      </p>
      {stored.error && (
        <Failure
          what="Stored snapshots cannot be listed."
          error={stored.error}
          again={() => void stored.refetch()}
        />
      )}
      {stored.data && stored.data.length > 0 && (
        <Clouds
          title="Stored snapshots"
          clouds={stored.data.map(({ id, name, hosts, guests }) => ({
            id,
            name,
            note: `${figure(hosts)} hosts, ${figure(guests)} guests`,
          }))}
        />
      )}
      {scenarios.error ? (
        <Failure
          what="The examples cannot be listed."
          error={scenarios.error}
          again={() => void scenarios.refetch()}
        />
      ) : scenarios.data ? (
        <Scenarios scenarios={scenarios.data} />
      ) : (
        <Waiting what="Listing the examples" />
      )}
    </Page>
  )
}

interface CloudsProps {
  readonly title: string
  readonly clouds: readonly { readonly id: string; readonly name: string; readonly note: string }[]
}

const Clouds = ({ title, clouds }: CloudsProps) => (
  <section aria-label={title}>
    <h2 className="mb-2 text-xs text-muted">{title}</h2>
    <ul className="grid gap-3 sm:grid-cols-2 xl:grid-cols-3">
      {clouds.map(({ id, name, note }) => (
        <li key={id}>
          <Link
            to="/"
            search={{ snapshot: id, release: undefined }}
            className="panel block h-full px-4 py-3 hover:border-edge"
          >
            <h3 className="font-semibold">{name}</h3>
            <p className="mt-1 text-xs text-muted">{note}</p>
          </Link>
        </li>
      ))}
    </ul>
  </section>
)

/** Examples: each opens as a fleet, or with a plan of its own on both books. */
const Scenarios = ({ scenarios }: { readonly scenarios: readonly ScenarioCard[] }) => (
  <section aria-label="Scenarios">
    <h2 className="mb-2 text-xs text-muted">Scenarios</h2>
    <ul className="grid gap-3 lg:grid-cols-2">
      {scenarios.map((scenario) => (
        <li key={scenario.id} className="panel flex flex-col gap-2 px-4 py-3.5">
          <h3 className="font-semibold">
            <Link to="/" search={{ snapshot: scenario.id, release: undefined }} className="link">
              {scenario.title}
            </Link>
          </h3>
          <p className="text-muted">{scenario.says}</p>
          <PlanLinks scenario={scenario} />
        </li>
      ))}
    </ul>
  </section>
)
