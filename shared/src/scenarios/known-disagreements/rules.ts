import type { Cause } from '../../divergence/detectors.ts'
import type { GuestTopology, HostCell } from '../../model/cell.ts'
import type { Flavor } from '../../model/flavor.ts'
import type { Guest } from '../../model/guest.ts'
import type { NovaHost } from '../../model/host.ts'
import { GuestId, HostId } from '../../model/ids.ts'
import type { Migration } from '../../model/migration.ts'
import type { Snapshot } from '../../model/snapshot.ts'
import type { RuleName } from '../../releases/rules.ts'
import { guest as cellsOf, hostCell, pool } from '../../testing/cells.ts'
import { GiB, MiB, PageSize } from '../../units.ts'
import { cloudWith, computeHost, flavor } from '../cloud.ts'
import { a, guestOn } from './snapshot.ts'

/** A release that counts otherwise than its host's cells hold: a minimal snapshot, and what is said of it. */
export interface RuleRow {
  /** Of the table of known disagreements: D5 … */
  readonly shows: readonly string[]
  readonly rule: string
  readonly release: string
  readonly on: Snapshot
  readonly cause: Cause
  /** Undefined where no release has the rule that is right. */
  readonly by: RuleName | undefined
  readonly expected: number
  readonly observed: number
  readonly says: string
  readonly remedy: string | undefined
}

interface Shape {
  readonly cells: readonly HostCell[]
  readonly flavors?: readonly Flavor[]
  readonly guests?: readonly Guest[]
  readonly migrations?: readonly Migration[]
  readonly ram?: number
  readonly nova?: Partial<NovaHost>
  readonly filters?: readonly string[]
}

function snapshot({
  cells,
  flavors = [],
  guests = [],
  migrations = [],
  ram = 1,
  nova,
  filters,
}: Shape): Snapshot {
  const host = computeHost(a, {
    memory: GiB(256),
    vcpus: 64,
    cells,
    ratios: { ram },
    observed: undefined,
  })
  const cloud = cloudWith({
    name: 'c',
    release: 'zed',
    hosts: [{ ...host, nova: host.nova && { ...host.nova, ...nova } }],
    flavors,
    guests,
    enabledFilters: filters ?? ['NUMATopologyFilter'],
  })
  return { ...cloud, migrations }
}

const resident = (
  id: string,
  of: Flavor,
  topology: GuestTopology | 'none',
  more: Partial<Guest> = {},
): Guest => guestOn(id, { flavor: of, topology, ...more })

const numa = { 'hw:numa_nodes': '1' }
const twoMiB = PageSize(2048)

/** 64 GiB, of which 8 GiB are base pages and 56 GiB pages of 2 MiB. */
const mostlyHuge = hostCell({
  cpus: '0-15',
  memory: GiB(64),
  mempages: [pool('4K', '2097152'), pool('2M', '28672')],
})

