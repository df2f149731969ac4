import { describe, expect, test } from 'vitest'
import { plain } from '../explain/sentence.ts'
import { explainStep } from '../explain/step.ts'
import { AggregateId, CellId, GuestId, HostId } from '../model/ids.ts'
import { releaseById } from '../releases/index.ts'
import { scenarioById } from '../scenarios/index.ts'
import { PageSize, Pages } from '../units.ts'
import type { Action } from './action.ts'
import { poolsOf } from './books.ts'
import { type Cloud, cloudOf } from './cloud.ts'
import { play, replay } from './replay.ts'

const host = HostId('compute-07')
const other = HostId('compute-08')
const size = PageSize(2048)
const guest = GuestId('a-1')

function under(id: string): Cloud {
  const snapshot = scenarioById('pages-nobody-told-nova-about')?.snapshot
  const release = releaseById(id)
  if (!snapshot || !release) throw new Error(`no scenario, or no release ${id}`)
  return cloudOf(snapshot, release)
}

const boot = (id: string, count = 1, on = host, image: Record<string, string> = {}): Action => ({
  do: 'boot',
  id,
  flavor: 'm1.small',
  image,
  count,
  on: { host: on, how: 'requested' },
})
const evacuate = (to: HostId | undefined, more: { force?: boolean; microversion?: string } = {}): Action => ({
  do: 'evacuate',
  guest,
  to,
  ...more,
})
const down: Action = { do: 'set-service', host, state: 'down' }
const up: Action = { do: 'set-service', host, state: 'up' }
const lost: Action = { do: 'lose-host', host }
const says = (cloud: Cloud, ...actions: readonly Action[]) =>
  replay(cloud, actions).map((step) => plain(explainStep(step).headline))
const last = (cloud: Cloud, ...actions: readonly Action[]) => says(cloud, ...actions).at(-1)

/** Free pages of cell 0 after the plan: Nova's, the kernel's. */
const free = (id: HostId, cloud: Cloud, ...actions: readonly Action[]) => {
  const after = play(cloud, actions).at(-1)?.cloud ?? cloud
  const pool = poolsOf(after, id).find((one) => one.cell === 0 && one.size === size)
  return [pool?.nova?.free, pool?.kernel?.free]
}

