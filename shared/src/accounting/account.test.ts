import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { notConfigured } from '../evidence/join-hosts.ts'
import type { GuestTopology, HostCell } from '../model/cell.ts'
import type { Guest } from '../model/guest.ts'
import type { Host } from '../model/host.ts'
import { CellId, GuestId, HostId, SourceId } from '../model/ids.ts'
import type { Snapshot } from '../model/snapshot.ts'
import { fitToHost } from '../placement/fit/fit-to-host.ts'
import { releases } from '../releases/index.ts'
import type { Rules } from '../releases/rules.ts'
import { rulesOf } from '../testing/boots.ts'
import { guest, hostCell, pool } from '../testing/cells.ts'
import { sizeOf } from '../testing/observed.ts'
import { type Ask, asked, asks, hosts, idle } from '../testing/placements.ts'
import { GiB, KiB, MiB, Pages } from '../units.ts'
import { account } from './account.ts'
import type { CellResource, Entry } from './ledger.ts'
import { cellsWith, totalOf } from './totals.ts'
import { usageOf } from './usage.ts'

const h1 = HostId('h1')

const instance = (name: string, topology: Guest['topology'], shape: Partial<Guest> = {}): Guest => ({
  id: GuestId(name),
  name,
  host: h1,
  vmState: 'active',
  taskState: undefined,
  powerState: 1,
  flavor: {
    name: 'm',
    vcpus: 2,
    memory: GiB(4),
    rootGb: 20,
    ephemeralGb: 0,
    swap: MiB(1024),
    extraSpecs: {},
  },
  image: {},
  topology,
  ...shape,
})

interface Shape {
  readonly cells?: readonly HostCell[]
  readonly usage?: 'stored' | 'from guests'
  readonly memoryUsed?: KiB
  readonly config?: Partial<Host['config']>
}

const host = ({
  cells = [hostCell()],
  usage = 'from guests',
  memoryUsed = KiB(0),
  config = {},
}: Shape): Host => ({
  id: h1,
  release: undefined,
  zone: undefined,
  service: undefined,
  observed: undefined,
  nova: {
    source: SourceId('row'),
    memory: GiB(64),
    memoryUsed,
    vcpus: 16,
    vcpusUsed: 0,
    diskGb: 500,
    diskUsedGb: 0,
    ratios: { cpu: undefined, ram: undefined, disk: undefined },
    cells,
    usage,
  },
  config: { ...notConfigured, ...config },
})

const snapshot = (
  host: Host,
  guests: readonly Guest[],
  migrations: Snapshot['migrations'] = [],
): Snapshot => ({
  name: 'one host',
  release: undefined,
  takenAt: undefined,
  settings: { enabledFilters: undefined, maxAttempts: undefined },
  hosts: [host],
  guests,
  guestsListed: true,
  flavors: [],
  aggregates: [],
  migrations,
  sources: [],
  gaps: [],
})

const book = (on: Host, guests: readonly Guest[], rules: Rules, migrations: Snapshot['migrations'] = []) =>
  account(snapshot(on, guests, migrations), on, rules)

/** Guests that fit one after another, with the cells they leave. */
function placed(cells: readonly HostCell[], asks: readonly Ask[], rules: Rules) {
  const guests: GuestTopology[] = []
  let now = cells
  for (const ask of asks) {
    const answer = fitToHost(now, asked(ask, rules), undefined, rules)
    if (answer.kind !== 'fits' || answer.overlooked.length > 0) continue
    const counted = usageOf(now, [answer.topology], rules)
    if (counted.kind !== 'counted') continue
    guests.push(answer.topology)
    now = counted.cells
  }
  return { guests, cells: now }
}

const withoutSocket = (cells: readonly HostCell[]) => cells.map((cell) => ({ ...cell, socket: undefined }))

describe.each(releases.filter(({ rules }) => rules.cellSearch === 'first permutation'))(
  '$id',
  ({ rules }) => {
    test('the entries of a host add up to what counting its guests comes to', () => {
      fc.assert(
        fc.property(hosts, fc.array(asks, { maxLength: 6 }), (cells, asks) => {
          const { guests, cells: counted } = placed(idle(cells), asks, rules)
          const on = host({ cells: idle(cells) })
          const ledger = book(
            on,
            guests.map((topology, index) => instance(`g${index}`, topology)),
            rules,
          )
          expect(withoutSocket(cellsWith(ledger, cells))).toEqual(withoutSocket(counted))
        }),
        { numRuns: 40 },
      )
    })

    test('giving back what was claimed restores the book', () => {
      fc.assert(
        fc.property(hosts, asks, (cells, ask) => {
          const { guests, cells: counted } = placed(cells, [ask], rules)
          const given = usageOf(counted, guests, rules, true)
          fc.pre(guests.length > 0)
          expect(given.kind === 'counted' && withoutSocket(given.cells)).toEqual(withoutSocket(cells))
        }),
        { numRuns: 40 },
      )
    })

    test('a stored row is the sum of its entries, whatever its guests say', () => {
      fc.assert(
        fc.property(hosts, fc.array(asks, { maxLength: 4 }), (cells, asks) => {
          const { guests } = placed(idle(cells), asks, rules)
          const ledger = book(
            host({ cells, usage: 'stored' }),
            guests.map((topology, index) => instance(`g${index}`, topology)),
            rules,
          )
          expect(cellsWith(ledger, idle(cells))).toEqual(cells)
        }),
        { numRuns: 40 },
      )
    })
  },
)

