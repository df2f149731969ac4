import { memo } from '../collections.ts'
import type { HostId } from '../model/ids.ts'
import type { Snapshot } from '../model/snapshot.ts'
import type { HostState } from '../placement/host-state.ts'
import type { Release } from '../releases/release.ts'
import { type Cloud, cloudOf } from './cloud.ts'
import { finished, type Long } from './long.ts'
import { stateOf } from './nova-book.ts'

/**
 * Every host as the scheduler sees it, in the cloud's order. A plan changes few of them: the others are as they were when
 * the snapshot was read, and are the same values from step to step.
 */
export const statesOf = (cloud: Cloud): readonly HostState[] => finished(countStates(cloud))

/** Counted between two reports. */
const hostsATurn = 100

/** The same, told host by host where they were not counted before. */
export function* countStates(cloud: Cloud): Long<readonly HostState[]> {
  if (cloud.otherwise) return yield* countEach(cloud)
  const { states, places } = yield* statesWhenRead(cloud)
  const now: (HostState | undefined)[] = states.slice()
  const changed = new Set([cloud.hosts, cloud.residents, cloud.moves].flatMap((one) => [...one.changed()]))
  let done = 0
  for (const id of changed) {
    now[places.get(id) ?? now.length] = cloud.hosts.get(id) && stateOf(cloud, id)
    done += 1
    if (done % hostsATurn === 0) yield { done, of: changed.size }
  }
  return now.filter((state) => state !== undefined)
}

interface StatesWhenRead {
  readonly states: readonly HostState[]
  readonly places: ReadonlyMap<HostId, number>
}

/** By snapshot, the scheduler's release and that of the computes. */
const counted = memo((_: Snapshot) => memo((_: Release) => new WeakMap<Release, StatesWhenRead>()))

function* statesWhenRead({ snapshot, release, computes }: Cloud): Long<StatesWhenRead> {
  const kept = counted(snapshot)(release)
  const before = kept.get(computes)
  if (before) return before
  const states = yield* countEach({ ...cloudOf(snapshot, release), computes })
  const read = { states, places: new Map(states.map(({ id }, place) => [id, place])) }
  kept.set(computes, read)
  return read
}

function* countEach(cloud: Cloud): Long<readonly HostState[]> {
  const hosts = [...cloud.hosts.values()]
  const states: HostState[] = []
  for (const { id } of hosts) {
    states.push(stateOf(cloud, id))
    if (states.length % hostsATurn === 0) yield { done: states.length, of: hosts.length }
  }
  return states
}
