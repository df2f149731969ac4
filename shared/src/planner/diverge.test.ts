import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Cause } from '../divergence/detectors.ts'
import { explainDiverging } from '../explain/diverging.ts'
import { plain } from '../explain/sentence.ts'
import type { Guest } from '../model/guest.ts'
import type { Host, HostObservation } from '../model/host.ts'
import { CellId, GuestId, HostId, Instant, SourceId } from '../model/ids.ts'
import { type Allocation, type Inventory, type PlacementRecord, ProviderId } from '../model/provider.ts'
import type { Snapshot } from '../model/snapshot.ts'
import { releaseById, releases } from '../releases/index.ts'
import { cloudWith, computeHost, flavor } from '../scenarios/cloud.ts'
import { hostCell, pool } from '../testing/cells.ts'
import { cloudAtRandom, seeded } from '../testing/clouds.ts'
import { holds, observed } from '../testing/observed.ts'
import { GiB, MiB, PageSize, Pages } from '../units.ts'
import { diverge } from './books.ts'
import { cloudOf } from './cloud.ts'

const a = HostId('a')
const root = ProviderId('p-a')
const small = flavor('small', 2, GiB(2))
const total = 1024
const twoMiB = PageSize(2048)

const guest = (id: string, more: Partial<Guest> = {}): Guest => ({
  id: GuestId(id),
  name: id,
  host: a,
  vmState: 'active',
  taskState: undefined,
  powerState: 1,
  flavor: small,
  image: {},
  topology: 'none',
  ...more,
})

interface Shape {
  readonly pages?: number
  readonly seen?: Partial<Parameters<typeof observed>[0]>
  readonly guests?: readonly Guest[]
  readonly host?: (host: Host) => Host
  readonly inventories?: readonly Partial<Inventory>[]
  readonly allocations?: readonly Allocation[]
  readonly readAt?: readonly [nova: string, kernel: string]
  readonly unseen?: true
}

const inventory = (one: Partial<Inventory>): Inventory => ({
  resourceClass: 'MEMORY_MB',
  total: 8192,
  reserved: 512,
  allocationRatio: 1.5,
  minUnit: 1,
  maxUnit: 8192,
  stepSize: 1,
  ...one,
})

const placementOf = ({ inventories = [], allocations }: Shape): PlacementRecord => ({
  source: SourceId('placement'),
  providers: [
    {
      id: root,
      name: 'a',
      parent: undefined,
      host: a,
      inventories: inventories.map(inventory),
      usages: undefined,
      traits: undefined,
      aggregates: undefined,
    },
  ],
  allocations,
})

const sight = ({ pages = total, seen }: Shape): HostObservation =>
  observed({
    nodes: [{ cpus: '0-7', memory: GiB(8), memoryFree: GiB(4), pools: [{ size: '2M', total: pages }] }],
    holders: [],
    guests: [],
    ...seen,
  })

function snapshotOf(shape: Shape): Snapshot {
  const cells = [
    hostCell({ cpus: '0-7', memory: GiB(8), mempages: [pool('4K', '1572864'), pool('2M', `${total}`)] }),
  ]
  const plain = computeHost(a, { memory: GiB(8), vcpus: 8, cells, observed: sight(shape) })
  const host = shape.host ? shape.host(plain) : plain
  const cloud = cloudWith({
    name: 'c',
    release: 'zed',
    hosts: [shape.unseen ? { ...host, observed: undefined } : host],
    flavors: [small],
    guests: shape.guests ?? [],
    enabledFilters: [],
  })
  const [nova, kernel] = shape.readAt ?? []
  const sources = cloud.sources.map((source) => {
    const at = source.kind === 'headroom-probe' ? kernel : nova
    return at === undefined ? source : { ...source, readAt: Instant(at) }
  })
  const asked = shape.inventories || shape.allocations
  return { ...cloud, sources, ...(asked ? { placement: placementOf(shape) } : {}) }
}

const zed = releaseById('zed')
if (!zed) throw new Error('no zed')
const found = (shape: Shape) => diverge(cloudOf(snapshotOf(shape), zed))

const stored = (more: Partial<NonNullable<Host['nova']>>) => (host: Host) =>
  host.nova
    ? { ...host, nova: { ...host.nova, usage: 'stored' as const, memoryUsed: MiB(512), ...more } }
    : host

interface Row {
  /** Of the table of known disagreements: D1 … */
  readonly shows: readonly string[]
  readonly rule: string
  readonly on: Shape
  readonly cause: Cause
  readonly says: string
  readonly remedy: string | undefined
}

