import { expect, test } from 'vitest'
import { readDrainRequest } from './drain.ts'
import { readHeadroomRequest } from './headroom.ts'

test('headroom without flavors asks for all of them', () => {
  expect(readHeadroomRequest({ image: {} })).toEqual({
    facts: { flavors: undefined, image: {} },
    problems: [],
  })
})

test('a drain names hosts and how many moves at once', () => {
  expect(readDrainRequest({ hosts: ['a', 'b'], at_once: 2 })).toEqual({
    facts: { hosts: ['a', 'b'], atOnce: 2 },
    problems: [],
  })
})

test.each([
  ['headroom', readHeadroomRequest, { flavors: 'm1.small', image: {} }, 'flavors'],
  ['drain', readDrainRequest, { hosts: ['a'], at_once: 'two' }, 'at_once'],
] as const)('a mistake in a request for a %s is named by its place', (_, read, json, path) => {
  const { facts, problems } = read(json)
  expect(facts).toBeUndefined()
  expect(problems[0]?.at.path).toBe(path)
})
