import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useDesk } from '../../api/desk.tsx'
import { scenariosQuery } from '../../api/queries.ts'
import { Page } from '../../components/Page.tsx'
import { Failure, Waiting } from '../../components/States.tsx'
import type { Broken } from '../../url/plan-link.ts'
import type { ScenarioCard } from '../../worker/desk.ts'
import { BrokenLink } from './BrokenLink.tsx'
import { OpenedFile } from './OpenedFile.tsx'
import type { usePlanFile } from './use-plan-file.ts'

/** What stands where no cloud is open. */
export const NoCloud = ({
  broken,
  file,
}: {
  readonly broken: Broken | undefined
  readonly file: ReturnType<typeof usePlanFile>
}) => (
  <Page title="Planner">
    {broken && <BrokenLink broken={broken} />}
    <OpenedFile read={file.read} cloud={undefined} onClose={file.close} />
    <p className="max-w-prose text-base">
      <b>What would happen if.</b> A plan is a list of steps on a cloud; both books answer each of them, and
      nothing is ever done to the cloud.
    </p>
    <p className="max-w-prose text-muted">
      Open a plan below, or{' '}
      <Link to="/import" className="link text-ink">
        import files
      </Link>{' '}
      from your own hosts and plan on those. A plan’s own file (<code>headroom-plan.json</code>) may be
      dropped anywhere on this page, or <FileButton onFile={file.pick} />.
    </p>
    <ScenarioPlans />
  </Page>
)

/** What stands where a cloud is open and the plan is empty. */
export const NoSteps = ({ snapshot, onFile }: { readonly snapshot: string; readonly onFile: () => void }) => (
  <>
    <section className="panel px-4 py-6">
      <h2 className="font-semibold">The plan is empty.</h2>
      <p className="mt-1 text-muted">
        Add a step: boot guests, move one, let a process take pages. A plan’s file may be dropped on this
        page, or <FileButton onFile={onFile} />.
      </p>
    </section>
    <ScenarioPlans snapshot={snapshot} />
  </>
)

const FileButton = ({ onFile }: { readonly onFile: () => void }) => (
  <button type="button" onClick={onFile} className="link cursor-default text-ink">
    chosen here
  </button>
)

/** Plans that stand ready: of one scenario, or of all. */
function ScenarioPlans({ snapshot }: { readonly snapshot?: string }) {
  const { data: scenarios, error, refetch } = useQuery(scenariosQuery(useDesk()))
  if (error)
    return <Failure what="The examples cannot be listed." error={error} again={() => void refetch()} />
  if (!scenarios) return <Waiting what="Listing the examples" />
  return scenarios
    .filter(({ id }) => snapshot === undefined || id === snapshot)
    .map((scenario) => <PlansOf key={scenario.id} scenario={scenario} />)
}

const PlansOf = ({ scenario: { id: snapshot, title, says, plans } }: { readonly scenario: ScenarioCard }) => (
  <section aria-labelledby={`plans-${snapshot}`}>
    <h2 id={`plans-${snapshot}`} className="font-semibold">
      {title}
    </h2>
    <p className="mb-2 max-w-prose text-xs text-muted">{says}</p>
    <ul className="grid gap-3 sm:grid-cols-2 xl:grid-cols-3">
      {plans.map(({ id, title, says, release, hash }) => (
        <li key={id}>
          <Link
            to="/plan"
            search={{ snapshot, release }}
            hash={hash}
            hashScrollIntoView={false}
            className="panel block h-full px-4 py-3 hover:border-edge"
          >
            <h3 className="font-semibold">{title}</h3>
            <p className="mt-1 text-xs text-muted">{says}</p>
          </Link>
        </li>
      ))}
    </ul>
  </section>
)
