import { describe, expect, test } from 'vitest'
import { releaseById, releases } from './index.ts'
import type { Release } from './release.ts'
import type { RuleName, Rules } from './rules.ts'

test('release ids are told apart', () => {
  expect(new Set(releases.map(({ id }) => id)).size).toBe(releases.length)
})

test('a release is found by its id', () => {
  expect(releaseById('zed')?.name).toBe('Zed')
  expect(releaseById('havana')).toBeUndefined()
})

const rulesBefore = (release: Release): Rules | undefined => releaseById(release.before ?? '')?.rules

test('a release but the oldest follows one listed before it', () => {
  const astray = releases.filter(
    ({ before }, index) =>
      (before === undefined) !== (index === 0) || releases.slice(index).some(({ id }) => id === before),
  )
  expect(astray.map(({ id }) => id)).toEqual([])
})

test('a change changes something', () => {
  const idle = releases.flatMap((release) =>
    (Object.keys(release.changes) as RuleName[])
      .filter((rule) => release.changes[rule]?.to === rulesBefore(release)?.[rule])
      .map((rule) => `${release.id}: ${rule}`),
  )
  expect(idle).toEqual([])
})

test('the tag of a release has every change of the release', () => {
  const numbers = (tag: string) => tag.split('.').map((part) => (/^\d+$/.test(part) ? Number(part) : -1))
  const isEarlier = (tag: string, than: string) => {
    const [a, b] = [numbers(tag), numbers(than)]
    const at = a.findIndex((n, index) => n !== (b[index] ?? 0))
    return at >= 0 && (a[at] as number) < (b[at] ?? 0)
  }
  const late = releases.flatMap(({ id, nova, changes }) =>
    Object.entries(changes)
      .filter(([, { since }]) => isEarlier(nova, since))
      .map(([rule, { since }]) => `${id} ${nova}: ${rule} ${since}`),
  )
  expect(late).toEqual([])
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
  ['livePrecheckMemory', 'free memory', 'mitaka-13.0', 'memory by ratio less used'],
  ['pausedLiveMigration', 'refused', 'kilo', 'allowed'],
  ['liveMigratedCells', 'those of the source', 'rocky', 'refused'],
  ['liveMigratedCells', 'refused', 'train-20.0', 'claimed anew'],
  ['xmlCellMemory', 'KiB', 'juno-b3', 'MiB'],
  ['xmlCellMemory', 'MiB', 'juno-2014.2.0', 'KiB'],
  ['ratioOptions', 'of the scheduler', 'liberty-12.0', 'of the compute, disk of the scheduler'],
  ['ratioOptions', 'of the compute, disk of the scheduler', 'mitaka-13.0', 'of the compute'],
  ['ordinaryGuestCpus', 'any of the host', 'juno-b3', 'of one cell at random'],
  ['ordinaryGuestCpus', 'of one cell at random', 'liberty-12.0', 'any of the host'],
  ['evacuatedImage', 'not read', 'rocky-18.1', 'read'],
  ['requestedHost', 'unknown', 'train-20.0', 'judged by filters'],
  ['placementLimit', 'never', 'queens-17.0', 'always'],
  ['pciPolicies', 'not asked', 'kilo', 'legacy'],
  ['pciPolicies', 'required, legacy, preferred', 'wallaby-23.0', 'required, legacy, preferred, socket'],
  ['pciRequests', 'each by itself', 'zed-26.0', 'one after another'],
  ['movedGuestCpus', 'of the source', '2024.2', 'of the destination'],
  ['coldMigrationHost', 'unknown', 'queens-17.0', 'judged by filters'],
  ['unshelveTo', 'nothing', 'train-20.0', 'a zone'],
  ['unshelveTo', 'a zone', 'zed-26.0', 'a zone or a host'],
  ['selfOvercommit', 'allowed', 'liberty-12.0', 'refused'],
  ['defaultAllocationRatios', 'cpu 16.0, ram 1.5, disk 1.0', '2023.1-27.0', 'cpu 4.0, ram 1.0, disk 1.0'],
]

describe('both sides of a change', () => {
  test.each(rows)('%s: %j before %s, %j since', (rule, before, id, since) => {
    const release = releaseById(id) as Release
    expect([rulesBefore(release)?.[rule], release.rules[rule]]).toEqual([before, since])
  })
})
