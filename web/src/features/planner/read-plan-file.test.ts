import { writePlan } from '@headroom/shared'
import { plans } from '@headroom/shared/testing'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readPlanText } from './read-plan-file.ts'

test('a plan written as JSON opens as the same plan', () => {
  fc.assert(
    fc.property(plans, (plan) => {
      const text = JSON.stringify(writePlan(plan), undefined, 2)
      expect(readPlanText('a.json', text)).toEqual({ kind: 'plan', file: 'a.json', plan })
    }),
  )
})

test.each([
  {
    name: 'an action that is none is named by its line and path',
    text: '{\n  "headroom_plan": 1,\n  "actions": [\n    { "do": "dance" }\n  ]\n}',
    at: { line: 4, path: 'actions[0].do' },
  },
  {
    name: 'a member that is missing is named by the action it is missing in',
    text: '{"headroom_plan": 1, "actions": [{ "do": "lose-host" }]}',
    at: { line: 1, path: 'actions[0].host' },
  },
  {
    name: 'a text cut short is named where it ends',
    text: '{\n  "headroom_plan": 1,\n  "actions": [',
    at: { line: 3 },
  },
  {
    name: 'a plan of a version to come is not guessed at',
    text: '{"headroom_plan": 99, "actions": []}',
    at: { path: 'headroom_plan' },
  },
  { name: 'a file of something else is no plan', text: 'hello', at: { line: 1 } },
  { name: 'an empty file is no plan', text: '', at: {} },
])('$name', ({ text, at }) => {
  const read = readPlanText('a.json', text)
  if (read.kind === 'plan') throw new Error('it is a plan')
  expect(read.problems[0]?.at).toMatchObject(at)
  expect(read.problems[0]?.expected).not.toBe('')
})

test('no text makes reading throw', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
      expect(readPlanText('a.json', text).kind).toBe('broken')
    }),
  )
})
