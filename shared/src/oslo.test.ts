import fc from 'fast-check'
import { expect, test } from 'vitest'
import { boolFromString, float, int, isIntLike, stringToBytes } from './oslo.ts'

test.each([
  ['2048', 2048],
  [' 2048 ', 2048],
  ['+2048', 2048],
  ['-3', -3],
  ['007', 7],
  ['1_000', 1000],
  ['２０４８', 2048],
  ['٢', 2],
  ['', undefined],
  ['1.0', undefined],
  ['0x800', undefined],
  ['2e3', undefined],
  ['1__0', undefined],
])('int(%j) is %s', (text, value) => {
  expect(int(text)).toBe(value)
})

test('int reads what is written as an integer', () => {
  fc.assert(
    fc.property(fc.integer(), (n) => {
      expect(int(String(n))).toBe(n)
      expect(isIntLike(String(n))).toBe(true)
    }),
  )
})

test.each(['+1', ' 1', '01', '1.0', '-0', ''])('%j is not written as Python writes an integer', (text) => {
  expect(isIntLike(text)).toBe(false)
})

test.each([
  ['2MB', 2 * 1024 ** 2],
  ['2MiB', 2 * 1024 ** 2],
  ['16Mb', 2 * 1024 ** 2],
  ['16Mbit', 2 * 1024 ** 2],
  ['1.5KB', 1536],
  ['.5KB', 512],
  ['500B', 500],
  ['9b', 2],
  ['-2KB', -2048],
  ['1TiB', 1024 ** 4],
  ['2M', undefined],
  ['2048', undefined],
  ['2 MB', undefined],
  ['2mb', undefined],
  ['2kB', undefined],
  ['1Gi', undefined],
])('%j is %s bytes', (text, bytes) => {
  expect(stringToBytes(text)).toBe(bytes)
})

test.each([
  ['yes', true],
  [' TRUE ', true],
  ['1', true],
  ['no', false],
  ['2', false],
  ['', false],
])('%j as a boolean is %s', (text, value) => {
  expect(boolFromString(text)).toBe(value)
})

test.each([
  ['1', 1],
  [' -2.5 ', -2.5],
  ['1e3', 1000],
  ['.5', 0.5],
  ['5.', 5],
  ['1_000', 1000],
  ['', undefined],
  ['.', undefined],
  ['1 0', undefined],
  ['0x10', undefined],
  ['x', undefined],
])('float(%j)', (text, number) => {
  expect(float(text)).toBe(number)
})
