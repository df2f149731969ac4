import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { HostId } from '../../model/ids.ts'
import type { Snapshot } from '../../model/snapshot.ts'
import { judge } from '../../placement/judge.ts'
import { judgeInBrief } from '../../placement/judge-in-brief.ts'
import { placementRequest } from '../../placement/request.ts'
import { releaseById, releases } from '../../releases/index.ts'
import { scenarios } from '../../scenarios/index.ts'
import { cloudAtRandom, seeded } from '../../testing/clouds.ts'
import { type Cloud, cloudOf } from '../cloud.ts'
import { finished } from '../long.ts'
import { nextBoot } from '../next-boot.ts'
import { stateOf } from '../nova-book.ts'
import { replay } from '../replay.ts'
import { emptied } from './emptied.ts'
import { headroom, headroomByPlace } from './headroom.ts'
import type { FlavorHeadroom } from './room.ts'

const release = (id: string) => {
  const found = releaseById(id)
  if (!found) throw new Error(`no release ${id}`)
  return found
}

/** One boot after another, until Nova finds no valid host or the plan ends. */
function repeated(cloud: Cloud, flavor: string, count = 400) {
  const [step] = replay(cloud, [{ do: 'boot', id: 'more', flavor, image: {}, count, on: undefined }])
  if (step?.outcome.kind !== 'boots') throw new Error('no boots')
  const kinds = step.outcome.boots.map(({ result }) =>
    result.kind === 'unknown' && result.host === undefined ? 'no host known' : result.kind,
  )
  const end = kinds.findIndex((kind) => kind === 'no-valid-host' || kind === 'no host known')
  const before = end === -1 ? kinds : kinds.slice(0, end)
  const of = (kind: string) => before.filter((one) => one === kind).length
  return { runs: of('runs'), unsure: of('unknown'), ended: end !== -1 }
}

/** Nobody looked at any host: what Nova books is then all there is. */
const unseen = (snapshot: Snapshot): Snapshot => ({
  ...snapshot,
  hosts: snapshot.hosts.map((host) => ({ ...host, observed: undefined })),
})

const filterSets = [
  undefined,
  ['ComputeFilter', 'NUMATopologyFilter'],
  ['ComputeFilter', 'RamFilter', 'CoreFilter', 'NUMATopologyFilter'],
  ['ComputeFilter', 'RamFilter', 'NumInstancesFilter'],
]

const clouds = fc
  .record({
    seed: fc.nat(1_000_000),
    hosts: fc.integer({ min: 1, max: 7 }),
    release: fc.constantFrom(...releases.map(({ id }) => id)),
    enabledFilters: fc.constantFrom(...filterSets),
    maxAttempts: fc.integer({ min: 1, max: 3 }),
  })
  .map(({ seed, hosts, release: id, enabledFilters, maxAttempts }) => {
    const snapshot = cloudAtRandom({ hosts, cells: [1, 2, 2, 4] }, release(id), seeded(seed))
    return cloudOf(
      { ...snapshot, settings: { ...snapshot.settings, enabledFilters, maxAttempts } },
      release(id),
    )
  })

const roomFor = (cloud: Cloud, name: string): FlavorHeadroom => {
  const [found] = finished(
    headroom(
      cloud,
      cloud.snapshot.flavors.filter((one) => one.name === name),
    ),
  )
  if (!found) throw new Error(`no flavor ${name}`)
  return found
}

const flavorNames = [
  'm1.small',
  'm1.xlarge',
  'p1.medium',
  'p1.large',
  'p1.plain',
  'n1.medium',
  'n1.large',
  'n1.apart',
]