const rows: readonly Row[] = [
  {
    shows: ['D1'],
    rule: 'pages that a vSwitch holds',
    on: { seen: { holders: [holds('ovs-vswitchd', 256, '2M', 0, { pid: 7 })] } },
    cause: 'pages-held-by-others',
    says: 'a, cell 0: Nova believes 1,024 × 2 MiB are free, and the kernel has 768.',
    remedy: 'reserved_huge_pages = node:0,size:2048,count:256',
  },
  {
    shows: ['D2', 'D3'],
    rule: 'a pool that has shrunk since nova-compute started',
    on: { pages: 512 },
    cause: 'pool-resized',
    says: 'a, cell 0: Nova believes 1,024 × 2 MiB are free, and the kernel has 512.',
    remedy: 'systemctl restart nova-compute',
  },
  {
    shows: ['D11', 'D13', 'D14', 'D24', 'D36'],
    rule: 'a row with less vCPUs in use than its guests take',
    on: {
      guests: [guest('g')],
      seen: { guests: [{ id: GuestId('g'), name: 'g' }] },
      host: stored({ vcpusUsed: 0, memoryUsed: MiB(2560) }),
    },
    cause: 'usage-below-guests',
    says: 'a: Nova’s vcpus_used has 2 vCPUs of host vcpus less in use than its guests, moves and reserves take.',
    remedy: undefined,
  },
  {
    shows: ['D37'],
    rule: 'a row with memory in use that is nobody’s',
    on: { host: stored({ memoryUsed: MiB(4608) }) },
    cause: 'usage-beyond-guests',
    says: 'a: Nova’s memory_mb_used has 4 GiB of host memory in use that no guest, move or reserve explains.',
    remedy: 'systemctl restart nova-compute',
  },
  {
    shows: ['D45'],
    rule: 'a domain that runs and that Nova has deleted',
    on: { seen: { guests: [{ id: GuestId('gone'), name: 'instance-0000002a' }] } },
    cause: 'guest-unknown-to-nova',
    says: 'a: instance-0000002a runs here, and Nova has no such guest.',
    remedy: 'virsh dominfo gone',
  },
  {
    shows: ['D20', 'D37'],
    rule: 'a domain that runs and that Nova has elsewhere',
    on: {
      guests: [guest('g', { host: HostId('b') })],
      seen: { guests: [{ id: GuestId('g'), name: 'g' }] },
    },
    cause: 'guest-of-another-host',
    says: 'a: g runs here, and Nova has it on b.',
    remedy: 'virsh dominfo g',
  },
  {
    shows: [],
    rule: 'a guest that Nova takes to run, and that does not',
    on: { guests: [guest('g')] },
    cause: 'guest-not-on-host',
    says: 'a: Nova takes g to run here, and libvirt does not have it.',
    remedy: 'openstack server reboot --hard g',
  },
  {
    shows: ['D32'],
    rule: 'reserved pages that nova-compute has not read',
    on: {
      seen: { holders: [holds('ovs-vswitchd', 64, '2M', 0)] },
      host: (host) => ({
        ...stored({})(host),
        config: {
          ...host.config,
          reservedHugePages: [{ cell: CellId(0), size: twoMiB, count: Pages(64) }],
        },
      }),
    },
    cause: 'reserved-not-in-row',
    says: 'a, cell 0: reserved_huge_pages says 64 × 2 MiB, and Nova’s row 0: nova-compute has not read it, or refused to start with it.',
    remedy: 'systemctl restart nova-compute',
  },
  {
    shows: ['D38'],
    rule: 'an allocation of nobody',
    on: { allocations: [{ consumer: 'lost', provider: root, resources: { MEMORY_MB: 2048 } }] },
    cause: 'allocation-orphaned',
    says: 'a: Placement keeps 2 GiB for lost, which is neither a guest nor a move of Nova’s.',
    remedy: 'openstack resource provider allocation delete lost',
  },
  {
    shows: ['D37', 'D38'],
    rule: 'an allocation left behind by a guest that is elsewhere',
    on: {
      guests: [guest('g', { host: HostId('b') })],
      allocations: [{ consumer: 'g', provider: root, resources: { MEMORY_MB: 2048 } }],
    },
    cause: 'allocation-of-another-host',
    says: 'a: Placement keeps 2 GiB here for g, which Nova has elsewhere.',
    remedy: 'nova-manage placement audit --resource_provider p-a --verbose',
  },
  {
    shows: ['D39'],
    rule: 'a guest without an allocation',
    on: { guests: [guest('g')], seen: { guests: [{ id: GuestId('g'), name: 'g' }] }, allocations: [] },
    cause: 'allocation-missing',
    says: 'a: Nova has g here with 2 GiB, and Placement keeps nothing for it.',
    remedy: 'nova-manage placement heal_allocations --instance g',
  },
  {
    shows: ['D42'],
    rule: 'a ratio that was written once',
    on: { inventories: [{ resourceClass: 'VCPU', total: 8, allocationRatio: 4 }] },
    cause: 'ratio-sticks',
    says: 'a: Placement multiplies VCPU by 4, and Nova’s row says 16: a ratio once written stays until somebody sets another.',
    remedy: 'openstack resource provider inventory set p-a --amend --resource VCPU:allocation_ratio=16',
  },
  {
    shows: ['D43'],
    rule: 'a ratio of nothing',
    on: { inventories: [{ resourceClass: 'VCPU', total: 8, allocationRatio: 0 }] },
    cause: 'ratio-zero',
    says: 'a: Placement multiplies VCPU by 0: nothing can be placed here.',
    remedy: 'openstack resource provider inventory set p-a --amend --resource VCPU:allocation_ratio=16',
  },
  {
    shows: ['D41'],
    rule: 'more allocated than there is room for',
    on: {
      inventories: [{}],
      allocations: [{ consumer: 'lost', provider: root, resources: { MEMORY_MB: 12_288 } }],
    },
    cause: 'over-capacity',
    says: 'a: Placement has 12 GiB of MEMORY_MB allocated and room for 11.25 GiB: until 2025.1 no guest can be moved away.',
    remedy: undefined,
  },
  {
    shows: ['D34', 'D55'],
    rule: 'CPUs that are sold twice',
    on: {
      inventories: [
        { resourceClass: 'VCPU', total: 8, allocationRatio: 16 },
        { resourceClass: 'PCPU', total: 8, allocationRatio: 1 },
      ],
    },
    cause: 'cpus-sold-twice',
    says: 'a: Placement sells 16 CPUs as VCPU and PCPU together; the host has 8.',
    remedy: undefined,
  },
  {
    shows: ['D29', 'D30'],
    rule: 'huge pages that are sold as RAM',
    on: { pages: 3072, inventories: [{ allocationRatio: 1.5 }], host: (host) => host },
    cause: 'huge-pages-sold-as-ram',
    says: 'a: Placement would sell 11.25 GiB as MEMORY_MB to guests on base pages; beside its huge pages the host has 2 GiB.',
    remedy: undefined,
  },
  {
    shows: ['D28'],
    rule: 'QEMU’s own memory beyond what is kept for the host',
    on: {
      guests: Array.from({ length: 30 }, (_, n) => guest(`g${n}`)),
      seen: {
        guests: Array.from({ length: 30 }, (_, n) => ({ id: GuestId(`g${n}`), name: `g${n}` })),
      },
    },
    cause: 'overhead-beyond-reserved',
    says: 'a: 30 QEMU processes take',
    remedy: undefined,
  },
  {
    shows: [],
    rule: 'a host nobody looked at',
    on: { unseen: true },
    cause: 'source-missing',
    says: 'a: What the kernel has here was not read: nothing is compared.',
    remedy: undefined,
  },
  {
    shows: [],
    rule: 'two books read at different times are not compared',
    on: {
      readAt: ['2026-01-15T09:00:00Z', '2026-01-15T10:00:00Z'],
      seen: { holders: [holds('ovs-vswitchd', 256, '2M', 0)] },
    },
    cause: 'sources-apart',
    says: 'a: Nova’s row and the host were read 3,600 s apart, more than 300 s: they are not compared.',
    remedy: undefined,
  },
]

