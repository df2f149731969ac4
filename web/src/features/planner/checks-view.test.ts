import { type Action, type Cloud, cloudOf, HostId, plain, play, releaseById } from '@headroom/shared'
import { scenarioById } from '@headroom/shared/scenarios'
import { cloudAtRandom, seeded } from '@headroom/shared/testing'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { checksLayout } from './checks-layout.ts'
import {
  type CheckCell,
  type CheckGroup,
  type ChecksQuery,
  checkGroups,
  checkRow,
  type OpenChecks,
  openChecks,
} from './checks-view.ts'

const zed = releaseById('zed')
if (!zed) throw new Error('Zed is gone')
const many = cloudOf(cloudAtRandom({ hosts: 120, cells: [2] }, zed, seeded(3)), zed)

function checksOf(cloud: Cloud, actions: readonly Action[]) {
  const checks = openChecks(cloud, play(cloud, actions))
  if (!checks) throw new Error('no boot')
  return checks
}

function ofPlan(plan: string, steps: number) {
  const found = scenarioById('pages-nobody-told-nova-about')
  const asked = found?.plans.find(({ id }) => id === plan)?.plan
  const release = releaseById(asked?.release ?? '')
  if (!found || !asked || !release) throw new Error(`no plan ${plan}`)
  return checksOf(cloudOf(found.snapshot, release), asked.actions.slice(0, steps))
}

const boot: Action = { do: 'boot', id: 'a', flavor: 'p1.large', image: {}, count: 1, on: undefined }
const plainly: ChecksQuery = { host: '', sort: undefined, descending: false }

const cell = (one: CheckCell): string => {
  switch (one.kind) {
    case 'passes':
      return `✓ ${one.brief ? plain(one.brief) : ''}`
    case 'remarks':
      return `! ${plain(one.brief)}`
    case 'objects':
      return `✗ ${one.brief.map(plain).join('; ')}`
    case 'unknown':
      return `? ${plain(one.full)}`
    case 'not asked':
      return '–'
  }
}

const rowsOf = (checks: OpenChecks) =>
  checkGroups(checks, plainly).order.map((verdict) => checkRow(checks, verdict))

test('hosts by checks has the number each check found, and the attempt that took the host', () => {
  const checks = ofPlan('three-hosts-three-attempts', 4)
  expect(checks.head.checks).toEqual(['RamFilter', 'NUMATopologyFilter'])
  expect(checks.head.passedByAll).toContain('ComputeFilter')
  expect(checks.head.attempts).toBe(3)
  expect(
    rowsOf(checks).map(({ host, attempt, checks, starts }) => [
      host,
      attempt,
      ...[...checks, starts].map(cell),
    ]),
  ).toEqual(
    ['compute-07', 'compute-08', 'compute-09'].map((host, i) => [
      host,
      i + 1,
      '✓ 161.5 GiB left',
      '✓ 1,024 free, cell 0',
      '✗ 768 free, node 0',
    ]),
  )
})

test('a host that the request does not ask is no row', () => {
  expect(rowsOf(ofPlan('the-sixteenth-guest', 2)).map(({ host }) => host)).toEqual(['compute-07'])
})

test('the table of a step with several guests is about the last, as the ones before it left the books', () => {
  expect(rowsOf(ofPlan('the-sixteenth-guest', 1)).map(({ checks }) => checks.map(cell))).toEqual([
    ['✓ 163.5 GiB left', '✓ 2,048 free, cell 0'],
  ])
})

test('a cell opens into what was compared, cell by cell', () => {
  const [row] = rowsOf(ofPlan('the-sixteenth-guest', 2))
  const [ram, numa] = row?.checks ?? []
  expect([ram, numa].map((one) => one && 'counted' in one && one.counted.length)).toEqual([1, 1])
  expect(numa && 'counted' in numa && numa.counted[0]).toMatchObject({
    hostCell: 0,
    numbers: {
      needed: { count: 1024 },
      free: { count: 1024 },
      total: { count: 16384 },
      used: { count: 15360 },
    },
  })
})

