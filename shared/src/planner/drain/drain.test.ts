import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Guest } from '../../model/guest.ts'
import type { HostId } from '../../model/ids.ts'
import { releaseById } from '../../releases/index.ts'
import { cloudAtRandom, seeded } from '../../testing/clouds.ts'
import { type Cloud, cloudOf, guestsOn } from '../cloud.ts'
import { finished } from '../long.ts'
import { play } from '../replay.ts'
import { drain, drainSweep } from './drain.ts'
import { survive, surviveAny } from './survive.ts'

const release = (id: string) => {
  const found = releaseById(id)
  if (!found) throw new Error(`no release ${id}`)
  return found
}

const clouds = fc
  .record({
    seed: fc.nat(1_000_000),
    hosts: fc.integer({ min: 2, max: 9 }),
    release: fc.constantFrom(
      'kilo',
      'liberty',
      'mitaka',
      'pike',
      'train',
      'wallaby',
      'zed',
      '2024.2',
      'master',
    ),
  })
  .map(({ seed, hosts, release: id }) =>
    cloudOf(cloudAtRandom({ hosts, cells: [1, 2, 2, 4] }, release(id), seeded(seed)), release(id)),
  )

const idsOf = (cloud: Cloud): readonly HostId[] => [...cloud.hosts.values()].map(({ id }) => id)

/** Every second guest of a flavor in one group that keeps apart. */
function withGroup(cloud: Cloud): Cloud {
  const seen = new Set<HostId>()
  const guests = cloud.snapshot.guests.map((guest): Guest => {
    if (guest.host === undefined || seen.has(guest.host)) return guest
    seen.add(guest.host)
    return { ...guest, serverGroup: 'apart' }
  })
  const group = { id: 'apart', name: 'apart', policy: 'anti-affinity', maxServerPerHost: undefined }
  return cloudOf({ ...cloud.snapshot, guests, serverGroups: [group] }, cloud.release)
}

describe('a drain', () => {
  test('replays without a refusal of either book', () => {
    let moved = 0
    fc.assert(
      fc.property(clouds, fc.nat(8), fc.integer({ min: 1, max: 3 }), (cloud, first, count) => {
        const all = idsOf(cloud)
        const hosts = all.slice(first % all.length).slice(0, count)
        const { actions } = finished(drain(cloud, { hosts, atOnce: 3 }))
        moved += actions.length
        for (const { step } of play(cloud, actions)) expect(step.outcome).toMatchObject({ result: 'moves' })
      }),
      { numRuns: 25 },
    )
    expect(moved).toBeGreaterThan(0)
  })

  test('leaves on the host those it names and no other', () => {
    fc.assert(
      fc.property(clouds, (cloud) => {
        const [host] = idsOf(cloud)
        if (!host) throw new Error('no host')
        const { actions, stays } = finished(drain(cloud, { hosts: [host], atOnce: 1 }))
        const after = play(cloud, actions).at(-1)?.cloud ?? cloud
        expect(
          guestsOn(after, host)
            .map(({ id }) => id)
            .sort(),
        ).toEqual(stays.map(({ guest }) => guest).sort())
      }),
      { numRuns: 20 },
    )
  })

  test('has no more moves under way than asked, none to a host that is being left', () => {
    fc.assert(
      fc.property(clouds, fc.integer({ min: 1, max: 4 }), (cloud, atOnce) => {
        const { waves, actions } = finished(drain(cloud, { hosts: idsOf(cloud).slice(0, 3), atOnce }))
        expect(waves.flat().map(({ guest }) => guest)).toEqual(
          actions.map((action) => action.do === 'live-migrate' && action.guest),
        )
        for (const wave of waves) {
          expect(wave.length).toBeLessThanOrEqual(atOnce)
          const left = new Set(wave.map(({ from }) => from))
          expect(wave.filter(({ to }) => left.has(to))).toEqual([])
        }
      }),
      { numRuns: 15 },
    )
  })

  test('keeps apart what is to be apart, whatever filters are enabled', () => {
    fc.assert(
      fc.property(clouds, (plain) => {
        const cloud = withGroup(plain)
        const [host] = idsOf(cloud)
        if (!host) throw new Error('no host')
        const { actions } = finished(drain(cloud, { hosts: [host], atOnce: 1 }))
        const after = play(cloud, actions).at(-1)?.cloud ?? cloud
        const places = [...after.guests.values()].flatMap((one) => (one.serverGroup ? [one.host] : []))
        expect(new Set(places).size).toBe(places.length)
      }),
      { numRuns: 15 },
    )
  })
})

test('a guest that its group keeps on its host stays, and the filter is named', () => {
  const cloud = cloudOf(cloudAtRandom({ hosts: 6, cells: [2] }, release('zed'), seeded(9)), release('zed'))
  const [host] = idsOf(cloud)
  if (!host) throw new Error('no host')
  const guests = cloud.snapshot.guests.map(
    (guest): Guest => (guest.host === host ? { ...guest, serverGroup: 'together' } : guest),
  )
  const group = { id: 'together', name: 'together', policy: 'affinity', maxServerPerHost: undefined }
  const settings = {
    ...cloud.snapshot.settings,
    enabledFilters: ['ComputeFilter', 'ServerGroupAffinityFilter'],
  }
  const kept = cloudOf({ ...cloud.snapshot, settings, guests, serverGroups: [group] }, cloud.release)
  const { actions, stays } = finished(drain(kept, { hosts: [host], atOnce: 1 }))
  expect(guestsOn(kept, host).length).toBeGreaterThan(1)
  expect(actions).toEqual([])
  for (const { refusals } of stays) {
    expect(refusals.map(({ by }) => by)).toContain('ServerGroupAffinityFilter')
  }
})

test('of every host it is asked at once what is asked of each alone', () => {
  const cloud = cloudOf(cloudAtRandom({ hosts: 9, cells: [2] }, release('zed'), seeded(3)), release('zed'))
  for (const { host, guests, stays } of finished(drainSweep(cloud))) {
    const alone = finished(drain(cloud, { hosts: [host], atOnce: 1 }))
    expect(guests).toBe(guestsOn(cloud, host).length)
    expect([host, stays.length]).toEqual([host, alone.stays.length])
  }
})

describe('a lost host', () => {
  const cloud = cloudOf(cloudAtRandom({ hosts: 12, cells: [2] }, release('zed'), seeded(5)), release('zed'))

  test('has each of its guests placed or named', () => {
    for (const { guests, placed, homeless } of finished(surviveAny(cloud))) {
      expect(placed + homeless.length).toBe(guests)
    }
  })

  test('with all the others lost too leaves every guest without a home', () => {
    const { placed, homeless, headroom } = survive(cloud, idsOf(cloud), cloud.snapshot.flavors.slice(0, 1))
    expect(placed).toBe(0)
    expect(homeless).toHaveLength(cloud.snapshot.guests.length)
    expect(headroom[0]?.room.nova.count).toBe(0)
  })

  test('takes its room with it', () => {
    const [flavor] = cloud.snapshot.flavors
    if (!flavor) throw new Error('no flavor')
    const before = survive(cloud, [], [flavor]).headroom[0]?.room.nova.count ?? 0
    const [host] = idsOf(cloud)
    if (!host) throw new Error('no host')
    const after = survive(cloud, [host], [flavor]).headroom[0]?.room.nova.count ?? 0
    expect(after).toBeLessThanOrEqual(before)
    expect(before).toBeGreaterThan(0)
  })
})
