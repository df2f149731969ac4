import type { Flavor } from '../../model/flavor.ts'
import type { Guest } from '../../model/guest.ts'
import { HostId } from '../../model/ids.ts'
import { guest as cellsOf, hostCell, pool } from '../../testing/cells.ts'
import { GiB, MiB } from '../../units.ts'
import { flavor } from '../cloud.ts'
import type { Row } from './row.ts'
import { guestOn, machine, row, type Shape } from './snapshot.ts'

const sized = (name: string, memory: number, size: string): Flavor =>
  flavor(name, 1, MiB(memory), { 'hw:numa_nodes': '1', 'hw:mem_page_size': size })

/** One cell of 64 CPUs: its memory in MiB, its pages of 4 KiB and of 2 MiB. */
const cell = (memory: number, small: string, huge: number) => [
  hostCell({
    cpus: '0-63',
    memory: MiB(memory),
    mempages: [pool('4K', small), pool('2M', `${huge}`)],
  }),
]

/** Beside it one as large of small pages alone. */
const withAnother = (memory: number, small: string, huge: number) => [
  ...cell(memory, small, huge),
  hostCell({ id: 1, cpus: '64-127', memory: MiB(memory), mempages: [pool('4K', `${memory * 256}`)] }),
]

/** The same in the kernel. */
const node = (memory: number, huge: number, memoryFree = MiB(0)): NonNullable<Shape['seen']> => ({
  nodes: [{ cpus: '0-63', memory: MiB(memory), memoryFree, pools: [{ size: '2M', total: huge }] }],
})

/** Guests of one cell that name no page size. */
const unsized = (count: number, memory: number): readonly Guest[] =>
  Array.from({ length: count }, (_, n) =>
    guestOn(`g${n}`, {
      flavor: flavor('plain', 1, MiB(memory), { 'hw:numa_nodes': '1' }),
      topology: cellsOf({ memory: MiB(memory) }),
    }),
  )

/** NUMATopologyFilter compares the memory of a cell as it is. */
const exact = (memory: number) =>
  row({ memory: MiB(memory), vcpus: 64, ratios: { cpu: 16, ram: 1, disk: 1 } })

const numa: NonNullable<Shape['also']> = (snapshot) => ({
  ...snapshot,
  settings: { ...snapshot.settings, enabledFilters: ['NUMATopologyFilter'] },
})

const byRam: NonNullable<Shape['also']> = (snapshot) => ({
  ...snapshot,
  settings: { ...snapshot.settings, enabledFilters: ['RamFilter', 'NUMATopologyFilter'] },
})

