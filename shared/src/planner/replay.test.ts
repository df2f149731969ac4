import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { totalOf } from '../accounting/totals.ts'
import { plain } from '../explain/sentence.ts'
import { explainStep } from '../explain/step.ts'
import { CellId, GuestId, HostId } from '../model/ids.ts'
import { releaseById } from '../releases/index.ts'
import { scenarioById } from '../scenarios/index.ts'
import { PageSize, Pages, sum } from '../units.ts'
import type { Action } from './action.ts'
import { poolsOf } from './books.ts'
import { type Cloud, cloudOf } from './cloud.ts'
import { novaBookOf } from './nova-book.ts'
import { play, replay } from './replay.ts'

const host = HostId('compute-07')
const size = PageSize(2048)
const snapshot = scenarioById('pages-nobody-told-nova-about')?.snapshot
const under = (id: string): Cloud => {
  const release = releaseById(id)
  if (!snapshot || !release) throw new Error(`no release ${id}, or no scenario`)
  return cloudOf(snapshot, release)
}

const boot = (id: string, count = 1, flavor = 'm1.small'): Action => ({
  do: 'boot',
  id,
  flavor,
  image: {},
  count,
  on: { host, how: 'requested' },
})
const pages = (what: 'take-pages' | 'give-pages-back', count: number, by = 'spdk', cell = 0): Action => ({
  do: what,
  by,
  host,
  cell: CellId(cell),
  size,
  pages: Pages(count),
})
const says = (cloud: Cloud, ...actions: readonly Action[]) =>
  replay(cloud, actions).map((step) => plain(explainStep(step).headline))

/** Free pages of cell 0: Nova's, the kernel's. */
const free = (cloud: Cloud) => {
  const pool = poolsOf(cloud, host).find((one) => one.cell === 0 && one.size === size)
  return [pool?.nova?.free, pool?.kernel?.free]
}

const anyAction: fc.Arbitrary<Action> = fc.oneof(
  fc.record({ n: fc.nat(3), id: fc.constantFrom('a', 'b', 'c', 'd') }).map(({ n, id }) => boot(id, n + 1)),
  fc.nat(20000).map((count) => pages('take-pages', count)),
  fc.nat(20000).map((count) => pages('give-pages-back', count)),
  fc
    .constantFrom('compute-08', 'compute-09', 'nowhere')
    .map((to): Action => ({ do: 'live-migrate', guest: GuestId('a-1'), to: HostId(to) })),
)
const anyPlan = fc.array(anyAction, { maxLength: 8 })

describe('replay', () => {
  test('a prefix of a plan replays to a prefix of its steps', () => {
    fc.assert(
      fc.property(anyPlan, fc.nat(8), (plan, n) => {
        expect(replay(under('liberty'), plan.slice(0, n))).toEqual(replay(under('liberty'), plan).slice(0, n))
      }),
      { numRuns: 30 },
    )
  })

  test('a disabled step is left out, and keeps its place', () => {
    const off = { ...boot('a', 3), disabled: true }
    const [left, after] = replay(under('liberty'), [off, boot('a', 3)])
    expect([left?.outcome.kind, left?.touched]).toEqual(['left-out', []])
    expect(after).toEqual(replay(under('liberty'), [boot('a', 3)])[0])
  })

  test('plans with a common prefix share the clouds of its steps', () => {
    const cloud = under('liberty')
    const [first] = play(cloud, [boot('a')])
    const [again] = play(cloud, [boot('a'), boot('b')])
    expect(again?.cloud).toBe(first?.cloud)
  })

  test('a step is plain JSON', () => {
    fc.assert(
      fc.property(anyPlan, (plan) => {
        const steps = replay(under('newton'), plan)
        expect(JSON.parse(JSON.stringify(steps))).toEqual(steps)
      }),
      { numRuns: 20 },
    )
  })

  test('whatever a plan does, each book stays the sum of who holds what', () => {
    fc.assert(
      fc.property(anyPlan, (plan) => {
        for (const { cloud } of play(under('liberty'), plan)) {
          const { ledger } = novaBookOf(cloud, host)
          for (const { cell, kernel, nova, entries } of poolsOf(cloud, host)) {
            if (kernel) expect(kernel.free).toBeGreaterThanOrEqual(0)
            if (kernel) expect(kernel.total).toBe(kernel.free + sum(kernel.holders.map((one) => one.pages)))
            const booked = entries.reduce((all, { amount }) => all + amount, 0)
            if (nova && kernel)
              expect([nova.used, totalOf(ledger, cell, 'pages of 2048')]).toEqual([booked, booked])
          }
        }
      }),
      { numRuns: 30 },
    )
  })

  test('once a guest finds no host, those after it are told the same', () => {
    const [step] = replay(under('liberty'), [boot('a', 500)])
    const boots = step?.outcome.kind === 'boots' ? step.outcome.boots : []
    const [first, last] = [boots.find(({ result }) => result.kind !== 'runs'), boots.at(-1)]
    expect(boots.filter(({ result }) => result.kind === 'runs')).toHaveLength(15)
    expect(last).toEqual({ ...first, guest: 'a-500' })
  })

  test('guests that run are in both books', () => {
    const [, after] = play(under('liberty'), [boot('a', 2), boot('b', 3)])
    expect(after && free(after.cloud)).toEqual([16384 - 5 * 1024, 16128 - 5 * 1024])
  })
})

