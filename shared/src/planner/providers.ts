import type { Guest } from '../model/guest.ts'
import type { HostId } from '../model/ids.ts'
import type { Migration } from '../model/migration.ts'
import type { Allocation, Amounts, ResourceProvider } from '../model/provider.ts'
import type { HostState } from '../placement/host-state.ts'
import { amountsOf } from '../placement/inventory.ts'
import type { HostProvider } from '../placement/providers.ts'
import { allocationsOf, treesOf } from '../placement/record.ts'
import { placementRequest } from '../placement/request.ts'
import { type Cloud, guestsWhenRead, hostWhenRead, movesOn, movesWhenRead } from './cloud.ts'

/**
 * Placement's record of one host, root first: what was allocated when it was read, what a plan's guests take on top, and
 * less what guests held that a plan took away. Undefined where no source had inventories and use of the root: the
 * compute's row then stands for them.
 */
export function providersOf(
  cloud: Cloud,
  host: HostState,
  guests: readonly Guest[],
): readonly HostProvider[] | undefined {
  const { placement } = cloud.snapshot
  if (!placement) return undefined
  const tree = treesOf(placement).get(host.id)
  if (!tree) return undefined
  const before = { guests: guestsWhenRead(cloud, host.id), moves: movesWhenRead(cloud, host.id) }
  const moves = movesOn(cloud, host.id)
  const allocations = allocationsOf(placement)
  const [root] = tree
  if (!root?.inventories || (!allocations && !root.usages)) return undefined
  const isAsRead = guests === before.guests && moves === before.moves
  const then = isAsRead
    ? []
    : consumersOf(before.guests, leaving(before.moves, host.id, cloud.snapshot.guests))
  const now = isAsRead ? [] : consumersOf(guests, leaving(moves, host.id, cloud.guests.values()))
  const left = then.filter((one) => !now.some((other) => isSame(one, other)))
  const came = now.filter((one) => !then.some((other) => isSame(one, other)))
  return tree.map((read): HostProvider => {
    const provider = read === root ? withStatus(cloud, host, read) : read
    const held = allocations?.get(read.id) ?? []
    const used = allocations ? sumOf(held) : provider.usages
    if (isAsRead || !used) return { provider, used }
    const known = new Map(held.map((one) => [one.consumer, one.resources]))
    const asks = (one: Consumer): Amounts => (read === root ? amountsFor(one, host, tree) : {})
    const took = (one: Consumer): Amounts => known.get(one.id) ?? (allocations ? {} : asks(one))
    const takes = (one: Consumer): Amounts =>
      (one.was === undefined ? undefined : known.get(one.was)) ?? asks(one)
    return { provider, used: combined(used, left.map(took), came.map(takes)) }
  })
}

const disabled = 'COMPUTE_STATUS_DISABLED'

/** A compute that a plan enables or disables says so itself (nova/compute/manager.py: _update_compute_provider_status). */
function withStatus(cloud: Cloud, { id, service }: HostState, root: ResourceProvider): ResourceProvider {
  const before = hostWhenRead(cloud, id)?.service?.enabled
  if (!root.traits || !service || service.enabled === before) return root
  const others = root.traits.filter((trait) => trait !== disabled)
  return { ...root, traits: service.enabled ? others : [...others, disabled] }
}

/** Who holds an allocation, and what of. */
interface Consumer extends Pick<Guest, 'flavor' | 'image'> {
  /** uuid of a guest, or of the move that holds what its guest had (Queens and later; before it was the guest's twice). */
  readonly id: string
  /** The guest that held the same before its move. */
  readonly was: string | undefined
}

const isSame = (a: Consumer, b: Consumer): boolean => a.id === b.id && a.flavor.name === b.flavor.name

const consumersOf = (guests: readonly Guest[], moves: readonly Consumer[]): readonly Consumer[] => [
  ...guests.map(({ id, flavor, image }) => ({ id, flavor, image, was: undefined })),
  ...moves,
]

/** What guests had here that have moved and wait to be confirmed, or were evacuated before this host is up again. */
function leaving(moves: readonly Migration[], host: HostId, guests: Iterable<Guest>): readonly Consumer[] {
  const open = moves.filter(
    ({ source, status, type }) =>
      source === host && (status === 'finished' || (type === 'evacuation' && status === 'done')),
  )
  if (open.length === 0) return []
  const byId = new Map([...guests].map((guest) => [guest.id, guest]))
  return open.flatMap(({ id, guest: moved, type }): readonly Consumer[] => {
    const guest = byId.get(moved)
    if (guest && type === 'evacuation') {
      return guest.host === host
        ? []
        : [{ id: moved, flavor: guest.flavor, image: guest.image, was: undefined }]
    }
    if (guest?.vmState !== 'resized') return []
    return [{ id, flavor: guest.move?.old.flavor ?? guest.flavor, image: guest.image, was: guest.id }]
  })
}

const sumOf = (allocations: readonly Allocation[]): Amounts =>
  combined(
    {},
    [],
    allocations.map(({ resources }) => resources),
  )

function amountsFor(
  { flavor, image }: Consumer,
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
