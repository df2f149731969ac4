import type { GuestTopology, HostCell } from '../../model/cell.ts'
import type { Guest } from '../../model/guest.ts'
import type { Host, HostObservation, NovaHost } from '../../model/host.ts'
import { CellId, GuestId, HostId } from '../../model/ids.ts'
import type { Snapshot } from '../../model/snapshot.ts'
import type { Action } from '../../planner/action.ts'
import type { RuleName } from '../../releases/rules.ts'
import { guest as cellsOf, hostCell, pool } from '../../testing/cells.ts'
import { observed } from '../../testing/observed.ts'
import { GiB, type KiB, MiB } from '../../units.ts'
import { cloudWith, computeHost, flavor } from '../cloud.ts'
import { guestOn } from './snapshot.ts'

/** A disagreement that a step of a plan shows. */
export interface StepRow {
  /** Of the table of known disagreements: D18 … */
  readonly shows: readonly string[]
  readonly rule: string
  readonly release: string
  readonly on: Snapshot
  readonly actions: readonly Action[]
  /** Begins what is said of the last step. */
  readonly says: string
  /** One of the details of it begins so, with the numbers. */
  readonly because: string
  /** Rules without which it would have come otherwise. */
  readonly by: readonly RuleName[]
  /** First tag that mends the first of them. */
  readonly mended: string | undefined
}

const small = flavor('small', 1, GiB(2))
const numa = { 'hw:numa_nodes': '1' }

interface HostShape {
  readonly memory?: KiB
  readonly ram?: number
  readonly cells?: readonly HostCell[] | 'none'
  readonly nova?: Partial<NovaHost>
  readonly seen?: HostObservation
}

/** A host of 64 GiB on which both books agree, but for what is said. */
function compute(
  id: string,
  { memory = GiB(64), ram = 1, cells = 'none', nova, seen }: HostShape = {},
): Host {
  const node = { cpus: '0-15', memory, memoryFree: memory, pools: [] }
  const host = computeHost(HostId(id), {
    memory,
    vcpus: 16,
    cells,
    ratios: { ram },
    observed: seen ?? observed({ nodes: [node], holders: [], guests: [] }),
  })
  return { ...host, nova: host.nova && { ...host.nova, ...nova } }
}

const resident = (
  id: string,
  on: string,
  of: Guest['flavor'],
  topology: GuestTopology | 'none' = 'none',
): Guest => guestOn(id, { host: HostId(on), flavor: of, topology })

interface CloudShape {
  readonly hosts: readonly Host[]
  readonly flavors?: readonly Guest['flavor'][]
  readonly guests?: readonly Guest[]
  readonly filters?: readonly string[]
  readonly settings?: Partial<Snapshot['settings']>
}

function cloud({ hosts, flavors = [], guests = [], filters = [], settings }: CloudShape): Snapshot {
  const made = cloudWith({ name: 'c', release: 'zed', hosts, flavors, guests, enabledFilters: filters })
  return { ...made, settings: { ...made.settings, ...settings } }
}

const boot = (of: string, more: Partial<Extract<Action, { do: 'boot' }>> = {}): Action => ({
  do: 'boot',
  id: of,
  flavor: of,
  image: {},
  count: 1,
  on: undefined,
  ...more,
})

const liveMigrate = (
  guest: string,
  to: string,
  more: { microversion?: string; force?: boolean } = {},
): Action => ({
  do: 'live-migrate',
  guest: GuestId(guest),
  to: HostId(to),
  ...more,
})

/** Of 4 KiB alone. */
const basePages = (memory: KiB) => pool('4K', `${memory / 4}`)

const cellsWith = (memory: KiB, count: number): readonly HostCell[] =>
  Array.from({ length: count }, (_, id) =>
    hostCell({ id, cpus: `${id * 8}-${id * 8 + 7}`, memory, mempages: [basePages(memory)] }),
  )

const nodesWith = (memory: KiB, count: number, memoryFree = memory): HostObservation =>
  observed({
    nodes: Array.from({ length: count }, (_, id) => ({
      cpus: `${id * 8}-${id * 8 + 7}`,
      memory,
      memoryFree,
      pools: [],
    })),
    holders: [],
    guests: [],
  })

const tiny = flavor('tiny', 1, MiB(512))
const pinned = flavor('pinned', 8, GiB(1), { ...numa, 'hw:cpu_policy': 'dedicated' })
const huge = flavor('huge', 1, GiB(1), { ...numa, 'hw:mem_page_size': '1GB' })
const large = flavor('large', 1, GiB(1), { ...numa, 'hw:mem_page_size': 'large' })
const half = flavor('half', 1, MiB(1536), { ...numa, 'hw:mem_page_size': '1GB' })

