import { expect, test } from 'vitest'
import { HostId, SourceId } from '../model/ids.ts'
import { type PlacementRecord, ProviderId } from '../model/provider.ts'
import { inventoriesHeld } from './record.ts'

const root = ProviderId('4cae2ef8')
const record: PlacementRecord = {
  source: SourceId('placement'),
  providers: [
    {
      id: root,
      name: 'a',
      parent: undefined,
      host: HostId('a'),
      inventories: [
        {
          resourceClass: 'VCPU',
          total: 8,
          reserved: 1,
          allocationRatio: 4,
          minUnit: 1,
          maxUnit: 8,
          stepSize: 1,
        },
      ],
      usages: { VCPU: 9 },
      traits: undefined,
      aggregates: undefined,
    },
  ],
  allocations: [
    { consumer: 'one', provider: root, resources: { VCPU: 2, MEMORY_MB: 512 } },
    { consumer: 'other', provider: ProviderId('elsewhere'), resources: { VCPU: 4 } },
  ],
}

test('what is held of an inventory is the sum of the allocations of that class and provider', () => {
  expect(inventoriesHeld(record, HostId('a'))).toMatchObject([
    { resourceClass: 'VCPU', total: 8, used: 2, held: [{ consumer: 'one', amount: 2 }] },
  ])
})

test('where no allocation was listed Placement’s own sum is taken, of nobody known', () => {
  expect(inventoriesHeld({ ...record, allocations: undefined }, HostId('a'))).toMatchObject([
    { used: 9, held: [] },
  ])
})

test('a host without a provider of its own has no inventories', () => {
  expect(inventoriesHeld(record, HostId('b'))).toEqual([])
  expect(inventoriesHeld(undefined, HostId('a'))).toEqual([])
})
