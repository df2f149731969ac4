import type { Allocation, Inventory, PlacementRecord, ResourceProvider } from '../model/provider.ts'
import { list, object, optional } from './form.ts'
import { aggregateId, amounts, hostId, providerId, real, sourceId, text, whole } from './quantities.ts'

const inventory = object<Inventory>()({
  resourceClass: ['resource_class', text, '`VCPU`, `MEMORY_MB` (MB), `DISK_GB` (GB), `PCPU` …'],
  total: ['total', whole, 'What there is.'],
  reserved: ['reserved', whole, 'What is kept from guests.'],
  allocationRatio: ['allocation_ratio', real, 'Capacity is (total − reserved) × this.'],
  minUnit: ['min_unit', whole, 'The least one consumer may ask for.'],
  maxUnit: ['max_unit', whole, 'The most one consumer may ask for.'],
  stepSize: ['step_size', whole, 'What is asked for is a multiple of this.'],
})

const provider = object<ResourceProvider>()({
  id: ['id', providerId, 'uuid.'],
  name: ['name', text, 'Of a compute, its hypervisor hostname.'],
  parent: ['parent', optional(providerId), 'The provider it is nested in.'],
  host: ['host', optional(hostId), 'The compute its tree belongs to.'],
  inventories: ['inventories', optional(list(inventory)), 'What it has, by class; absent where not read.'],
  usages: ['usages', optional(amounts), 'What is taken of it, by class; absent where not read.'],
  traits: ['traits', optional(list(text)), 'Its traits; absent where not read.'],
  aggregates: ['aggregates', optional(list(aggregateId)), 'Its aggregates; absent where not read.'],
})

const allocation = object<Allocation>()({
  consumer: ['consumer', text, 'uuid of an instance or a migration.'],
  provider: ['provider', providerId, 'Of what it holds them.'],
  resources: ['resources', amounts, 'Amounts by class.'],
})

export const placementRecord = object<PlacementRecord>()({
  source: ['source', sourceId, 'Where it came from: an id of `sources`.'],
  providers: ['providers', list(provider), 'Resource providers.'],
  allocations: ['allocations', optional(list(allocation)), 'Who holds what; absent where not listed.'],
})
