import fc from 'fast-check'
import { expect, test } from 'vitest'
import { inCopyOrder, inSetOrder, tupleHash } from './set-order.ts'

/** As CPython 3.11 answers. */
test.each<[added: number[], walked: number[]]>([
  [
    [1, 8],
    [8, 1],
  ],
  [
    [7, 39],
    [39, 7],
  ],
  [
    [0, 8],
    [0, 8],
  ],
  [
    [3, 11, 19, 27],
    [11, 19, 3, 27],
  ],
  [
    [5, 13, 21, 29, 37, 45],
    [37, 5, 13, 45, 21, 29],
  ],
  [
    [100, 3, 77, 12, 8, 64, 65],
    [64, 65, 3, 100, 8, 12, 77],
  ],
])('a set to which %j were added is walked as %j', (added, walked) => {
  expect(inSetOrder(added, BigInt)).toEqual(walked)
})

test.each<[set: number[], copy: number[]]>([
  [
    [14, 15, 16, 17, 18],
    [16, 17, 18, 14, 15],
  ],
  [
    [99, 35, 67, 3, 131, 7],
    [99, 35, 67, 3, 131, 7],
  ],
])('the copy of a set walked as %j is walked as %j', (set, copy) => {
  expect(inCopyOrder(set, BigInt)).toEqual(copy)
})

test('a tuple hashes as in CPython', () => {
  expect(tupleHash([])).toBe(5740354900026072187n)
  expect(tupleHash([0, 4])).toBe(1773351652666409796n)
})

test('a walk meets every item once', () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.nat(500), { maxLength: 60 }), (ids) => {
      expect([...inSetOrder(ids, BigInt)].sort((a, b) => a - b)).toEqual([...ids].sort((a, b) => a - b))
    }),
  )
})
