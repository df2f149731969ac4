import { join } from 'node:path'
import { releases } from '@headroom/shared'
import { describe, expect, test } from 'vitest'
import { kinds, recorded, replay } from './replay.ts'

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

describe.each(answered)('$id', ({ release, kinds }) => {
  test.each(kinds)('%s agree with Nova', (kind) => {
    const { disagreements } = replay(recorded(golden, release.id, kind), release)
    expect(disagreements).toEqual([])
  })
})
