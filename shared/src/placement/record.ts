import { groupBy, memo } from '../collections.ts'
import type { Allocation, PlacementRecord, ProviderId, ResourceProvider } from '../model/provider.ts'

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