describe('one host', () => {
  test.each(rows)('$cause: $rule', ({ on, cause, says, remedy }) => {
    const one = found(on).find((divergence) => divergence.cause === cause)
    expect(found(on).map((divergence) => divergence.cause)).toContain(cause)
    expect(one && plain(explainDiverging(one).headline).slice(0, says.length)).toBe(says)
    expect(one?.remedy?.lines[0]).toBe(remedy)
  })

  test('nothing is wrong with a host whose books agree', () => {
    expect(found({})).toEqual([])
  })

  test('read an hour apart, no number of one is held against the other', () => {
    const [apart] = rows.slice(-1)
    expect(apart && found(apart.on).map(({ cause }) => cause)).toEqual(['sources-apart'])
  })
})

test('the suspects of a pool explain its difference exactly, whatever the cloud', () => {
  const release = fc.constantFrom(...releases)
  fc.assert(
    fc.property(fc.nat(1e6), release, (seed, of) => {
      const cloud = cloudOf(cloudAtRandom({ hosts: 3, cells: [2] }, of, seeded(seed)), of)
      for (const { suspects, expected, observed: seen, where } of diverge(cloud)) {
        if (where.size === undefined || !expected || seen?.by !== 'kernel') continue
        expect(suspects.reduce((sum, { explains }) => sum + explains, 0)).toBe(expected.amount - seen.amount)
      }
    }),
    { numRuns: 40 },
  )
})

test('the worst stand first, in the same order whenever they are asked for', () => {
  const cloud = () => cloudOf(cloudAtRandom({ hosts: 12, cells: [2, 4] }, zed, seeded(11)), zed)
  expect(diverge(cloud())).toEqual(diverge(cloud()))
  const order = [
    'guests-fail',
    'next-boot-fails',
    'later-boot-fails',
    'move-fails',
    'capacity-wasted',
    'drift',
    'not-known',
  ]
  const ranks = diverge(cloud()).map(({ severity }) => order.indexOf(severity.next))
  expect(ranks).toEqual([...ranks].sort((one, other) => one - other))
})
