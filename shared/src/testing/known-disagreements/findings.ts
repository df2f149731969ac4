import type { Cause } from '../../divergence/detectors.ts'
import { CellId, GuestId, HostId } from '../../model/ids.ts'
import { GiB, MiB, PageSize, Pages } from '../../units.ts'
import { holds } from '../observed.ts'
import { guestOn, root, type Shape, stored, total } from './snapshot.ts'

const twoMiB = PageSize(2048)

/** One way in which the books part, on the smallest snapshot that has it, and what is said of it. */
export interface Row {
  /** Of the table of known disagreements: D1 … */
  readonly shows: readonly string[]
  readonly rule: string
  /** Id of the release; Zed where none is named. */
  readonly release?: string
  readonly on: Shape
  readonly cause: Cause
  /** Both numbers, in the unit of the finding's resource; undefined where a witness was not heard. */
  readonly expected: number | undefined
  readonly observed: number | undefined
  /** How the sentence begins. */
  readonly says: string
  /** Its first line. */
  readonly remedy: string | undefined
}

/** What `diverge` finds. */
export const findings: readonly Row[] = [
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
    shows: ['D2', 'D3'],
    rule: 'a pool that has shrunk since nova-compute started',
    on: { pages: 512 },
    cause: 'pool-resized',
    expected: total,
    observed: 512,
    says: 'a, cell 0: Nova believes 1,024 × 2 MiB are free, and the kernel has 512.',
    remedy: 'systemctl restart nova-compute',
  },
  {
    shows: [],
    rule: 'a row with less vCPUs in use than its guests take',
    on: {
      guests: [guestOn('g')],
      seen: { guests: [{ id: GuestId('g'), name: 'g' }] },
      host: stored({ vcpusUsed: 0, memoryUsed: MiB(2560) }),
    },
    cause: 'usage-below-guests',
    expected: 0,
    observed: 2,
    says: 'a: Nova’s vcpus_used has 2 vCPUs of host vcpus less in use than its guests, moves and reserves take.',
    remedy: undefined,
  },
  {
    shows: ['D37'],
    rule: 'a row with memory in use that is nobody’s',
    on: { host: stored({ memoryUsed: MiB(4608) }) },
    cause: 'usage-beyond-guests',
    expected: MiB(4608),
    observed: MiB(512),
    says: 'a: Nova’s memory_mb_used has 4 GiB of host memory in use that no guest, move or reserve explains.',
    remedy: 'systemctl restart nova-compute',
  },
  {
    shows: ['D45'],
    rule: 'a domain that runs and that Nova has deleted',
    on: { seen: { guests: [{ id: GuestId('gone'), name: 'instance-0000002a' }] } },
    cause: 'guest-unknown-to-nova',
    expected: 0,
    observed: 1,
    says: 'a: instance-0000002a runs here, and Nova has no such guest.',
    remedy: 'virsh dominfo gone',
  },
  {
    shows: [],
    rule: 'a domain that runs and that Nova has elsewhere',
    on: {
      guests: [guestOn('g', { host: HostId('b') })],
      seen: { guests: [{ id: GuestId('g'), name: 'g' }] },
    },
    cause: 'guest-of-another-host',
    expected: 0,
    observed: 1,
    says: 'a: g runs here, and Nova has it on b.',
    remedy: 'virsh dominfo g',
  },
  {
    shows: [],
    rule: 'a guest that Nova takes to run, and that does not',
    on: { guests: [guestOn('g')] },
    cause: 'guest-not-on-host',
    expected: 1,
    observed: 0,
    says: 'a: Nova takes g to run here, and libvirt does not have it.',
    remedy: 'openstack server reboot --hard g',
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
  {
    shows: ['D38'],
    rule: 'an allocation of nobody',
    on: { allocations: [{ consumer: 'lost', provider: root, resources: { MEMORY_MB: 2048 } }] },
    cause: 'allocation-orphaned',
    expected: GiB(2),
    observed: 0,
    says: 'a: Placement keeps 2 GiB for lost, which is neither a guest nor a move of Nova’s.',
    remedy: 'openstack resource provider allocation delete lost',
  },
  {
    shows: ['D37', 'D38'],
    rule: 'an allocation left behind by a guest that is elsewhere',
    on: {
      guests: [guestOn('g', { host: HostId('b') })],
      allocations: [{ consumer: 'g', provider: root, resources: { MEMORY_MB: 2048 } }],
    },
    cause: 'allocation-of-another-host',
    expected: GiB(2),
    observed: 0,
    says: 'a: Placement keeps 2 GiB here for g, which Nova has elsewhere.',
    remedy: 'nova-manage placement audit --resource_provider p-a --verbose',
  },
  {
    shows: ['D39'],
    rule: 'a guest without an allocation',
    on: { guests: [guestOn('g')], seen: { guests: [{ id: GuestId('g'), name: 'g' }] }, allocations: [] },
    cause: 'allocation-missing',
    expected: 0,
    observed: GiB(2),
    says: 'a: Nova has g here with 2 GiB, and Placement keeps nothing for it.',
    remedy: 'nova-manage placement heal_allocations --instance g',
  },
  {
    shows: ['D42'],
    rule: 'a ratio that was written once',
    on: { inventories: [{ resourceClass: 'VCPU', total: 8, allocationRatio: 4 }] },
    cause: 'ratio-sticks',
    expected: 16,
    observed: 4,
    says: 'a: Placement multiplies VCPU by 4, and Nova’s row says 16: a ratio once written stays until somebody sets another.',
    remedy: 'openstack resource provider inventory set p-a --amend --resource VCPU:allocation_ratio=16',
  },
  {
    shows: ['D43'],
    rule: 'a ratio of nothing',
    on: { inventories: [{ resourceClass: 'VCPU', total: 8, allocationRatio: 0 }] },
    cause: 'ratio-zero',
    expected: 16,
    observed: 0,
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
    expected: GiB(12),
    observed: MiB(11_520),
    says: 'a: Placement has 12 GiB of MEMORY_MB allocated and room for 11.25 GiB: until 2025.1 no guest can be moved away.',
    remedy: undefined,
  },
  {
    shows: [],
    rule: 'CPUs that are sold twice',
    on: {
      inventories: [
        { resourceClass: 'VCPU', total: 8, allocationRatio: 16 },
        { resourceClass: 'PCPU', total: 8, allocationRatio: 1 },
      ],
    },
    cause: 'cpus-sold-twice',
    expected: 16,
    observed: 8,
    says: 'a: Placement sells 16 CPUs as VCPU and PCPU together; the host has 8.',
    remedy: undefined,
  },
  {
    shows: ['D29', 'D30'],
    rule: 'huge pages that are sold as RAM',
    on: { pages: 3072, inventories: [{}] },
    cause: 'huge-pages-sold-as-ram',
    expected: MiB(11_520),
    observed: GiB(2),
    says: 'a: Placement would sell 11.25 GiB as MEMORY_MB to guests on base pages; beside its huge pages the host has 2 GiB.',
    remedy: undefined,
  },
  {
    shows: ['D28'],
    rule: 'QEMU’s own memory beyond what is kept for the host',
    on: {
      guests: Array.from({ length: 30 }, (_, n) => guestOn(`g${n}`)),
      seen: {
        guests: Array.from({ length: 30 }, (_, n) => ({ id: GuestId(`g${n}`), name: `g${n}` })),
      },
    },
    cause: 'overhead-beyond-reserved',
    expected: 30 * (43 * 1024 + 2 * 307),
    observed: MiB(512),
    says: 'a: 30 QEMU processes take',
    remedy: undefined,
  },
  {
    shows: [],
    rule: 'a host nobody looked at',
    on: { unseen: true },
    cause: 'source-missing',
    expected: undefined,
    observed: undefined,
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
    expected: 300,
    observed: 3600,
    says: 'a: Nova’s row and the host were read 3,600 s apart, more than 300 s: they are not compared.',
    remedy: undefined,
  },
]
