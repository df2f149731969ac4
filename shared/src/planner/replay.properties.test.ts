import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { totalOf } from '../accounting/totals.ts'
import { CellId, GuestId, HostId } from '../model/ids.ts'
import { releaseById } from '../releases/index.ts'
import { scenarioById } from '../scenarios/index.ts'
import { GiB, MiB, PageSize, Pages, sum } from '../units.ts'
import type { Action } from './action.ts'
import { poolsOf } from './books.ts'
import { type Cloud, cloudOf, guestsOn, movesOn, realityOf } from './cloud.ts'
import { novaBookOf } from './nova-book.ts'
import { type Played, play, replay } from './replay.ts'
import { works } from './what-would-fit.ts'

const hosts = ['compute-07', 'compute-08', 'compute-09'].map(HostId)
const releases = ['juno', 'liberty', 'newton', 'queens', 'stein', 'train', 'zed', '2024.2']
const size = PageSize(2048)

/** The scenario's three hosts, and a flavor that is pinned, one that is plain, one of two cells. */
function cloudUnder(id: string): Cloud {
  const snapshot = scenarioById('pages-nobody-told-nova-about')?.snapshot
  const release = releaseById(id)
  const [small, medium] = snapshot?.flavors ?? []
  if (!snapshot || !release || !small || !medium) throw new Error(`no scenario, or no release ${id}`)
  const flavors = [
    small,
    medium,
    { ...small, name: 'pinned', vcpus: 2, extraSpecs: { 'hw:cpu_policy': 'dedicated' } },
    { ...small, name: 'plain', memory: GiB(20), extraSpecs: {} },
    { ...medium, name: 'wide', extraSpecs: { 'hw:numa_nodes': '2', 'hw:mem_page_size': '2048' } },
  ]
  const settings = { ...snapshot.settings, allowResizeToSameHost: true }
  return cloudOf({ ...snapshot, flavors, settings }, release)
}

const hostId = fc.constantFrom(...hosts)
const guest = fc.constantFrom('a-1', 'a-2', 'b-1', 'c-1').map(GuestId)
const flavor = fc.constantFrom('m1.small', 'm1.medium', 'pinned', 'plain', 'wide')
const cell = fc.constantFrom(0, 1).map(CellId)
const maybe = <T>(one: fc.Arbitrary<T>) => fc.option(one, { nil: undefined })
const pagesOf = fc.record({ cell, size: fc.constant(size), count: fc.nat(16_384).map(Pages) })
const taken = fc.record({
  by: fc.constantFrom('spdk', 'ovs-vswitchd'),
  host: hostId,
  cell,
  size: fc.constant(size),
  pages: fc.nat(9000).map(Pages),
})

const of = <D extends Action['do']>(what: D, members: fc.Arbitrary<object>): fc.Arbitrary<Action> =>
  members.map((rest) => ({ do: what, ...rest }) as Action)

const boot = of(
  'boot',
  fc.record({
    id: fc.constantFrom('a', 'b', 'c'),
    flavor,
    image: fc.constant({}),
    count: fc.integer({ min: 1, max: 3 }),
    on: maybe(fc.record({ host: hostId, how: fc.constantFrom('requested', 'forced') })),
  }),
)