const withPages = (size: '2M' | '1G', pages: number): HostShape => ({
  cells: [
    hostCell({ cpus: '0-15', memory: GiB(64), mempages: [pool('4K', '8388608'), pool(size, `${pages}`)] }),
  ],
  seen: observed({
    nodes: [{ cpus: '0-15', memory: GiB(64), memoryFree: GiB(32), pools: [{ size, total: pages }] }],
    holders: [],
    guests: [],
  }),
})

/** Pages of 2 MiB on cell 0 alone, a device on node 1, both of one socket. */
const deviceElsewhere: HostShape = {
  cells: [
    hostCell({ id: 0, cpus: '0-7', memory: GiB(32), mempages: [pool('4K', '6291456'), pool('2M', '4096')] }),
    hostCell({ id: 1, cpus: '8-15', memory: GiB(32), mempages: [pool('4K', '8388608'), pool('2M', '0')] }),
  ],
  nova: {
    pciPools: [{ vendorId: '10de', productId: '20b5', node: CellId(1), count: 2, tags: {} }],
  },
  seen: observed({
    nodes: [
      { cpus: '0-7', memory: GiB(32), memoryFree: GiB(24), pools: [{ size: '2M', total: 4096 }] },
      { cpus: '8-15', memory: GiB(32), memoryFree: GiB(32), pools: [{ size: '2M', total: 0 }] },
    ],
    holders: [],
    guests: [],
  }),
}

const withDevice = (name: string, more: Readonly<Record<string, string>> = {}) =>
  flavor(name, 1, GiB(1), {
    ...numa,
    'hw:mem_page_size': '2048',
    'pci_passthrough:alias': 'gpu:1',
    ...more,
  })

const gpus: Partial<Snapshot['settings']> = {
  pciAliases: [
    { name: 'gpu', vendorId: '10de', productId: '20b5', deviceType: undefined, numaPolicy: undefined },
  ],
}

const twoCells: HostShape = { memory: GiB(64), cells: cellsWith(GiB(32), 2), seen: nodesWith(GiB(32), 2) }
const oneCell: HostShape = { memory: GiB(64), cells: cellsWith(GiB(64), 1), seen: nodesWith(GiB(64), 1) }

