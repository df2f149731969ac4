import { memo } from '../collections.ts'
import type { Snapshot } from '../model/snapshot.ts'
import type { HostState } from '../placement/host-state.ts'
import type { Release } from '../releases/release.ts'
import { type Cloud, cloudOf } from './cloud.ts'
import { stateOf } from './nova-book.ts'

/**
 * Every host as the scheduler sees it, in the cloud's order. A plan changes few of them: the others are as they were when
 * the snapshot was read, and are the same values from step to step.
 */
export function statesOf(cloud: Cloud): readonly HostState[] {
  if (cloud.otherwise) return [...cloud.hosts.values()].map(({ id }) => stateOf(cloud, id))
  const { states, places } = statesWhenRead(cloud.snapshot)(cloud.release)(cloud.computes)
  const now: (HostState | undefined)[] = states.slice()
  const changed = [cloud.hosts, cloud.residents, cloud.moves].flatMap((one) => [...one.changed()])
  for (const id of new Set(changed)) {
    now[places.get(id) ?? now.length] = cloud.hosts.get(id) && stateOf(cloud, id)
  }
  return now.filter((state) => state !== undefined)
}

const statesWhenRead = memo((snapshot: Snapshot) =>
  memo((release: Release) =>
    memo((computes: Release) => {
      const cloud = { ...cloudOf(snapshot, release), computes }
      const states = [...cloud.hosts.values()].map(({ id }) => stateOf(cloud, id))
      return { states, places: new Map(states.map(({ id }, place) => [id, place])) }
    }),
  ),
)
