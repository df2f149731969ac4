import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useDesk } from '../../api/desk.tsx'
import { scenariosQuery } from '../../api/queries.ts'
import { Page } from '../../components/Page.tsx'
import { Failure, Waiting } from '../../components/States.tsx'

/** What stands where no cloud is open. */
export function Welcome() {
  const { data: scenarios, error, refetch } = useQuery(scenariosQuery(useDesk()))
  return (
    <Page title="Fleet">
      <p className="max-w-prose text-base">
        <b>No cloud is open.</b> Headroom keeps two books for every host, Nova’s and the host’s own, and shows
        where they disagree. It reads, and never changes a cloud.
      </p>
      <p className="max-w-prose text-muted">
        <Link to="/import" className="link text-ink">
          Import files
        </Link>{' '}
        from your own hosts, or open an example:
      </p>
      {error ? (
        <Failure what="The examples cannot be listed." error={error} again={() => void refetch()} />
      ) : scenarios ? (
        <ul className="grid gap-3 sm:grid-cols-2 xl:grid-cols-3">
          {scenarios.map(({ id, title, shows }) => (
            <li key={id}>
              <Link
                to="/"
                search={{ snapshot: id, release: undefined }}
                className="panel block h-full px-4 py-3 hover:border-edge"
              >
                <h2 className="font-semibold">{title}</h2>
                <p className="mt-1 text-xs text-muted">{shows}</p>
              </Link>
            </li>
          ))}
        </ul>
      ) : (
        <Waiting what="Listing the examples" />
      )}
    </Page>
  )
}
