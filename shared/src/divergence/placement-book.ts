import { GuestId } from '../model/ids.ts'
import type { Allocation, Inventory, ProviderId, ResourceProvider } from '../model/provider.ts'
import { allocationsOf, treesOf } from '../placement/record.ts'
import { KiB, MiB, memoryOf, minus, sum } from '../units.ts'
import { detector } from './detector.ts'
import type { Remedy } from './divergence.ts'
import { type Finding, finding, memory, type Resource } from './finding.ts'
import type { HostBooks } from './host-books.ts'

export interface AllocationFinding
  extends Finding<'allocation-orphaned' | 'allocation-of-another-host' | 'allocation-missing'> {
  /** uuid of a guest, or of nobody Nova knows. */
  readonly consumer: string
  readonly amounts: Allocation['resources']
}

export interface InventoryFinding
  extends Finding<
    'ratio-sticks' | 'ratio-zero' | 'over-capacity' | 'cpus-sold-twice' | 'huge-pages-sold-as-ram'
  > {
  readonly resourceClass: string
}

/** Allocations of a host's providers against the guests and moves Nova has there (`nova-manage placement audit`). */
export const allocations = detector(['nova', 'placement'], (books): readonly AllocationFinding[] => {
  const { cloud, host, residents } = books
  const root = rootOf(books)
  const held = root && heldOf(books, root)
  if (!root || !held || books.guests === undefined) return []
  const here = new Set<string>(residents.map(({ id }) => id))
  const lost = held.flatMap(({ consumer, resources }): AllocationFinding[] => {
    const guest = cloud.guest(GuestId(consumer))
    if (here.has(consumer) || cloud.moves.has(consumer) || guest?.move || guest?.taskState) return []
    return [
      {
        ...finding(guest ? 'allocation-of-another-host' : 'allocation-orphaned', {
          kind: 'hidden-capacity',
          where: { host, provider: root.id, ...(guest ? { guest: guest.id } : {}) },
          resource: memory,
          expected: { by: 'placement', amount: inMemory(resources) },
          observed: { by: 'nova', amount: 0 },
          severity: { next: 'capacity-wasted', amount: inMemory(resources), unit: 'KiB' },
          remedy: {
            file: 'openstack',
            lines: guest
              ? [`nova-manage placement audit --resource_provider ${root.id} --verbose`]
              : [`openstack resource provider allocation delete ${consumer}`],
          },
        }),
        consumer,
        amounts: resources,
      },
    ]
  })
  const holding = new Set(held.map(({ consumer }) => consumer))
  const missing = residents.flatMap((guest): AllocationFinding[] => {
    if (holding.has(guest.id) || guest.vmState.startsWith('shelved_offloaded') || guest.vmState === 'error')
      return []
    return [
      {
        ...finding('allocation-missing', {
          kind: 'phantom-capacity',
          where: { host, provider: root.id, guest: guest.id },
          resource: memory,
          expected: { by: 'placement', amount: 0 },
          observed: { by: 'nova', amount: guest.flavor.memory },
          severity: { next: 'later-boot-fails', amount: guest.flavor.memory, unit: 'KiB' },
          remedy: {
            file: 'openstack',
            lines: [`nova-manage placement heal_allocations --instance ${guest.id}`],
          },
        }),
        consumer: guest.id,
        amounts: {},
      },
    ]
  })
  return [...lost, ...missing]
})

/** What a provider sells, against what the row says and the host has. */
export const inventories = detector(['nova', 'placement'], (books): readonly InventoryFinding[] => {
  const root = rootOf(books)
  if (!root?.inventories) return []
  const { inventories: all } = root
  return [
    ...all.flatMap((one) => ratioOf(books, root, one)),
    ...all.flatMap((one) => overCapacity(books, root, one)),
    ...soldTwice(books, root, all),
    ...soldAsRam(books, root, all),
  ]
})

const inMemory = (amounts: Allocation['resources']) => MiB(amounts.MEMORY_MB ?? 0)

/** Of a tree of which no root was read, none. */
function rootOf({ cloud, host }: HostBooks): ResourceProvider | undefined {
  const { placement } = cloud.snapshot
  const [root] = (placement && treesOf(placement).get(host)) ?? []
  return root?.parent === undefined ? root : undefined
}

/** Undefined where no source listed allocations. */
function heldOf({ cloud }: HostBooks, { id }: ResourceProvider): readonly Allocation[] | undefined {
  const { placement } = cloud.snapshot
  const all = placement && allocationsOf(placement)
  return all && (all.get(id) ?? [])
}

const ratioNames = { VCPU: 'cpu', MEMORY_MB: 'ram', DISK_GB: 'disk' } as const

/** A ratio that was written once stays when the option goes (nova/virt/driver.py: _get_allocation_ratios). */
function ratioOf(
  { host, row }: HostBooks,
  { id }: ResourceProvider,
  inventory: Inventory,
): InventoryFinding[] {
  const { resourceClass, allocationRatio } = inventory
  const name = ratioNames[resourceClass as keyof typeof ratioNames]
  const wanted = name && row.nova?.ratios[name]
  const shape = (cause: 'ratio-sticks' | 'ratio-zero', expected: number): InventoryFinding => ({
    ...finding(cause, {
      kind: cause === 'ratio-zero' ? 'hidden-capacity' : 'drift',
      where: { host, provider: id },
      resource: { of: 'ratio', unit: 'ratio' },
      expected: { by: 'nova', amount: expected },
      observed: { by: 'placement', amount: allocationRatio },
      severity: {
        next: allocationRatio < expected ? 'capacity-wasted' : 'later-boot-fails',
        amount: Math.abs(expected - allocationRatio),
        unit: 'ratio',
      },
      remedy: ratioSet(id, resourceClass, expected),
    }),
    resourceClass,
  })
  if (allocationRatio === 0) return [shape('ratio-zero', wanted || 1)]
  return wanted !== undefined && wanted !== 0 && wanted !== allocationRatio
    ? [shape('ratio-sticks', wanted)]
    : []
}

