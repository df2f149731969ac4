import { expect, test } from 'vitest'
import { scaled } from './scaled.ts'

test.each([
  [undefined, 4, 4],
  ['KiB', 4, 4],
  ['k', 4, 4],
  ['M', 256, 262144],
  ['MiB', 256, 262144],
  ['MB', 256, 250000],
  ['mb', 256, 250000],
  ['GB', 1, 976563],
  ['G', 1, 1048576],
  ['TiB', 1, 1073741824],
  ['b', 1025, 2],
  ['bytes', 1024, 1],
  ['KB', 1024, 1000],
  ['mebi', 1, undefined],
  ['', 1, undefined],
])('in %s, %i is %s KiB', (unit, amount, kib) => {
  expect(scaled(amount, unit)).toBe(kib)
})
