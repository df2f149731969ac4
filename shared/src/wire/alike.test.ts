import { expect, test } from 'vitest'
import type { Snapshot } from '../model/snapshot.ts'
import { releaseById } from '../releases/index.ts'
import { cloudAtRandom, seeded } from '../testing/clouds.ts'
import { sharedGuests, sharedHosts } from './alike.ts'

const zed = releaseById('zed')
if (!zed) throw new Error('no release zed')
const cloud = cloudAtRandom({ hosts: 6, cells: [2] }, zed, seeded(1))
/** As if each host and guest had been read from a file of its own. */
const apart: Pick<Snapshot, 'hosts' | 'guests'> = {
  hosts: cloud.hosts.map((host) => structuredClone(host)),
  guests: cloud.guests.map((guest) => structuredClone(guest)),
}

test('guests of one flavor share it, and are what they were', () => {
  const flavorsOf = (guests: Snapshot['guests']) => new Set(guests.map(({ flavor }) => flavor)).size
  const shared = sharedGuests(apart.guests)
  expect(shared).toEqual(cloud.guests)
  expect(flavorsOf(apart.guests)).toBe(cloud.guests.length)
  expect(flavorsOf(shared)).toBe(flavorsOf(cloud.guests))
})

test('cells of the same CPUs share them, and are what they were', () => {
  const coresOf = (hosts: Snapshot['hosts']) =>
    new Set(
      hosts.flatMap(({ nova }) =>
        typeof nova?.cells === 'object' ? nova.cells.map(({ siblings }) => siblings) : [],
      ),
    ).size
  const shared = sharedHosts(apart.hosts)
  expect(shared).toEqual(cloud.hosts)
  expect(coresOf(apart.hosts)).toBeGreaterThan(2)
  expect(coresOf(shared)).toBe(2)
})
