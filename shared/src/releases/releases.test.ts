import { describe, expect, test } from 'vitest'
import { releaseById, releases } from './index.ts'
import type { RuleName, Rules } from './rules.ts'

test('release ids are told apart', () => {
  expect(new Set(releases.map(({ id }) => id)).size).toBe(releases.length)
})

test('a release is found by its id', () => {
  expect(releaseById('zed')?.name).toBe('Zed')
  expect(releaseById('havana')).toBeUndefined()
})

test('a change changes something', () => {
  const idle = releases.flatMap(({ id, changes }, index) =>
    (Object.keys(changes) as RuleName[])
      .filter((rule) => changes[rule]?.to === releases[index - 1]?.rules[rule])
      .map((rule) => `${id}: ${rule}`),
  )
  expect(idle).toEqual([])
})

test('a change names a commit and the tag that has it', () => {
  const evidence = releases.flatMap(({ changes }) => Object.values(changes))
  expect(evidence.filter(({ commit }) => !/^[0-9a-f]{10,40}$/.test(commit))).toEqual([])
  expect(evidence.filter(({ since }) => !/^\d+\.\d+(\.\d+)?(\.?(b|rc)\d+)?$|^master$/.test(since))).toEqual(
    [],
  )
})

/** Rule, value before, the release that changed it, value since. */
type Row = { [Name in RuleName]: [Name, Rules[Name], release: string, Rules[Name]] }[RuleName]

const rows: Row[] = [
  ['livePrecheckMemory', 'free memory', 'mitaka', 'memory by ratio less used'],
  ['xmlCellMemory', 'KiB', 'juno-b3', 'MiB'],
  ['xmlCellMemory', 'MiB', 'juno-2014.2.0', 'KiB'],
  ['selfOvercommit', 'allowed', 'liberty', 'refused'],
  ['defaultAllocationRatios', 'cpu 16.0, ram 1.5, disk 1.0', '2023.1', 'cpu 4.0, ram 1.0, disk 1.0'],
]

describe('both sides of a change', () => {
  test.each(rows)('%s: %j before %s, %j since', (rule, before, id, since) => {
    const at = releases.findIndex((release) => release.id === id)
    expect([releases[at - 1]?.rules[rule], releases[at]?.rules[rule]]).toEqual([before, since])
  })
})
