import { type Cloud, divergencesOn, type HostId, type Long } from '@headroom/shared'
import { type Found, foundOn } from '../components/found.ts'
import { aggregatesByHost, type HostBooks } from './books.ts'
import { othersFirst, run } from './long.ts'

/** Divergences of a cloud; what was found on a host is kept. */
export interface Finder {
  readonly on: (host: HostId) => readonly Found[]
  /** Of every host, in slices, telling how many are done. */
  readonly all: () => Promise<readonly Found[]>
  /** Whether the host’s sources were read too far apart to be compared. */
  readonly isApart: (host: HostId) => boolean
}

export function finderOf(
  cloud: Cloud,
  books: readonly HostBooks[],
  tolerance: number | undefined,
  tell: (hosts: number) => void,
): Finder {
  const aggregates = aggregatesByHost(cloud.snapshot)
  const byHost = new Map(books.map((one) => [one.host.id, one]))
  const how = tolerance === undefined ? {} : { tolerance }
  const known = new Map<HostId, readonly Found[]>()
  const apart = new Set<HostId>()
  const on = (host: HostId): readonly Found[] => {
    const before = known.get(host)
    if (before) return before
    const its = byHost.get(host)
    const all = its ? divergencesOn(cloud, host, how) : []
    if (all.some(({ cause }) => cause === 'sources-apart')) apart.add(host)
    const found = its ? foundOn(its, aggregates.get(host) ?? [], all) : []
    known.set(host, found)
    return found
  }
  function* walk(): Long<readonly Found[]> {
    const found: Found[] = []
    for (const [index, { host }] of books.entries()) {
      found.push(...on(host.id))
      yield { done: index + 1, of: books.length }
    }
    return found
  }
  const walked = async () => {
    tell(0)
    await othersFirst()
    return run(walk(), ({ done }) => {
      tell(done)
      return true
    })
  }
  let walking: Promise<readonly Found[]> | undefined
  return {
    on,
    isApart: (host) => {
      on(host)
      return apart.has(host)
    },
    all: () => {
      walking ??= walked()
      return walking
    },
  }
}