/** Over its capacity a provider lets nobody leave until 2025.1 (placement/objects/allocation.py: _check_capacity_exceeded). */
function overCapacity(books: HostBooks, root: ResourceProvider, inventory: Inventory): InventoryFinding[] {
  const { host } = books
  const { id, usages } = root
  const { resourceClass } = inventory
  const held = heldOf(books, root)?.reduce((all, { resources }) => all + (resources[resourceClass] ?? 0), 0)
  const used = held ?? usages?.[resourceClass]
  const capacity = capacityOf(inventory)
  if (used === undefined || used <= capacity) return []
  return [
    {
      ...finding('over-capacity', {
        kind: 'drift',
        where: { host, provider: id },
        resource: unitOf(resourceClass),
        expected: { by: 'placement', amount: inUnit(resourceClass, used) },
        observed: { by: 'placement', amount: inUnit(resourceClass, capacity) },
        severity: { next: 'move-fails', amount: used - capacity, unit: 'count' },
        remedy: ratioSet(id, resourceClass, ratioFor(inventory, used)),
      }),
      resourceClass,
    },
  ]
}

const ratioSet = (provider: ProviderId, resourceClass: string, ratio: number): Remedy => ({
  file: 'openstack',
  lines: [
    `openstack resource provider inventory set ${provider} --amend --resource ${resourceClass}:allocation_ratio=${ratio}`,
  ],
})

/** The least in hundredths that makes room for what is allocated. */
const ratioFor = ({ total, reserved }: Inventory, used: number): number =>
  Math.ceil((used / Math.max(1, total - reserved)) * 100) / 100

/** placement/objects/resource_provider.py: Inventory.capacity. */
const capacityOf = ({ total, reserved, allocationRatio }: Inventory): number =>
  Math.trunc((total - reserved) * allocationRatio)

const unitOf = (resourceClass: string): Resource => {
  if (resourceClass === 'MEMORY_MB') return memory
  return resourceClass === 'DISK_GB' ? { of: 'disk', unit: 'GB' } : { of: 'vcpus', unit: 'count' }
}
const inUnit = (resourceClass: string, amount: number): number =>
  resourceClass === 'MEMORY_MB' ? MiB(amount) : amount

/** VCPU and PCPU together more than the host has CPUs: some are sold as both. */
function soldTwice(
  { host, row }: HostBooks,
  { id }: ResourceProvider,
  all: readonly Inventory[],
): InventoryFinding[] {
  const totalOf = (name: string) => all.find(({ resourceClass }) => resourceClass === name)?.total ?? 0
  const cpus = new Set(row.observed?.nodes.flatMap((node) => node.cpus)).size
  const sold = totalOf('VCPU') + totalOf('PCPU')
  if (cpus === 0 || totalOf('PCPU') === 0 || totalOf('VCPU') === 0 || sold <= cpus) return []
  return [
    {
      ...finding('cpus-sold-twice', {
        kind: 'at-risk',
        where: { host, provider: id },
        resource: { of: 'cpus', unit: 'count' },
        expected: { by: 'placement', amount: sold },
        observed: { by: 'kernel', amount: cpus },
        severity: { next: 'later-boot-fails', amount: sold - cpus, unit: 'count' },
      }),
      resourceClass: 'PCPU',
    },
  ]
}

/** MEMORY_MB knows no page sizes: what is set aside as huge pages is sold to guests on base pages too. */
function soldAsRam(
  books: HostBooks,
  { id }: ResourceProvider,
  all: readonly Inventory[],
): InventoryFinding[] {
  const ram = all.find(({ resourceClass }) => resourceClass === 'MEMORY_MB')
  const {
    host,
    row: { observed },
  } = books
  if (!ram || !observed) return []
  const pools = observed.nodes.flatMap((node) => node.pools)
  const huge = sum(pools.map(({ size, total }) => memoryOf(total, size)))
  const total = sum(observed.nodes.map(({ memory }) => memory ?? KiB(0)))
  const base = minus(total, huge)
  const sold = MiB(capacityOf(ram))
  if (huge === 0 || total === 0 || sold <= base || huge * 2 < total) return []
  return [
    {
      ...finding('huge-pages-sold-as-ram', {
        kind: 'at-risk',
        where: { host, provider: id },
        resource: memory,
        expected: { by: 'placement', amount: sold },
        observed: { by: 'kernel', amount: base },
        severity: { next: 'later-boot-fails', amount: sold - base, unit: 'KiB' },
        remedy: hostsApart(books),
      }),
      resourceClass: 'MEMORY_MB',
    },
  ]
}

/** Hosts with huge pages apart from flavors that ask for none (AggregateInstanceExtraSpecsFilter). */
const hostsApart = ({ host }: HostBooks): Remedy => ({
  file: 'openstack',
  lines: [
    'openstack aggregate create --property hugepages=true hugepages',
    `openstack aggregate add host hugepages ${host}`,
    'openstack flavor set --property aggregate_instance_extra_specs:hugepages=false FLAVOR',
  ],
})