describe('an evacuation', () => {
  test.each<[string, readonly Action[], string]>([
    [
      'wants the host down',
      [boot('a'), evacuate(other)],
      'The API refuses: the compute service of compute-07 is up, and only what is down is evacuated.',
    ],
    [
      'builds the guest where Nova picks',
      [boot('a'), lost, evacuate(undefined)],
      'It is built anew on compute-08.',
    ],
    [
      'builds the guest where it is told',
      [boot('a'), lost, evacuate(other)],
      'It is built anew on compute-08.',
    ],
    ['is of a guest that is there', [evacuate(other)], 'There is no guest a-1 in this snapshot.'],
  ])('%s', (_, actions, words) => {
    expect(last(under('zed'), ...actions)).toBe(words)
  })

  test('that is forced is still claimed: a destination that keeps its pages refuses, and the guest stays', () => {
    const reserved = [0, 1].map((cell) => ({ cell: CellId(cell), size, count: Pages(16384) }))
    const keep: Action = { do: 'set-reserved-huge-pages', host: other, reserved }
    const full = [boot('a'), keep, lost, evacuate(other, { microversion: '2.28' })]
    const [step, after] = [replay(under('zed'), full).at(-1), play(under('zed'), full).at(-1)]
    expect(step?.outcome).toMatchObject({ kind: 'migrates', result: 'refused by Nova' })
    expect(after?.cloud.guests.get(guest)?.host).toBe(host)
  })

  test('takes room on the destination in both books', () => {
    expect(free(other, under('zed'), boot('a'), lost, evacuate(other))).toEqual([15360, 15104])
  })

  test('leaves a guest that still runs on a host Nova cannot reach, until its compute is up', () => {
    const gone = [boot('a'), down, evacuate(other)]
    expect(free(host, under('zed'), ...gone)).toEqual([16384, 15104])
    expect(free(host, under('zed'), ...gone, up)).toEqual([16384, 16128])
  })

  test('asks the filters of a host that is named since 2.29, unless forced', () => {
    const disabled: Action = { do: 'set-service', host: other, state: 'disabled' }
    const before = [boot('a'), lost, disabled]
    expect(last(under('rocky'), ...before, evacuate(other))).toContain('Nova refuses')
    expect(last(under('rocky'), ...before, evacuate(other, { force: true }))).toBe(
      'It is built anew on compute-08.',
    )
    expect(last(under('rocky'), ...before, evacuate(other, { microversion: '2.14' }))).toBe(
      'It is built anew on compute-08.',
    )
    expect(last(under('liberty'), ...before, evacuate(other))).toBe('It is built anew on compute-08.')
  })

  test('is not forced any more by 2.68', () => {
    const disabled: Action = { do: 'set-service', host: other, state: 'disabled' }
    expect(
      last(under('train'), boot('a'), lost, disabled, evacuate(other, { force: true, microversion: '2.68' })),
    ).toContain('Nova refuses')
  })

  test('fails where the host has no room, and the guest stays where Nova has it', () => {
    const full: Action = {
      do: 'take-pages',
      by: 'spdk',
      host: other,
      cell: CellId(0),
      size,
      pages: Pages(16000),
    }
    const steps = play(under('zed'), [boot('a'), full, lost, evacuate(other)])
    expect(steps.at(-1)?.step.outcome).toMatchObject({ kind: 'migrates', result: 'fails on the host' })
    expect(steps.at(-1)?.cloud.guests.get(guest)?.host).toBe(host)
  })

  test.each([
    ['rocky-18.0', 1],
    ['rocky-18.1', 2],
  ] as const)('under %s claims %i cells of a guest whose image asks for two', (id, cells) => {
    const asks = { hw_numa_nodes: '2' }
    const cloud = under(id)
    const flavors = cloud.snapshot.flavors.map((one) => ({
      ...one,
      vcpus: 2,
      extraSpecs: { 'hw:mem_page_size': '2048' },
    }))
    const open = cloudOf({ ...cloud.snapshot, flavors }, cloud.release)
    const after = play(open, [boot('a', 1, host, asks), lost, evacuate(other)]).at(-1)?.cloud
    const topology = after?.guests.get(guest)?.topology
    expect(typeof topology === 'object' && topology.cells.length).toBe(cells)
  })
})

describe('a shelved guest', () => {
  const shelve = (keep: boolean): Action => ({ do: 'shelve', guest, keep })
  const offload: Action = { do: 'shelve-offload', guest }
  const unshelve: Action = { do: 'unshelve', guest }

  test('leaves its host in both books', () => {
    expect(free(host, under('zed'), boot('a'), shelve(false))).toEqual([16384, 16128])
  })

  test('that stays on its host is counted there, and holds nothing', () => {
    expect(free(host, under('zed'), boot('a'), shelve(true))).toEqual([15360, 16128])
    expect(free(host, under('zed'), boot('a'), shelve(true), offload)).toEqual([16384, 16128])
  })

  test('is scheduled like a new one', () => {
    const disabled: Action = { do: 'set-service', host, state: 'disabled' }
    expect(last(under('zed'), boot('a'), shelve(false), disabled, unshelve)).toBe('It runs on compute-08.')
    expect(free(other, under('zed'), boot('a'), shelve(false), disabled, unshelve)).toEqual([15360, 15104])
  })

  test('that stayed starts where it is', () => {
    expect(last(under('zed'), boot('a'), shelve(true), unshelve)).toBe('It runs on compute-07.')
  })

  describe('that is given a place', () => {
    const gone = [boot('a'), shelve(false)]
    const to = (more: object): Action => ({ do: 'unshelve', guest, ...more })
    test.each<[string, string, Action, string]>([
      ['goes to that host, not where Nova would send it', 'zed', to({ to: other }), 'It runs on compute-08.'],
      [
        'of a host wants 2.91',
        'yoga',
        to({ to: other }),
        'This release of Nova has no unshelve --host; Zed 26.0 is the first that does.',
      ],
      ['may be given a zone', 'train', to({ zone: 'nova' }), 'It runs on compute-07.'],
      [
        'of a zone wants 2.77',
        'stein',
        to({ zone: 'nova' }),
        'This release of Nova has no unshelve --availability-zone; Train 20.0 is the first that does.',
      ],
      ['in a zone that is not there', 'zed', to({ zone: 'moon' }), 'There is no zone moon in this snapshot.'],
      [
        'on a host that is not there',
        'zed',
        to({ to: 'nobody' }),
        'There is no host nobody in this snapshot.',
      ],
      [
        'is freed of its zone by 2.91',
        'yoga',
        to({ unpin: true }),
        'This release of Nova has no unshelve --no-availability-zone; Zed 26.0 is the first that does.',
      ],
    ])('%s (%s)', (_, release, action, words) => {
      expect(last(under(release), ...gone, action)).toBe(words)
    })

    test('is on no host yet', () => {
      const words = last(under('zed'), boot('a'), shelve(true), to({ to: other }))
      expect(words).toContain('must be one of: shelved_offloaded')
    })

    test('keeps the new zone from then on, or none', () => {
      const then = (action: Action) =>
        play(under('zed'), [...gone, action])
          .at(-1)
          ?.cloud.guests.get(guest)
      expect(then(to({ zone: 'nova' }))?.zone).toBe('nova')
      expect(then(to({ unpin: true }))?.zone).toBeUndefined()
    })
  })

  test('is shelved before it is unshelved', () => {
    expect(last(under('zed'), boot('a'), unshelve)).toContain('must be one of: shelved')
  })
})

