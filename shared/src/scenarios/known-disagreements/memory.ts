import { hostCell, pool } from '../../testing/cells.ts'
import { GiB, KiB, MiB } from '../../units.ts'
import { flavor } from '../cloud.ts'
import type { Row } from './row.ts'
import { guestOn, machine, onBasePages, resized, row } from './snapshot.ts'

/** Memory that Nova does not count, or counts where it is not. */
export const memory: readonly Row[] = [
  {
    shows: [],
    rule: 'huge pages that leave nothing for the host',
    on: { memory: machine({ available: MiB(512), hugetlb: GiB(2) }) },
    cause: 'huge-pages-starve-host',
    expected: GiB(2),
    observed: MiB(512),
    says: 'a: 512 MiB are left for the host beside 2 GiB of huge pages, 2 GiB of them free: the host may kill processes to go on.',
    remedy: 'echo 256 > /sys/kernel/mm/hugepages/hugepages-2048kB/nr_hugepages',
  },
  {
    shows: [],
    rule: 'guests bound to base pages that their node does not have',
    on: {
      guests: ['g', 'h', 'i', 'j'].map((id) => guestOn(id, { topology: onBasePages(GiB(2), 0) })),
    },
    cause: 'bound-beyond-node',
    expected: GiB(8),
    observed: GiB(6),
    says: 'a, cell 0: 4 guests are bound to node 0 with 8 GiB of base pages; it has 6 GiB beside its huge pages',
    remedy: 'openstack server migrate g',
  },
  {
    shows: [],
    rule: 'guests of which not all can touch what they were promised',
    on: {
      pages: 0,
      pool: '0',
      guests: ['g', 'h', 'i', 'j'].map((id) => guestOn(id)),
      memory: machine({ available: GiB(4), hugetlb: KiB(0) }),
    },
    cause: 'guests-beyond-memory',
    expected: GiB(8),
    observed: GiB(8) - 4 * (43 * 1024 + 2 * 307),
    says: 'a: 4 guests may touch 8 GiB of base pages and their QEMUs',
    remedy: 'ram_allocation_ratio = 1.0',
  },
  {
    shows: ['D28'],
    rule: 'QEMU’s own memory beyond what is kept for the host',
    on: {
      guests: Array.from({ length: 30 }, (_, n) => guestOn(`g${n}`)),
    },
    cause: 'overhead-beyond-reserved',
    expected: MiB(512),
    observed: 30 * (43 * 1024 + 2 * 307),
    says: 'a: 30 QEMU processes take',
    remedy: 'reserved_host_memory_mb = 1820',
  },
  {
    shows: ['D23'],
    rule: 'a resize on one host that nobody has confirmed',
    on: { pool: '16384', pages: 16_384, ...resized({ from: GiB(8), to: GiB(16) }) },
    cause: 'move-holds-both-ends',
    expected: GiB(24),
    observed: GiB(16),
    says: 'a: Nova counts 24 GiB here for g, whose move nobody has confirmed or reverted; it takes 16 GiB.',
    remedy: 'openstack server resize confirm g',
  },
  {
    shows: ['D33'],
    rule: 'small pages kept back, and not from guests that name no page size',
    on: {
      cells: [hostCell({ cpus: '0-7', memory: GiB(8), mempages: [pool('4K', '2097152, 262144 reserved')] })],
      flavors: [flavor('cell', 2, GiB(2), { 'hw:numa_nodes': '1' })],
    },
    cause: 'reserved-small-pages-unused',
    expected: 262_144,
    observed: 0,
    says: 'a, cell 0: reserved_huge_pages keeps 262,144 × 4 KiB back, and guests with cells that name no page size are not kept off them.',
    remedy: 'reserved_host_memory_mb = 1536',
  },
  {
    shows: ['D56'],
    rule: 'memory of files where cells have RAM',
    on: {
      host: (host) => ({
        ...row({ memory: GiB(32) })(host),
        config: { ...host.config, fileBackedMemory: GiB(32) },
      }),
    },
    cause: 'memory-unlike-cells',
    expected: GiB(32),
    observed: GiB(8),
    says: 'a: memory_mb is 32 GiB of files, and the cells have 8 GiB of RAM',
    remedy: undefined,
  },
  {
    shows: ['D56'],
    rule: 'memory plugged in since the row was written',
    on: { host: row({ memory: GiB(12) }) },
    cause: 'memory-unlike-cells',
    expected: GiB(12),
    observed: GiB(8),
    says: 'a: memory_mb is 12 GiB, and the cells have 8 GiB: filters of the whole host and of cells do not go by the same memory.',
    remedy: 'systemctl restart nova-compute',
  },
  {
    shows: ['D62'],
    rule: 'a guest with cells of which the memory is bound nowhere',
    release: 'juno',
    on: { guests: [guestOn('g', { topology: onBasePages(GiB(2), 0) })] },
    cause: 'memory-bound-nowhere',
    expected: GiB(2),
    observed: 0,
    says: 'a: 2 GiB of 1 guest are booked on cells, and the domain XML of this release binds no memory: it may be on any node.',
    remedy: 'nova 2015.1.0',
  },
]
