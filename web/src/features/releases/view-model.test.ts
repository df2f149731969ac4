import { conformance, releaseById, releases } from '@headroom/shared'
import { expect, test } from 'vitest'
import { byRelease, byRule, namedRules, rulesBehind } from './view-model.ts'

const all = { filter: undefined, area: undefined, oldestFirst: false } as const

test('every rule has one title', () => {
  const rules = namedRules.map(({ rule }) => rule)
  expect(rules.toSorted()).toEqual(Object.keys(releaseById('master')?.rules ?? {}).toSorted())
})

test('releases come newest first, or oldest first when asked', () => {
  const oldest = byRelease({ ...all, oldestFirst: true }).map(({ id }) => id)
  expect(oldest).toEqual(releases.map(({ id }) => id))
  expect(byRelease(all).map(({ id }) => id)).toEqual(oldest.toReversed())
})

test('a change says what was, what became of it, and its proof', () => {
  const [change] = byRelease({ ...all, filter: '1811886' })[0]?.changes ?? []
  expect(change).toMatchObject({
    id: '2024.2.pinnedMemoryTest',
    shift: { kind: 'word', was: 'free cell memory', became: 'free smallest pages' },
    commit: 'f14c16af82',
    since: '30.0.0',
    bug: 1811886,
  })
})

test.each([
  { asked: { ...all, filter: 'f14c16af82' }, shows: ['2024.2'] },
  { asked: { ...all, filter: 'DALMATIAN pinned' }, shows: ['2024.2'] },
  { asked: { ...all, filter: 'xmlCellMemory' }, shows: ['juno-2014.2.0', 'juno-b3'] },
  { asked: { ...all, filter: 'xmlCellMemory', area: 'fit' as const }, shows: [] },
])('of releases, $asked.filter leaves those with a change that has all its words', ({ asked, shows }) => {
  expect(byRelease(asked).map(({ id }) => id)).toEqual(shows)
})

test('the values of a rule cover every release once', () => {
  for (const { rules } of byRule(all, undefined))
    for (const { spans } of rules)
      expect(spans.reduce((sum, span) => sum + span.releases, 0)).toBe(releases.length)
})

test('the unit of a guest cell was KiB, MiB for one milestone, and KiB since', () => {
  const [area] = byRule({ ...all, filter: 'xmlCellMemory' }, 'juno-b3')
  expect(
    area?.rules[0]?.spans.map(({ value, from, change, marked }) => ({ value, from, change, marked })),
  ).toEqual([
    { value: 'KiB', from: 'Icehouse', change: undefined, marked: false },
    { value: 'MiB', from: 'Juno milestone 3', change: 'juno-b3.xmlCellMemory', marked: true },
    { value: 'KiB', from: 'Juno 2014.2.0', change: 'juno-2014.2.0.xmlCellMemory', marked: false },
  ])
})

test('an anchor stands for one thing', () => {
  const views = byRelease(all)
  const anchors = [
    ...views.map(({ id }) => id),
    ...views.flatMap(({ changes }) => changes.map(({ id }) => id)),
  ]
  expect(new Set(anchors).size).toBe(anchors.length)
})

test('the newest release is behind in nothing, the one before a change in that', () => {
  expect(rulesBehind('master')).toBe(0)
  expect(rulesBehind('2024.1')).toBeGreaterThan(rulesBehind('2024.2'))
})

test('a release whose answers were recorded says how many of them the core gives too', () => {
  const kinds = Object.values(conformance.zed?.kinds ?? {})
  const total = kinds.reduce((sum, kind) => sum + kind.total, 0)
  const shown = byRelease(all)
  expect(shown.find(({ id }) => id === 'zed')?.conformance).toEqual({ agreeing: total, total })
  expect(shown.find(({ id }) => id === 'icehouse')?.conformance).toBeUndefined()
})

test('a value says how many recorded answers it decides, where that was asked', () => {
  const [area] = byRule({ ...all, filter: 'pinnedMemoryTest' }, undefined)
  const spans = area?.rules.find(({ rule }) => rule === 'pinnedMemoryTest')?.spans ?? []
  expect(spans.at(-1)?.decides).toBe(conformance['2024.2']?.rules.pinnedMemoryTest)
  expect(spans[0]?.decides).toBeUndefined()
})
