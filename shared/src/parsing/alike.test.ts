import { expect, test } from 'vitest'
import { releaseById } from '../releases/index.ts'
import { cloudAtRandom, seeded } from '../testing/clouds.ts'
import { sharingAlike } from './alike.ts'

test('guests of one flavor share it, and are what they were', () => {
  const zed = releaseById('zed')
  if (!zed) throw new Error('no release zed')
  const { guests, flavors } = cloudAtRandom({ hosts: 6, cells: [2] }, zed, seeded(1))
  const apart = guests.map((guest) => structuredClone(guest))
  const shared = sharingAlike(apart)
  expect(shared).toEqual(guests)
  expect(new Set(apart.map(({ flavor }) => flavor)).size).toBe(guests.length)
  expect(new Set(shared.map(({ flavor }) => flavor)).size).toBe(
    new Set(guests.map(({ flavor }) => flavor)).size,
  )
  expect(flavors.length).toBeGreaterThanOrEqual(new Set(shared.map(({ flavor }) => flavor)).size)
})
