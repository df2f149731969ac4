import type { ImportedFile, Problem } from '@headroom/shared'
import { expect, test } from 'vitest'
import { fileView } from './view-model.ts'

const file = (...problems: Problem[]): ImportedFile => ({
  name: 'a.txt',
  format: 'sysfs',
  understood: [],
  problems,
})
const problem = (line: number | undefined, found?: string): Problem => ({
  severity: 'error',
  at: line === undefined ? { path: 'nodes' } : { line },
  ...(found === undefined ? {} : { found }),
  expected: 'a number',
})

interface Case {
  readonly name: string
  readonly text: string
  readonly problem: Problem
  readonly quotes: string | undefined
}
const long = `${'x'.repeat(300)} many ${'y'.repeat(300)}`

test.each<Case>([
  {
    name: 'the line of a problem is quoted',
    text: 'one\ntwo\nthree',
    problem: problem(2),
    quotes: 'two',
  },
  { name: 'lines of Windows count the same', text: 'one\r\ntwo\r\n', problem: problem(2), quotes: 'two' },
  {
    name: 'a problem known by its path alone quotes nothing',
    text: 'one',
    problem: problem(undefined),
    quotes: undefined,
  },
  { name: 'a line past the end quotes nothing', text: 'one', problem: problem(9), quotes: undefined },
  { name: 'a bracket alone is not quoted', text: '{\n', problem: problem(1), quotes: undefined },
  {
    name: 'a long line is cut around what was found',
    text: long,
    problem: problem(1, 'many'),
    quotes: `…${long.slice(241, 361)}…`,
  },
  {
    name: 'a long line in which nothing was found is quoted from its beginning',
    text: long,
    problem: problem(1),
    quotes: `${long.slice(0, 120)}…`,
  },
])('$name', ({ text, problem, quotes }) => {
  expect(fileView(file(problem), text).problems[0]?.quoted).toBe(quotes)
})

test('of many problems the first are kept and all are counted', () => {
  const many = Array.from({ length: 80 }, (_, n) => problem(n + 1))
  const view = fileView(file(...many), 'x\n'.repeat(80))
  expect([view.problems.length, view.problemsInAll]).toEqual([50, 80])
})
