import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { notConfigured } from '../evidence/join-hosts.ts'
import type { GuestTopology, HostCell } from '../model/cell.ts'
import type { Guest } from '../model/guest.ts'
import type { Host, Hypervisor } from '../model/host.ts'
import { CellId, GuestId, HostId, Instant, SourceId } from '../model/ids.ts'
import type { Snapshot } from '../model/snapshot.ts'
import { fitToHost } from '../placement/fit/fit-to-host.ts'
import { releases } from '../releases/index.ts'
import type { Rules } from '../releases/rules.ts'
import { rulesOf } from '../testing/boots.ts'
import { guest, hostCell, pool } from '../testing/cells.ts'
import { sizeOf } from '../testing/observed.ts'
import { type Ask, asked, asks, hosts, idle } from '../testing/placements.ts'
import { GiB, KiB, MiB, Pages } from '../units.ts'
import { account, type GuessCells } from './account.ts'
import type { CellResource, Entry, Ledger } from './ledger.ts'
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
  readonly hypervisor?: Hypervisor
  readonly usage?: 'stored' | 'from guests'
  readonly memoryUsed?: KiB
  readonly config?: Partial<Host['config']>
}

const host = ({
  cells = [hostCell()],
  usage = 'from guests',
  memoryUsed = KiB(0),
  config = {},
  hypervisor,
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
    hypervisor,
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

  test('reserved disk counts', () => {
    const on = host({ config: { reservedHostDisk: GiB(10) } })
    expect(totalOf(book(on, [], rulesOf('zed')), undefined, 'host disk')).toBe(10)
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
  const h2 = HostId('h2')
  const flavor = (vcpus: number, memory = 4) => ({
    ...instance('g', 'none').flavor,
    name: `m${vcpus}`,
    vcpus,
    memory: GiB(memory),
  })
  const migration = (
    type: string,
    status: string,
    shape: Partial<Snapshot['migrations'][number]> = {},
  ): Snapshot['migrations'][number] => ({
    id: 'uuid-7',
    row: '7',
    guest: GuestId('g'),
    source: h2,
    destination: h1,
    type,
    status,
    updatedAt: undefined,
    ...shape,
  })
  const leaves = { source: h1, destination: h2 }
  const stays = { source: h1, destination: h1 }

  /** `role vCPUs` of whatever counts on the host. */
  const counted = (id: string, guest: Partial<Guest>, ...migrations: Snapshot['migrations']) =>
    book(host({}), [instance('g', 'none', { host: h2, ...guest })], rulesOf(id), migrations)
      .flatMap(({ consumer, resource, amount }) =>
        consumer.kind === 'guest' && resource === 'host vcpus' ? [`${consumer.role} ${amount}`] : [],
      )
      .join(', ')

  const moving = { taskState: 'migrating' }
  const resized = { vmState: 'resized' }
  const rebuilding = (task: string) => ({ taskState: task })
  const comes = (type: string, status: string) => migration(type, status)
  const gone = (status: string) => migration('migration', status, leaves)

  test.each([
    [
      'a live migration does not count at its destination up to Stein',
      'stein',
      moving,
      comes('live-migration', 'running'),
      '',
    ],
    [
      'a live migration counts at its destination from Train',
      'train-20.0',
      moving,
      comes('live-migration', 'running'),
      'incoming 2',
    ],
    [
      'a paused guest counts there too',
      'train-20.0',
      { ...moving, vmState: 'paused' },
      comes('live-migration', 'running'),
      'incoming 2',
    ],
    [
      'a live migration whose guest does not migrate does not',
      'train-20.0',
      {},
      comes('live-migration', 'running'),
      '',
    ],
    [
      'a live migration that is over does not',
      'train-20.0',
      moving,
      comes('live-migration', 'completed'),
      '',
    ],
    [
      'an accepted migration does not count up to Stein',
      'stein',
      resized,
      comes('migration', 'accepted'),
      '',
    ],
    [
      'an accepted migration counts from Train',
      'train-20.0',
      resized,
      comes('migration', 'accepted'),
      'incoming 2',
    ],

    ['a migration to be confirmed counts at its source', 'zed', resized, gone('finished'), 'outgoing 2'],
    ['a confirmed one does not', 'zed', resized, gone('confirmed'), ''],
    ['a reverted one does not', 'zed', resized, gone('reverted'), ''],
    ['nor does one whose guest was never resized', 'zed', {}, gone('finished'), ''],
    [
      'a guest about to be moved counts where it goes',
      'zed',
      { taskState: 'resize_prep' },
      comes('migration', 'pre-migrating'),
      'incoming 2',
    ],
    [
      'a guest in error counts at one end only',
      'zed',
      { vmState: 'error', taskState: 'resize_prep' },
      comes('migration', 'pre-migrating'),
      '',
    ],

    ['an accepted migration counts in Liberty 12.0', 'liberty-12.0', resized, gone('accepted'), 'outgoing 2'],
    ['an accepted migration does not from Liberty 12.0.4', 'liberty', resized, gone('accepted'), ''],
    ['a failed migration counts in Liberty 12.0', 'liberty-12.0', resized, gone('failed'), 'outgoing 2'],
    ['a failed migration does not from Mitaka', 'mitaka-13.0', resized, gone('failed'), ''],
    ['a completed migration counts in Mitaka 13.0', 'mitaka-13.0', resized, gone('completed'), 'outgoing 2'],
    ['a completed migration does not from Mitaka 13.1', 'mitaka', resized, gone('completed'), ''],
    ['a cancelled migration counts in Mitaka', 'mitaka', resized, gone('cancelled'), 'outgoing 2'],
    ['a cancelled migration does not from Newton', 'newton-14.0', resized, gone('cancelled'), ''],
    ['a migration that is done counts in Pike', 'pike', resized, gone('done'), 'outgoing 2'],
    ['a migration that is done does not from Queens', 'queens-17.0', resized, gone('done'), ''],
    ['a migration in error does not count in Ussuri 21.1', 'ussuri-21.1', resized, gone('error'), ''],
    ['a migration in error counts from Ussuri 21.2', 'ussuri', resized, gone('error'), 'outgoing 2'],
    ['a migration in error counts in Victoria', 'victoria', resized, gone('error'), 'outgoing 2'],

    [
      'an evacuation does not count up to Kilo',
      'kilo',
      rebuilding('rebuilding'),
      comes('evacuation', 'pre-migrating'),
      '',
    ],
    [
      'an evacuation counts from Liberty',
      'liberty-12.0',
      rebuilding('rebuilding'),
      comes('evacuation', 'pre-migrating'),
      'incoming 2',
    ],
    [
      'an evacuation that spawns is forgotten in Queens 17.0.6',
      'queens-17.0.6',
      rebuilding('rebuild_spawning'),
      comes('evacuation', 'pre-migrating'),
      '',
    ],
    [
      'an evacuation that spawns counts from Queens 17.0.10',
      'queens',
      rebuilding('rebuild_spawning'),
      comes('evacuation', 'pre-migrating'),
      'incoming 2',
    ],
    [
      'an evacuation that spawns is forgotten in Rocky 18.1',
      'rocky-18.1',
      rebuilding('rebuild_spawning'),
      comes('evacuation', 'pre-migrating'),
      '',
    ],
    [
      'an evacuation that spawns counts from Rocky 18.2',
      'rocky',
      rebuilding('rebuild_spawning'),
      comes('evacuation', 'pre-migrating'),
      'incoming 2',
    ],
  ])('%s', (_, id, guest, row, says) => {
    expect(counted(id, guest, row)).toBe(says)
  })

  const ends = {
    migration: '7',
    old: { flavor: flavor(2), topology: 'none' },
    new: { flavor: flavor(8, 16), topology: 'none' },
  } as const
  const grown = { ...resized, flavor: flavor(8, 16), move: ends }
  const before = { taskState: 'resize_prep', flavor: flavor(2), move: ends }
  const finished = (where: Partial<Snapshot['migrations'][number]>) => migration('resize', 'finished', where)
  const claimed = (where: Partial<Snapshot['migrations'][number]>) =>
    migration('resize', 'pre-migrating', where)

  test.each([
    ['a resize holds the old flavor at its source', grown, finished(leaves), 'outgoing 2'],
    ['a resize claims the new flavor at its destination', before, claimed({}), 'incoming 8'],
    [
      'a resize on one host adds the new flavor',
      { ...before, host: h1 },
      claimed(stays),
      'running 2, incoming 8',
    ],
    [
      'and once it is done keeps the old one',
      { ...grown, host: h1 },
      finished(stays),
      'running 8, outgoing 2',
    ],
    ['a resize whose flavors were not read is left out', resized, finished(leaves), ''],
    ['a guest that is there counts once', { ...resized, host: h1 }, finished({}), 'running 2'],
  ])('%s', (_, guest, row, says) => {
    expect(counted('zed', guest, row)).toBe(says)
  })

  test('of two migrations of a guest the newer counts', () => {
    const old = finished({ ...leaves, updatedAt: Instant('2026-01-01T00:00:00Z') })
    const young = migration('migration', 'finished', {
      ...leaves,
      updatedAt: Instant('2026-01-02T00:00:00Z'),
    })
    expect(counted('pike', grown, old, young)).toBe('outgoing 8')
    expect(counted('pike', grown, young, old)).toBe('outgoing 8')
  })

  test.each([
    ['a migration that is not the one of the context counts up to Pike', 'pike', 'outgoing 2'],
    ['a migration that is not the one of the context is left out from Queens', 'queens-17.0', ''],
  ])('%s', (_, id, says) => {
    expect(counted(id, { ...grown, move: { ...ends, migration: '8' } }, finished(leaves))).toBe(says)
  })

  const placed = (cell: number) => guest({ id: cell, cpuset: [0, 1], memory: GiB(4), pageSize: sizeOf('4K') })
  const cells = [hostCell({ id: 0, mempages: pages4K }), hostCell({ id: 1, mempages: pages4K })]
  const ledgerOf = (id: string, guess?: GuessCells) => {
    const on = host({ cells })
    const move = { ...ends, old: { flavor: flavor(2), topology: placed(1) } }
    const leaving = instance('g', 'none', { ...grown, host: h2, move })
    return account(snapshot(on, [leaving], [finished(leaves)]), on, rulesOf(id), guess)
  }
  const memoryByCell = (ledger: Ledger) => cells.map((cell) => totalOf(ledger, cell.id, 'memory') / 1024)

  test.each([
    ['a move takes no cells in Icehouse', 'icehouse', [0, 0]],
    ['cells of a move are guessed in Juno', 'juno', [4096, 0]],
    ['cells of a move are guessed up to Kilo', 'kilo', [4096, 0]],
    ['cells of a move are those of its context from Liberty', 'liberty-12.0', [0, 4096]],
  ])('%s', (_, id, memory) => {
    expect(memoryByCell(ledgerOf(id, () => placed(0)))).toEqual(memory)
  })

  test('cells that are guessed name the rule', () => {
    const rules = ledgerOf('kilo', () => placed(0)).flatMap(({ cell, rule }) =>
      cell === undefined ? [] : [rule],
    )
    expect(new Set(rules)).toEqual(new Set(['cellsOfMoves']))
  })

  test('where nobody guesses they are left out', () => {
    expect(memoryByCell(ledgerOf('kilo'))).toEqual([0, 0])
  })
})

describe('what a driver adds', () => {
  const memory = (id: string, type: string) => {
    const hypervisor = { type, version: undefined, cpuInfo: undefined, supportedInstances: undefined }
    const ledger = book(host({ hypervisor }), [instance('g', 'none')], rulesOf(id))
    return (totalOf(ledger, undefined, 'host memory') - MiB(512)) / 1024
  }
  test.each([
    ['XenServer adds memory up to Stein', 'stein', 'XenServer', 4134],
    ['XenServer adds none from Train', 'train-20.0', 'XenServer', 4096],
    ['libvirt adds none', 'stein', 'QEMU', 4096],
  ])('%s', (_, id, type, mib) => {
    expect(memory(id, type)).toBe(mib)
  })
})

describe('the root disk of a guest that boots from a volume', () => {
  const left: Snapshot['migrations'][number] = {
    id: 'm',
    guest: GuestId('g'),
    source: h1,
    destination: HostId('h2'),
    type: 'migration',
    status: 'finished',
    updatedAt: undefined,
  }
  const gone = { host: HostId('h2'), vmState: 'resized' }
  test.each([
    ['counts up to Queens', 'queens', {}, 20],
    ['does not count from Rocky', 'rocky-18.0', {}, 1],
    ['counts at the other end of a move in Rocky 18.0', 'rocky-18.0', gone, 21],
    ['counts there no more from Rocky 18.1', 'rocky-18.1', gone, 1],
  ])('%s', (_, id, shape, gb) => {
    const guests = [instance('g', 'none', { fromVolume: true, ...shape })]
    expect(totalOf(book(host({}), guests, rulesOf(id), [left]), undefined, 'host disk')).toBe(gb)
  })
})
