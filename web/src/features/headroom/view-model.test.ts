import { cloudOf, finished, HostId, releaseById, surviveAny, surviveZones } from '@headroom/shared'
import { cloudAtRandom, seeded } from '@headroom/shared/testing'
import { expect, test } from 'vitest'
import { formatWeights, lossView, parseWeights } from './view-model.ts'

test.each([
  ['m1.small:2,m1.large:0', { 'm1.small': 2, 'm1.large': 0 }],
  ['with:colon:3', { 'with:colon': 3 }],
  ['m1.small:two,:1,m1.large:-1,m1.tiny', {}],
  [undefined, {}],
])('weights of an address: %s', (text, weights) => {
  expect(parseWeights(text)).toEqual(weights)
})

test('a weight of 1 is not written', () => {
  expect(formatWeights({ 'm1.small': 1, 'm1.large': 5 })).toBe('m1.large:5')
  expect(formatWeights({ 'm1.small': 1 })).toBeUndefined()
})

test('a zone that is lost has the guests of all its hosts', () => {
  const zed = releaseById('zed')
  if (!zed) throw new Error('Zed is gone')
  const cloud = cloudOf(cloudAtRandom({ hosts: 6, cells: [2] }, zed, seeded(2)), zed)
  const view = lossView(finished(surviveAny(cloud)), finished(surviveZones(cloud)))
  expect(view.zones.map(({ hosts }) => hosts)).toEqual([2, 2, 2])
  expect(view.zones.reduce((all, { guests }) => all + guests, 0)).toBe(
    view.rows.reduce((all, { guests }) => all + guests, 0),
  )
  expect(view.rows.map(({ host }) => HostId(host)).sort()).toEqual(
    cloud.snapshot.hosts.map(({ id }) => id).sort(),
  )
})
