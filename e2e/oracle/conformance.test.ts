import { join } from 'node:path'
import { conformance, releases } from '@headroom/shared'
import { describe, expect, test } from 'vitest'
import { answerOf, kinds, recorded, replay } from './replay.ts'

const golden = join(import.meta.dirname, 'golden')

const answered = releases
  .map((release) => ({
    release,
    id: release.id,
    kinds: kinds.filter((kind) => recorded(golden, release.id, kind).length > 0),
  }))
  .filter(({ kinds }) => kinds.length > 0)

test('answers of every release from Liberty on are recorded', () => {
  expect(answered).toHaveLength(22)
})

test('the Releases page counts the releases that are recorded', () => {
  expect(Object.keys(conformance)).toEqual(answered.map(({ id }) => id))
})

describe.each(answered.filter(({ release }) => release.rules.fitCache !== 'none'))('$id', ({ release }) => {
  test('where Nova takes cells that cannot hold the guest, they object', () => {
    const broken = recorded(golden, release.id, 'fit').filter(({ violates }) => violates !== undefined)
    expect(broken.length).toBeGreaterThan(0)
    expect(broken.map((asked) => answerOf(asked, release))).toEqual(
      broken.map(() => expect.objectContaining({ overlooked: expect.arrayContaining([expect.anything()]) })),
    )
  })
})

describe.each(answered)('$id', ({ release, kinds }) => {
  test.each(kinds)('%s agree with Nova', (kind) => {
    const { total, agreeing, disagreements } = replay(recorded(golden, release.id, kind), release)
    expect(disagreements).toEqual([])
    expect(conformance[release.id]?.kinds[kind] ?? { agreeing: 0, total: 0 }).toEqual({ agreeing, total })
  })
})
