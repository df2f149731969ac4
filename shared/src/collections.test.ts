import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Overlay } from './collections.ts'

type Change = readonly ['set', string, number] | readonly ['delete', string]
const key = fc.constantFrom('a', 'b', 'c', 'd')
const change: fc.Arbitrary<Change> = fc.oneof(
  fc.tuple(fc.constant('set' as const), key, fc.nat(9)),
  fc.tuple(fc.constant('delete' as const), key),
)

test('an overlay holds what a copied map would hold', () => {
  fc.assert(
    fc.property(fc.dictionary(key, fc.nat(9)), fc.array(change), (start, changes) => {
      const base = new Map(Object.entries(start))
      const copy = new Map(base)
      let seen = Overlay.over(base)
      for (const [what, at, value] of changes) {
        if (what === 'set') copy.set(at, value)
        else copy.delete(at)
        seen = what === 'set' ? seen.with(at, value) : seen.without(at)
      }
      expect(new Map(seen.entries())).toEqual(copy)
    }),
  )
})

test('many changes at once are the same as one after the other', () => {
  fc.assert(
    fc.property(fc.dictionary(key, fc.nat(9)), fc.array(fc.tuple(key, fc.nat(9))), (start, changes) => {
      const from = Overlay.over(new Map(Object.entries(start)))
      const one = changes.reduce((seen, [at, value]) => seen.with(at, value), from)
      expect(new Map(from.withAll(changes).entries())).toEqual(new Map(one.entries()))
    }),
  )
})
