import fc from 'fast-check'
import type { GuestCell, GuestTopology, HostCell, PagePool } from '../model/cell.ts'
import { type CpuSet, cpuSet } from '../model/cpus.ts'
import type { Flavor } from '../model/flavor.ts'
import type { Guest, Move, MoveEnd } from '../model/guest.ts'
import type {
  GlobalPool,
  Host,
  HostObservation,
  Hypervisor,
  NovaHost,
  ObservedNode,
  PageHolder,
  PageLimit,
} from '../model/host.ts'
import { AggregateId, CellId, GuestId, HostId, Instant, SourceId } from '../model/ids.ts'
import type { Migration } from '../model/migration.ts'
import type { PciAlias, PciPool } from '../model/pci.ts'
import { type Inventory, ProviderId, type ResourceProvider } from '../model/provider.ts'
import type { Aggregate, Gap, ServerGroup, Snapshot, Source } from '../model/snapshot.ts'
import type { Action, Plan } from '../planner/action.ts'
import { KiB, PageSize, Pages } from '../units.ts'

const maybe = <T>(one: fc.Arbitrary<T>) => fc.option(one, { nil: undefined })
const some = <T>(one: fc.Arbitrary<T>) => fc.array(one, { maxLength: 3 })
const word = <const W extends string>(...words: W[]) => fc.constantFrom(...words)

const name = fc.string({ maxLength: 12 })
/** Reading JSON drops a key `__proto__`, which no column of Nova's has. */
const key = name.filter((text) => text !== '__proto__')
const texts = fc.dictionary(key, name, { maxKeys: 3 })
const cpus: fc.Arbitrary<CpuSet> = fc.array(fc.nat(80), { maxLength: 6 }).map(cpuSet)
const kib = fc.nat().map(KiB)
const pages = fc.nat(100_000).map(Pages)
const pageSize = fc.constantFrom(4, 64, 2048, 1048576).map(PageSize)
const cellId = fc.nat(9).map(CellId)
const hostId = name.map(HostId)
const guestId = fc.uuid().map(GuestId)
const sourceId = name.map(SourceId)
const instant = fc
  .date({ min: new Date(0), max: new Date(4e12), noInvalidDate: true })
  .map((date) => Instant(date.toISOString()))

const pagePool = fc.record<PagePool>({ size: pageSize, total: pages, used: pages, reserved: pages })

const hostCell = fc.record<HostCell>({
  id: cellId,
  socket: maybe(fc.nat(3)),
  cpuset: cpus,
  pcpuset: cpus,
  siblings: some(cpus),
  memory: kib,
  memoryUsage: kib,
  cpuUsage: fc.nat(200),
  pinnedCpus: cpus,
  mempages: some(pagePool),
})

const guestCell = fc.record<GuestCell>(
  {
    id: fc.integer({ min: -1, max: 9 }).map(CellId),
    cpuset: cpus,
    pcpuset: cpus,
    memory: kib,
    pageSize: maybe(fc.oneof(pageSize, word('small', 'large', 'any'))),
    cpuPolicy: maybe(word('shared', 'dedicated', 'mixed')),
    cpuThreadPolicy: maybe(word('prefer', 'isolate', 'require')),
    cpuPinning: maybe(some(fc.tuple(fc.nat(15), fc.nat(80)))),
    cpusetReserved: maybe(cpus),
    cpuTopology: fc.record({ sockets: fc.nat(4), cores: fc.nat(8), threads: fc.nat(2) }),
  },
  {
    requiredKeys: [
      'id',
      'cpuset',
      'pcpuset',
      'memory',
      'pageSize',
      'cpuPolicy',
      'cpuThreadPolicy',
      'cpuPinning',
      'cpusetReserved',
    ],
  },
)

const guestTopology = fc.record<GuestTopology>({
  cells: some(guestCell),
  emulatorThreadsPolicy: maybe(word('share', 'isolate')),
})

