import { expect, test } from 'vitest'
import { matches } from './match.ts'

test.each<[value: string, asked: string, boolean | 'raises']>([
  ['true', 'true', true],
  ['true', 'True', false],
  ['8', '= 4', true],
  ['8', '>= 9', false],
  ['8', '== 8.0', true],
  ['8', '!= 8', false],
  ['x', '>= 4', 'raises'],
  ['vmx avx', '<in> avx', true],
  ['vmx avx', '<all-in> avx vmx', true],
  ['vmx', '<all-in> avx vmx', false],
  ['b', '<or> a <or> b', true],
  ['c', '<or> a <or> b', false],
  ['abc', 's== abc', true],
  ['abc', 's< abd', true],
  ['8', '>=', false],
])('%j against %j: %j', (value, asked, answer) => {
  expect(matches(value, asked)).toBe(answer)
})
