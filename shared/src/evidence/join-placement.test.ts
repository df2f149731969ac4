import { describe, expect, test } from 'vitest'
import { readFiles } from './assemble.ts'

const placementOf = (...documents: readonly object[]) => {
  const files = documents.map((document, i) => ({ name: `${i}.json`, text: JSON.stringify(document) }))
  const { snapshot, files: reports } = readFiles(files)
  return { placement: snapshot.placement, gaps: snapshot.gaps, reports }
}

const hosts = [
  { id: 1, host: 'a', hypervisor_hostname: 'a.example.org', memory_mb: 4096, vcpus: 8, local_gb: 9 },
]

/** Placement's tables, as `select *` gives them. */
const tables = {
  resource_providers: [
    {
      id: 1,
      uuid: 'p1',
      name: 'a.example.org',
      generation: 3,
      root_provider_id: 1,
      parent_provider_id: null,
    },
    { id: 2, uuid: 'p2', name: 'a_vf', generation: 1, root_provider_id: 1, parent_provider_id: 1 },
    { id: 3, uuid: 'p3', name: 'nfs', generation: 1, root_provider_id: 3, parent_provider_id: null },
  ],
  resource_classes: [
    { id: 0, name: 'VCPU', created_at: null, updated_at: null },
    { id: 14, name: 'PCPU', created_at: null, updated_at: null },
    { id: 3, name: 'SRIOV_NET_VF', created_at: null, updated_at: null },
  ],
  inventories: [
    {
      resource_provider_id: 1,
      resource_class_id: 14,
      total: 8,
      reserved: 1,
      min_unit: 1,
      max_unit: 8,
      step_size: 2,
      allocation_ratio: 1.0,
    },
    { resource_provider_id: 2, resource_class_id: 3, total: 4 },
  ],
  allocations: [
    { resource_provider_id: 1, resource_class_id: 14, consumer_id: 'vm', used: 4 },
    { resource_provider_id: 1, resource_class_id: 1, consumer_id: 'vm', used: 2048 },
    { resource_provider_id: 2, resource_class_id: 3, consumer_id: 'vm', used: 1 },
  ],
  traits: [{ id: 9, name: 'HW_CPU_X86_AVX2', created_at: null, updated_at: null }],
  resource_provider_traits: [{ resource_provider_id: 1, trait_id: 9 }],
  placement_aggregates: [{ id: 5, uuid: 'agg', created_at: null, updated_at: null }],
  resource_provider_aggregates: [{ resource_provider_id: 3, aggregate_id: 5 }],
}

describe('rows of Placement’s tables', () => {
  const { placement } = placementOf({ compute_nodes: hosts }, tables)
  const [compute, nested, shared] = placement?.providers ?? []

  test('a provider is of the host whose hypervisor it is named after', () => {
    expect(compute).toMatchObject({ id: 'p1', host: 'a', parent: undefined })
  })
  test('so is what is nested in it', () => {
    expect(nested).toMatchObject({ id: 'p2', host: 'a', parent: 'p1' })
  })
  test('a pool that hosts share is of none', () => {
    expect(shared).toMatchObject({ id: 'p3', host: undefined, aggregates: ['agg'], inventories: [] })
  })
  test('inventories keep all their columns', () => {
    expect(compute?.inventories).toEqual([
      {
        resourceClass: 'PCPU',
        total: 8,
        reserved: 1,
        allocationRatio: 1,
        minUnit: 1,
        maxUnit: 8,
        stepSize: 2,
      },
    ])
  })
  test('what a row leaves out is Placement’s own default', () => {
    expect(nested?.inventories).toMatchObject([
      { resourceClass: 'SRIOV_NET_VF', reserved: 0, allocationRatio: 1, minUnit: 1, stepSize: 1 },
    ])
  })
  test('what one consumer holds of one provider is one allocation', () => {
    expect(placement?.allocations).toEqual([
      { consumer: 'vm', provider: 'p1', resources: { PCPU: 4, MEMORY_MB: 2048 } },
      { consumer: 'vm', provider: 'p2', resources: { SRIOV_NET_VF: 1 } },
    ])
  })
  test('traits by name', () => {
    expect([compute?.traits, nested?.traits]).toEqual([['HW_CPU_X86_AVX2'], []])
  })

  test('each table may come in a file of its own, in any order', () => {
    const apart = Object.values(tables).toReversed()
    const { placement: joined } = placementOf(...apart, hosts)
    expect(joined?.providers).toEqual(placement?.providers)
    expect(joined?.allocations).toEqual(placement?.allocations)
  })
})

describe('bodies of its API within their provider', () => {
  const { placement } = placementOf(hosts, {
    resource_providers: [
      {
        uuid: 'p1',
        name: 'a.example.org',
        generation: 3,
        parent_provider_uuid: null,
        inventories: { inventories: { VCPU: { total: 8, reserved: 0, allocation_ratio: 16.0 } } },
        usages: { usages: { VCPU: 5 }, resource_provider_generation: 3 },
        traits: { traits: ['COMPUTE_NODE'] },
        aggregates: { aggregates: ['agg'] },
        allocations: { allocations: { vm: { resources: { VCPU: 5 } } } },
      },
    ],
  })
  test('are read as the tables are', () => {
    expect(placement?.providers).toMatchObject([
      {
        host: 'a',
        inventories: [{ resourceClass: 'VCPU', total: 8, allocationRatio: 16 }],
        usages: { VCPU: 5 },
        traits: ['COMPUTE_NODE'],
        aggregates: ['agg'],
      },
    ])
    expect(placement?.allocations).toEqual([{ consumer: 'vm', provider: 'p1', resources: { VCPU: 5 } }])
  })

  test('the command line’s rows are read too', () => {
    const { placement: listed } = placementOf(hosts, [
      {
        uuid: 'p1',
        name: 'a.example.org',
        generation: 3,
        inventories: [{ resource_class: 'VCPU', total: 8, used: 5 }],
        usages: [{ resource_class: 'VCPU', usage: 5 }],
        traits: [{ name: 'COMPUTE_NODE' }],
      },
    ])
    expect(listed?.providers).toMatchObject([
      { inventories: [{ resourceClass: 'VCPU' }], usages: { VCPU: 5 }, traits: ['COMPUTE_NODE'] },
    ])
  })
})

test('what was not listed is not known, rather than none', () => {
  const { placement } = placementOf(hosts, tables.resource_providers)
  expect(placement?.providers[0]).toMatchObject({
    inventories: undefined,
    usages: undefined,
    traits: undefined,
    aggregates: undefined,
  })
  expect(placement?.allocations).toBeUndefined()
})

test('a class of which only the id was given is a gap', () => {
  const { resource_classes: _, ...others } = tables
  expect(placementOf(others).gaps).toContainEqual(
    expect.objectContaining({ what: 'resource_classes', why: 'not given' }),
  )
})

test('an inventory without a total is a problem at its path', () => {
  const { reports } = placementOf({
    inventories: [{ resource_provider_id: 1, resource_class_id: 0, total: 'x' }],
  })
  expect(reports[0]?.problems[0]?.at.path).toBe('inventories[0].total')
})

test('no rows of Placement, no book of it', () => {
  expect(placementOf(hosts).placement).toBeUndefined()
})