describe('a rebuild', () => {
  const rebuild = (image?: Record<string, string>): Action => ({ do: 'rebuild', guest, image })
  const full: Action = {
    do: 'set-reserved-huge-pages',
    host,
    reserved: [15360, 16384].map((count, cell) => ({ cell: CellId(cell), size, count: Pages(count) })),
  }
  const fill = [full, boot('a')]

  test('takes no more than the guest has', () => {
    expect(free(host, under('zed'), boot('a'), rebuild())).toEqual([15360, 15104])
    expect(last(under('zed'), boot('a'), rebuild())).toBe('It is rebuilt on compute-07, on the cells it has.')
  })

  test.each<[string, string, readonly Action[], RegExp]>([
    [
      'Queens wants the room twice',
      'queens',
      [...fill, rebuild({ os_type: 'linux' })],
      /^Nova refuses the rebuild/,
    ],
    ['with its own image nobody is asked', 'queens', [...fill, rebuild()], /^It is rebuilt/],
    ['Ussuri looks at the cells alone', 'ussuri', [...fill, rebuild({ os_type: 'linux' })], /^It is rebuilt/],
    [
      'Ussuri refuses an image that changes them',
      'ussuri',
      [boot('a'), rebuild({ hw_cpu_policy: 'dedicated' })],
      /ImageNUMATopologyRebuildConflict/,
    ],
    [
      'Liberty compares nothing',
      'liberty',
      [boot('a'), rebuild({ hw_cpu_policy: 'dedicated' })],
      /^It is rebuilt/,
    ],
  ])('%s', (_, release, actions, words) => {
    expect(last(under(release), ...actions)).toMatch(words)
  })

  test('that cannot start again leaves the guest down', () => {
    const taken: Action = { do: 'take-pages', by: 'spdk', host, cell: CellId(0), size, pages: Pages(16000) }
    const off: Action = { do: 'power-off', guest }
    expect(last(under('zed'), boot('a'), off, taken, rebuild())).toBe(
      'It is rebuilt on compute-07, on the cells it has.',
    )
  })
})

test('a boot asks for a zone', () => {
  const cloud = under('zed')
  const aggregates = [
    {
      id: AggregateId('1'),
      name: 'b',
      zone: 'b',
      hosts: [other],
      metadata: { availability_zone: 'b' },
    },
  ]
  const zoned = cloudOf(
    { ...cloud.snapshot, aggregates, settings: { ...cloud.snapshot.settings, enabledFilters: [] } },
    cloud.release,
  )
  const asked: Action = { ...boot('a'), on: undefined, zone: 'b' } as Action
  expect(last(zoned, asked)).toBe('It runs on compute-08, host cell 0.')
})
