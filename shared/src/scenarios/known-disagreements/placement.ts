import { HostId } from '../../model/ids.ts'
import { guest as cellsOf, hostCell, pool } from '../../testing/cells.ts'
import { GiB, MiB } from '../../units.ts'
import type { Row } from './row.ts'
import { guestOn, root, row, stored } from './snapshot.ts'

/** A guest of two vCPUs on these CPUs, each with a core of its own. */
const withCores = (id: string, cpus: readonly number[]) =>
  guestOn(id, {
    topology: cellsOf({
      cpuset: [0, 1],
      memory: GiB(2),
      cpuPolicy: 'dedicated',
      cpuThreadPolicy: 'isolate',
      cpuPinning: cpus.map((cpu, vcpu) => [vcpu, cpu] as const),
    }),
  })

/** Placement’s record against Nova’s and the host. */
export const placement: readonly Row[] = [
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
    on: { guests: [guestOn('g')], allocations: [] },
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
    remedy: 'openstack resource provider inventory set p-a --amend --resource MEMORY_MB:allocation_ratio=1.6',
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
    on: {
      cells: [
        hostCell({ cpus: '0-7', memory: GiB(256), mempages: [pool('4K', '14680064'), pool('1G', '200')] }),
      ],
      host: row({ memory: GiB(256) }),
      seen: { nodes: [{ cpus: '0-7', memory: GiB(256), pools: [{ size: '1G', total: 200 }] }] },
      inventories: [{ total: 262_144, allocationRatio: 1 }],
    },
    cause: 'huge-pages-sold-as-ram',
    expected: MiB(261_632),
    observed: GiB(56),
    says: 'a: Placement would sell 255.5 GiB as MEMORY_MB to guests on base pages; beside its huge pages the host has 56 GiB.',
    remedy: 'openstack aggregate create --property hugepages=true hugepages',
  },
  {
    shows: ['D42'],
    rule: 'a ratio that stays where the option is gone',
    release: '2023.1-27.0',
    on: {
      host: stored({ ratios: { cpu: undefined, ram: undefined, disk: undefined } }),
      inventories: [{ resourceClass: 'VCPU', total: 8, allocationRatio: 16 }],
    },
    cause: 'ratio-sticks',
    expected: 4,
    observed: 16,
    says: 'a: Placement multiplies VCPU by 16, and Nova’s row says 4: a ratio once written stays until somebody sets another.',
    remedy: 'openstack resource provider inventory set p-a --amend --resource VCPU:allocation_ratio=4',
  },
  {
    shows: ['D60'],
    rule: 'more kept back than there is',
    release: 'newton',
    on: {
      host: (host) => ({ ...host, config: { ...host.config, reservedHostDisk: GiB(4) } }),
      inventories: [{ resourceClass: 'DISK_GB', total: 2000, reserved: 4096 * 1024, allocationRatio: 1 }],
    },
    cause: 'reserved-beyond-total',
    expected: 4_194_304,
    observed: 2000,
    says: 'a: Placement keeps 4,194,304 GB of DISK_GB back and has 2,000 GB: nothing of it can be given.',
    remedy: 'openstack resource provider inventory set p-a --amend --resource DISK_GB:reserved=4',
  },
  {
    shows: ['D55'],
    rule: 'siblings of guests with cores of their own',
    release: 'train-20.0',
    on: {
      cells: [
        hostCell({
          cpus: '0-7',
          siblings: '0,4 1,5 2,6 3,7',
          memory: GiB(8),
          mempages: [pool('4K', '2097152')],
        }),
      ],
      guests: [withCores('g', [0, 1]), withCores('h', [2, 3])],
      inventories: [{ resourceClass: 'PCPU', total: 8, allocationRatio: 1 }],
      allocations: ['g', 'h'].map((consumer) => ({ consumer, provider: root, resources: { PCPU: 2 } })),
    },
    cause: 'siblings-not-in-placement',
    expected: 4,
    observed: 8,
    says: 'a: 2 guests with cores of their own take 8 CPUs in Nova’s cells, and Placement counts 4 of PCPU.',
    remedy: 'openstack flavor unset --property hw:cpu_thread_policy small',
  },
  {
    shows: ['D58'],
    rule: 'a node of Ironic’s',
    on: {
      unseen: true,
      host: row({
        memory: MiB(0),
        vcpus: 0,
        cells: 'none',
        hypervisor: { type: 'ironic', version: 1, cpuInfo: undefined, supportedInstances: undefined },
      }),
      inventories: [{ resourceClass: 'CUSTOM_BAREMETAL_GOLD', total: 1, allocationRatio: 1 }],
    },
    cause: 'bare-metal',
    expected: undefined,
    observed: undefined,
    says: 'a: A bare-metal node is given away whole, as CUSTOM_BAREMETAL_GOLD',
    remedy: undefined,
  },
]
