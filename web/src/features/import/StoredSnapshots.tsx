import { figure, releaseById } from '@headroom/shared'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { removeSnapshot, type StoredSnapshot } from '../../api/client.ts'
import { storedQuery } from '../../api/queries.ts'
import { ageOf, useNow } from '../../components/age.ts'
import { Button } from '../../components/Button.tsx'
import { Failure } from '../../components/States.tsx'

/** What the server keeps: to open, to go on from, to remove. */
export function StoredSnapshots({ onExtend }: { readonly onExtend: (id: string) => void }) {
  const queries = useQueryClient()
  const { data: stored, error, refetch } = useQuery(storedQuery)
  const remove = useMutation({
    mutationFn: removeSnapshot,
    onSettled: () => queries.invalidateQueries({ queryKey: storedQuery.queryKey }),
  })
  const failed = error ?? remove.error
  return (
    <section aria-labelledby="stored">
      <h2 id="stored" className="mb-2 font-semibold">
        Saved on the server
      </h2>
      {failed && (
        <Failure
          what={error ? 'The saved snapshots cannot be listed.' : 'It was not removed.'}
          error={failed}
          again={() => void refetch()}
        />
      )}
      {stored?.length === 0 && <p className="text-xs text-muted">Nothing is saved.</p>}
      {stored && stored.length > 0 && (
        <ul className="panel">
          {stored.map((one) => (
            <li
              key={one.id}
              className="flex flex-wrap items-center gap-x-4 gap-y-1 border-t border-line px-4 py-2 first:border-t-0"
            >
              <Stored stored={one} />
              <span className="ml-auto flex gap-1.5">
                <Button look="quiet" aria-label={`Add files to ${one.name}`} onPress={() => onExtend(one.id)}>
                  Add files to it
                </Button>
                <Button look="quiet" aria-label={`Remove ${one.name}`} onPress={() => remove.mutate(one.id)}>
                  Remove
                </Button>
              </span>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

function Stored({
  stored: { id, name, release, storedAt, hosts, guests },
}: {
  readonly stored: StoredSnapshot
}) {
  const age = ageOf(storedAt, useNow(undefined))
  const facts = [
    `${figure(hosts)} ${hosts === 1 ? 'host' : 'hosts'}`,
    `${figure(guests)} ${guests === 1 ? 'guest' : 'guests'}`,
    ...(release === undefined ? [] : [releaseById(release)?.name ?? release]),
    ...(age ? [`saved ${age.text} ago`] : []),
  ]
  return (
    <span className="min-w-0">
      <Link
        to="/"
        search={{ snapshot: id, release: undefined }}
        className="block font-semibold break-all hover:underline"
      >
        {name}
      </Link>
      <span className="text-xs text-muted">{facts.join(' · ')}</span>
    </span>
  )
}