/** Memory and pages that are there and that Nova does not give, or gives though they are not. */
export const room: readonly Row[] = [
  {
    shows: ['D9'],
    rule: 'pages are free, and the memory of the cell is used up',
    on: {
      cells: withAnother(16_384, '1048576', 6144),
      host: exact(32_768),
      seen: node(16_384, 6144),
      guests: unsized(7, 2000),
      flavors: [sized('huge', 4096, '2048')],
      also: numa,
    },
    cause: 'pages-behind-cell-memory',
    expected: 0,
    observed: 3,
    says: 'a: Nova takes 0 more of huge, and pages are free for 3: the memory of the cells is used up, by guests without page size too.',
    remedy: 'openstack flavor set plain --property hw:mem_page_size=small',
  },
  {
    shows: ['D10'],
    rule: 'guests without page size came first',
    release: 'stein',
    on: {
      cells: withAnother(65_536, '2097152', 28_672),
      host: exact(131_072),
      seen: node(65_536, 28_672),
      guests: unsized(16, 4096),
      flavors: [sized('huge', 14_336, '2048')],
      also: numa,
    },
    cause: 'pages-behind-cell-memory',
    expected: 0,
    observed: 4,
    says: 'a: Nova takes 0 more of huge, and pages are free for 4',
    remedy: 'openstack flavor set plain --property hw:mem_page_size=small',
  },
  {
    shows: ['D11'],
    rule: 'guests without page size are charged with the small pages and have not touched them',
    on: {
      cells: cell(65_536, '2097152', 28_672),
      host: exact(65_536),
      seen: node(65_536, 28_672, MiB(8192)),
      guests: unsized(2, 4096),
      flavors: [sized('small', 2048, 'small')],
      also: numa,
    },
    cause: 'small-pages-overbooked',
    expected: 0,
    observed: 4,
    says: 'a: Nova takes 0 more of small, and the kernel has memory free for 4: guests without page size are charged with the small pages.',
    remedy: 'openstack flavor set plain --property hw:mem_page_size=small',
  },
  {
    shows: ['D31'],
    rule: 'huge pages reserved as host memory',
    on: {
      cells: [
        hostCell({ cpus: '0-63', memory: GiB(256), mempages: [pool('4K', '14680064'), pool('1G', '200')] }),
      ],
      host: (host) => ({
        ...row({ memory: GiB(256), vcpus: 64, ratios: { cpu: 16, ram: 1, disk: 1 } })(host),
        config: { ...host.config, reservedHostMemory: GiB(200) },
      }),
      seen: { nodes: [{ cpus: '0-63', memory: GiB(256), pools: [{ size: '1G', total: 200 }] }] },
      flavors: [flavor('huge', 1, GiB(8), { 'hw:mem_page_size': '1GB' })],
      also: byRam,
    },
    cause: 'pages-behind-reserved-memory',
    expected: 7,
    observed: 25,
    says: 'a: Nova takes 7 more of huge, and pages are free for 25: reserved_host_memory_mb keeps back more than the host has beside its huge pages.',
    remedy: 'reserved_host_memory_mb = 512',
  },
  {
    shows: ['D4'],
    rule: 'guests without cells on a node where a guest with a cell would be bound',
    on: {
      cells: [0, 1].map((id) =>
        hostCell({ id, cpus: id === 0 ? '0-3' : '4-7', memory: GiB(32), mempages: [pool('4K', '8388608')] }),
      ),
      host: exact(65_536),
      guests: ['g', 'h', 'i', 'j'].map((id) => guestOn(id, { flavor: flavor('plain', 1, GiB(8)) })),
      seen: {
        nodes: [MiB(0), GiB(32)].map((memoryFree, id) => ({
          cpus: id === 0 ? '0-3' : '4-7',
          memory: GiB(32),
          memoryFree,
          pools: [],
        })),
      },
      memory: machine({ total: GiB(64), free: GiB(32), available: GiB(32) }),
      flavors: [flavor('pinned', 2, GiB(24), { 'hw:cpu_policy': 'dedicated' })],
    },
    cause: 'node-memory-short',
    expected: GiB(32),
    observed: 0,
    says: 'a, cell 0: Nova believes 32 GiB are free here for pinned, and the kernel has 0 KiB at most: who is bound to this node and touches more is killed. Guests without cells have 32 GiB, counted on no cell.',
    remedy: 'openstack aggregate create --property numa=true numa',
  },
  {
    shows: ['D32'],
    rule: 'what is reserved for the host is on one node',
    on: {
      cells: [0, 1].map((id) =>
        hostCell({ id, cpus: id === 0 ? '0-3' : '4-7', memory: GiB(32), mempages: [pool('4K', '8388608')] }),
      ),
      host: exact(65_536),
      seen: {
        nodes: [GiB(24), GiB(32)].map((memoryFree, id) => ({
          cpus: id === 0 ? '0-3' : '4-7',
          memory: GiB(32),
          memoryFree,
          pools: [],
        })),
      },
      memory: machine({ total: GiB(64), free: GiB(56), available: GiB(56) }),
      flavors: [flavor('large', 2, GiB(28), { 'hw:numa_nodes': '1', 'hw:mem_page_size': 'small' })],
    },
    cause: 'node-memory-short',
    expected: GiB(32),
    observed: GiB(24),
    says: 'a, cell 0: Nova believes 32 GiB are free here for large, and the kernel has 24 GiB at most',
    remedy: 'reserved_huge_pages = node:0,size:4,count:2097152',
  },
  {
    shows: ['D18'],
    rule: 'a pre-check without the ratio',
    release: 'liberty',
    on: onlyMemory({ total: 1872, used: 1536, ratio: 1.5, guest: 512 }),
    cause: 'precheck-refuses',
    expected: MiB(336),
    observed: MiB(512),
    says: 'a: A boot of 512 MiB is given room here; g with as much is refused when a live migration names this host: the pre-check finds 336 MiB.',
    remedy: 'openstack server migrate --live-migration g',
  },
  {
    shows: ['D19'],
    rule: 'a pre-check that wants more than the guest has',
    on: onlyMemory({ total: 2048, used: 1536, ratio: 1, guest: 512 }),
    cause: 'precheck-refuses',
    expected: MiB(512),
    observed: MiB(512),
    says: 'a: A boot of 512 MiB is given room here; g with as much is refused when a live migration names this host, since the pre-check wants more than it finds.',
    remedy: 'openstack --os-compute-api-version 2.30 server migrate --live-migration --host a g',
  },
]

/** A host of which memory alone matters, in MiB, and a guest of another host that could come. */
function onlyMemory(of: {
  readonly total: number
  readonly used: number
  readonly ratio: number
  readonly guest: number
}): Shape {
  return {
    host: row({
      memory: MiB(of.total),
      memoryUsed: MiB(of.used),
      usage: 'stored',
      cells: 'none',
      ratios: { cpu: 16, ram: of.ratio, disk: 1 },
    }),
    guests: [guestOn('g', { host: HostId('b'), flavor: flavor('tiny', 1, MiB(of.guest)) })],
    also: byRam,
  }
}
