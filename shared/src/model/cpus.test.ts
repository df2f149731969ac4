import fc from 'fast-check'
import { expect, test } from 'vitest'
import { countWithout, cpuSet, formatCpus, holds, parseCpus, same, union, within, without } from './cpus.ts'

test('a cpulist reads back as it was written', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(300)), (ids) => {
      const set = cpuSet(ids)
      expect(parseCpus(formatCpus(set))).toEqual(set)
    }),
  )
})

test.each(['0-', 'a', '3-1', '0,,1', '^2'])('%s is no cpulist', (text) => {
  expect(parseCpus(text)).toBeUndefined()
})

const runs = fc
  .array(fc.tuple(fc.nat(40), fc.nat(30)))
  .map((runs) => cpuSet(runs.flatMap(([first, length]) => Array.from({ length }, (_, at) => first + at))))

const sets = fc.oneof(runs, fc.array(fc.nat(40)).map(cpuSet))

test('what one set has and another has not is counted as it is listed', () => {
  fc.assert(
    fc.property(sets, sets, (one, other) => {
      expect(countWithout(one, other)).toBe(without(one, other).length)
    }),
  )
})

test('a union is in order, whatever the order of what it is of', () => {
  const ids = fc.oneof(sets, fc.array(fc.nat(40)))
  fc.assert(
    fc.property(ids, ids, (one, other) => {
      expect(union(one, other)).toEqual([...new Set([...one, ...other])].sort((a, b) => a - b))
    }),
  )
})

test('what is in both and what is not are all there is, in the order of the first', () => {
  const ids = fc.oneof(sets, fc.array(fc.nat(40)))
  fc.assert(
    fc.property(ids, ids, (one, other) => {
      const both = new Set(other)
      expect(within(one, other)).toEqual(one.filter((id) => both.has(id)))
      expect(without(one, other)).toEqual(one.filter((id) => !both.has(id)))
    }),
  )
})

test('a set holds what is in it, and nothing else', () => {
  fc.assert(
    fc.property(sets, fc.nat(40), (set, id) => {
      expect(holds(set, id)).toBe(set.includes(id))
    }),
  )
})

test('sets are the same where none has what the other has not', () => {
  fc.assert(
    fc.property(sets, sets, (one, other) => {
      expect(same(one, other)).toBe(without(one, other).length + without(other, one).length === 0)
    }),
  )
})
