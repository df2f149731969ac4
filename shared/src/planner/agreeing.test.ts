import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Cause, Divergence } from '../divergence/detectors.ts'
import { releaseById, releases } from '../releases/index.ts'
import { scenarios } from '../scenarios/index.ts'
import { agreeing } from '../testing/agreeing.ts'
import { cloudAtRandom, seeded } from '../testing/clouds.ts'
import { diverge } from './books.ts'
import { cloudOf } from './cloud.ts'

/** What the arithmetic of a release comes to, though its book is the host's: it is wrong by design. */
const byDesign: readonly Cause[] = [
  'pages-behind-cell-memory',
  'small-pages-overbooked',
  'page-size-sticks',
  'precheck-refuses',
  'siblings-not-in-placement',
  'cells-unlike-guest',
]

const isByDesign = (one: Divergence): boolean =>
  one.kind === 'at-risk' || 'rule' in one || byDesign.includes(one.cause)

const partings = (seed: number, id: string): readonly Cause[] => {
  const release = releaseById(id)
  if (!release) throw new Error(`no release ${id}`)
  const cloud = agreeing(cloudAtRandom({ hosts: 6, cells: [1, 2, 4] }, release, seeded(seed)), release)
  return diverge(cloudOf(cloud, release))
    .filter((one) => !isByDesign(one))
    .map(({ cause }) => cause)
}

test('books that agree part nowhere, whatever the cloud and the release', () => {
  fc.assert(
    fc.property(fc.nat(1e6), fc.constantFrom(...releases.map(({ id }) => id)), (seed, id) => {
      expect(partings(seed, id)).toEqual([])
    }),
    { numRuns: 40 },
  )
})

describe('a scenario is found to be what it is there to show', () => {
  const causes: Readonly<Record<string, readonly Cause[]>> = {
    'pages-nobody-told-nova-about': ['pages-held-by-others'],
    'mib-where-kib-was-meant': [],
    'two-gates-two-answers': ['precheck-refuses'],
  }
  test.each(scenarios)('$id', ({ id, snapshot }) => {
    const release = releaseById(snapshot.release ?? '')
    const found = release ? diverge(cloudOf(snapshot, release)).map(({ cause }) => cause) : undefined
    expect([...new Set(found)]).toEqual(causes[id])
  })
})
