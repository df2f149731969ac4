import fc from 'fast-check'
import { expect, test } from 'vitest'
import { located, readJson } from './json.ts'

interface Case {
  readonly name: string
  readonly text: string
  readonly facts: unknown
  readonly line: number
  readonly path?: string
  readonly expected: string
}

const broken: Case[] = [
  {
    name: 'a text cut short keeps what was whole, and the half-read list',
    text: '{"a": 1,\n "b": [1, 2,',
    facts: { a: 1, b: [1, 2] },
    line: 2,
    path: 'b[2]',
    expected: 'a JSON value',
  },
  {
    name: 'a text cut within a string leaves the string out',
    text: '{"a": 1,\n "b": [{"c": "hal',
    facts: { a: 1, b: [{}] },
    line: 2,
    path: 'b[0].c',
    expected: 'a JSON value',
  },
  {
    name: 'a comma too many is named at its line',
    text: '[\n1,\n]',
    facts: [1],
    line: 3,
    path: '[1]',
    expected: 'a JSON value',
  },
  { name: 'a missing comma is named', text: '[1\n 2]', facts: [1], line: 2, expected: '"," or "]"' },
  { name: 'a missing colon is named', text: '{"a" 1}', facts: {}, line: 1, path: 'a', expected: '":"' },
  { name: 'a bare name is named', text: '{a: 1}', facts: {}, line: 1, expected: 'a name in quotes' },
  { name: 'text after the value is named', text: '{}\nbye', facts: {}, line: 2, expected: 'end of text' },
  { name: 'no text is no value', text: '', facts: undefined, line: 1, expected: 'a JSON value' },
  {
    name: 'prose is no value',
    text: 'ssh: connection refused',
    facts: undefined,
    line: 1,
    expected: 'a JSON value',
  },
  {
    name: 'a number that is none is named',
    text: '{"a": 1.2.3}',
    facts: {},
    line: 1,
    path: 'a',
    expected: 'a JSON value',
  },
]
test.each(broken)('$name', ({ text, facts, line, path, expected }) => {
  const read = readJson(text)
  expect(read.facts).toEqual(facts)
  expect(read.problems).toMatchObject([
    { severity: 'error', at: path === undefined ? { line } : { line, path }, expected },
  ])
})

test('a byte order mark is no problem', () => {
  expect(readJson('\uFEFF{"a": 1}')).toEqual({ facts: { a: 1 }, problems: [] })
})

test('lists nested beyond any document are refused, not followed', () => {
  const { problems } = readJson('['.repeat(100_000))
  expect(problems).toMatchObject([{ expected: 'at most 200 levels' }])
})

test('a member named __proto__ stays a member of a broken text', () => {
  const { facts } = readJson('{"__proto__": {"admin": true}, "a": ')
  expect(Object.keys(facts as object)).toEqual(['__proto__'])
  expect(Object.getPrototypeOf(facts)).toBe(Object.prototype)
})

test('what is JSON reads as JSON.parse reads it', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const text = JSON.stringify(value, null, 1)
      expect(readJson(text)).toEqual({ facts: JSON.parse(text), problems: [] })
    }),
  )
})

test('a JSON object or list cut anywhere has one problem', () => {
  fc.assert(
    fc.property(
      fc.oneof(fc.array(fc.jsonValue()), fc.dictionary(fc.string(), fc.jsonValue())),
      fc.nat(),
      (value, n) => {
        const text = JSON.stringify(value)
        const cut = text.slice(0, n % text.length)
        expect(readJson(cut).problems).toHaveLength(1)
      },
    ),
  )
})

test('a JSON list followed by a mistake keeps every item', () => {
  fc.assert(
    fc.property(fc.array(fc.jsonValue(), { minLength: 1 }), (items) => {
      const text = JSON.stringify(items)
      expect(readJson(`${text.slice(0, -1)};`).facts).toEqual(JSON.parse(text))
    }),
  )
})

test('documents in a row read as a list', () => {
  expect(readJson('{"a": 1}\n{"a": "} {"}\n\n[2]\n')).toEqual({
    facts: [{ a: 1 }, { a: '} {' }, [2]],
    problems: [],
  })
})

test('nesting is refused at the same depth in a text that is JSON', () => {
  const text = `${'['.repeat(300)}${']'.repeat(300)}`
  expect(readJson(text).problems).toMatchObject([{ expected: 'at most 200 levels' }])
})

const document = `{
  "rows": [
    {"id": 1},
    {"id": 2, "data.x": {
      "used": "many" }}
  ]
}`
test.each([
  { name: 'a value is found by its path', path: 'rows[1].id', line: 4 },
  { name: 'a key that paths leave out is passed', path: 'rows[1].used', line: 5 },
  { name: 'a value that is absent is placed where it should be', path: 'rows[0].name', line: 3 },
  { name: 'an item beyond the list is placed at the list', path: 'rows[7].id', line: 2 },
  { name: 'a path into another document is placed at the top', path: 'nodes', line: 1 },
])('$name', ({ path, line }) => {
  const problem = { severity: 'error', at: { path }, expected: 'number' } as const
  expect(located(document, [problem], ['data.x'])).toEqual([{ ...problem, at: { path, line } }])
})

test('the second of several documents has lines of its own', () => {
  const problem = { severity: 'error', at: { path: '[1].a' }, expected: 'number' } as const
  expect(located('{"a": 1}\n{\n"a": ""}', [problem])).toMatchObject([{ at: { line: 3 } }])
})
