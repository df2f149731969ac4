import { groupBy, memo } from '../collections.ts'
import type { HostId } from '../model/ids.ts'
import type {
  Allocation,
  Inventory,
  PlacementRecord,
  ProviderId,
  ResourceProvider,
} from '../model/provider.ts'

/** Providers of each host's tree, the root first. */
export const treesOf = memo(({ providers }: PlacementRecord) => {
  const ofHosts = groupBy(providers, ({ host }) => host)
  const rootFirst = (tree: readonly ResourceProvider[]) => [
    ...tree.filter(({ parent }) => parent === undefined),
    ...tree.filter(({ parent }) => parent !== undefined),
  ]
  return new Map([...ofHosts].flatMap(([host, tree]) => (host ? [[host, rootFirst(tree)] as const] : [])))
})

/** Allocations of each provider; undefined where no source listed them. */
export const allocationsOf = memo(
  ({ allocations }: PlacementRecord): ReadonlyMap<ProviderId, readonly Allocation[]> | undefined =>
    allocations && groupBy(allocations, ({ provider }) => provider),
)

/** What Placement has of one class on a compute's own provider, and who holds of it. */
export interface InventoryHeld extends Inventory {
  /** Sum of the allocations, else what Placement itself adds up; undefined where neither was read. */
  readonly used: number | undefined
  readonly held: readonly { readonly consumer: string; readonly amount: number }[]
}

/** The inventories of a compute's own provider; none where Placement was not read, or has no such provider. */
export function inventoriesHeld(record: PlacementRecord | undefined, host: HostId): readonly InventoryHeld[] {
  const root = record && treesOf(record).get(host)?.[0]
  if (!root) return []
  const allocations = allocationsOf(record)?.get(root.id)
  return (root.inventories ?? []).map((inventory) => {
    const { resourceClass } = inventory
    const held = (allocations ?? []).flatMap(({ consumer, resources }) => {
      const amount = resources[resourceClass] ?? 0
      return amount === 0 ? [] : [{ consumer, amount }]
    })
    const sum = held.reduce((all, { amount }) => all + amount, 0)
    const listed = record.allocations !== undefined
    return { ...inventory, used: listed ? sum : root.usages?.[resourceClass], held }
  })
}
