import type { HostId } from '../model/ids.ts'
import type { Inventory } from '../model/provider.ts'
import type { Cloud } from './cloud.ts'

/** What computes report of these hosts to Placement from now on, where Placement's own record was read; its allocations stay. */
export function withInventories(
  cloud: Cloud,
  hosts: ReadonlySet<HostId>,
  change: (inventories: readonly Inventory[]) => readonly Inventory[],
): Cloud {
  const { placement } = cloud.snapshot
  if (!placement) return cloud
  const providers = placement.providers.map((provider) =>
    provider.host && hosts.has(provider.host) && provider.parent === undefined && provider.inventories
      ? { ...provider, inventories: change(provider.inventories) }
      : provider,
  )
  return { ...cloud, snapshot: { ...cloud.snapshot, placement: { ...placement, providers } } }
}

/** The same of one class; nothing where the host has none of it. */
export const withInventory = (
  cloud: Cloud,
  hosts: ReadonlySet<HostId>,
  resourceClass: string,
  change: Partial<Inventory>,
): Cloud =>
  withInventories(cloud, hosts, (all) =>
    all.map((one) => (one.resourceClass === resourceClass ? { ...one, ...change } : one)),
  )
