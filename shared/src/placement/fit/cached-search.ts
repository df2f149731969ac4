import type { GuestCell, HostCell } from '../../model/cell.ts'
import type { Found, Try } from './search.ts'

/**
 * nova/virt/hardware.py: numa_fit_instance_to_host with its caches, Zed and later. An answer is remembered under the ids
 * of host cell and guest cell; placing a guest cell gives it the host cell's id. So a guest cell may be given the answer
 * of another, and then keeps the page size and pins of an earlier attempt. Followed to the letter, but for permutations
 * that change nothing: those that share the prefix of one that failed and left all as it was. And not to the end where
 * the end is known: whatever the cache mixes up, a host cell is chosen only where some guest cell truly fitted.
 */
export function firstPermutationWithCache(
  hosts: readonly HostCell[],
  guests: readonly GuestCell[],
  tryOn: Try,
): Found {
  const now = guests.slice()
  const ids = idsOf(hosts, guests)
  /** By host cell, then by the id the guest cell had. */
  const known: (boolean | undefined)[] = []
  const order = firstOrder(hosts.length, guests.length)
  /** Permutations that may fail before it is asked whether any can do; asking costs about as much. */
  const patience = hosts.length * guests.length
  for (let walked = 0; ; walked += 1) {
    if (walked === patience && tooFewHosts(hosts, guests, tryOn)) return { kind: 'none', cells: now }
    /** The same prefix would be walked otherwise the next time. */
    let changed = false
    let remembered = false
    let failedAt: number | undefined
    for (let index = 0; index < guests.length && failedAt === undefined; index += 1) {
      const host = hosts[order.taken[index] as number] as HostCell
      const guest = now[index] as GuestCell
      const key = ids.indexOf(host.id) * ids.length + ids.indexOf(guest.id)
      const answer = known[key]
      if (answer === false) failedAt = index
      else if (answer === true) {
        remembered = true
        if (guest.id === host.id) continue
        changed = true
        now[index] = { ...guest, id: host.id }
      } else {
        const attempt = tryOn(guest, index, host)
        if (attempt.kind === 'raises') return attempt
        now[index] = attempt.guest
        known[key] = attempt.kind === 'fits'
        if (attempt.kind === 'fails') failedAt = index
        changed ||= attempt.kind === 'fits' || attempt.guest.id !== guest.id
      }
    }
    if (failedAt === undefined) return { kind: 'found', cells: now, remembered }
    if (!advance(order, changed ? guests.length - 1 : failedAt)) return { kind: 'none', cells: now }
  }
}

/** Fewer host cells than guest cells fit any guest cell, whatever page size it comes with; and none raises. */
function tooFewHosts(hosts: readonly HostCell[], guests: readonly GuestCell[], tryOn: Try): boolean {
  const sizes = [...new Set(hosts.flatMap(({ mempages }) => mempages.map(({ size }) => size)))]
  const shapes = guests.map((guest) =>
    typeof guest.pageSize === 'string'
      ? [guest, ...sizes.map((size) => ({ ...guest, pageSize: size }))]
      : [guest],
  )
  const answers = hosts.map((host) =>
    shapes.flatMap((shape, index) => shape.map((guest) => tryOn(guest, index, host).kind)),
  )
  if (answers.some((kinds) => kinds.includes('raises'))) return false
  return answers.filter((kinds) => kinds.includes('fits')).length < guests.length
}

/** Each id once that a host cell has or a guest cell may have. */
function idsOf(hosts: readonly HostCell[], guests: readonly GuestCell[]): readonly number[] {
  const ids: number[] = []
  for (const { id } of hosts) if (!ids.includes(id)) ids.push(id)
  for (const { id } of guests) if (!ids.includes(id)) ids.push(id)
  return ids
}

/** A permutation of `taken.length` out of so many, as itertools.permutations walks them. */
interface Order {
  readonly taken: number[]
  readonly of: number
}

function firstOrder(of: number, length: number): Order {
  const taken: number[] = []
  for (let index = 0; index < length; index += 1) taken.push(index)
  return { taken, of }
}

/** On to the first later permutation that differs at `index` or before; false when there is none. */
function advance({ taken, of }: Order, index: number): boolean {
  for (let at = index; at >= 0; at -= 1) {
    const next = nextFree(taken, at, (taken[at] as number) + 1)
    if (next >= of) continue
    taken[at] = next
    for (let after = at + 1; after < taken.length; after += 1) taken[after] = nextFree(taken, after, 0)
    return true
  }
  return false
}

/** The first from `from` on that none of the places before has. */
function nextFree(taken: readonly number[], before: number, from: number): number {
  let next = from
  for (let at = 0; at < before; ) {
    if (taken[at] === next) {
      next += 1
      at = 0
    } else at += 1
  }
  return next
}