export const stepRows: readonly StepRow[] = [
  {
    shows: ['D18'],
    rule: 'the pre-check of a live migration knows no ratio',
    release: 'liberty',
    on: cloud({
      hosts: [compute('a'), compute('b', { memory: MiB(1872), ram: 1.5 })],
      guests: [resident('g', 'a', tiny), resident('h', 'b', flavor('other', 1, MiB(1024)))],
    }),
    actions: [liveMigrate('g', 'b')],
    says: 'Nova refuses the move. The pre-check wants more than the guest’s 512 MiB available and counts 336 MiB: free RAM, no allocation ratio. Booting the same guest there would be accepted.',
    because: 'Booting the same guest there (not asked on this path) is accepted',
    by: ['livePrecheckMemory', 'namedDestination'],
    mended: '13.0.0',
  },
  {
    shows: ['D19'],
    rule: 'the pre-check refuses a guest that fits exactly',
    release: 'mitaka',
    on: cloud({
      hosts: [compute('a'), compute('b', { memory: MiB(1536) })],
      guests: [resident('g', 'a', tiny), resident('h', 'b', tiny)],
      filters: ['RamFilter'],
    }),
    actions: [liveMigrate('g', 'b')],
    says: 'Nova refuses the move. The pre-check wants more than the guest’s 512 MiB available and counts 512 MiB',
    because:
      'Booting the same guest there (not asked on this path) is accepted: 512 MiB available for 512 MiB',
    by: ['namedDestination'],
    mended: '19.0.0',
  },
  {
    shows: ['D21'],
    rule: 'the claim of a live migration that is forced has no limits',
    release: '2024.2',
    on: cloud({
      hosts: [
        compute('a', oneCell),
        compute('b', { cells: cellsWith(GiB(16), 1), seen: nodesWith(GiB(16), 1, MiB(384)) }),
      ],
      guests: [
        resident('g', 'a', flavor('eight', 1, GiB(8), numa), cellsOf({ cpuset: [0], memory: GiB(8) })),
        resident(
          'h',
          'b',
          flavor('most', 1, MiB(16_000), numa),
          cellsOf({ cpuset: [0], memory: MiB(16_000) }),
        ),
      ],
      filters: ['NUMATopologyFilter'],
    }),
    actions: [liveMigrate('g', 'b', { microversion: '2.29' })],
    says: 'It moves to b.',
    because:
      'Booting the same guest there (not asked on this path) is refused by NUMATopologyFilter: guest cell 0 needs 8 GiB; host cell 0 has 384 MiB left',
    by: ['cellMemoryTest'],
    mended: undefined,
  },
  {
    shows: ['D25'],
    rule: 'a resize looks for the cells of the old flavor',
    release: 'rocky',
    on: cloud({
      hosts: [compute('a', oneCell), compute('b', { ...oneCell, memory: GiB(128) }), compute('c', twoCells)],
      flavors: [flavor('one', 2, GiB(2), numa), flavor('two', 2, GiB(4), { 'hw:numa_nodes': '2' })],
      guests: [
        resident('g', 'a', flavor('one', 2, GiB(2), numa), cellsOf({ cpuset: [0, 1], memory: GiB(2) })),
      ],
      filters: ['NUMATopologyFilter'],
      settings: { maxAttempts: 1 },
    }),
    actions: [{ do: 'resize', guest: GuestId('g'), flavor: 'two' }],
    says: 'Nova refuses the move. The guest has 2 NUMA cells; the host has 1.',
    because: 'Where the scheduler sends it is refused by claim',
    by: ['resizedCells'],
    mended: '20.2.0',
  },
  {
    shows: ['D40'],
    rule: 'a rebuild wants its room a second time',
    release: 'rocky-18.0',
    on: cloud({
      hosts: [
        compute('a', { cells: [hostCell({ cpus: '0-7', memory: GiB(64), mempages: [basePages(GiB(64))] })] }),
      ],
      flavors: [pinned],
      guests: [],
      filters: ['NUMATopologyFilter'],
    }),
    actions: [boot('pinned'), { do: 'rebuild', guest: GuestId('pinned-1'), image: { hw_disk_bus: 'scsi' } }],
    says: 'Nova refuses the rebuild.',
    because: 'NUMATopologyFilter refuses: guest cell 0 needs 8 dedicated CPUs; host cell 0 has 0 of 8 free.',
    by: ['rebuiltCells'],
    mended: '21.0.0',
  },
  {
    shows: ['D44'],
    rule: 'a forced host is asked by nobody',
    release: 'mitaka',
    on: cloud({
      hosts: [compute('a', { ...oneCell, seen: nodesWith(GiB(64), 1, GiB(4)) })],
      flavors: [flavor('ten', 1, GiB(10), numa)],
      guests: [
        resident('h', 'a', flavor('most', 1, GiB(60), numa), cellsOf({ cpuset: [0], memory: GiB(60) })),
      ],
      filters: ['RamFilter', 'NUMATopologyFilter'],
    }),
    actions: [boot('ten', { on: { host: HostId('a'), how: 'forced' } })],
    says: 'It runs on a, host cell 0. It may touch 10 GiB; 4 GiB are free now on node 0, to which it is bound',
    because: 'Nova takes a, host cell 0. It starts. It may touch 10 GiB; 4 GiB are free now',
    by: ['cellMemoryTest', 'placementService'],
    mended: '18.1.0',
  },
  {
    shows: ['D46'],
    rule: 'the first cell is always first',
    release: 'xena',
    on: cloud({
      hosts: [compute('a', twoCells)],
      flavors: [flavor('one', 2, GiB(4), numa), flavor('two', 4, GiB(24), { 'hw:numa_nodes': '2' })],
      filters: ['NUMATopologyFilter'],
    }),
    actions: [boot('one', { count: 6 }), boot('two')],
    says: 'No valid host was found: Nova refuses every one.',
    because:
      'a: NUMATopologyFilter refuses: Every one of the guest’s 2 cells fits somewhere; no way gives each of them one of the host’s 2 cells for itself.',
    by: ['hostCellOrder'],
    mended: '26.0.0',
  },
  {
    shows: ['D47'],
    rule: 'spreading leaves no cell whole',
    release: 'zed',
    on: cloud({
      hosts: [compute('a', twoCells)],
      flavors: [flavor('one', 2, GiB(12), numa), flavor('large', 2, GiB(24), numa)],
      filters: ['NUMATopologyFilter'],
    }),
    actions: [boot('one', { count: 2 }), boot('large')],
    says: 'No valid host was found: Nova refuses every one.',
    because:
      'a: NUMATopologyFilter refuses: guest cell 0 needs 24 GiB; host cell 0 has 20 GiB left (32 GiB × 1 less 12 GiB used).',
    by: ['hostCellOrder'],
    mended: undefined,
  },
  {
    shows: ['D50'],
    rule: 'one host without the page size ends the request',
    release: 'liberty',
    on: cloud({
      hosts: [compute('a', withPages('2M', 1024)), compute('b', withPages('1G', 4))],
      flavors: [huge],
      filters: ['NUMATopologyFilter'],
    }),
    actions: [boot('huge')],
    says: 'No valid host was found: Nova refuses every one.',
    because: 'b: Nova accepts it on host cell 0 with 1 GiB pages.',
    by: ['absentPageSize'],
    mended: '13.0.0',
  },
  {
    shows: ['D51'],
    rule: 'the first host decides the page size for those after it',
    release: 'mitaka',
    on: cloud({
      hosts: [compute('a', withPages('2M', 1024)), compute('b', withPages('1G', 4))],
      flavors: [large],
      filters: ['NUMATopologyFilter'],
    }),
    actions: [boot('large')],
    says: 'It runs on a, host cell 0.',
    because:
      'Nova may find another or none: in this release the first host that fits decides for all after it between 2 MiB, 1 GiB.',
    by: [],
    mended: undefined,
  },
  {
    shows: ['D52'],
    rule: 'memory that is no whole number of pages',
    release: 'zed',
    on: cloud({
      hosts: [compute('a', withPages('1G', 4))],
      flavors: [half],
      filters: ['NUMATopologyFilter'],
    }),
    actions: [boot('half')],
    says: 'No valid host was found: Nova refuses every one.',
    because:
      'a: NUMATopologyFilter refuses: guest cell 0 has 1.5 GiB, which is not a whole number of 1 GiB pages.',
    by: [],
    mended: undefined,
  },
  {
    shows: ['D53'],
    rule: 'a device on another cell than the pages',
    release: 'rocky',
    on: cloud({
      hosts: [compute('a', deviceElsewhere)],
      flavors: [withDevice('gpu')],
      filters: ['NUMATopologyFilter', 'PciPassthroughFilter'],
      settings: gpus,
    }),
    actions: [boot('gpu')],
    says: 'No valid host was found: Nova refuses every one.',
    because:
      'a: NUMATopologyFilter refuses: The guest’s cells fit on host cell 0, where policy legacy allows 0 of 1 PCI devices of alias gpu; nowhere they fit has enough.',
    by: [],
    mended: undefined,
  },
  {
    shows: ['D63'],
    rule: 'the socket of a cell is lost with its first guest',
    release: 'zed-26.0',
    on: cloud({
      hosts: [compute('a', deviceElsewhere)],
      flavors: [
        flavor('first', 1, GiB(1), { ...numa, 'hw:mem_page_size': '2048' }),
        withDevice('gpu', { 'hw:pci_numa_affinity_policy': 'socket' }),
      ],
      filters: ['NUMATopologyFilter', 'PciPassthroughFilter'],
      settings: gpus,
    }),
    actions: [boot('first'), boot('gpu')],
    says: 'No valid host was found: Nova refuses every one.',
    because:
      'a: NUMATopologyFilter refuses: The guest’s cells fit on host cell 0, where policy socket allows 0 of 1 PCI devices of alias gpu',
    by: ['cellSocket'],
    mended: '26.2.1',
  },
  {
    shows: ['D57'],
    rule: 'weights are of what was asked before',
    release: 'train',
    on: cloud({
      hosts: [compute('a'), compute('b', { memory: GiB(48) })],
      flavors: [small],
      filters: ['ComputeFilter'],
    }),
    actions: [boot('small')],
    says: 'It runs on a.',
    because: 'Nova may take another: the scheduler of this release weighs by what it met in requests before.',
    by: [],
    mended: undefined,
  },
  {
    shows: ['D64'],
    rule: 'a forced host that Placement may not name',
    release: 'queens',
    on: cloud({
      hosts: [compute('a'), compute('b'), compute('c')],
      flavors: [small],
      filters: ['ComputeFilter'],
      settings: { maxPlacementResults: 2 },
    }),
    actions: [boot('small', { on: { host: HostId('c'), how: 'forced' } })],
    says: 'It runs on c.',
    because:
      'Nova may find no valid host: Placement names 2 of up to 3 hosts, and this one may not be among them.',
    by: [],
    mended: undefined,
  },
]
