import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { explainDiverging } from '../explain/diverging.ts'
import { plain } from '../explain/sentence.ts'
import { releaseById, releases } from '../releases/index.ts'
import { findings } from '../scenarios/known-disagreements/findings.ts'
import { guestOn, onBasePages, type Shape, snapshotOf } from '../scenarios/known-disagreements/snapshot.ts'
import { cloudAtRandom, seeded } from '../testing/clouds.ts'
import { GiB } from '../units.ts'
import { diverge } from './books.ts'
import { cloudOf } from './cloud.ts'

function releaseOf(id: string) {
  const release = releaseById(id)
  if (!release) throw new Error(`no release ${id}`)
  return release
}

const zed = releaseOf('zed')
const found = (shape: Shape, release = 'zed') => diverge(cloudOf(snapshotOf(shape), releaseOf(release)))

describe('one host', () => {
  test.each(findings)('$cause: $rule', ({ on, release, cause, expected, observed, says, remedy }) => {
    const all = found(on, release)
    const one = all.find((divergence) => divergence.cause === cause)
    expect(all.map((divergence) => divergence.cause)).toContain(cause)
    expect([one?.expected?.amount, one?.observed?.amount]).toEqual([expected, observed])
    expect(one && plain(explainDiverging(one).headline).slice(0, says.length)).toBe(says)
    expect(one?.remedy?.lines[0]).toBe(remedy)
  })

  test('nothing is wrong with a host whose books agree', () => {
    expect(found({})).toEqual([])
  })

  test('a guest that is on no cell yet is on none that the host does not have', () => {
    expect(found({ guests: [guestOn('g', { topology: onBasePages(GiB(1), -1) })] })).toEqual([])
  })

  test('read an hour apart, no number of one is held against the other', () => {
    const [apart] = findings.filter(({ cause }) => cause === 'sources-apart')
    expect(apart && found(apart.on).map(({ cause }) => cause)).toEqual(['sources-apart'])
  })
})

test('the suspects of a pool explain its difference exactly, whatever the cloud', () => {
  const release = fc.constantFrom(...releases)
  fc.assert(
    fc.property(fc.nat(1e6), release, (seed, of) => {
      const cloud = cloudOf(cloudAtRandom({ hosts: 3, cells: [2] }, of, seeded(seed)), of)
      for (const { suspects, expected, observed: seen, where } of diverge(cloud)) {
        if (where.size === undefined || !expected || seen?.by !== 'kernel') continue
        expect(suspects.reduce((sum, { explains }) => sum + explains, 0)).toBe(expected.amount - seen.amount)
      }
    }),
    { numRuns: 40 },
  )
})

test('the worst stand first, in the same order whenever they are asked for', () => {
  const cloud = () => cloudOf(cloudAtRandom({ hosts: 12, cells: [2, 4] }, zed, seeded(11)), zed)
  expect(diverge(cloud())).toEqual(diverge(cloud()))
  const order = [
    'guests-fail',
    'next-boot-fails',
    'later-boot-fails',
    'move-fails',
    'capacity-wasted',
    'drift',
    'not-known',
  ]
  const ranks = diverge(cloud()).map(({ severity }) => order.indexOf(severity.next))
  expect(ranks).toEqual([...ranks].sort((one, other) => one - other))
})
