import { describe, expect, test } from 'vitest'
import { pagesOf } from '../accounting/ledger.ts'
import { totalOf } from '../accounting/totals.ts'
import { plain } from '../explain/sentence.ts'
import { explainStep } from '../explain/step.ts'
import { CellId, GuestId, HostId } from '../model/ids.ts'
import { releaseById } from '../releases/index.ts'
import { cloudWith, computeHost, flavor, numaFilters } from '../scenarios/cloud.ts'
import { hostCell, pool } from '../testing/cells.ts'
import { observed } from '../testing/observed.ts'
import { GiB, PageSize, Pages } from '../units.ts'
import type { Action } from './action.ts'
import { type Cloud, cloudOf, withGuestAs } from './cloud.ts'
import { novaBookOf } from './nova-book.ts'
import { play } from './replay.ts'
import type { Step } from './step.ts'

const [a, b] = [HostId('a'), HostId('b')]
const guest = GuestId('g-1')
const small = flavor('small', 1, GiB(1), { 'hw:mem_page_size': '2MB' })
const large = flavor('large', 2, GiB(3), { 'hw:mem_page_size': '2MB' })
const thin = { ...flavor('thin', 1, GiB(1)), rootGb: 5 }

const pages = 2048
const compute = (id: HostId, free = pages) =>
  computeHost(id, {
    memory: GiB(8),
    vcpus: 8,
    cells: [
      hostCell({ cpus: '0-7', memory: GiB(8), mempages: [pool('4K', '1048576'), pool('2M', `${pages}`)] }),
    ],
    observed: observed({
      nodes: [
        {
          cpus: '0-7',
          memory: GiB(8),
          memoryFree: GiB(3),
          pools: [{ size: '2M', total: pages, unseen: pages - free }],
        },
      ],
      holders: [],
    }),
  })

function cloud(release = 'queens', hosts = [compute(a), compute(b)]): Cloud {
  const found = releaseById(release)
  if (!found) throw new Error(`no ${release}`)
  const flavors = [small, large, thin]
  return cloudOf(cloudWith({ name: 'c', release, hosts, flavors, enabledFilters: numaFilters }), found)
}

const boot = {
  do: 'boot',
  id: 'g',
  flavor: 'small',
  image: {},
  count: 1,
  on: { host: a, how: 'requested' },
} as const
const usedOn = (now: Cloud, host: HostId) =>
  totalOf(novaBookOf(now, host).ledger, CellId(0), pagesOf(PageSize(2048)))
const freeOn = (now: Cloud, host: HostId) => now.realities.get(host)?.nodes[0]?.pools[0]?.free ?? pages

interface Row {
  readonly rule: string
  readonly does: readonly Action[]
  /** Pages of 2 MiB that Nova has in use on a and b, and that the kernel has. */
  readonly nova: readonly [number, number]
  readonly host: readonly [number, number]
  readonly state: string | undefined
}

const rows: readonly Row[] = [
  {
    rule: 'a guest that moved cold holds its pages at both ends of Nova’s book, and of the host’s at one',
    does: [{ do: 'cold-migrate', guest, to: undefined }],
    nova: [512, 512],
    host: [0, 512],
    state: 'resized',
  },
  {
    rule: 'confirmed, it holds them where it is',
    does: [
      { do: 'cold-migrate', guest, to: undefined },
      { do: 'confirm', guest },
    ],
    nova: [0, 512],
    host: [0, 512],
    state: 'active',
  },
  {
    rule: 'reverted, it is back as it was',
    does: [
      { do: 'cold-migrate', guest, to: undefined },
      { do: 'revert', guest },
    ],
    nova: [512, 0],
    host: [512, 0],
    state: 'active',
  },
  {
    rule: 'a resize holds the old flavor at the source and the new at the destination',
    does: [{ do: 'resize', guest, flavor: 'large' }],
    nova: [512, 1536],
    host: [0, 1536],
    state: 'resized',
  },
  {
    rule: 'reverted, it is of the old flavor again',
    does: [
      { do: 'resize', guest, flavor: 'large' },
      { do: 'revert', guest },
    ],
    nova: [512, 0],
    host: [512, 0],
    state: 'active',
  },
  {
    rule: 'deleted, it holds nothing in either book',
    does: [{ do: 'delete', guest }],
    nova: [0, 0],
    host: [0, 0],
    state: undefined,
  },
  {
    rule: 'deleted before it was confirmed, it leaves nothing at the other end',
    does: [
      { do: 'cold-migrate', guest, to: undefined },
      { do: 'delete', guest },
    ],
    nova: [0, 0],
    host: [0, 0],
    state: undefined,
  },
]