const actions: fc.Arbitrary<Action> = fc.oneof(
  { weight: 6, arbitrary: boot },
  { weight: 2, arbitrary: of('live-migrate', fc.record({ guest, to: maybe(hostId) })) },
  { weight: 2, arbitrary: of('cold-migrate', fc.record({ guest, to: maybe(hostId) })) },
  { weight: 2, arbitrary: of('resize', fc.record({ guest, flavor })) },
  { weight: 2, arbitrary: of('confirm', fc.record({ guest })) },
  { weight: 2, arbitrary: of('revert', fc.record({ guest })) },
  of('delete', fc.record({ guest })),
  of('power-off', fc.record({ guest })),
  of('power-on', fc.record({ guest })),
  of('shelve', fc.record({ guest, keep: fc.boolean() })),
  of('shelve-offload', fc.record({ guest })),
  of('unshelve', fc.record({ guest })),
  of('rebuild', fc.record({ guest, image: maybe(fc.constant({ os_type: 'linux' })) })),
  of('evacuate', fc.record({ guest, to: maybe(hostId) })),
  of('take-pages', taken),
  of('give-pages-back', taken),
  of('lose-host', fc.record({ host: hostId })),
  of(
    'reboot-host',
    fc.record({ host: hostId, pools: fc.array(pagesOf, { maxLength: 2 }), resumeGuests: fc.boolean() }),
  ),
  of('set-service', fc.record({ host: hostId, state: fc.constantFrom('enabled', 'disabled', 'up', 'down') })),
  of('add-host', fc.record({ id: fc.constant(HostId('compute-10')), like: hostId })),
  of('set-reserved-huge-pages', fc.record({ host: hostId, reserved: fc.array(pagesOf, { maxLength: 2 }) })),
  of('set-reserved-host-memory', fc.record({ host: hostId, memory: fc.nat(9000).map(MiB) })),
  of('set-allocation-ratios', fc.record({ host: maybe(hostId), ram: fc.constantFrom(1, 1.5, 2) })),
  of(
    'set-cpu-sets',
    fc.record({
      host: hostId,
      cpuSharedSet: maybe(fc.constant('0-7')),
      cpuDedicatedSet: maybe(fc.constant('8-31')),
    }),
  ),
  of('upgrade-scheduler', fc.record({ release: fc.constantFrom(...releases) })),
  of('upgrade-compute', fc.record({ host: maybe(hostId), release: fc.constantFrom(...releases) })),
  of('set-enabled-filters', fc.record({ filters: maybe(fc.constant(['NUMATopologyFilter'])) })),
)
const anyPlan = fc.array(actions, { maxLength: 12 })
const anyRelease = fc.constantFrom(...releases)
const runs = { numRuns: 60 }

const last = (cloud: Cloud, played: readonly Played[]): Cloud => played.at(-1)?.cloud ?? cloud

/** Both books of every host, as plain data. */
const books = (cloud: Cloud) =>
  [...cloud.hosts.values()].map(({ id }) => ({
    id,
    ledger: novaBookOf(cloud, id).ledger,
    cells: novaBookOf(cloud, id).state.cells,
    nodes: realityOf(cloud, id)?.nodes.map(({ pools }) =>
      pools.map((pool) => [pool.free, ...pool.holders.map((one) => one.pages).sort((a, b) => a - b)]),
    ),
  }))

describe('whatever a plan does', () => {
  test('it comes to the same when it is replayed anew', () => {
    fc.assert(
      fc.property(anyRelease, anyPlan, (release, plan) => {
        expect(replay(cloudUnder(release), plan)).toEqual(replay(cloudUnder(release), plan))
      }),
      runs,
    )
  })

  test('its first steps do not depend on those after them', () => {
    fc.assert(
      fc.property(anyRelease, anyPlan, fc.nat(12), (release, plan, n) => {
        expect(replay(cloudUnder(release), plan.slice(0, n))).toEqual(
          replay(cloudUnder(release), plan).slice(0, n),
        )
      }),
      runs,
    )
  })

  test('every total is the sum of its entries', () => {
    fc.assert(
      fc.property(anyRelease, anyPlan, (release, plan) => {
        for (const { cloud } of play(cloudUnder(release), plan)) {
          for (const { id } of cloud.hosts.values()) {
            const { ledger, state } = novaBookOf(cloud, id)
            expect(state.memory?.used).toBe(totalOf(ledger, undefined, 'host memory'))
            expect(state.vcpus?.used).toBe(totalOf(ledger, undefined, 'host vcpus'))
            for (const { cell, size, nova, kernel } of poolsOf(cloud, id)) {
              if (nova) expect(nova.used + nova.reserved).toBe(totalOf(ledger, cell, `pages of ${size}`))
              if (!kernel) continue
              expect(kernel.free).toBeGreaterThanOrEqual(0)
              expect(kernel.total).toBe(kernel.free + sum(kernel.holders.map(({ pages }) => pages)))
            }
          }
        }
      }),
      runs,
    )
  })

  test('a guest is on one host at most, and where Nova lists it', () => {
    fc.assert(
      fc.property(anyRelease, anyPlan, (release, plan) => {
        for (const { cloud } of play(cloudUnder(release), plan)) {
          const listed = [...cloud.hosts.values()].flatMap(({ id }) =>
            guestsOn(cloud, id).map((one) => `${one.id} ${id}`),
          )
          const known = [...cloud.guests.values()].flatMap(({ id, host }) => (host ? [`${id} ${host}`] : []))
          expect(listed.sort()).toEqual(known.sort())
        }
      }),
      runs,
    )
  })

  test('a step that could not be tried changes nothing', () => {
    fc.assert(
      fc.property(anyRelease, anyPlan, (release, plan) => {
        const start = cloudUnder(release)
        play(start, plan).forEach(({ step, cloud }, index, all) => {
          if (step.outcome.kind !== 'not-possible') return
          expect(cloud).toBe(all[index - 1]?.cloud ?? start)
          expect(step.touched).toEqual([])
        })
      }),
      runs,
    )
  })

  test('disabled steps count for nothing', () => {
    fc.assert(
      fc.property(
        anyRelease,
        fc.array(fc.tuple(actions, fc.boolean()), { maxLength: 8 }),
        (release, plan) => {
          const all = plan.map(([action, disabled]) => (disabled ? { ...action, disabled } : action))
          const left = plan.flatMap(([action, disabled]) => (disabled ? [] : [action]))
          const steps = replay(cloudUnder(release), all).filter(({ outcome }) => outcome.kind !== 'left-out')
          expect(steps).toEqual(replay(cloudUnder(release), left))
        },
      ),
      runs,
    )
  })
})

