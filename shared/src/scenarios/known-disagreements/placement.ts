import { HostId } from '../../model/ids.ts'
import { GiB, MiB } from '../../units.ts'
import type { Row } from './row.ts'
import { guestOn, root } from './snapshot.ts'

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
    on: { pages: 3072, inventories: [{}] },
    cause: 'huge-pages-sold-as-ram',
    expected: MiB(11_520),
    observed: GiB(2),
    says: 'a: Placement would sell 11.25 GiB as MEMORY_MB to guests on base pages; beside its huge pages the host has 2 GiB.',
    remedy: 'openstack aggregate create --property hugepages=true hugepages',
  },
]
