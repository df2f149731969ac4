import type { Inventory, ResourceProvider } from '../model/provider.ts'
import { allocationRatio as ratioByNova } from '../placement/filters/allocation-ratio.ts'
import { inGiB, KiB, MiB, memoryOf, minus, sum } from '../units.ts'
import { detector } from './detector.ts'
import { type Finding, finding, memory } from './finding.ts'
import type { HostBooks } from './host-books.ts'
import { capacityOf, heldOf, inUnit, inventorySet, rootOf, unitOf } from './provider.ts'
import { hostsApart } from './remedy.ts'

export interface InventoryFinding
  extends Finding<
    | 'ratio-sticks'
    | 'ratio-zero'
    | 'reserved-beyond-total'
    | 'over-capacity'
    | 'cpus-sold-twice'
    | 'huge-pages-sold-as-ram'
  > {
  readonly resourceClass: string
}

/** What a provider sells, against what the row says and the host has. */
export const inventories = detector(['nova', 'placement'], (books): readonly InventoryFinding[] => {
  const root = rootOf(books)
  if (!root?.inventories) return []
  const { inventories: all } = root
  return [
    ...all.flatMap((one) => ratioOf(books, root, one)),
    ...all.flatMap((one) => reservedBeyond(books, root, one)),
    ...all.flatMap((one) => overCapacity(books, root, one)),
    ...soldTwice(books, root, all),
    ...soldAsRam(books, root, all),
  ]
})

const ratioNames = { VCPU: 'cpu', MEMORY_MB: 'ram', DISK_GB: 'disk' } as const

/** A ratio that was written once stays when the option goes (nova/virt/driver.py: _get_allocation_ratios). */
function ratioOf(
  { host, row, state }: HostBooks,
  { id }: ResourceProvider,
  inventory: Inventory,
): InventoryFinding[] {
  const { resourceClass, allocationRatio } = inventory
  const name = ratioNames[resourceClass as keyof typeof ratioNames]
  const wanted =
    name && row.nova?.usage === 'stored' ? ratioByNova(state, name) : name && row.nova?.ratios[name]
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
      remedy: inventorySet(id, resourceClass, 'allocation_ratio', expected),
    }),
    resourceClass,
  })
  if (allocationRatio === 0) return [shape('ratio-zero', wanted || 1)]
  return wanted !== undefined && wanted !== 0 && wanted !== allocationRatio
    ? [shape('ratio-sticks', wanted)]
    : []
}

/** Classes a compute sells; of others, all of it may be kept back on purpose. */
const ofCompute = ['VCPU', 'PCPU', 'MEMORY_MB', 'DISK_GB']

/** More kept back than there is: Newton kept DISK_GB in MB × 1024 (nova/scheduler/client/report.py). */
function reservedBeyond(
  { host, row }: HostBooks,
  { id }: ResourceProvider,
  { resourceClass, total, reserved }: Inventory,
): InventoryFinding[] {
  if (!ofCompute.includes(resourceClass) || total === 0 || reserved < total) return []
  const disk = row.config.reservedHostDisk
  const right = resourceClass === 'DISK_GB' && disk !== undefined ? Math.ceil(inGiB(disk)) : undefined
  const resource = unitOf(resourceClass)
  return [
    {
      ...finding('reserved-beyond-total', {
        kind: 'hidden-capacity',
        where: { host, provider: id },
        resource,
        expected: { by: 'placement', amount: inUnit(resourceClass, reserved) },
        observed: { by: 'placement', amount: inUnit(resourceClass, total) },
        severity: {
          next: 'capacity-wasted',
          amount: inUnit(resourceClass, total),
          unit: resource.unit,
        },
        remedy: right === undefined ? undefined : inventorySet(id, resourceClass, 'reserved', right),
      }),
      resourceClass,
    },
  ]
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
        remedy: inventorySet(id, resourceClass, 'allocation_ratio', ratioFor(inventory, used)),
      }),
      resourceClass,
    },
  ]
}

/** The least in hundredths that makes room for what is allocated. */
const ratioFor = ({ total, reserved }: Inventory, used: number): number =>
  Math.ceil((used / Math.max(1, total - reserved)) * 100) / 100

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
        remedy: hostsApart(host, 'hugepages'),
      }),
      resourceClass: 'MEMORY_MB',
    },
  ]
}