const small = guest({ cpuset: [0, 1], memory: GiB(4), pageSize: sizeOf('4K') })
const unsized = guest({ cpuset: [0, 1], memory: GiB(4) })
const pages4K = [pool('4K', '4194304')]

describe('which guests count', () => {
  const counts = (id: string, vmState: string, taskState?: string) =>
    totalOf(
      book(host({}), [instance('g', 'none', { vmState, taskState })], rulesOf(id)),
      undefined,
      'host vcpus',
    )

  test.each([
    ['a guest that is shut off', 'zed', 'stopped', undefined, 2],
    ['a guest in error', 'zed', 'error', undefined, 2],
    ['a guest that is softly deleted', 'zed', 'soft-delete', undefined, 2],
    ['no guest that is deleted', 'zed', 'deleted', undefined, 0],
    ['an offloaded guest up to Liberty', 'liberty', 'shelved_offloaded', undefined, 2],
    ['no offloaded guest from Mitaka', 'mitaka', 'shelved_offloaded', undefined, 0],
    ['no offloaded guest that is spawning up to 2023.2', '2023.2', 'shelved_offloaded', 'spawning', 0],
    ['an offloaded guest that is spawning from 2024.1', '2024.1', 'shelved_offloaded', 'spawning', 2],
  ])('%s', (_, id, vmState, taskState, vcpus) => {
    expect(counts(id, vmState, taskState)).toBe(vcpus)
  })
})

describe('what a guest takes of the whole host', () => {
  const of = (
    id: string,
    resource: 'host memory' | 'host vcpus' | 'host disk',
    topology: Guest['topology'] = 'none',
  ) => totalOf(book(host({}), [instance('g', topology)], rulesOf(id)), undefined, resource)
  const isolated: GuestTopology = { ...small, emulatorThreadsPolicy: 'isolate' }

  test.each([
    [
      'memory beside the 512 MiB that are reserved unless somebody says otherwise',
      'zed',
      'host memory',
      4_718_592,
    ],
    ['disk without swap up to Queens', 'queens', 'host disk', 20],
    ['disk with swap from Rocky', 'rocky', 'host disk', 21],
  ] as const)('%s', (_, id, resource, amount) => {
    expect(of(id, resource)).toBe(amount)
  })
  test.each([
    ['no vCPU for emulator threads up to Ocata', 'ocata', 2],
    ['a vCPU for emulator threads from Pike', 'pike', 3],
    ['no vCPU for emulator threads from Train', 'train', 2],
  ])('%s', (_, id, vcpus) => {
    expect(of(id, 'host vcpus', isolated)).toBe(vcpus)
  })
})

describe('what guests take of a cell', () => {
  const cells = [hostCell({ mempages: pages4K })]
  const of = (id: string, ...guests: readonly Guest['topology'][]) => {
    const ledger = book(
      host({ cells }),
      guests.map((topology, index) => instance(`g${index}`, topology)),
      rulesOf(id),
    )
    const total = (resource: CellResource) => totalOf(ledger, CellId(0), resource)
    return [total('cpu usage'), total('memory') / 1024, total('pages of 4')]
  }
  test.each([
    ['small pages, in Kilo', 'kilo', [small], [2, 4096, 1_048_576]],
    ['small pages, in 2026.1', '2026.1', [small], [2, 4096, 1_048_576]],
    [
      'an ordinary guest after it takes usage away up to Mitaka',
      'mitaka',
      [small, 'none'],
      [0, 0, 1_048_576],
    ],
    [
      'an ordinary guest after it changes nothing from Newton',
      'newton',
      [small, 'none'],
      [2, 4096, 1_048_576],
    ],
    [
      'an ordinary guest before it changes nothing in Mitaka',
      'mitaka',
      ['none', small],
      [2, 4096, 1_048_576],
    ],
    ['a guest without page size takes no pages up to Rocky 18.0', 'rocky-18.0', [unsized], [2, 4096, 0]],
    [
      'a guest without page size takes small pages from Rocky 18.1',
      'rocky-18.1',
      [unsized],
      [2, 4096, 1_048_576],
    ],
    ['a guest whose topology was not read takes nothing', 'zed', ['not read'], [0, 0, 0]],
  ] as const)('%s', (_, id, guests, totals) => {
    expect(of(id, ...guests)).toEqual(totals)
  })

  test('what an ordinary guest takes away names the rule', () => {
    const ledger = book(host({ cells }), [instance('a', small), instance('b', 'none')], rulesOf('mitaka'))
    expect(ledger.filter(({ rule }) => rule !== undefined)).toEqual([
      expect.objectContaining({
        resource: 'memory',
        amount: -GiB(4),
        rule: 'usageAfterGuestWithoutTopology',
      }),
      expect.objectContaining({ resource: 'cpu usage', amount: -2, rule: 'usageAfterGuestWithoutTopology' }),
    ])
  })
})

