import { CellId, GuestId } from '../../model/ids.ts'
import { hostCell, pool } from '../../testing/cells.ts'
import { holds } from '../../testing/observed.ts'
import { GiB, PageSize, Pages } from '../../units.ts'
import type { Row } from './row.ts'
import { guestOn, onPages, resized, stored, total, twoCells, twoNodes } from './snapshot.ts'

const twoMiB = PageSize(2048)

/** Huge pages by Nova’s book and by the kernel’s. */
export const pages: readonly Row[] = [
  {
    shows: ['D1'],
    rule: 'pages that a vSwitch holds',
    on: { seen: { holders: [holds('ovs-vswitchd', 512, '2M', 0, { pid: 7 })] } },
    cause: 'pages-held-by-others',
    expected: total,
    observed: 512,
    says: 'a, cell 0: Nova believes 1,024 × 2 MiB are free, and the kernel has 512.',
    remedy: 'reserved_huge_pages = node:0,size:2048,count:512',
  },
  {
    shows: ['D2'],
    rule: 'a pool that has shrunk since nova-compute started',
    on: { pages: 512 },
    cause: 'pool-resized',
    expected: total,
    observed: 512,
    says: 'a, cell 0: Nova believes 1,024 × 2 MiB are free, and the kernel has 512.',
    remedy: 'systemctl restart nova-compute',
  },
  {
    shows: ['D3'],
    rule: 'a boot that found fewer pages than guests are booked with',
    on: {
      cells: [hostCell({ cpus: '0-7', memory: GiB(24), mempages: [pool('4K', '0'), pool('1G', '14')] })],
      seen: { nodes: [{ cpus: '0-7', memory: GiB(24), pools: [{ size: '1G', total: 14 }] }], guests: [] },
      guests: [guestOn('g', { vmState: 'stopped', powerState: 4, topology: onPages('1G', GiB(16), 0) })],
    },
    cause: 'booked-beyond-pool',
    expected: 16,
    observed: 14,
    says: 'a, cell 0: Guests are booked with 16 × 1 GiB, and the kernel’s pool has 14: not all of them start again.',
    remedy: 'echo 16 > /sys/devices/system/node/node0/hugepages/hugepages-1048576kB/nr_hugepages',
  },
  {
    shows: [],
    rule: 'pages kept back for nobody',
    on: { pool: '1024, 256 reserved' },
    cause: 'reserved-too-much',
    expected: 768,
    observed: 1024,
    says: 'a, cell 0: 1,024 × 2 MiB are free, and Nova would use 768.',
    remedy: 'reserved_huge_pages = node:0,size:2048,count:0',
  },
  {
    shows: [],
    rule: 'a guest that is shut off and keeps its pages in Nova’s book',
    on: { guests: [guestOn('g', { vmState: 'stopped', powerState: 4, topology: onPages('2M', GiB(1), 0) })] },
    cause: 'guest-not-running',
    expected: 512,
    observed: 1024,
    says: 'a, cell 0: 1,024 × 2 MiB are free, and Nova would use 512.',
    remedy: 'openstack server shelve g',
  },
  {
    shows: ['D20'],
    rule: 'a guest booked on one cell, and holding pages of another',
    on: {
      ...twoCells('2M', '1024'),
      guests: [guestOn('g', { topology: onPages('2M', GiB(1), 0) })],
      seen: {
        nodes: twoNodes('2M', 1024),
        holders: [holds('g', 512, '2M', 1, { guest: GuestId('g') })],
      },
    },
    cause: 'guest-on-other-cell',
    expected: 1024,
    observed: 512,
    says: 'a, cell 1: Nova believes 1,024 × 2 MiB are free, and the kernel has 512.',
    remedy: 'openstack server reboot --hard g',
  },
  {
    shows: ['D23'],
    rule: 'a resize on one host that nobody has confirmed',
    on: {
      pool: '16384',
      pages: 16_384,
      ...resized({ from: GiB(8), to: GiB(16) }),
      seen: {
        nodes: [{ cpus: '0-7', memory: GiB(40), pools: [{ size: '2M', total: 16_384 }] }],
        holders: [holds('g', 8192, '2M', 0, { guest: GuestId('g') })],
      },
    },
    cause: 'move-counted-twice',
    expected: 16_384 - 12_288,
    observed: 16_384 - 8192,
    says: 'a, cell 0: 8,192 × 2 MiB are free, and Nova would use 4,096.',
    remedy: 'openstack server resize confirm g',
  },
  {
    shows: [],
    rule: 'fewer pages in use than are booked, where nobody looked at processes',
    on: {
      guests: [guestOn('g', { topology: onPages('2M', GiB(1), 0) })],
      seen: {
        nodes: [{ cpus: '0-7', memory: GiB(8), pools: [{ size: '2M', total, unseen: 256 }] }],
        holders: 'not read',
      },
    },
    cause: 'pages-unexplained',
    expected: 512,
    observed: 768,
    says: 'a, cell 0: 768 × 2 MiB are free, and Nova would use 512.',
    remedy: undefined,
  },
  {
    shows: [],
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
    expected: 64,
    observed: 0,
    says: 'a, cell 0: reserved_huge_pages says 64 × 2 MiB, and Nova’s row 0: nova-compute has not read it, or refused to start with it.',
    remedy: 'systemctl restart nova-compute',
  },
]
