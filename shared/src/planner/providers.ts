import { groupBy, memo } from '../collections.ts'
import type { Guest } from '../model/guest.ts'
import type { Allocation, Amounts, PlacementRecord, ProviderId, ResourceProvider } from '../model/provider.ts'
import type { HostState } from '../placement/host-state.ts'
import { amountsOf } from '../placement/inventory.ts'
import type { HostProvider } from '../placement/providers.ts'
import { placementRequest } from '../placement/request.ts'
import { type Cloud, guestsWhenRead } from './cloud.ts'

/**
 * Placement's record of one host, root first: what was allocated when it was read, what a plan's guests take on top, and
 * less what guests held that a plan took away. Undefined where no source had inventories and use of the root: the
 * compute's row then stands for them.
 */
export function providersOf(
  { snapshot, ...cloud }: Cloud,
  host: HostState,
  guests: readonly Guest[],
): readonly HostProvider[] | undefined {
  const { placement } = snapshot
  if (!placement) return undefined
  const tree = treesOf(placement).get(host.id)
  if (!tree) return undefined
  const before = guestsWhenRead({ snapshot, ...cloud }, host.id)
  const allocations = allocationsOf(placement)
  const [root] = tree
  if (!root?.inventories || (!allocations && !root.usages)) return undefined
  return tree.map((provider): HostProvider => {
    const held = allocations?.get(provider.id) ?? []
    const used = allocations ? sumOf(held) : provider.usages
    if (guests === before || !used) return { provider, used }
    const left = before.filter(({ id }) => !guests.some((guest) => guest.id === id))
    const came = guests.filter(({ id }) => !before.some((guest) => guest.id === id))
    const known = new Map(held.map((one) => [one.consumer, one.resources]))
    const took = (guest: Guest): Amounts =>
      known.get(guest.id) ?? (allocations || provider !== root ? {} : amountsOfGuest(guest, host, tree))
    const takes = (guest: Guest): Amounts => (provider === root ? amountsOfGuest(guest, host, tree) : {})
    return { provider, used: combined(used, left.map(took), came.map(takes)) }
  })
}

const treesOf = memo(({ providers }: PlacementRecord) => {
  const ofHosts = groupBy(providers, ({ host }) => host)
  const rootFirst = (tree: readonly ResourceProvider[]) => [
    ...tree.filter(({ parent }) => parent === undefined),
    ...tree.filter(({ parent }) => parent !== undefined),
  ]
  return new Map([...ofHosts].flatMap(([host, tree]) => (host ? [[host, rootFirst(tree)] as const] : [])))
})

const allocationsOf = memo(
  ({ allocations }: PlacementRecord): ReadonlyMap<ProviderId, readonly Allocation[]> | undefined =>
    allocations && groupBy(allocations, ({ provider }) => provider),
)

const sumOf = (allocations: readonly Allocation[]): Amounts =>
  combined(
    {},
    [],
    allocations.map(({ resources }) => resources),
  )

function amountsOfGuest(
  { flavor, image }: Guest,
  host: HostState,
  tree: readonly ResourceProvider[],
): Amounts {
  const providers = tree.map((provider) => ({ provider, used: undefined }))
  return amountsOf(placementRequest(flavor, image, host.rules), { ...host, providers })
}

function combined(used: Amounts, less: readonly Amounts[], more: readonly Amounts[]): Amounts {
  const sums: Record<string, number> = { ...used }
  for (const amounts of less) {
    for (const [name, amount] of Object.entries(amounts)) sums[name] = (sums[name] ?? 0) - amount
  }
  for (const amounts of more) {
    for (const [name, amount] of Object.entries(amounts)) sums[name] = (sums[name] ?? 0) + amount
  }
  return sums
}
