import { expect, test } from 'vitest'
import { releaseById } from '../releases/index.ts'
import type { Rules } from '../releases/rules.ts'
import { inMiB, MiB } from '../units.ts'
import { livePrecheck } from './live-precheck.ts'

const check = (total: number, free: number, ratio: number, needed: number, id: string) => {
  const destination = { total: MiB(total), free: MiB(free), ramAllocationRatio: ratio }
  const { allowed, available } = livePrecheck(destination, MiB(needed), releaseById(id)?.rules as Rules)
  return `${inMiB(available)} ${allowed ? '>' : '<='} ${needed}`
}

test.each([
  ['liberty', '336 <= 512'],
  ['mitaka', '1272 > 512'],
  ['zed', '1272 > 512'],
])('1872 MiB with 336 free, overcommitted by half, in %s: %s', (id, answer) => {
  expect(check(1872, 336, 1.5, 512, id)).toBe(answer)
})

test.each(['liberty', 'mitaka', 'master'])('in %s exactly enough is refused', (id) => {
  expect(check(8192, 512, 1, 512, id)).toBe('512 <= 512')
})

test('more used than the host has is less than nothing', () => {
  expect(check(8192, -1024, 1, 512, 'liberty')).toBe('-1024 <= 512')
})

test('a ratio of zero leaves nothing', () => {
  expect(check(8192, 8192, 0, 512, 'mitaka')).toBe('0 <= 512')
})

test('a guest without memory is refused', () => {
  expect(check(8192, 8192, 1, 0, 'mitaka')).toBe('8192 <= 0')
})
