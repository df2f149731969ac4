import fc from 'fast-check'
import { expect, test } from 'vitest'
import { placeAfter } from './grid-place.ts'

const shape = { rows: 100, columns: 5, page: 10 }

test.each([
  ['ArrowDown', [4, 2], [5, 2]],
  ['ArrowUp', [0, 2], [0, 2]],
  ['ArrowRight', [4, 4], [4, 4]],
  ['ArrowLeft', [4, 2], [4, 1]],
  ['PageDown', [95, 2], [99, 2]],
  ['PageUp', [14, 2], [4, 2]],
  ['Home', [4, 2], [4, 0]],
  ['End', [4, 2], [4, 4]],
  ['Ctrl+Home', [4, 2], [0, 0]],
  ['Ctrl+End', [4, 2], [99, 4]],
] as const)('%s leads from %j to %j', (key, [row, column], [toRow, toColumn]) => {
  expect(placeAfter(key, { row, column }, shape)).toEqual({ row: toRow, column: toColumn })
})

test('no key leads out of the grid', () => {
  const keys = ['ArrowDown', 'ArrowUp', 'ArrowRight', 'ArrowLeft', 'PageDown', 'PageUp', 'Home', 'End']
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...keys)), fc.nat(30), fc.nat(6), (pressed, more, wide) => {
      const small = { rows: more + 1, columns: wide + 1, page: 7 }
      const { row, column } = pressed.reduce((at, key) => placeAfter(key, at, small) ?? at, {
        row: 0,
        column: 0,
      })
      expect([row >= 0, row <= more, column >= 0, column <= wide]).toEqual([true, true, true, true])
    }),
  )
})

test('a letter leads nowhere', () => {
  expect(placeAfter('a', { row: 1, column: 1 }, shape)).toBeUndefined()
})
