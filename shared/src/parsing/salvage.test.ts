import { expect, test } from 'vitest'
import { z } from 'zod'
import { salvage } from './salvage.ts'

const pool = z.strictObject({
  size: z.int().positive(),
  free: z.int().nullable(),
  note: z.string().optional(),
})
const schema = z.strictObject({
  name: z.string().nullable(),
  pools: z.array(pool),
  cells: z.union([z.array(pool), z.enum(['none', 'not read'])]),
})
const whole = { name: 'a', pools: [{ size: 4, free: 1 }], cells: 'none' }

interface Case {
  readonly name: string
  readonly value: unknown
  readonly facts: unknown
  readonly problems: readonly (readonly [path: string, expected: string])[]
}

const cases: Case[] = [
  { name: 'what has the shape stays as it is', value: whole, facts: whole, problems: [] },
  {
    name: 'what may be null becomes null',
    value: { ...whole, name: 7 },
    facts: { ...whole, name: null },
    problems: [['name', 'string']],
  },
  {
    name: 'what may be absent becomes absent',
    value: { ...whole, pools: [{ size: 4, free: 1, note: 7 }] },
    facts: { ...whole, pools: [{ size: 4, free: 1, note: undefined }] },
    problems: [['pools[0].note', 'string']],
  },
  {
    name: 'a row that lacks what it needs is left out',
    value: { ...whole, pools: [{ free: 1 }, { size: 2048, free: 'many' }] },
    facts: { ...whole, pools: [{ size: 2048, free: null }] },
    problems: [
      ['pools[0].size', 'number'],
      ['pools[1].free', 'number'],
    ],
  },
  {
    name: 'of several shapes the one of its kind is salvaged',
    value: {
      ...whole,
      cells: [
        { size: 0, free: 1 },
        { size: 4, free: 1 },
      ],
    },
    facts: { ...whole, cells: [{ size: 4, free: 1 }] },
    problems: [['cells[0].size', 'more than 0']],
  },
  {
    name: 'a word that is none of the words is not an empty list',
    value: { ...whole, cells: 'nome' },
    facts: undefined,
    problems: [['cells', 'array or "none" or "not read"']],
  },
  {
    name: 'a key nobody knows takes nothing away',
    value: { ...whole, nmae: 'b' },
    facts: whole,
    problems: [['nmae', 'one of name, pools, cells']],
  },
  { name: 'a list is no object', value: [], facts: undefined, problems: [['', 'object']] },
]
test.each(cases)('$name', ({ value, facts, problems }) => {
  const read = salvage(schema, value)
  expect(read.facts).toEqual(facts)
  expect(read.problems.map(({ at, expected }) => [at.path, expected])).toEqual(problems)
})

test('paths begin where the value stands', () => {
  const { problems } = salvage(schema, { ...whole, pools: [{}] }, 'rows[3]')
  expect(problems.map(({ at }) => at.path)).toEqual(['rows[3].pools[0].size', 'rows[3].pools[0].free'])
})