const novaHost = fc.record<NovaHost>({
  source: sourceId,
  memory: maybe(kib),
  memoryUsed: maybe(kib),
  vcpus: maybe(fc.nat(256)),
  vcpusUsed: maybe(fc.nat(256)),
  diskGb: maybe(fc.nat(9000)),
  diskUsedGb: maybe(fc.nat(9000)),
  diskAvailableLeastGb: maybe(fc.integer({ min: -50, max: 900 })),
  hypervisor: maybe(
    fc.record<Hypervisor>({
      type: maybe(name),
      version: maybe(fc.nat()),
      cpuInfo: maybe(name),
      supportedInstances: maybe(some(some(name))),
    }),
  ),
  stats: maybe(texts),
  pciPools: maybe(
    some(
      fc.record<PciPool>({
        vendorId: name,
        productId: name,
        node: maybe(cellId),
        count: fc.nat(99),
        tags: texts,
      }),
    ),
  ),
  ratios: fc.record({
    cpu: maybe(fc.constantFrom(1, 4, 16)),
    ram: maybe(fc.constantFrom(1, 1.5)),
    disk: maybe(fc.constant(1)),
  }),
  cells: fc.oneof(some(hostCell), word('none', 'not read')),
  usage: word('stored', 'from guests'),
})

const globalPool = fc.record<GlobalPool>({
  size: pageSize,
  total: pages,
  free: pages,
  surplus: pages,
  reserved: maybe(pages),
  overcommit: maybe(pages),
})

const observedNode = fc.record<ObservedNode>({
  id: cellId,
  cpus,
  memory: maybe(kib),
  memoryFree: maybe(kib),
  distances: some(fc.nat(254)),
  pools: some(fc.record({ size: pageSize, total: pages, free: pages, surplus: pages })),
  online: maybe(fc.boolean()),
})

const ceiling = maybe(fc.oneof(kib, word('none')))
const pageLimit = fc.record<PageLimit>({
  path: name,
  size: pageSize,
  limit: ceiling,
  reservationLimit: ceiling,
  used: maybe(pages),
})

const holder = fc.record<PageHolder>({
  kind: word('guest', 'process', 'file'),
  name,
  pid: maybe(fc.nat(99999)),
  guest: maybe(guestId),
  node: cellId,
  size: pageSize,
  pages,
  shared: pages,
})

const observation = fc.record<HostObservation>({
  source: sourceId,
  kernel: maybe(name),
  basePage: maybe(pageSize),
  nodes: some(observedNode),
  pools: some(globalPool),
  holders: maybe(some(holder)),
  guests: maybe(some(fc.record({ id: guestId, name, pid: maybe(fc.nat(99999)) }))),
  siblings: maybe(some(cpus)),
  mounts: maybe(some(pageSize)),
  libvirt: maybe(name),
  qemu: maybe(name),
  memory: maybe(
    fc.record({ total: maybe(kib), free: maybe(kib), available: maybe(kib), hugetlb: maybe(kib) }),
  ),
  defaultPage: maybe(pageSize),
  limits: maybe(some(pageLimit)),
  normalMemory: maybe(some(cellId)),
})

const reserved = fc.record({ cell: cellId, size: pageSize, count: pages })

const host = fc.record<Host>({
  id: hostId,
  release: maybe(name),
  zone: maybe(name),
  service: maybe(fc.record({ enabled: fc.boolean(), up: fc.boolean() })),
  nova: maybe(novaHost),
  observed: maybe(observation),
  config: fc.record({
    reservedHugePages: some(reserved),
    reservedHostMemory: maybe(kib),
    reservedHostCpus: maybe(fc.nat(8)),
    reservedHostDisk: maybe(kib),
    fileBackedMemory: maybe(kib),
    vcpuPinSet: maybe(name),
    cpuSharedSet: maybe(name),
    cpuDedicatedSet: maybe(name),
    packing: maybe(fc.boolean()),
  }),
})

const flavor = fc.record<Flavor>({
  name,
  vcpus: fc.nat(64),
  memory: kib,
  rootGb: fc.nat(999),
  ephemeralGb: fc.nat(999),
  swap: kib,
  extraSpecs: texts,
})

const moveEnd = fc.record<MoveEnd>({
  flavor: maybe(flavor),
  topology: fc.oneof(guestTopology, word('none', 'not read')),
})