describe('what is reserved', () => {
  const cells = [hostCell({ mempages: [pool('2M', '1024, 64 reserved')] })]
  const reserved = (on: Host, id: string) =>
    cellsWith(book(on, [], rulesOf(id)), cells)[0]?.mempages[0]?.reserved
  const option = [{ cell: CellId(0), size: sizeOf('2M'), count: Pages(256) }]

  test.each([
    ['reserved pages mean nothing up to Mitaka', host({ cells, usage: 'stored' }), 'mitaka', 0],
    ['reserved pages of the row count from Newton', host({ cells, usage: 'stored' }), 'newton', 64],
    [
      'the option counts where usage follows from guests',
      host({ cells, config: { reservedHugePages: option } }),
      'newton',
      256,
    ],
    [
      'the row counts where it is stored',
      host({ cells, usage: 'stored', config: { reservedHugePages: option } }),
      'newton',
      64,
    ],
  ] as const)('%s', (_, on, id, pages) => {
    expect(reserved(on, id)).toBe(pages)
  })

  test.each([
    ['reserved CPUs mean nothing up to Ocata', 'ocata', 0],
    ['reserved CPUs count from Pike', 'pike', 2],
  ])('%s', (_, id, vcpus) => {
    const on = host({ config: { reservedHostCpus: 2 } })
    expect(totalOf(book(on, [], rulesOf(id)), undefined, 'host vcpus')).toBe(vcpus)
  })
})

describe('what the row says beyond its guests', () => {
  test('memory that no guest explains is stored', () => {
    const ledger = book(
      host({ usage: 'stored', memoryUsed: MiB(8192) }),
      [instance('g', 'none')],
      rulesOf('zed'),
    )
    const stored = ledger.filter((entry): entry is Entry => entry.consumer.kind === 'stored')
    expect(stored).toContainEqual({
      host: h1,
      cell: undefined,
      resource: 'host memory',
      amount: MiB(8192 - 512 - 4096),
      consumer: { kind: 'stored', column: 'memory_mb_used' },
    })
  })

  test('pages that no guest explains are stored, pages too few are negative', () => {
    const cells = [hostCell({ mempages: [pool('4K', '4194304, 100 used')] })]
    const beyond = (guests: readonly Guest[]) =>
      book(host({ cells, usage: 'stored' }), guests, rulesOf('zed')).filter(
        ({ consumer, resource }) => consumer.kind === 'stored' && resource === 'pages of 4',
      )
    expect(beyond([]).map(({ amount }) => amount)).toEqual([100])
    expect(beyond([instance('g', small)]).map(({ amount }) => amount)).toEqual([100 - 1_048_576])
  })
})

describe('guests on their way', () => {
  const moving = instance('g', 'none', { host: HostId('h2'), taskState: 'migrating' })
  const resized = instance('g', 'none', { host: HostId('h2'), vmState: 'resized' })
  const migration = (shape: Partial<Snapshot['migrations'][number]>): Snapshot['migrations'] => [
    {
      id: 'm',
      guest: GuestId('g'),
      source: HostId('h2'),
      destination: h1,
      type: 'live-migration',
      status: 'running',
      updatedAt: undefined,
      ...shape,
    },
  ]
  const left = { source: h1, destination: HostId('h2'), type: 'migration' }

  test.each([
    ['a live migration does not count at its destination up to Stein', 'stein', moving, migration({}), []],
    ['a live migration counts at its destination from Train', 'train', moving, migration({}), ['incoming']],
    ['a live migration that is over does not count', 'train', moving, migration({ status: 'completed' }), []],
    [
      'a migration to be confirmed still counts at its source',
      'zed',
      resized,
      migration({ ...left, status: 'finished' }),
      ['outgoing'],
    ],
    ['a confirmed migration does not', 'zed', resized, migration({ ...left, status: 'confirmed' }), []],
    [
      'a failed migration does not count up to Ussuri',
      'ussuri',
      resized,
      migration({ ...left, status: 'error' }),
      [],
    ],
    [
      'a failed migration counts from Victoria',
      'victoria',
      resized,
      migration({ ...left, status: 'error' }),
      ['outgoing'],
    ],
    [
      'a resize does not: the flavor of its other side is not known',
      'zed',
      resized,
      migration({ ...left, type: 'resize', status: 'finished' }),
      [],
    ],
  ] as const)('%s', (_, id, guest, migrations, roles) => {
    const ledger = book(host({}), [guest], rulesOf(id), migrations)
    const of = ledger.flatMap(({ consumer, resource }) =>
      consumer.kind === 'guest' && resource === 'host vcpus' ? [consumer.role] : [],
    )
    expect(of).toEqual(roles)
  })
})
