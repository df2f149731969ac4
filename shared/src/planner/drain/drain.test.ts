import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Guest } from '../../model/guest.ts'
import { GuestId, type HostId } from '../../model/ids.ts'
import { releaseById } from '../../releases/index.ts'
import { cloudAtRandom, seeded } from '../../testing/clouds.ts'
import type { Action } from '../action.ts'
import { type Cloud, cloudOf, guestsOn, withGuest } from '../cloud.ts'
import { withStarted } from '../guest-start.ts'
import { isRunning } from '../guest-state.ts'
import { finished } from '../long.ts'
import { play } from '../replay.ts'
import { works } from '../what-would-fit.ts'
import { drain } from './drain.ts'
import { type DrainPlan, type DrainRequest, drainRequest } from './plan.ts'
import { drainSweep } from './sweep.ts'

const release = (id: string) => {
  const found = releaseById(id)
  if (!found) throw new Error(`no release ${id}`)
  return found
}

const releaseIds = [
  'kilo',
  'liberty',
  'mitaka',
  'pike',
  'queens',
  'train',
  'wallaby',
  'zed',
  '2024.2',
  'master',
]

/** Of every host some guests shut off, one in each group that keeps apart and some together as far as they may be. */
function lived(cloud: Cloud, seed: number): Cloud {
  const random = seeded(seed)
  const seen = new Set<HostId>()
  const guests = cloud.snapshot.guests.map((guest): Guest => {
    if (guest.host !== undefined && !seen.has(guest.host)) {
      seen.add(guest.host)
      return { ...guest, serverGroup: 'apart' }
    }
    return random() < 0.15 ? { ...guest, serverGroup: random() < 0.5 ? 'near' : 'far' } : guest
  })
  const group = (id: string, policy: string) => ({ id, name: id, policy, maxServerPerHost: undefined })
  const serverGroups = [
    group('apart', 'anti-affinity'),
    group('near', 'soft-affinity'),
    group('far', 'soft-anti-affinity'),
  ]
  const grouped = cloudOf({ ...cloud.snapshot, guests, serverGroups }, cloud.release)
  const off = guests.filter(() => random() < 0.2).map(({ id }): Action => ({ do: 'power-off', guest: id }))
  return play(grouped, off).at(-1)?.cloud ?? grouped
}

const clouds = fc
  .record({
    seed: fc.nat(1_000_000),
    hosts: fc.integer({ min: 2, max: 7 }),
    release: fc.constantFrom(...releaseIds),
  })
  .map(({ seed, hosts, release: id }) =>
    lived(
      cloudOf(cloudAtRandom({ hosts, cells: [1, 2, 2, 4] }, release(id), seeded(seed)), release(id)),
      seed,
    ),
  )

const asked = fc.record({
  order: fc.constantFrom('given', 'any'),
  atOnce: fc.integer({ min: 1, max: 4 }),
  downtime: fc.constantFrom('never', 'stopped guests', 'any'),
  aside: fc.constantFrom(0, 0, 1, 2),
  afterwards: fc.constantFrom('stays empty', 'back in service', 'guests return'),
})

const idsOf = (cloud: Cloud): readonly HostId[] => [...cloud.hosts.values()].map(({ id }) => id)

/** A cloud, and what of it is to be drained. */
const drains = fc
  .record({ cloud: clouds, first: fc.nat(8), count: fc.integer({ min: 1, max: 3 }), asked })
  .map(({ cloud, first, count, asked: how }) => {
    const all = idsOf(cloud)
    const hosts = all.slice(first % all.length).slice(0, count)
    return { cloud, request: drainRequest(hosts, how) }
  })

const planned = (cloud: Cloud, request: DrainRequest): DrainPlan => finished(drain(cloud, request))

const cloudAfter = (cloud: Cloud, actions: readonly Action[]): Cloud =>
  play(cloud, actions).at(-1)?.cloud ?? cloud

const apartOn = (cloud: Cloud) =>
  [...cloud.guests.values()].flatMap((one) => (one.serverGroup === 'apart' ? [one.host] : []))

/** Each wave with every guest of it at both ends: the steps, and what came of them. */
function playedTwice(cloud: Cloud, { actions, waves }: DrainPlan) {
  const left = [...actions]
  const outcomes: ReturnType<typeof play> = []
  let now = cloud
  for (const wave of waves) {
    let held = now
    for (const move of wave) {
      const until = left.findIndex((one) => one.do === 'live-migrate' || one.do === 'cold-migrate') + 1
      const isCold = left[until - 1]?.do === 'cold-migrate'
      const these = left.splice(0, isCold ? until + 1 : until)
      const before = held.guests.get(move.guest)
      const played = play(held, isCold ? these.slice(0, -1) : these)
      outcomes.push(...played)
      held = played.at(-1)?.cloud ?? held
      if (!isCold && before) held = withTwin(held, before)
      now = cloudAfter(now, these)
    }
  }
  return outcomes
}

/** The guest is still where it was, too. */
function withTwin(cloud: Cloud, { host, topology, ...guest }: Guest): Cloud {
  if (host === undefined || topology === 'not read') return cloud
  const twin = { ...guest, host, topology, id: GuestId(`${guest.id} at its source`), serverGroup: undefined }
  return withStarted(withGuest(cloud, twin), twin)
}

