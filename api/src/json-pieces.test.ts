import fc from 'fast-check'
import { expect, test } from 'vitest'
import { joined, jsonPieces } from './json-pieces.ts'

const maybeMissing = fc.oneof(fc.jsonValue(), fc.constant(undefined))
const body = fc.oneof(fc.jsonValue(), fc.dictionary(fc.string(), maybeMissing), fc.array(maybeMissing))

test('pieces are together what JSON.stringify makes, however deep they are cut', () => {
  fc.assert(
    fc.property(body, fc.nat(4), (value, depth) => {
      expect([...jsonPieces(value, depth)].join('')).toBe(JSON.stringify(value))
    }),
  )
})

test('joined pieces are the same text, none shorter than asked but the last', () => {
  fc.assert(
    fc.property(fc.array(fc.string()), fc.integer({ min: 1, max: 20 }), (pieces, length) => {
      const texts = [...joined(pieces, length)]
      expect(texts.join('')).toBe(pieces.join(''))
      expect(texts.slice(0, -1).every((text) => text.length >= length)).toBe(true)
    }),
  )
})