const guest = fc.record<Guest>({
  id: guestId,
  name,
  host: maybe(hostId),
  vmState: name,
  taskState: maybe(name),
  powerState: maybe(fc.integer({ min: -1, max: 7 })),
  flavor,
  image: texts,
  topology: fc.oneof(guestTopology, word('none', 'not read')),
  move: maybe(fc.record<Move>({ migration: maybe(name), old: moveEnd, new: moveEnd })),
  fromVolume: maybe(fc.boolean()),
  serverGroup: maybe(name),
  zone: maybe(name),
  project: maybe(name),
  domain: maybe(fc.record({ memory: kib, cells: fc.array(kib, { maxLength: 2 }) })),
})

const aggregate = fc.record<Aggregate>({
  id: name.map(AggregateId),
  name,
  zone: maybe(name),
  hosts: some(hostId),
  metadata: texts,
})

const migration = fc.record<Migration>({
  id: name,
  row: maybe(name),
  guest: guestId,
  source: hostId,
  destination: maybe(hostId),
  type: word('migration', 'resize', 'live-migration', 'evacuation'),
  status: name,
  updatedAt: maybe(instant),
})

const source = fc.record<Source>({ id: sourceId, kind: name, name, readAt: maybe(instant) })

const gap = fc.record<Gap>({
  source: maybe(sourceId),
  host: maybe(hostId),
  guest: maybe(guestId),
  what: name,
  why: word('not permitted', 'absent', 'not understood', 'not given', 'not modelled'),
})

const providerId = fc.uuid().map(ProviderId)
const amounts = fc.dictionary(key, fc.nat(), { maxKeys: 3 })

const provider = fc.record<ResourceProvider>({
  id: providerId,
  name,
  parent: maybe(providerId),
  host: maybe(hostId),
  inventories: maybe(
    some(
      fc.record<Inventory>({
        resourceClass: name,
        total: fc.nat(),
        reserved: fc.nat(),
        allocationRatio: fc.constantFrom(0, 1, 1.5, 16),
        minUnit: fc.nat(),
        maxUnit: fc.nat(),
        stepSize: fc.nat(),
      }),
    ),
  ),
  usages: maybe(amounts),
  traits: maybe(some(name)),
  aggregates: maybe(some(name.map(AggregateId))),
})

/** Any snapshot at all: its parts need not agree with one another. */
export const snapshots = fc.record<Snapshot>({
  name,
  release: maybe(name),
  takenAt: maybe(instant),
  settings: fc.record({
    enabledFilters: maybe(some(name)),
    maxAttempts: maybe(fc.nat(9)),
    maxInstancesPerHost: maybe(fc.nat(99)),
    maxIoOpsPerHost: maybe(fc.nat(99)),
    defaultZone: maybe(name),
    maxPlacementResults: maybe(fc.nat(9999)),
    hostSubsetSize: maybe(fc.nat(9)),
    weightMultipliers: maybe(amounts),
    isolatedHosts: maybe(some(name)),
    isolatedImages: maybe(some(name)),
    isolatedHostsRestricted: maybe(fc.boolean()),
    metricsWeights: maybe(some(name)),
    pciAliases: maybe(
      some(
        fc.record<PciAlias>({
          name,
          vendorId: maybe(name),
          productId: maybe(name),
          deviceType: maybe(name),
          numaPolicy: maybe(name),
        }),
      ),
    ),
    allowResizeToSameHost: maybe(fc.boolean()),
    migrateMaxRetries: maybe(fc.integer({ min: -1, max: 9 })),
    numaLiveMigration: maybe(fc.boolean()),
  }),
  hosts: some(host),
  guests: some(guest),
  guestsListed: fc.boolean(),
  flavors: some(flavor),
  aggregates: some(aggregate),
  migrations: some(migration),
  serverGroups: maybe(
    some(fc.record<ServerGroup>({ id: name, name, policy: name, maxServerPerHost: maybe(fc.nat(9)) })),
  ),
  placement: maybe(
    fc.record({
      source: sourceId,
      providers: some(provider),
      allocations: maybe(some(fc.record({ consumer: name, provider: providerId, resources: amounts }))),
    }),
  ),
  sources: some(source),
  gaps: some(gap),
})

