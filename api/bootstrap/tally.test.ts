import { expect, test } from 'vitest'
import { journeys, oneCheck, summary, unitTests, withRunner } from './tally.mjs'

const file = (status: string, ...tests: [fullName: string, status: string][]) => ({
  name: 'a.test.ts',
  status,
  assertionResults: tests.map(([fullName, status]) => ({ fullName, status })),
})

test('unit tests are counted one by one', () => {
  expect(
    unitTests({ testResults: [file('failed', ['a', 'passed'], ['b', 'failed'], ['c', 'skipped'])] }),
  ).toEqual({ passed: 1, failed: ['b'], skipped: ['c'] })
})

test('a test file that did not load is one failure', () => {
  expect(unitTests({ testResults: [file('failed'), file('passed', ['a', 'passed'])] })).toEqual({
    passed: 1,
    failed: ['a.test.ts did not load'],
    skipped: [],
  })
})

const journey = (title: string, status: string, reason?: string) => ({
  title,
  tests: [
    {
      status,
      projectName: 'product',
      annotations: reason === undefined ? [] : [{ type: 'skip', description: reason }],
    },
  ],
})

test('journeys are counted in nested suites, each skipped one with its reason', () => {
  const report = {
    errors: [],
    suites: [
      {
        title: 'fleet.spec.ts',
        suites: [{ title: 'on a phone', specs: [journey('nothing is cut', 'unexpected')] }],
        specs: [journey('bars have units', 'expected'), journey('as root', 'skipped', 'needs root')],
      },
    ],
  }
  expect(journeys(report)).toEqual({
    passed: 1,
    failed: ['on a phone: nothing is cut'],
    skipped: ['fleet.spec.ts: as root (needs root)'],
  })
})

test('an error outside any journey is a failure', () => {
  expect(journeys({ suites: [], errors: [{ message: 'the server did not start' }] }).failed).toEqual([
    'the server did not start',
  ])
})

test.each([
  ['a runner that wrote no report is one failure', 1, undefined, ['x stopped before it reported']],
  ['a runner that passed has no failure', 0, oneCheck('x', true), []],
  [
    'a runner that failed with no failed test is one failure',
    1,
    oneCheck('x', true),
    ['x exited 1 although no test failed'],
  ],
  ['no test at all is one failure', 0, { passed: 0, failed: [], skipped: [] }, ['x ran no test']],
  ['a failed test needs no second failure', 1, oneCheck('a', false), ['a']],
])('%s', (_, status, reported, failed) => {
  expect(withRunner('x', status, reported).failed).toEqual(failed)
})

test('the last line of the summary is the count', () => {
  const { lines, ok } = summary([
    oneCheck('types', true),
    oneCheck('lint', false),
    { passed: 7, failed: [], skipped: ['s'] },
  ])
  expect(lines).toEqual(['skipped: s', 'failed: lint', '8 passed, 1 failed'])
  expect(ok).toBe(false)
})
