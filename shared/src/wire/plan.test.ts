import fc from 'fast-check'
import { expect, test } from 'vitest'
import { plans } from '../testing/arbitraries.ts'
import { readPlan, writePlan } from './plan.ts'

test('a plan reads back as it was written', () => {
  fc.assert(
    fc.property(plans, (plan) => {
      const json: unknown = JSON.parse(JSON.stringify(writePlan(plan)))
      expect(readPlan(json)).toEqual({ facts: plan, problems: [] })
    }),
  )
})

test('no JSON makes reading throw', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (json) => {
      expect(readPlan({ headroom_plan: 1, actions: [json] }).facts).toBeUndefined()
    }),
  )
})

const taken = { do: 'take-pages', by: 'ovs', host: 'compute-07', node: 0, size_kib: 2048, pages: 256 }

test.each([
  {
    name: 'an action nobody knows is refused',
    action: { do: 'explode' },
    at: 'actions[0].do',
    expected: /"boot".*"take-pages"/,
  },
  {
    name: 'a word too many in an action is refused',
    action: { ...taken, cell: 0 },
    at: 'actions[0].cell',
    expected: /no such key/,
  },
  {
    name: 'pages are whole and not negative',
    action: { ...taken, pages: -1 },
    at: 'actions[0].pages',
    expected: /at least 0/,
  },
  { name: 'a plan has actions', action: undefined, at: 'actions', expected: /array/ },
])('$name', ({ action, at, expected }) => {
  const plan = { headroom_plan: 1, ...(action === undefined ? {} : { actions: [action] }) }
  const { facts, problems } = readPlan(plan)
  expect(facts).toBeUndefined()
  expect(problems).toMatchObject([{ severity: 'error', at: { path: at } }])
  expect(problems[0]?.expected).toMatch(expected)
})
