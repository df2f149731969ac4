import { join } from 'node:path'
import { releases } from '@headroom/shared'
import { describe, expect, test } from 'vitest'
import { type Kind, kinds, recorded, replay } from './replay.ts'

const golden = join(import.meta.dirname, 'golden')

/** Kinds that nothing answers yet. */
const notModelled: readonly Kind[] = ['domain_xml']

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
    const { total, unsupported, disagreements } = replay(recorded(golden, release.id, kind), release)
    if (notModelled.includes(kind)) expect(unsupported).toBe(total)
    else expect(disagreements).toEqual([])
  })
})
