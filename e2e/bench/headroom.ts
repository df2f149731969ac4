import {
  type Cloud,
  cloudOf,
  drain,
  drainRequest,
  drainSweep,
  finished,
  headroom,
  type Long,
  type Release,
  replay,
  type Snapshot,
} from '@headroom/shared'
import { cloudAtRandom, seeded, type ZoneName } from '@headroom/shared/testing'
import { fullestOf, manyFlavors } from './questions.ts'
import type { Ratio } from './ratio.ts'
import { middle, type Target, timed } from './target.ts'

/** Questions of a whole cloud that take a while: headroom, drains. */
export function longRatios(release: Release): readonly Ratio[] {
  const cloudOfHosts = (hosts: number): Cloud =>
    cloudOf(cloudAtRandom({ hosts, cells: [2] }, release, seeded(hosts)), release)
  const ask = (hosts: number, flavors: number) => () => {
    const cloud = cloudOfHosts(hosts)
    const asked = manyFlavors(cloud.snapshot, flavors)
    return () => finished(headroom(cloud, asked))
  }
  const bootsUntilFull = (hosts: number) => () => {
    const cloud = cloudOfHosts(hosts)
    return () =>
      replay(cloud, [{ do: 'boot', id: 'more', flavor: 'n1.medium', image: {}, count: 200, on: undefined }])
  }
  const oneFlavor = (hosts: number) => () => {
    const cloud = cloudOfHosts(hosts)
    const asked = cloud.snapshot.flavors.filter(({ name }) => name === 'n1.medium')
    return () => finished(headroom(cloud, asked))
  }
  return [
    {
      name: 'headroom of 100 flavors on 1,000 hosts, to that of 50',
      of: ask(1000, 100),
      to: ask(1000, 50),
    },
    {
      name: 'headroom of one flavor on 100 hosts, to 200 boots of it by replay',
      of: oneFlavor(100),
      to: bootsUntilFull(100),
    },
  ]
}

const rounds = Array.from({ length: 5 }, (_, round) => round)

/** The middle of some rounds, each on a cloud that nothing was asked of. */
function fresh<Answer>(snapshot: Snapshot, release: Release, ask: (cloud: Cloud) => Long<Answer>): number {
  return middle(
    rounds.map(() => {
      const cloud = cloudOf({ ...snapshot }, release)
      return timed(() => finished(ask(cloud)))
    }),
  )
}

/** What each may take. */
export function longTargets(small: Snapshot, release: Release, seed: number): readonly Target[] {
  const dense: readonly ZoneName[] = ['small']
  const crowded = cloudAtRandom({ hosts: 113, cells: [2], zones: dense }, release, seeded(seed))
  const flavors = manyFlavors(small, 100)
  const { host, guests } = fullestOf(cloudOf(small, release))
  return [
    {
      name: `headroom of 100 flavors on ${small.hosts.length} hosts`,
      measured: fresh(small, release, (cloud) => headroom(cloud, flavors)),
      bound: { atMost: 1000 },
      unit: ' ms',
    },
    {
      name: `a host of ${guests} guests drained, ${small.hosts.length} hosts`,
      measured: fresh(small, release, (cloud) => drain(cloud, drainRequest([host]))),
      bound: { atMost: 1000 },
      unit: ' ms',
    },
    {
      name: `could each of ${crowded.hosts.length} hosts be drained? ${crowded.guests.length} guests`,
      measured: fresh(crowded, release, (cloud) => drainSweep(cloud, 'never')),
      bound: { atMost: 5000 },
      unit: ' ms',
    },
  ]
}
