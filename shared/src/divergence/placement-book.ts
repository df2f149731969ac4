import type { Allocation, Inventory, ResourceProvider } from '../model/provider.ts'
import { KiB, MiB } from '../units.ts'
import { detector } from './detector.ts'
import { type Finding, finding, type Resource } from './finding.ts'
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
  const record = cloud.snapshot.placement
  const root = rootOf(books)
  if (!record?.allocations || !root || books.guests === undefined) return []
  const held = record.allocations.filter(({ provider }) => provider === root.id)
  const moves = new Set(cloud.snapshot.migrations.map(({ id }) => id))
  const here = new Set<string>(residents.map(({ id }) => id))
  const lost = held.flatMap(({ consumer, resources }): AllocationFinding[] => {
    const guest = [cloud.guest(consumer as (typeof residents)[number]['id'])][0]
    if (here.has(consumer) || moves.has(consumer) || guest?.move || guest?.taskState) return []
    return [
      {
        ...finding(guest ? 'allocation-of-another-host' : 'allocation-orphaned', {
          kind: 'hidden-capacity',
          where: { host, provider: root.id, ...(guest ? { guest: guest.id } : {}) },
          resource: memoryOf,
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
          resource: memoryOf,
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

const memoryOf: Resource = { of: 'memory', unit: 'KiB' }
const inMemory = (amounts: Allocation['resources']) => MiB(amounts.MEMORY_MB ?? 0)

const rootOf = ({ cloud, host }: HostBooks): ResourceProvider | undefined =>
  cloud.snapshot.placement?.providers.find((one) => one.host === host && one.parent === undefined)

const ratioNames = { VCPU: 'cpu', MEMORY_MB: 'ram', DISK_GB: 'disk' } as const

/** A ratio that was written once stays when the option goes (nova/compute/resource_tracker.py: _normalize_inventory …). */
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
      remedy: {
        file: 'openstack',
        lines: [
          `openstack resource provider inventory set ${id} --amend --resource ${resourceClass}:allocation_ratio=${expected}`,
        ],
      },
    }),
    resourceClass,
  })
  if (allocationRatio === 0) return [shape('ratio-zero', wanted || 1)]
  return wanted !== undefined && wanted !== 0 && wanted !== allocationRatio
    ? [shape('ratio-sticks', wanted)]
    : []
}

/** Over its capacity a provider lets nobody leave until 2025.1 (placement/objects/allocation.py: _check_capacity_exceeded). */
function overCapacity(
  { host, cloud }: HostBooks,
  { id, usages }: ResourceProvider,
  { resourceClass, total, reserved, allocationRatio }: Inventory,
): InventoryFinding[] {
  const held = cloud.snapshot.placement?.allocations
    ?.filter(({ provider }) => provider === id)
    .reduce((sum, { resources }) => sum + (resources[resourceClass] ?? 0), 0)
  const used = held ?? usages?.[resourceClass]
  const capacity = Math.trunc((total - reserved) * allocationRatio)
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
      }),
      resourceClass,
    },
  ]
}

const unitOf = (resourceClass: string): Resource => {
  if (resourceClass === 'MEMORY_MB') return memoryOf
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
  { host, row }: HostBooks,
  { id }: ResourceProvider,
  all: readonly Inventory[],
): InventoryFinding[] {
  const ram = all.find(({ resourceClass }) => resourceClass === 'MEMORY_MB')
  const { observed } = row
  if (!ram || !observed) return []
  const huge = observed.nodes
    .flatMap(({ pools }) => pools)
    .reduce((sum, { size, total }) => sum + size * total, 0)
  const total = observed.nodes.reduce((sum, node) => sum + (node.memory ?? 0), 0)
  const base = total - huge
  const sold = MiB(Math.trunc((ram.total - ram.reserved) * ram.allocationRatio))
  if (huge === 0 || total === 0 || sold <= base || huge * 2 < total) return []
  return [
    {
      ...finding('huge-pages-sold-as-ram', {
        kind: 'at-risk',
        where: { host, provider: id },
        resource: memoryOf,
        expected: { by: 'placement', amount: sold },
        observed: { by: 'kernel', amount: KiB(base) },
        severity: { next: 'later-boot-fails', amount: sold - base, unit: 'KiB' },
      }),
      resourceClass: 'MEMORY_MB',
    },
  ]
}