test('every host is in one group, what was tried first, then what passes, then reasons by how many give them', () => {
  const checks = checksOf(many, [boot])
  const { groups, order } = checkGroups(checks, plainly)
  expect(order).toHaveLength(120)
  expect(new Set(order.map(({ host }) => host)).size).toBe(120)
  expect(groups.reduce((all, { hosts }) => all + hosts, 0)).toBe(120)
  expect(groups.slice(0, 2).map(({ kind }) => kind)).toEqual(['tried', 'passes'])
  const counts = groups.slice(2).map(({ hosts }) => hosts)
  expect(counts.length).toBeGreaterThan(2)
  expect(counts).toEqual(counts.toSorted((a, b) => b - a))
})

test('a search keeps the hosts whose names have it', () => {
  const { groups, order } = checkGroups(checksOf(many, [boot]), { ...plainly, host: ' 11' })
  expect(order.every(({ host }) => host.includes('11'))).toBe(true)
  expect(groups.reduce((all, { hosts }) => all + hosts, 0)).toBe(order.length)
  expect(checkGroups(checksOf(many, [boot]), { ...plainly, host: 'nowhere' }).groups).toEqual([])
})

test.each([
  { sort: 'host', of: (host: string, _: CheckCell | undefined) => Number(host.replace(/\D/g, '')) },
  {
    sort: 'NUMATopologyFilter',
    of: (_: string, one: CheckCell | undefined) =>
      one?.kind === 'passes' ? Number(cell(one).replaceAll(',', '').match(/\d+/)?.[0]) : Number.NaN,
  },
])('hosts that pass are sorted by $sort, up and down', ({ sort, of }) => {
  const checks = checksOf(many, [boot])
  for (const descending of [false, true]) {
    const { groups, order } = checkGroups(checks, { ...plainly, sort, descending })
    const [tried, passing] = groups.map(({ hosts }) => hosts)
    const column = checks.head.checks.indexOf('NUMATopologyFilter')
    const values = order.slice(tried, (tried ?? 0) + (passing ?? 0)).map((verdict) => {
      const { host, checks: cells } = checkRow(checks, verdict)
      return of(host, cells[column])
    })
    expect(values.length).toBeGreaterThan(10)
    expect(values).toEqual(values.toSorted((a, b) => (descending ? b - a : a - b)))
  }
})

test('with what is open the lines are the heads, and every host of an open group once', () => {
  const groups = fc.array(fc.record({ hosts: fc.integer({ min: 1, max: 30 }), open: fc.boolean() }), {
    minLength: 2,
    maxLength: 8,
  })
  fc.assert(
    fc.property(groups, (sizes) => {
      const all = sizes.map(({ hosts }, i): CheckGroup => ({ key: `${i}`, hosts, kind: 'passes' }))
      const { lines, lineAt } = checksLayout(all, ({ key }) => sizes[Number(key)]?.open ?? false)
      const met = Array.from({ length: lines }, (_, line) => lineAt(line))
      const heads = met.flatMap((line) => (line?.kind === 'group' ? [line.group.key] : []))
      expect(heads).toEqual(all.map(({ key }) => key))
      const firsts = all.map((_, i) => all.slice(0, i).reduce((sum, { hosts }) => sum + hosts, 0))
      const shown = all.flatMap(({ hosts }, i) =>
        sizes[i]?.open ? Array.from({ length: hosts }, (_, at) => (firsts[i] ?? 0) + at) : [],
      )
      expect(met.flatMap((line) => (line?.kind === 'host' ? [line.at] : []))).toEqual(shown)
      expect(lineAt(lines)).toBeUndefined()
    }),
  )
})

test('one group alone needs no head', () => {
  const { lines, lineAt } = checksLayout([{ key: 'a', hosts: 3, kind: 'passes' }], () => false)
  expect([lines, lineAt(0), lineAt(3)]).toEqual([3, { kind: 'host', at: 0 }, undefined])
})

test('a host forced by the request stands alone', () => {
  const [host] = many.snapshot.hosts
  if (!host) throw new Error('no host')
  const forced: Action = { ...boot, on: { host: HostId(host.id), how: 'requested' } }
  expect(checksOf(many, [forced]).head.hosts).toBe(1)
})
