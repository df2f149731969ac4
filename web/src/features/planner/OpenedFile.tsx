import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useDesk } from '../../api/desk.tsx'
import { releasesQuery } from '../../api/queries.ts'
import { Button } from '../../components/Button.tsx'
import type { CloudAsk } from '../../worker/desk.ts'
import { BrokenFile } from './BrokenPlan.tsx'
import type { PlanFileRead } from './read-plan-file.ts'

interface OpenedFileProps {
  readonly read: PlanFileRead | undefined
  /** Where it is replayed. */
  readonly cloud: CloudAsk | undefined
  readonly onClose: () => void
}

/** What came of opening a plan's file: what is wrong in it, or that it was made for another cloud or release. */
export function OpenedFile({ read, cloud, onClose }: OpenedFileProps) {
  const { data: releases = [] } = useQuery(releasesQuery(useDesk()))
  if (!read) return null
  if (read.kind === 'broken') return <BrokenFile {...read} onClose={onClose} />
  const { snapshot, release } = read.plan
  const isElsewhere = snapshot !== undefined && snapshot !== cloud?.snapshot
  const isUnder = release !== undefined && release !== cloud?.release
  const nameOf = (id: string) => releases.find((one) => one.id === id)?.name ?? id
  return (
    <section
      role="status"
      aria-label="Opened file"
      className="panel flex flex-wrap items-center gap-3 px-4 py-3"
    >
      <p className="min-w-0 flex-1 basis-80 break-words">
        <b>{read.file}</b> is open.
        {(isElsewhere || isUnder) && cloud && (
          <>
            {' '}
            It was made
            {isElsewhere && (
              <>
                {' '}
                on <code>{snapshot}</code>
              </>
            )}
            {isUnder && ` under ${nameOf(release)}`}, and is replayed on what is open here.
          </>
        )}
      </p>
      {(isElsewhere || isUnder) && cloud && (
        <Link
          to="/plan"
          search={{ snapshot: snapshot ?? cloud.snapshot, release: release ?? cloud.release }}
          hash={true}
          onClick={onClose}
          className="link"
        >
          Open it there
        </Link>
      )}
      <Button look="quiet" onPress={onClose}>
        Close
      </Button>
    </section>
  )
}