export const ruleRows: readonly RuleRow[] = [
  {
    shows: ['D5'],
    rule: 'guests without page size are promised what huge pages took',
    release: 'zed',
    on: snapshot({ cells: [mostlyHuge], ram: 1.5, flavors: [flavor('np', 2, MiB(6144), numa)] }),
    cause: 'rule-takes-too-many',
    by: 'cellMemoryTest',
    expected: 16,
    observed: 1,
    says: 'a: Nova takes 16 more of np, and the host’s cells hold 1.',
    remedy: 'openstack flavor set np --property hw:mem_page_size=small',
  },
  {
    shows: ['D6'],
    rule: 'so are pinned guests without page size',
    release: 'zed',
    on: snapshot({
      cells: [
        hostCell({ cpus: '0-1', memory: MiB(2048), mempages: [pool('4K', '262144'), pool('1G', '1')] }),
      ],
      flavors: [flavor('np', 1, MiB(1024), { ...numa, 'hw:cpu_policy': 'dedicated' })],
    }),
    cause: 'rule-takes-too-many',
    by: 'pinnedMemoryTest',
    expected: 2,
    observed: 1,
    says: 'a: Nova takes 2 more of np, and the host’s cells hold 1.',
    remedy: 'openstack flavor set np --property hw:mem_page_size=small',
  },
  {
    shows: ['D7'],
    rule: 'a guest without page size that is larger than all base pages',
    release: 'rocky-18.0',
    on: snapshot({ cells: [mostlyHuge], ram: 1.5, flavors: [flavor('np', 1, MiB(9216), numa)] }),
    cause: 'rule-takes-too-many',
    by: 'cellMemoryTest',
    expected: 10,
    observed: 0,
    says: 'a: Nova takes 10 more of np, and the host’s cells hold 0.',
    remedy: 'openstack flavor set np --property hw:mem_page_size=small',
  },
  {
    shows: ['D8'],
    rule: 'Rocky 18.1 refuses what the ratio allows',
    release: 'rocky-18.1',
    on: snapshot({
      cells: [hostCell({ cpus: '0-15', memory: GiB(64), mempages: [pool('4K', '16777216')] })],
      ram: 1.5,
      flavors: [flavor('np', 1, GiB(4), numa)],
    }),
    cause: 'rule-takes-too-few',
    by: 'cellMemoryTest',
    expected: 16,
    observed: 24,
    says: 'a: Nova takes 16 more of np, and the host’s cells would hold 24.',
    remedy: 'nova 18.2.0',
  },
  {
    shows: ['D9'],
    rule: 'free huge pages behind memory that is used up',
    release: 'zed',
    on: snapshot({
      cells: [
        hostCell({
          cpus: '0-7',
          memory: GiB(16),
          memoryUsage: MiB(14_000),
          mempages: [pool('4K', '1048576, 5120000 used'), pool('2M', '6144')],
        }),
      ],
      nova: { usage: 'stored' },
      flavors: [
        flavor('huge', 2, GiB(4), { ...numa, 'hw:cpu_policy': 'dedicated', 'hw:mem_page_size': '2048' }),
      ],
    }),
    cause: 'rule-takes-too-few',
    by: 'pinnedMemoryTest',
    expected: 0,
    observed: 3,
    says: 'a: Nova takes 0 more of huge, and the host’s cells would hold 3.',
    remedy: 'nova 30.0.0',
  },
  {
    shows: ['D10'],
    rule: 'who comes first has the memory: guests without page size, then none on huge pages',
    release: 'zed',
    on: snapshot({ cells: [mostlyHuge], flavors: [flavor('np', 1, GiB(4), numa)] }),
    cause: 'rule-takes-too-many',
    by: 'cellMemoryTest',
    expected: 16,
    observed: 2,
    says: 'a: Nova takes 16 more of np, and the host’s cells hold 2.',
    remedy: 'openstack flavor set np --property hw:mem_page_size=small',
  },
  {
    shows: ['D13'],
    rule: 'an ordinary guest resets what the guests before it use',
    release: 'mitaka',
    on: snapshot({
      cells: [mostlyHuge],
      guests: [
        resident(
          'n',
          flavor('np', 2, GiB(4), numa),
          cellsOf({ cpuset: [0, 1], memory: GiB(4), pageSize: PageSize(4) }),
        ),
        resident('o', flavor('plain', 1, GiB(1)), 'none'),
      ],
    }),
    cause: 'rule-counts-too-little',
    by: 'usageAfterGuestWithoutTopology',
    expected: 0,
    observed: GiB(4),
    says: 'a, cell 0: Nova counts 0 KiB of memory in use, and the guests take 4 GiB.',
    remedy: 'nova 14.0.0',
  },
  {
    shows: ['D14'],
    rule: 'of two cells of a guest on one host cell the last counts',
    release: 'queens-17.0',
    on: snapshot({
      cells: [mostlyHuge],
      guests: [
        resident('g', flavor('huge', 2, GiB(4)), {
          ...cellsOf(
            { cpuset: [0], memory: GiB(2), pageSize: twoMiB },
            { id: 0, cpuset: [1], memory: GiB(2), pageSize: twoMiB },
          ),
        }),
      ],
    }),
    cause: 'rule-counts-too-little',
    by: 'pagesOfCellsTogether',
    expected: 1024,
    observed: 2048,
    says: 'a, cell 0: Nova counts 1,024 × 2 MiB of the pool in use, and the guests take 2,048 × 2 MiB.',
    remedy: 'nova 17.0.6',
  },
  {
    shows: ['D15'],
    rule: 'a host without threads gives CPUs of isolated guests away again',
    release: 'mitaka',
    on: snapshot({
      cells: [hostCell({ cpus: '0-3', siblings: '' })],
      guests: [
        resident(
          'g',
          flavor('isolated', 2, GiB(1)),
          cellsOf({
            cpuset: [0, 1],
            memory: GiB(1),
            cpuPolicy: 'dedicated',
            cpuThreadPolicy: 'isolate',
            pageSize: PageSize(4),
            cpuPinning: [
              [0, 0],
              [1, 1],
            ],
          }),
        ),
      ],
    }),
    cause: 'rule-counts-too-little',
    by: 'isolatedPins',
    expected: 0,
    observed: 2,
    says: 'a, cell 0: Nova counts 0 CPUs of pinned cpus in use, and the guests take 2 CPUs.',
    remedy: 'nova 15.0.0',
  },
  {
    shows: ['D16'],
    rule: 'Kilo and Liberty lay vCPUs on cores evenly, or not at all',
    release: 'liberty',
    on: snapshot({
      cells: [hostCell({ cpus: '0-7', siblings: '0,4 1,5 2,6 3,7' })],
      flavors: [flavor('odd', 5, GiB(1), { ...numa, 'hw:cpu_policy': 'dedicated' })],
    }),
    cause: 'rule-takes-too-few',
    by: 'corePacking',
    expected: 0,
    observed: 1,
    says: 'a: Nova takes 0 more of odd, and the host’s cells would hold 1.',
    remedy: 'nova 13.0.0',
  },
  {
    shows: ['D17'],
    rule: 'Mitaka leaves single threads alone',
    release: 'mitaka',
    on: snapshot({
      cells: [hostCell({ cpus: '0-3', siblings: '0,1 2,3', pinned: '3' })],
      nova: { usage: 'stored' },
      flavors: [flavor('three', 3, GiB(1), { ...numa, 'hw:cpu_policy': 'dedicated' })],
    }),
    cause: 'rule-takes-too-few',
    by: 'loneThreads',
    expected: 0,
    observed: 1,
    says: 'a: Nova takes 0 more of three, and the host’s cells would hold 1.',
    remedy: 'nova 18.0.0',
  },
  {
    shows: ['D22'],
    rule: 'a guest on its way in live migration',
    release: 'rocky',
    on: snapshot({
      cells: [mostlyHuge],
      guests: [
        resident('g', flavor('plain', 2, GiB(8)), 'none', { host: HostId('b'), taskState: 'migrating' }),
      ],
      migrations: [
        {
          id: 'm',
          guest: GuestId('g'),
          source: HostId('b'),
          destination: a,
          type: 'live-migration',
          status: 'running',
          updatedAt: undefined,
        },
      ],
    }),
    cause: 'rule-counts-too-little',
    by: 'incomingLiveMigration',
    expected: MiB(512),
    observed: MiB(8704),
    says: 'a: Nova counts 512 MiB of host memory in use, and the guests take 8.5 GiB.',
    remedy: 'nova 20.0.0',
  },
  {
    shows: ['D26'],
    rule: 'free memory that is cut at zero',
    release: 'mitaka',
    on: snapshot({
      cells: [],
      ram: 1.5,
      nova: { memory: MiB(65_536), memoryUsed: MiB(92_160), usage: 'stored', cells: 'none' },
      flavors: [flavor('plain', 1, MiB(2048))],
      filters: ['RamFilter'],
    }),
    cause: 'free-cut-at-zero',
    by: 'freeAfterAudit',
    expected: MiB(32_768),
    observed: MiB(6144),
    says: 'a: By the row the scheduler has 32 GiB to give; total × ratio − used leaves 6 GiB.',
    remedy: 'nova 14.0.8',
  },
  {
    shows: ['D27'],
    rule: 'one guest larger than its host',
    release: 'kilo',
    on: snapshot({
      cells: [],
      ram: 1.5,
      nova: { memory: GiB(64), cells: 'none' },
      flavors: [flavor('whole', 1, GiB(80))],
      filters: ['RamFilter'],
    }),
    cause: 'rule-takes-too-many',
    by: 'selfOvercommit',
    expected: 1,
    observed: 0,
    says: 'a: Nova takes 1 more of whole, and the host’s cells hold 0.',
    remedy: 'nova 12.0.0',
  },
  {
    shows: ['D35'],
    rule: 'pins of Kilo and Liberty without a policy',
    release: 'mitaka',
    on: snapshot({
      cells: [hostCell({ cpus: '0-3' })],
      guests: [
        resident(
          'g',
          flavor('pinned', 2, GiB(1)),
          cellsOf({
            cpuset: [0, 1],
            memory: GiB(1),
            cpuPinning: [
              [0, 2],
              [1, 3],
            ],
          }),
        ),
      ],
    }),
    cause: 'rule-counts-too-little',
    by: 'guestIsPinned',
    expected: 0,
    observed: 2,
    says: 'a, cell 0: Nova counts 0 CPUs of pinned cpus in use, and the guests take 2 CPUs.',
    remedy: 'openstack server migrate --wait g',
  },
  {
    shows: ['D36'],
    rule: 'dedicated vCPUs of before Victoria, counted as shared',
    release: 'zed',
    on: snapshot({
      cells: [
        hostCell({
          cpus: '0-3',
          cpuUsage: 2,
          memoryUsage: GiB(1),
          mempages: [pool('4K', '4194304, 262144 used')],
        }),
      ],
      nova: { usage: 'stored', memoryUsed: MiB(1536), vcpusUsed: 2, diskUsedGb: 10 },
      guests: [
        resident(
          'g',
          flavor('pinned', 2, GiB(1)),
          cellsOf({
            cpuset: [0, 1],
            memory: GiB(1),
            pageSize: PageSize(4),
            cpuPolicy: 'dedicated',
            cpuPinning: [
              [0, 2],
              [1, 3],
            ],
          }),
        ),
      ],
    }),
    cause: 'usage-below-guests',
    by: undefined,
    expected: 0,
    observed: 2,
    says: 'a, cell 0: Nova’s numa_topology has 2 CPUs of pinned cpus less in use than its guests, moves and reserves take.',
    remedy: undefined,
  },
  {
    shows: ['D48'],
    rule: 'the fit cache refuses what fits',
    release: 'zed',
    on: snapshot({
      cells: [8192, 4096, 8192].map((used, id) =>
        hostCell({
          id,
          cpus: `${id * 4}-${id * 4 + 3}`,
          memory: MiB(16_384),
          memoryUsage: MiB(used),
          mempages: [pool('4K', '4194304')],
        }),
      ),
      nova: { usage: 'stored' },
      flavors: [
        flavor('uneven', 2, MiB(12_288), {
          'hw:numa_nodes': '2',
          'hw:numa_cpus.0': '0',
          'hw:numa_cpus.1': '1',
          'hw:numa_mem.0': '2048',
          'hw:numa_mem.1': '10240',
        }),
      ],
    }),
    cause: 'rule-takes-too-few',
    by: 'fitCache',
    expected: 0,
    observed: 1,
    says: 'a: Nova takes 0 more of uneven, and the host’s cells would hold 1.',
    remedy:
      'openstack flavor unset uneven --property hw:numa_cpus.0 --property hw:numa_cpus.1 --property hw:numa_mem.0 --property hw:numa_mem.1',
  },
  {
    shows: ['D49'],
    rule: 'the page size tried first stays with a guest cell',
    release: 'zed',
    on: snapshot({
      cells: [
        hostCell({
          id: 0,
          cpus: '0-3',
          mempages: [pool('4K', '1048576'), pool('2M', '512'), pool('1G', '4')],
        }),
        hostCell({ id: 1, cpus: '4-7', mempages: [pool('4K', '1048576'), pool('2M', '512')] }),
      ],
      flavors: [
        flavor('uneven', 2, GiB(5), {
          'hw:mem_page_size': 'large',
          'hw:numa_nodes': '2',
          'hw:numa_cpus.0': '0',
          'hw:numa_cpus.1': '1',
          'hw:numa_mem.0': '1024',
          'hw:numa_mem.1': '4096',
        }),
      ],
    }),
    cause: 'page-size-sticks',
    by: undefined,
    expected: 0,
    observed: 1,
    says: 'a: Nova finds no cells for uneven, since the page size it tries first stays with a guest cell; with 2 MiB, 1 GiB for one guest cell after another it would fit.',
    remedy: undefined,
  },
  {
    shows: ['D54'],
    rule: 'isolate on a host whose shared and dedicated CPUs differ',
    release: 'zed',
    on: snapshot({
      cells: [
        hostCell({
          cpus: '0,2',
          dedicated: '4-7',
          siblings: '0,2 4,5 6,7',
          mempages: [pool('4K', '4194304')],
        }),
      ],
      flavors: [
        flavor('isolated', 2, GiB(1), {
          ...numa,
          'hw:cpu_policy': 'dedicated',
          'hw:cpu_thread_policy': 'isolate',
        }),
      ],
    }),
    cause: 'rule-takes-too-few',
    by: 'isolateBesideSharedCpus',
    expected: 0,
    observed: 1,
    says: 'a: Nova takes 0 more of isolated, and the host’s cells would hold 1.',
    remedy: 'openstack flavor unset isolated --property hw:cpu_thread_policy',
  },
  {
    shows: ['D59'],
    rule: 'a guest that is unshelved, while it spawns',
    release: 'zed',
    on: snapshot({
      cells: [mostlyHuge],
      guests: [
        resident('g', flavor('plain', 2, GiB(8)), 'none', {
          vmState: 'shelved_offloaded',
          taskState: 'spawning',
        }),
      ],
    }),
    cause: 'rule-counts-too-little',
    by: 'offloadedGuests',
    expected: MiB(512),
    observed: MiB(8704),
    says: 'a: Nova counts 512 MiB of host memory in use, and the guests take 8.5 GiB.',
    remedy: 'nova 29.0.0',
  },
  {
    shows: ['D65'],
    rule: 'an evacuation forgets the cells an image asks for',
    release: 'rocky-18.0',
    on: snapshot({
      cells: [mostlyHuge],
      guests: [resident('g', flavor('plain', 2, GiB(2)), 'none', { image: { hw_numa_nodes: '1' } })],
    }),
    cause: 'cells-lost',
    by: undefined,
    expected: 0,
    observed: 1,
    says: 'a: Flavor and image of g ask for 1 NUMA cells, and Nova keeps none for it: it is counted on no cell and bound to none.',
    remedy: 'openstack server migrate --wait g',
  },
  {
    shows: ['D66'],
    rule: 'a mixed guest with a cell of shared vCPUs alone',
    release: 'zed',
    on: snapshot({
      cells: [0, 1].map((id) =>
        hostCell({ id, cpus: `${id * 4}-${id * 4 + 3}`, mempages: [pool('4K', '4194304')] }),
      ),
      flavors: [
        flavor('mixed', 4, GiB(2), {
          'hw:numa_nodes': '2',
          'hw:cpu_policy': 'mixed',
          'hw:cpu_dedicated_mask': '0-1',
        }),
      ],
    }),
    cause: 'rule-takes-too-few',
    by: 'cellWithoutPins',
    expected: 0,
    observed: 4,
    says: 'a: Nova takes 0 more of mixed, and the host’s cells would hold 4.',
    remedy: 'nova 27.1.0',
  },
]
