import { isMainThread } from 'node:worker_threads'
import { type Release, readSnapshot, releaseById, replay, verdictsOn, writeSnapshot } from '@headroom/shared'
import { cloudAtRandom, seeded } from '@headroom/shared/testing'
import { startNova } from '../oracle/nova.ts'
import { againstNova } from './against-nova.ts'
import { bookTargets, readingTold } from './books.ts'
import { bytesKept, ofCloud } from './cloud.ts'
import { fits } from './fit.ts'
import { boots, cloudWith, snapshotOf } from './fleet.ts'
import { longRatios, longTargets } from './headroom.ts'
import { measure, type Ratio } from './ratio.ts'
import { type Target, targetLine } from './target.ts'
import { serve, workers } from './worker.ts'

const askEvery = (hosts: number) => () => {
  const cloud = cloudWith(hosts)
  const ids = cloud.snapshot.hosts.map(({ id }) => id)
  const [flavor] = cloud.snapshot.flavors
  return () => flavor && verdictsOn(cloud, ids, flavor, {})
}

const play = (hosts: number, steps: number) => () => {
  const cloud = cloudWith(hosts)
  const actions = boots(steps)
  return () => replay(cloud, actions)
}

const playOneMore = (hosts: number, steps: number) => () => {
  const cloud = cloudWith(hosts)
  replay(cloud, boots(steps))
  const more = boots(steps + 1)
  return () => replay(cloud, more)
}

function ratiosOf(release: Release): readonly Ratio[] {
  const document = JSON.stringify(writeSnapshot(snapshotOf(2000)))
  return [
    {
      name: 'both books of 4,000 hosts, to those of 2,000: linear is 2',
      of: askEvery(4000),
      to: askEvery(2000),
    },
    {
      name: 'a plan of 80 steps over 500 hosts, to one of 40: a step that costs what the first did is 2',
      of: play(500, 80),
      to: play(500, 40),
    },
    {
      name: 'one step more on a plan of 80, to the whole plan: steps kept are steps not played',
      of: playOneMore(500, 80),
      to: play(500, 81),
    },
    {
      name: 'reading a snapshot of 2,000 hosts, to parsing its JSON alone',
      of: () => () => readSnapshot(JSON.parse(document)),
      to: () => () => JSON.parse(document),
    },
    ...fits,
    ...longRatios(release),
  ]
}

async function measureAll(): Promise<void> {
  const nova = await startNova()
  if (typeof nova === 'string') console.log(`not measured against Nova: ${nova}`)
  else {
    console.log(`first fit against Nova ${nova.version}, each case timed on both in turns`)
    show(await againstNova(nova))
    nova.end()
  }

  const release = releaseById('zed')
  if (!release) throw new Error('Zed is gone')
  console.log()
  for (const ratio of ratiosOf(release)) {
    const { of, to, ratio: times } = measure(ratio)
    console.log(`${times.toFixed(2)}  ${ratio.name} (${of.toFixed(1)} ms, ${to.toFixed(1)} ms)`)
  }

  const seed = 1
  console.log(`\nclouds at random, seed ${seed}`)
  const random = (hosts: number) => cloudAtRandom({ hosts, cells: [2] }, release, seeded(seed))
  const kept = bytesKept(() => random(2000))
  const [small, large] = [random(1000), random(10_000)]
  const { targets, told } = ofCloud(small, large, release)
  show(targets)
  show(bookTargets(small, large, release))
  show(longTargets(small, release, seed))
  show(await workers(small, large, release))
  for (const line of [...told, readingTold(random(2000), release), kept]) console.log(line)
}

const show = (targets: readonly Target[]): void => {
  for (const target of targets) console.log(targetLine(target))
}

if (isMainThread) await measureAll()
else serve()