const taken = { by: name, host: hostId, cell: cellId, size: pageSize, pages }

type Do<Word extends Action['do']> = Extract<Action, { readonly do: Word }>

/** All members of one action but its word. */
const asked: { readonly [Word in Action['do']]: fc.Arbitrary<Omit<Do<Word>, 'do'>> } = {
  boot: fc.record<Omit<Do<'boot'>, 'do'>>({
    id: name,
    flavor: name,
    image: texts,
    count: fc.nat(20),
    on: maybe(fc.record({ host: hostId, how: word('requested', 'forced') })),
    zone: maybe(name),
    group: maybe(name),
  }),
  'live-migrate': fc.record<Omit<Do<'live-migrate'>, 'do'>>({
    guest: guestId,
    to: maybe(hostId),
    microversion: maybe(name),
    force: maybe(fc.boolean()),
  }),
  'cold-migrate': fc.record({ guest: guestId, to: maybe(hostId) }),
  resize: fc.record({ guest: guestId, flavor: name }),
  confirm: fc.record({ guest: guestId }),
  revert: fc.record({ guest: guestId }),
  delete: fc.record({ guest: guestId }),
  'take-pages': fc.record(taken),
  'give-pages-back': fc.record(taken),
  'set-reserved-huge-pages': fc.record({ host: hostId, reserved: some(reserved) }),
  'set-allocation-ratios': fc.record({
    host: maybe(hostId),
    cpu: maybe(fc.constantFrom(1, 4, 16)),
    ram: maybe(fc.constantFrom(1, 1.5)),
    disk: maybe(fc.constant(1)),
  }),
  'set-reserved-host-memory': fc.record({ host: hostId, memory: kib }),
  'set-reserved-host-cpus': fc.record({ host: hostId, cpus: fc.nat(8) }),
  'set-cpu-sets': fc.record({
    host: hostId,
    vcpuPinSet: maybe(name),
    cpuSharedSet: maybe(name),
    cpuDedicatedSet: maybe(name),
  }),
  'set-packing': fc.record({ host: hostId, packing: maybe(fc.boolean()) }),
  'set-enabled-filters': fc.record({ filters: maybe(some(name)) }),
  'upgrade-scheduler': fc.record({ release: name }),
  'upgrade-compute': fc.record({ host: maybe(hostId), release: name }),
  'power-off': fc.record({ guest: guestId }),
  'power-on': fc.record({ guest: guestId }),
  'set-service': fc.record({ host: hostId, state: word('enabled', 'disabled', 'up', 'down') }),
  'add-host': fc.record({ id: hostId, like: hostId }),
  'lose-host': fc.record({ host: hostId }),
  evacuate: fc.record<Omit<Do<'evacuate'>, 'do'>>({
    guest: guestId,
    to: maybe(hostId),
    microversion: maybe(name),
    force: maybe(fc.boolean()),
  }),
  shelve: fc.record({ guest: guestId, keep: maybe(fc.boolean()) }),
  'shelve-offload': fc.record({ guest: guestId }),
  unshelve: fc.record<Omit<Do<'unshelve'>, 'do'>>({
    guest: guestId,
    to: maybe(hostId),
    zone: maybe(name),
    unpin: maybe(fc.boolean()),
  }),
  rebuild: fc.record({ guest: guestId, image: maybe(texts) }),
  'reboot-host': fc.record({ host: hostId, pools: some(reserved), resumeGuests: maybe(fc.boolean()) }),
}

const action: fc.Arbitrary<Action> = fc.oneof(
  ...Object.entries(asked).map(([word, members]) =>
    fc
      .tuple(members as fc.Arbitrary<object>, maybe(fc.boolean()))
      .map(([one, disabled]) => ({ do: word, ...one, disabled }) as Action),
  ),
)

export const plans = fc.record<Plan>({
  version: fc.constant(1 as const),
  snapshot: maybe(name),
  release: maybe(name),
  actions: some(action),
})
