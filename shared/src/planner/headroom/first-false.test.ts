import fc from 'fast-check'
import { expect, test } from 'vitest'
import { firstFalse } from './first-false.ts'

const limit = 100

test('the first count of which it is false is found from any guess', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 120 }), fc.integer({ min: -5, max: 200 }), (first, guess) => {
      expect(firstFalse((count) => count < first, guess, limit)).toBe(Math.min(first, limit))
    }),
  )
})

test('a good guess is asked about and the count before', () => {
  const asked: number[] = []
  firstFalse((count) => asked.push(count) > 0 && count < 42, 42, limit)
  expect(asked).toEqual([42, 41])
})

test('no count above the limit is asked about', () => {
  const asked: number[] = []
  firstFalse((count) => asked.push(count) > 0, 3, limit)
  expect(Math.max(...asked)).toBe(limit)
})