describe.each(['liberty', 'queens', 'zed'])('%s', (release) => {
  test.each(rows)('$rule', ({ does, nova, host, state }) => {
    const last = play(cloud(release), [boot, ...does]).at(-1)
    if (!last) throw new Error('nothing was played')
    const { cloud: now } = last
    expect([usedOn(now, a), usedOn(now, b)]).toEqual(nova)
    expect([pages - freeOn(now, a), pages - freeOn(now, b)]).toEqual(host)
    expect(now.guests.get(guest)?.vmState).toBe(state)
  })
})

const sayings: readonly { readonly rule: string; readonly does: readonly Action[]; readonly says: string }[] =
  [
    {
      rule: 'only a guest that has moved can be confirmed',
      does: [{ do: 'confirm', guest }],
      says: 'The API refuses: g-1 is active, and must be one of: resized.',
    },
    {
      rule: 'a guest that waits to be confirmed does not move again',
      does: [
        { do: 'cold-migrate', guest, to: undefined },
        { do: 'cold-migrate', guest, to: undefined },
      ],
      says: 'The API refuses: g-1 is resized, and must be one of: active, stopped.',
    },
    {
      rule: 'a root disk does not shrink',
      does: [{ do: 'resize', guest, flavor: 'thin' }],
      says: 'g-1 has a root disk of 10 GiB, and Nova does not shrink it to 5 GiB.',
    },
    {
      rule: 'a resize is to another flavor',
      does: [{ do: 'resize', guest, flavor: 'small' }],
      says: 'g-1 is of small already: Nova refuses to resize it to that.',
    },
  ]

test.each(sayings)('$rule', ({ does, says }) => {
  const step = play(cloud(), [boot, ...does]).at(-1)?.step
  expect(step && plain(explainStep(step).headline)).toBe(says)
})

test('a guest that was booted into a zone does not leave it, and one that was not may', () => {
  const hosts = [compute(a), { ...compute(b), zone: 'other' }]
  const moves = (zone: string | undefined) =>
    play(cloud('zed', hosts), [
      { ...boot, zone },
      { do: 'live-migrate', guest, to: undefined },
    ]).at(-1)?.step.outcome
  expect(moves('nova')).toMatchObject({ kind: 'migrates', to: undefined, result: 'refused by Nova' })
  expect(moves(undefined)).toMatchObject({ kind: 'migrates', to: b, result: 'moves' })
})

test('where the destination’s kernel has no pages, Nova sends the guest there and it stays where it is', () => {
  const played = play(cloud('queens', [compute(a), compute(b, 100)]), [
    boot,
    { do: 'cold-migrate', guest, to: undefined },
  ])
  const last = played.at(-1)
  expect(last?.step.outcome).toMatchObject({ kind: 'migrates', to: b, result: 'fails on the host' })
  expect(last?.cloud).toBe(played[0]?.cloud)
})

test('a process that took the pages meanwhile keeps a guest from coming back', () => {
  const taken = { by: 'ovs-vswitchd', host: a, cell: CellId(0), size: PageSize(2048), pages: Pages(pages) }
  const last = play(cloud(), [
    boot,
    { do: 'cold-migrate', guest, to: b },
    { do: 'take-pages', ...taken },
    { do: 'revert', guest },
  ]).at(-1)
  expect(last?.step.outcome).toMatchObject({ kind: 'guest-changes', result: 'fails on the host' })
  expect(last?.cloud.guests.get(guest)?.host).toBe(b)
})

test.each([
  ['pike', 'This release of Nova has no migrate --host; Queens 17.0 is the first that does.'],
  ['queens', 'It moves to b.'],
])('%s: a cold migration to a named host', (release, words) => {
  const steps = play(cloud(release), [boot, { do: 'cold-migrate', guest, to: b }])
  expect(plain(explainStep(steps[1]?.step as Step).headline)).toBe(words)
})

test('a guest that Nova is still at work on is left alone', () => {
  const booted = play(cloud(), [boot])[0]?.cloud
  const one = booted?.guests.get(guest)
  if (!booted || one?.host === undefined) throw new Error('no guest')
  const busy = withGuestAs(booted, { ...one, host: one.host, taskState: 'image_snapshot' })
  const says = (action: Action) => {
    const [played] = play(busy, [action])
    return played && plain(explainStep(played.step).headline)
  }
  expect(says({ do: 'cold-migrate', guest, to: undefined })).toBe(
    'The API refuses: Nova is still at work on g-1 (image_snapshot).',
  )
  expect(says({ do: 'live-migrate', guest, to: b })).toContain('still at work on the guest: image_snapshot')
})

test('a guest of a host that is down is not live-migrated', () => {
  const down: Action = { do: 'set-service', host: a, state: 'down' }
  const steps = play(cloud('zed'), [boot, down, { do: 'live-migrate', guest, to: b }])
  expect(steps.at(-1)?.step.outcome).toMatchObject({ kind: 'migrates', result: 'refused by Nova' })
})
