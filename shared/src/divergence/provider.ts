import type { Allocation, Inventory, ProviderId, ResourceProvider } from '../model/provider.ts'
import { allocationsOf, treesOf } from '../placement/record.ts'
import { MiB } from '../units.ts'
import type { Remedy } from './divergence.ts'
import { memory, type Resource } from './finding.ts'
import type { HostBooks } from './host-books.ts'

/** Of a tree of which no root was read, none. */
export function rootOf({ cloud, host }: HostBooks): ResourceProvider | undefined {
  const { placement } = cloud.snapshot
  const [root] = (placement && treesOf(placement).get(host)) ?? []
  return root?.parent === undefined ? root : undefined
}

/** Undefined where no source listed allocations. */
export function heldOf({ cloud }: HostBooks, { id }: ResourceProvider): readonly Allocation[] | undefined {
  const { placement } = cloud.snapshot
  const all = placement && allocationsOf(placement)
  return all && (all.get(id) ?? [])
}

/** placement/objects/resource_provider.py: Inventory.capacity. */
export const capacityOf = ({ total, reserved, allocationRatio }: Inventory): number =>
  Math.trunc((total - reserved) * allocationRatio)

export const unitOf = (resourceClass: string): Resource => {
  if (resourceClass === 'MEMORY_MB') return memory
  return resourceClass === 'DISK_GB' ? { of: 'disk', unit: 'GB' } : { of: 'vcpus', unit: 'count' }
}
export const inUnit = (resourceClass: string, amount: number): number =>
  resourceClass === 'MEMORY_MB' ? MiB(amount) : amount

/** A field of an inventory set by hand. */
export const inventorySet = (
  provider: ProviderId,
  resourceClass: string,
  field: 'allocation_ratio' | 'reserved',
  value: number,
): Remedy => ({
  file: 'openstack',
  lines: [
    `openstack resource provider inventory set ${provider} --amend --resource ${resourceClass}:${field}=${value}`,
  ],
})
