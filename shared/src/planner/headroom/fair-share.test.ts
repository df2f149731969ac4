import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { releaseById, releases } from '../../releases/index.ts'
import { cloudAtRandom, seeded } from '../../testing/clouds.ts'
import { type Cloud, cloudOf } from '../cloud.ts'
import { finished } from '../long.ts'
import { play } from '../replay.ts'
import { fairShare, type Share } from './fair-share.ts'

/** The same boots as steps of a plan, in the same order. */
function byReplay(cloud: Cloud, shares: readonly Share[]) {
  const got = shares.map(({ flavor, weight }) => ({ flavor: flavor.name, weight, runs: 0, unsure: 0 }))
  let open = got
  let now = cloud
  for (let id = 0; open.length > 0; ) {
    open = open.filter((share) => {
      for (let turn = 0; turn < share.weight; turn += 1) {
        id += 1
        const boot = {
          do: 'boot',
          id: `g${id}`,
          flavor: share.flavor,
          image: {},
          count: 1,
          on: undefined,
        } as const
        const [played] = play(now, [boot])
        if (played?.step.outcome.kind !== 'boots') throw new Error('no boot')
        const result = played.step.outcome.boots[0]?.result
        if (result?.kind === 'no-valid-host' || (result?.kind === 'unknown' && !result.host)) return false
        share[result?.kind === 'runs' ? 'runs' : 'unsure'] += 1
        now = played.cloud
      }
      return true
    })
  }
  return got
}

const clouds = fc
  .record({
    seed: fc.nat(1_000_000),
    hosts: fc.integer({ min: 1, max: 3 }),
    release: fc.constantFrom(...releases.map(({ id }) => id)),
    maxAttempts: fc.integer({ min: 1, max: 3 }),
  })
  .map(({ seed, hosts, release: id, maxAttempts }) => {
    const release = releaseById(id)
    if (!release) throw new Error(`no release ${id}`)
    const snapshot = cloudAtRandom({ hosts, cells: [1, 2] }, release, seeded(seed))
    const enabledFilters = ['ComputeFilter', 'RamFilter', 'NUMATopologyFilter']
    return cloudOf({ ...snapshot, settings: { ...snapshot.settings, enabledFilters, maxAttempts } }, release)
  })

describe('flavors that share a cloud', () => {
  test('get what boots in turns give', () => {
    fc.assert(
      fc.property(clouds, fc.subarray([0, 3, 5, 6, 8], { minLength: 2, maxLength: 3 }), (cloud, which) => {
        const shares = which.flatMap((index): readonly Share[] => {
          const flavor = cloud.snapshot.flavors[index]
          return flavor ? [{ flavor, weight: 1 + (index % 2) }] : []
        })
        expect(finished(fairShare(cloud, shares))).toEqual(byReplay(cloud, shares))
      }),
      { numRuns: 15 },
    )
  })

  test('are weighed on what those before them left, whichever was asked first', () => {
    const release = releaseById('wallaby')
    if (!release) throw new Error('Wallaby is gone')
    const snapshot = cloudAtRandom({ hosts: 3, cells: [1, 2] }, release, seeded(7))
    const enabledFilters = ['ComputeFilter', 'RamFilter', 'NUMATopologyFilter']
    const settings = { ...snapshot.settings, enabledFilters, maxAttempts: 1 }
    const cloud = cloudOf({ ...snapshot, settings }, release)
    const shares = [0, 3, 8].flatMap((index, at): readonly Share[] => {
      const flavor = snapshot.flavors[index]
      return flavor ? [{ flavor, weight: 1 + (at % 2) }] : []
    })
    expect(finished(fairShare(cloud, shares))).toEqual(byReplay(cloud, shares))
  })

  test('of no weight get nothing', () => {
    const release = releaseById('zed')
    if (!release) throw new Error('Zed is gone')
    const cloud = cloudOf(cloudAtRandom({ hosts: 3, cells: [2] }, release, seeded(1)), release)
    const [flavor] = cloud.snapshot.flavors
    if (!flavor) throw new Error('no flavor')
    expect(finished(fairShare(cloud, [{ flavor, weight: 0 }]))).toEqual([
      { flavor: flavor.name, weight: 0, runs: 0, unsure: 0 },
    ])
  })
})
