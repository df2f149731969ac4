import fc from 'fast-check'
import { expect, test } from 'vitest'
import { releaseById } from '../releases/index.ts'
import { cpuSpecSet } from './cpu-spec.ts'
import {
  bothOf,
  copyOf,
  eitherOf,
  firstWithout,
  including,
  inSetOrder,
  type PythonSet,
  putIn,
  setOfIds,
  takeOut,
  tupleHash,
  walk,
} from './set-order.ts'

const of = (...ids: number[]) => setOfIds(ids)

/** As CPython 3.11 answers. */
test.each<[how: string, set: PythonSet<number>, walked: readonly number[]]>([
  ['adding to a table slot after slot', of(1, 8), [8, 1]],
  ['adding past a taken slot', of(7, 39), [39, 7]],
  ['adding in order', of(0, 8), [0, 8]],
  ['adding four that want one slot', of(3, 43, 83, 123), [123, 43, 83, 3]],
  ['adding those anew, as walked', setOfIds(walk(of(3, 43, 83, 123))), [3, 43, 83, 123]],
  ['adding until the table grows', of(5, 13, 21, 29, 37, 45), [37, 5, 13, 45, 21, 29]],
  ['adding to a table that grew', of(100, 3, 77, 12, 8, 64, 65), [64, 65, 3, 100, 8, 12, 77]],
  ['copying slot by slot', copyOf(of(3, 43, 83, 123)), [123, 43, 83, 3]],
  ['copying into a smaller table', copyOf(of(14, 15, 16, 17, 18)), [16, 17, 18, 14, 15]],
  ['copying into one of the same size', copyOf(of(99, 35, 67, 3, 131, 7)), [3, 35, 67, 99, 131, 7]],
  ['keeping what is in both', bothOf(of(3, 43, 83, 123), of(1, 3, 123)), [3, 123]],
  ['leaving out one of few', firstWithout(of(8, 1, 0, 9, 16), of(0)), [8, 1, 9, 16]],
  ['leaving out none of many', firstWithout(of(16, 8, 1, 0, 9), of()), [0, 1, 16, 8, 9]],
  ['putting in two at once', putIn(of(8, 1, 0), of(9, 16)), [0, 1, 16, 8, 9]],
  ['joining two', eitherOf(of(8, 1, 0), of(9, 16)), [0, 1, 16, 8, 9]],
  ['adding those one by one', including(including(of(8, 1, 0), 9), 16), [0, 1, 8, 9, 16]],
  ['putting into the slot of what was taken out', putIn(takeOut(of(8, 9, 10), of(8, 9)), of(16)), [16, 10]],
])('a set made by %s', (_, set, walked) => {
  expect(walk(set)).toEqual(walked)
})

const { rules } = releaseById('zed') ?? expect.unreachable()

/** As nova/virt/hardware.py: parse_cpu_spec of Nova 26.2.2 answers under CPython 3.11. */
test.each<[spec: string, walked: readonly number[]]>([
  ['14,15,16,17,18', [14, 15, 16, 17, 18]],
  ['14-18', [16, 17, 18, 14, 15]],
  ['8,9,10,^8,16', [9, 10, 16]],
  ['8,1,0,9-16,^12', [0, 1, 8, 9, 10, 11, 13, 14, 15, 16]],
])('CPUs written as %s', (spec, walked) => {
  expect(walk(cpuSpecSet(spec, rules))).toEqual(walked)
})

test('a tuple hashes as in CPython', () => {
  expect(tupleHash([])).toBe(5740354900026072187n)
  expect(tupleHash([0, 4])).toBe(1773351652666409796n)
})

const ids = fc.uniqueArray(fc.nat(500), { maxLength: 60 })
const ascending = (ids: Iterable<number>) => [...ids].sort((a, b) => a - b)

test('a walk meets every item once', () => {
  fc.assert(
    fc.property(ids, (ids) => {
      expect(ascending(inSetOrder(ids, BigInt))).toEqual(ascending(ids))
    }),
  )
})

test('whatever the order, a set holds what it should', () => {
  fc.assert(
    fc.property(ids, ids, ids, (one, other, gone) => {
      const left = new Set(one.filter((id) => !gone.includes(id)))
      const set = takeOut(setOfIds(one), setOfIds(gone))
      expect(ascending(walk(set))).toEqual(ascending(left))
      expect(ascending(walk(putIn(set, setOfIds(other))))).toEqual(ascending(new Set([...left, ...other])))
      expect(ascending(walk(bothOf(set, setOfIds(other))))).toEqual(
        ascending(other.filter((id) => left.has(id))),
      )
    }),
  )
})