describe('a drain', () => {
  test('replays without a refusal of either book', () => {
    let moves = 0
    fc.assert(
      fc.property(drains, ({ cloud, request }) => {
        const { actions, waves } = planned(cloud, request)
        moves += waves.flat().length
        const refused = play(cloud, actions).filter(({ step }) => !works(step.outcome))
        expect(refused.map(({ step }) => step)).toEqual([])
      }),
      { numRuns: 10 },
    )
    expect(moves).toBeGreaterThan(0)
  })

  test('asks for no more at any moment than there is, with both ends of every move of a wave booked', () => {
    fc.assert(
      fc.property(drains, ({ cloud, request }) => {
        const refused = playedTwice(cloud, planned(cloud, request)).filter(({ step }) => !works(step.outcome))
        expect(refused.map(({ step }) => step)).toEqual([])
      }),
      { numRuns: 10 },
    )
  })

  test('leaves on the host those it names and no other', () => {
    fc.assert(
      fc.property(clouds, asked, (cloud, how) => {
        const [host] = idsOf(cloud)
        if (!host) throw new Error('no host')
        const request = drainRequest([host], { ...how, afterwards: 'stays empty' })
        const { actions, stays } = planned(cloud, request)
        expect(
          guestsOn(cloudAfter(cloud, actions), host)
            .map(({ id }) => id)
            .sort(),
        ).toEqual(stays.map(({ guest }) => guest).sort())
      }),
      { numRuns: 6 },
    )
  })

  test('has no more moves under way than asked, none to a host that a guest of the wave has left', () => {
    fc.assert(
      fc.property(drains, ({ cloud, request }) => {
        const { waves, actions } = planned(cloud, request)
        const moved = actions.flatMap((one) =>
          one.do === 'live-migrate' || one.do === 'cold-migrate' ? [one.guest] : [],
        )
        expect(waves.flat().map(({ guest }) => guest)).toEqual(moved)
        for (const wave of waves) {
          expect(wave.length).toBeLessThanOrEqual(request.atOnce)
          const waits = wave.filter(({ to }, index) => wave.slice(0, index).some(({ from }) => from === to))
          expect(waits).toEqual([])
        }
      }),
      { numRuns: 6 },
    )
  })

  test('keeps apart what is to be apart, whatever filters are enabled', () => {
    fc.assert(
      fc.property(drains, ({ cloud, request }) => {
        for (const played of play(cloud, planned(cloud, request).actions)) {
          const places = apartOn(played.cloud)
          expect(new Set(places).size).toBe(places.length)
        }
      }),
      { numRuns: 6 },
    )
  })

  test('stops no guest but those it may', () => {
    fc.assert(
      fc.property(drains, ({ cloud, request }) => {
        const cold = planned(cloud, request)
          .waves.flat()
          .filter(({ how }) => how === 'cold')
          .flatMap(({ guest }) => cloud.guests.get(guest) ?? [])
        if (request.downtime === 'never') expect(cold).toEqual([])
        if (request.downtime === 'stopped guests') expect(cold.filter(isRunning)).toEqual([])
      }),
      { numRuns: 6 },
    )
  })

  test('confirms every cold migration at once, for until then both ends are booked', () => {
    fc.assert(
      fc.property(drains, ({ cloud, request }) => {
        const { actions } = planned(cloud, request)
        const next = actions.flatMap((one, index) =>
          one.do === 'cold-migrate' ? [[one.guest, actions[index + 1]]] : [],
        )
        expect(next.map(([, confirm]) => confirm)).toEqual(next.map(([guest]) => ({ do: 'confirm', guest })))
      }),
      { numRuns: 6 },
    )
  })

  test('moves aside no more guests than it may for any one', () => {
    fc.assert(
      fc.property(drains, ({ cloud, request }) => {
        const { waves } = planned(cloud, request)
        const aside = waves.flat().filter(({ why }) => why.kind === 'aside')
        const going = waves.flat().filter(({ why }) => why.kind === 'leaves')
        expect(aside.length).toBeLessThanOrEqual(request.aside * going.length)
        if (request.aside === 0) expect(aside).toEqual([])
      }),
      { numRuns: 6 },
    )
  })

  test('whose guests return has them home again, or says which are not', () => {
    fc.assert(
      fc.property(drains, ({ cloud, request }) => {
        const back: DrainRequest = { ...request, afterwards: 'guests return', aside: 0 }
        const { actions, remarks } = planned(cloud, back)
        const end = cloudAfter(cloud, actions)
        const away = cloud.snapshot.guests.filter(({ id, host }) => end.guests.get(id)?.host !== host)
        expect(away.map(({ id }) => id).sort()).toEqual(
          remarks.flatMap((one) => (one.kind === 'does-not-return' ? [one.guest] : [])).sort(),
        )
      }),
      { numRuns: 6 },
    )
  })

  test('in any order leaves no more guests than in the order given', () => {
    fc.assert(
      fc.property(drains, ({ cloud, request }) => {
        const given = planned(cloud, { ...request, order: 'given' })
        const any = planned(cloud, { ...request, order: 'any' })
        expect(any.stays.length).toBeLessThanOrEqual(given.stays.length)
        expect([...any.order].sort()).toEqual([...request.hosts].sort())
      }),
      { numRuns: 6 },
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
  const { actions, stays } = finished(drain(kept, drainRequest([host])))
  expect(guestsOn(kept, host).length).toBeGreaterThan(1)
  expect(actions.map((one) => one.do)).toEqual(['set-service', 'set-service'])
  for (const { refusals } of stays) {
    expect(refusals.map(({ by }) => by)).toContain('ServerGroupAffinityFilter')
  }
})

test('of every host it is asked at once what is asked of each alone', () => {
  const cloud = cloudOf(cloudAtRandom({ hosts: 9, cells: [2] }, release('zed'), seeded(3)), release('zed'))
  for (const { host, guests, stays } of finished(drainSweep(cloud, 'never'))) {
    const alone = finished(drain(cloud, drainRequest([host])))
    expect(guests).toBe(guestsOn(cloud, host).length)
    expect([host, stays.length]).toEqual([host, alone.stays.length])
  }
})