describe('headroom', () => {
  test('equals what repeated boots run', () => {
    fc.assert(
      fc.property(clouds, fc.constantFrom(...flavorNames), (cloud, flavor) => {
        const boots = repeated(cloud, flavor)
        fc.pre(boots.ended)
        const { now } = roomFor(cloud, flavor)
        expect([now.runs.count, now.unsure]).toEqual([boots.runs, boots.unsure])
      }),
      { numRuns: 40 },
    )
  })

  test('by Nova’s book alone equals what repeated boots book', () => {
    fc.assert(
      fc.property(clouds, fc.constantFrom(...flavorNames), (cloud, flavor) => {
        const boots = repeated(cloudOf(unseen(cloud.snapshot), cloud.release), flavor)
        fc.pre(boots.ended)
        expect(roomFor(cloud, flavor).now.nova).toEqual({ count: boots.unsure, atLeast: false })
      }),
      { numRuns: 25 },
    )
  })

  test('of the empty cloud equals repeated boots there', () => {
    fc.assert(
      fc.property(clouds, fc.constantFrom('p1.large', 'n1.medium'), (cloud, flavor) => {
        const boots = repeated(emptied(cloud), flavor, 600)
        fc.pre(boots.ended)
        expect(roomFor(cloud, flavor).empty.runs.count).toBe(boots.runs)
      }),
      { numRuns: 10 },
    )
  })

  test('by pages of the hosts is what each host would start, one guest after another', () => {
    fc.assert(
      fc.property(clouds, fc.constantFrom('p1.medium', 'n1.medium', 'm1.small'), (cloud, name) => {
        const flavor = cloud.snapshot.flavors.find((one) => one.name === name)
        if (!flavor) throw new Error(`no flavor ${name}`)
        const each = cloud.snapshot.hosts.flatMap(({ id }) => nextBoot(cloud, id, flavor).moreByHost ?? [])
        const all = each.length === 0 ? undefined : each.reduce((sum, { count }) => sum + count, 0)
        expect(roomFor(cloud, name).host?.count).toBe(all)
      }),
      { numRuns: 15 },
    )
  })

  test.each([
    ['newton', 3, 794_028],
    ['2024.1', 6, 391_035],
  ])(
    'by pages no host counts that Nova has no cells of: it backs guests there by none (%s)',
    (id, hosts, seed) => {
      const plain = cloudAtRandom({ hosts, cells: [1, 2, 2, 4] }, release(id), seeded(seed))
      const flavor = plain.flavors.find(({ name }) => name === 'n1.medium')
      const without = plain.hosts.filter(({ nova, observed }) => observed && typeof nova?.cells === 'string')
      if (!flavor) throw new Error('no such flavor')
      expect(without.length).toBeGreaterThan(0)
      const cloud = cloudOf(plain, release(id))
      expect(without.map((host) => nextBoot(cloud, host.id, flavor).moreByHost)).toEqual(
        without.map(() => undefined),
      )
    },
  )

  test('of a full host says what is short, and what is left', () => {
    const snapshot = scenarios.find(({ id }) => id === 'pages-nobody-told-nova-about')?.snapshot
    const [flavor] = snapshot?.flavors ?? []
    if (!snapshot || !flavor) throw new Error('the scenario is gone')
    const [first] = headroomByPlace(cloudOf(snapshot, release('liberty')), flavor).hosts
    expect(first?.stop).toMatchObject({ by: 'NUMATopologyFilter', reason: { kind: 'pages-short', free: 0 } })
    expect(first?.left.pages.map(({ free }) => free)).toEqual([0, 0])
  })

  test('counts hosts apart that are alike but for what the operator says of their names', () => {
    const snapshot = cloudAtRandom({ hosts: 9, cells: [2] }, release('zed'), seeded(7))
    const [first, second] = snapshot.hosts.filter(({ service }) => service?.enabled && service.up)
    if (!first || !second) throw new Error('no host is up')
    const alike = [first, { ...first, id: second.id }]
    const under = (isolatedHosts: readonly HostId[]) => {
      const enabledFilters = ['ComputeFilter', 'IsolatedHostsFilter']
      const settings = { ...snapshot.settings, enabledFilters, isolatedHosts }
      const cloud = cloudOf({ ...snapshot, hosts: alike, guests: [], settings }, release('zed'))
      return roomFor(cloud, 'm1.small').empty.nova.count
    }
    expect(under([])).toBeGreaterThan(0)
    expect(under([second.id])).toBe(under([]) / 2)
  })

  test('of hosts one by one adds up to the cloud’s, where none sends guests back', () => {
    const cloud = cloudOf(cloudAtRandom({ hosts: 9, cells: [2] }, release('zed'), seeded(7)), release('zed'))
    const [flavor] = cloud.snapshot.flavors
    if (!flavor) throw new Error('no flavor')
    const { now } = roomFor(cloud, flavor.name)
    const single = headroomByPlace(cloud, flavor).hosts.map(({ room }) => room.nova.count)
    expect(single.reduce((all, one) => all + one, 0)).toBe(now.nova.count)
    expect(now.nova.count).toBeGreaterThan(0)
  })

  test.each(scenarios.map(({ id, snapshot }) => [id, snapshot] as const))(
    'of %s equals repeated boots',
    (_, snapshot) => {
      const cloud = cloudOf(snapshot, release(snapshot.release ?? 'zed'))
      for (const found of finished(headroom(cloud, snapshot.flavors))) {
        const boots = repeated(cloud, found.flavor, 120)
        if (boots.ended) expect([found.flavor, found.now.runs.count]).toEqual([found.flavor, boots.runs])
        else expect(found.now.runs.count + found.now.unsure).toBeGreaterThanOrEqual(120)
      }
    },
  )
})

test('a verdict in brief is the verdict', () => {
  fc.assert(
    fc.property(clouds, fc.constantFrom(...flavorNames), (cloud, name) => {
      const flavor = cloud.snapshot.flavors.find((one) => one.name === name)
      if (!flavor) throw new Error(`no flavor ${name}`)
      const names = cloud.snapshot.settings.enabledFilters ?? cloud.release.rules.defaultFilters
      const request = placementRequest(flavor, {}, cloud.release.rules)
      for (const { id } of cloud.snapshot.hosts) {
        const verdict = judge(stateOf(cloud, id), request, names)
        const brief = judgeInBrief(stateOf(cloud, id), request, names)
        expect(brief.outcome).toBe(verdict.outcome)
        if (verdict.outcome === 'fits' && brief.outcome === 'fits')
          expect(brief.placed).toEqual(verdict.placed)
        if (verdict.outcome === 'rejected' && brief.outcome === 'rejected') {
          expect(brief.by).toBe(verdict.objections[0].by)
        }
      }
    }),
    { numRuns: 60 },
  )
})
