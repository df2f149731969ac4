import { expect, test } from 'vitest'
import { type Upgrades, upgraded } from './versions.ts'

const upgrades: Upgrades = {
  1: ({ memory_mb, ...rest }) => ({ ...rest, memory_kib: Number(memory_mb) * 1024 }),
  2: (document) => ({ ...document, gaps: [] }),
}
const read = (json: unknown) => upgraded(json, 'doc', 3, upgrades)

test('an old document is upgraded step by step', () => {
  expect(read({ doc: 1, memory_mb: 2 })).toEqual({
    facts: { doc: 3, memory_kib: 2048, gaps: [] },
    problems: [],
  })
})

test('a document of this version stays as it is', () => {
  expect(read({ doc: 3, memory_kib: 1 }).facts).toEqual({ doc: 3, memory_kib: 1 })
})

test.each([{ doc: 4 }, { doc: 0 }, { doc: '3' }, { doc: null }, {}, [], null, 'doc'])(
  '%j is no document of ours',
  (json) => {
    expect(read(json)).toMatchObject({
      facts: undefined,
      problems: [{ severity: 'error', at: { path: 'doc' }, expected: 'a version, at most 3' }],
    })
  },
)