describe('what a process of the host does, Nova does not notice', () => {
  test('pages it takes are gone from the kernel’s book alone', () => {
    const [taken] = play(under('liberty'), [pages('take-pages', 1000)])
    expect(taken && free(taken.cloud)).toEqual([16384, 15128])
  })

  test('pages given back are free again', () => {
    const [, , after] = play(under('liberty'), [
      pages('take-pages', 1000),
      pages('give-pages-back', 400),
      pages('give-pages-back', 600),
    ])
    expect(after && free(after.cloud)).toEqual([16384, 16128])
  })

  test.each<[string, Action, string]>([
    [
      'more than is free is not taken',
      pages('take-pages', 16129),
      'The kernel has only 16,128 such pages free there; nothing is taken.',
    ],
    [
      'more than it holds is not given back',
      pages('give-pages-back', 257, 'ovs-vswitchd'),
      'ovs-vswitchd holds 256 × 2 MiB on node 0; it cannot give back 257.',
    ],
    ['a node that is not there', pages('take-pages', 1, 'spdk', 7), 'There is no node 7 in this snapshot.'],
  ])('%s', (_, action, sentence) => {
    expect(says(under('liberty'), action)).toEqual([sentence])
  })
})

describe('what cannot be tried', () => {
  test.each<[string, Action, string, string]>([
    [
      'an option the release does not have',
      { do: 'set-reserved-huge-pages', host, reserved: [] },
      'mitaka',
      'This release of Nova has no reserved_huge_pages; Newton 14.0 is the first that does.',
    ],
    [
      'a flavor that is not there',
      boot('a', 1, 'm1.huge'),
      'liberty',
      'There is no flavor m1.huge in this snapshot.',
    ],
    [
      'a guest that is not there',
      { do: 'live-migrate', guest: GuestId('vm-0'), to: undefined },
      'liberty',
      'There is no guest vm-0 in this snapshot.',
    ],
  ])('%s', (_, action, release, sentence) => {
    const [played] = play(under(release), [action])
    expect(played && plain(explainStep(played.step).headline)).toBe(sentence)
    expect(played?.cloud).toEqual(under(release))
  })

  test('a guest of the same name twice', () => {
    expect(says(under('liberty'), boot('a'), boot('a'))[1]).toBe('There is a guest a-1 already.')
  })
})

describe('live migration of a guest on huge pages', () => {
  const to = HostId('compute-08')
  const move: Action = { do: 'live-migrate', guest: GuestId('a-1'), to }
  const taken: Action = { do: 'take-pages', by: 'spdk', host: to, cell: CellId(0), size, pages: Pages(16000) }

  test('its pages move with it in both books', () => {
    const [, moved] = play(under('liberty'), [boot('a'), move])
    expect(moved && free(moved.cloud)).toEqual([16384, 16128])
  })

  test('before Train it keeps its cell, and fails where that cell is short', () => {
    expect(says(under('liberty'), boot('a'), taken, move).at(-1)).toMatch(
      /^Nova accepts the move, and it fails at the destination\. It needs 1,024 × 2 MiB; node 0 has 128 free/,
    )
  })

  test('Stein refuses it', () => {
    expect(says(under('stein'), boot('a'), move).at(-1)).toMatch(
      /^Nova refuses the move\. The guest has a NUMA/,
    )
  })

  test('a workaround lets it move with the cells of its source', () => {
    const cloud = under('stein')
    const settings = { ...cloud.snapshot.settings, numaLiveMigration: true }
    const allowed = cloudOf({ ...cloud.snapshot, settings }, cloud.release)
    expect(replay(allowed, [boot('a'), move])[1]?.outcome).toMatchObject({ result: 'moves' })
  })

  test('a cloud with a compute of before Train moves as before Train', () => {
    const cloud = under('2024.1')
    const hosts = cloud.snapshot.hosts.map((host) => ({ ...host, release: 'stein' }))
    const mixed = cloudOf({ ...cloud.snapshot, hosts }, cloud.release)
    expect(says(mixed, boot('a'), move).at(-1)).toMatch(/^Nova refuses the move\. The guest has a NUMA/)
  })

  test('since Train the destination claims cells for it', () => {
    const steps = replay(under('2024.1'), [boot('a'), move])
    expect(steps[1]?.outcome).toMatchObject({
      result: 'moves',
      gates: [
        { gate: 'scheduler', asked: true, verdict: { outcome: 'fits' } },
        { gate: 'claim', asked: true, verdict: { outcome: 'fits' } },
      ],
    })
  })
})

test('a host nobody looked at takes the guest in Nova’s book, and whether it starts is not known', () => {
  if (!snapshot) throw new Error('no scenario')
  const blind = { ...snapshot, hosts: snapshot.hosts.map((one) => ({ ...one, observed: undefined })) }
  const release = releaseById('liberty')
  const [played] = release ? play(cloudOf(blind, release), [boot('a')]) : []
  expect(played && plain(explainStep(played.step).headline)).toBe(
    'Nova books it on compute-07; whether it starts is not known. Not known: what the host itself has on compute-07; it was looked for and is not there.',
  )
  expect(played && free(played.cloud)).toEqual([15360, undefined])
})