describe('what is taken back leaves no trace', () => {
  const within = (plan: readonly Action[]) => plan.filter((action) => action.do !== 'add-host')

  /** Another release writes another domain, which may bind a guest to other nodes. */
  const unchangedXml = (plan: readonly Action[]) =>
    within(plan).filter((action) => action.do !== 'upgrade-compute')

  test('a guest that is booted and deleted', () => {
    fc.assert(
      fc.property(anyRelease, anyPlan, flavor, (release, plan, flavor) => {
        const start = cloudUnder(release)
        const before = last(start, play(start, within(plan)))
        const boot: Action = { do: 'boot', id: 'new', flavor, image: {}, count: 1, on: undefined }
        const after = last(before, play(before, [boot, { do: 'delete', guest: GuestId('new-1') }]))
        expect(books(after)).toEqual(books(before))
      }),
      runs,
    )
  })

  test('a guest that is shut off and started again', () => {
    fc.assert(
      fc.property(anyRelease, anyPlan, guest, (release, plan, guest) => {
        const start = cloudUnder(release)
        const before = last(start, play(start, unchangedXml(plan)))
        fc.pre(before.guests.get(guest)?.vmState === 'active')
        const [off, on] = play(before, [
          { do: 'power-off', guest },
          { do: 'power-on', guest },
        ])
        fc.pre(!!off && !!on && works(off.step.outcome) && works(on.step.outcome))
        expect(books(last(before, on ? [on] : []))).toEqual(books(before))
      }),
      runs,
    )
  })

  test.each(['confirm', 'revert'] as const)(
    'a move that is settled by %s has one end, and one entry',
    (settle) => {
      fc.assert(
        fc.property(anyRelease, anyPlan, guest, (release, plan, guest) => {
          const start = cloudUnder(release)
          const before = last(start, play(start, within(plan)))
          const moved = last(before, play(before, [{ do: 'cold-migrate', guest, to: undefined }]))
          fc.pre(moved.guests.get(guest)?.vmState === 'resized')
          const [settled] = play(moved, [{ do: settle, guest }])
          fc.pre(!!settled && works(settled.step.outcome))
          const cloud = settled?.cloud ?? moved
          const ends = [...cloud.hosts.values()].filter(({ id }) =>
            novaBookOf(cloud, id).ledger.some(
              ({ consumer }) => consumer.kind === 'guest' && consumer.guest === guest,
            ),
          )
          expect(ends.map(({ id }) => id)).toEqual([cloud.guests.get(guest)?.host])
          expect(
            hosts
              .flatMap((id) => movesOn(cloud, id))
              .filter((one) => one.guest === guest && one.status === 'finished'),
          ).toEqual([])
        }),
        runs,
      )
    },
  )
})
