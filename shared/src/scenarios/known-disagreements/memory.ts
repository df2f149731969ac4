import { GiB, KiB, MiB } from '../../units.ts'
import type { Row } from './row.ts'
import { guestOn, machine, onBasePages } from './snapshot.ts'

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
    remedy: 'echo 256 > /sys/devices/system/node/node0/hugepages/hugepages-2048kB/nr_hugepages',
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
]
