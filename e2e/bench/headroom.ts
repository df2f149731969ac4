import {
  type Cloud,
  cloudOf,
  drain,
  drainSweep,
  type Flavor,
  finished,
  guestsOn,
  headroom,
  MiB,
  releaseById,
  replay,
} from '@headroom/shared'
import { cloudAtRandom, seeded } from '@headroom/shared/testing'
import type { Ratio } from './ratio.ts'

const release = releaseById('zed')
if (!release) throw new Error('Zed is gone')
const zed = release

const cloudOfHosts = (hosts: number): Cloud =>
  cloudOf(cloudAtRandom({ hosts, cells: [2] }, zed, seeded(hosts)), zed)

/** As many flavors as asked, no two of the same size. */
const flavorsLike = ({ snapshot }: Cloud, count: number): readonly Flavor[] =>
  Array.from({ length: count }, (_, index) => {
    const like = snapshot.flavors[index % snapshot.flavors.length] as Flavor
    const round = Math.floor(index / snapshot.flavors.length)
    const memory = (like.memory + MiB(1024) * 2 * round) as Flavor['memory']
    return { ...like, name: `${like.name}-${round}`, memory }
  })

const ask = (hosts: number, flavors: number) => () => {
  const cloud = cloudOfHosts(hosts)
  const asked = flavorsLike(cloud, flavors)
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

/** The host with the most guests. */
const drainOne = (hosts: number) => () => {
  const cloud = cloudOfHosts(hosts)
  const [fullest] = cloud.snapshot.hosts
    .map(({ id }) => ({ id, guests: guestsOn(cloud, id).length }))
    .sort((a, b) => b.guests - a.guests)
  return () => fullest && finished(drain(cloud, { hosts: [fullest.id], atOnce: 1 }))
}

const sweep = (hosts: number) => () => {
  const cloud = cloudOfHosts(hosts)
  return () => finished(drainSweep(cloud))
}

export const headrooms: readonly Ratio[] = [
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
  {
    name: 'an order and places for all guests of the fullest of 1,000 hosts, to that of 500',
    of: drainOne(1000),
    to: drainOne(500),
  },
  {
    name: 'could each of 113 hosts be drained? to the same of 56',
    of: sweep(113),
    to: sweep(56),
  },
]
