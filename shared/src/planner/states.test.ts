import fc from 'fast-check'
import { expect, test } from 'vitest'
import { releaseById } from '../releases/index.ts'
import { cloudAtRandom, seeded } from '../testing/clouds.ts'
import { cloudOf } from './cloud.ts'
import { stateOf } from './nova-book.ts'
import { play } from './replay.ts'
import { statesOf } from './states.ts'

const zed = releaseById('zed')
if (!zed) throw new Error('Zed is gone')

const snapshot = cloudAtRandom({ hosts: 12, cells: [2] }, zed, seeded(3))

const boots = fc
  .array(fc.constantFrom(...snapshot.flavors.map(({ name }) => name)), { minLength: 1, maxLength: 6 })
  .map((flavors) =>
    flavors.map(
      (flavor, at) =>
        ({ do: 'boot', id: `guest-${at}`, flavor, image: {}, count: 2, on: undefined }) as const,
    ),
  )

test('states kept from the snapshot are those that each host would be given anew', () => {
  fc.assert(
    fc.property(boots, (actions) => {
      for (const { cloud } of play(cloudOf(snapshot, zed), actions)) {
        expect(statesOf(cloud)).toEqual([...cloud.hosts.values()].map(({ id }) => stateOf(cloud, id)))
      }
    }),
    { numRuns: 20 },
  )
})
