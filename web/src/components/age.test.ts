import { expect, test } from 'vitest'
import { ageOf } from './age.ts'

const now = Date.parse('2026-03-02T10:00:00Z')

test.each([
  ['2026-03-02T09:59:12Z', '48 s', false],
  ['2026-03-02T09:58:00Z', '2 min', false],
  ['2026-03-02T09:45:00Z', '15 min', false],
  ['2026-03-02T09:44:00Z', '16 min', true],
  ['2026-03-02T07:00:00Z', '3 h', true],
  ['2026-02-27T10:00:00Z', '3 d', true],
])('%s is %s old', (readAt, text, stale) => {
  expect(ageOf(readAt, now)).toEqual({ text, ago: `${text} ago`, stale })
})

test.each([undefined, 'yesterday'])('the age of %s is not known', (readAt) => {
  expect(ageOf(readAt, now)).toBeUndefined()
})

test.each(['2026-03-02T10:00:00Z', '2026-03-02T10:00:05Z'])('what was read at %s is read now', (readAt) => {
  expect(ageOf(readAt, now)).toEqual({ text: 'now', ago: 'just now', stale: false })
})
