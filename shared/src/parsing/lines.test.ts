import { expect, test } from 'vitest'
import { linesOf } from './lines.ts'

test('an offset has the line that its text stands on', () => {
  const text = 'a\nbc\n\nd'
  expect([...text].map((_, at) => linesOf(text)(at))).toEqual([1, 1, 2, 2, 2, 3, 4])
})
