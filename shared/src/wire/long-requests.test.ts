import { expect, test } from 'vitest'
import { HostId } from '../model/ids.ts'
import { drainRequest } from '../planner/drain/plan.ts'
import { readDrainRequest } from './drain.ts'
import { readHeadroomRequest } from './headroom.ts'

test('headroom without flavors asks for all of them, and for nothing besides', () => {
  expect(readHeadroomRequest({ image: {} })).toEqual({
    facts: { flavors: undefined, image: {}, weights: undefined, lost: undefined },
    problems: [],
  })
})

test('headroom may ask how flavors share, and what is left without some hosts', () => {
  const { facts } = readHeadroomRequest({ image: {}, weights: { 'm1.small': 2 }, lost: ['a'] })
  expect(facts).toMatchObject({ weights: { 'm1.small': 2 }, lost: ['a'] })
})

test('a drain that names hosts and how many moves at once stops nobody and moves nobody aside', () => {
  expect(readDrainRequest({ hosts: ['a', 'b'], at_once: 2 })).toEqual({
    facts: drainRequest([HostId('a'), HostId('b')], { atOnce: 2 }),
    problems: [],
  })
})

test('a drain may be asked for otherwise', () => {
  const asked = { order: 'any', downtime: 'stopped guests', aside: 2, afterwards: 'guests return' } as const
  expect(readDrainRequest({ hosts: ['a'], at_once: 1, ...asked }).facts).toEqual(
    drainRequest([HostId('a')], asked),
  )
})

test.each([
  ['headroom', readHeadroomRequest, { flavors: 'm1.small', image: {} }, 'flavors'],
  ['drain', readDrainRequest, { hosts: ['a'], at_once: 'two' }, 'at_once'],
] as const)('a mistake in a request for a %s is named by its place', (_, read, json, path) => {
  const { facts, problems } = read(json)
  expect(facts).toBeUndefined()
  expect(problems[0]?.at.path).toBe(path)
})
