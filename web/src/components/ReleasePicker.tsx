import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useDesk } from '../api/desk.tsx'
import { releasesQuery } from '../api/queries.ts'
import type { CloudView } from '../worker/desk.ts'
import { PickOne } from './PickOne.tsx'

/** Under which release's rules the cloud is counted; the choice is in the link. */
export function ReleasePicker({ cloud }: { readonly cloud: CloudView }) {
  const navigate = useNavigate()
  const { data: releases = [cloud.release] } = useQuery(releasesQuery(useDesk()))
  return (
    <>
      <PickOne
        label="rules"
        options={releases}
        value={cloud.release.id}
        onChange={(release) =>
          void navigate({ to: '.', search: (old) => ({ ...old, release }), hash: true, resetScroll: false })
        }
      />
      {cloud.releaseAssumed && (
        <span className="text-xs text-warn">No source names the release; the newest is assumed.</span>
      )}
    </>
  )
}
