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
  const now = [...guests]
  const fits = new Set<number>()
  const fitsNot = new Set<number>()
  const pair = pairs(hosts, guests)

  const order = firstOrder(hosts.length, guests.length)
  /** Permutations that may fail before it is asked whether any can do; asking costs about as much. */
  const patience = hosts.length * guests.length
  for (let walked = 0; ; walked += 1) {
    if (walked === patience && tooFewHosts(hosts, guests, tryOn)) return { kind: 'none', cells: now }
    let changed = false
    let failedAt: number | undefined
    for (let index = 0; index < guests.length; index += 1) {
      const host = hosts[order.taken[index] as number] as HostCell
      const guest = now[index] as GuestCell
      const key = pair(host, guest)
      if (fitsNot.has(key)) {
        failedAt = index
        break
      }
      if (fits.has(key)) {
        changed ||= guest.id !== host.id
        now[index] = { ...guest, id: host.id }
        continue
      }
      changed = true
      const attempt = tryOn(guest, index, host)
      if (attempt.kind === 'raises') return attempt
      now[index] = attempt.guest
      if (attempt.kind === 'fails') {
        fitsNot.add(key)
        failedAt = index
        break
      }
      fits.add(key)
    }
    if (failedAt === undefined) return { kind: 'found', cells: now }
    const isOver = changed ? !advance(order, guests.length - 1) : !advance(order, failedAt)
    if (isOver) return { kind: 'none', cells: now }
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

/** A number for each pair of a host cell's id and an id a guest cell may have. */
function pairs(hosts: readonly HostCell[], guests: readonly GuestCell[]) {
  const ids = new Map<number, number>()
  for (const { id } of [...hosts, ...guests]) if (!ids.has(id)) ids.set(id, ids.size)
  return (host: HostCell, guest: GuestCell) =>
    (ids.get(host.id) as number) * ids.size + (ids.get(guest.id) as number)
}

/** A permutation of `taken.length` out of so many, as itertools.permutations walks them. */
interface Order {
  readonly taken: number[]
  readonly of: number
}

const firstOrder = (of: number, length: number): Order => ({
  taken: Array.from({ length }, (_, index) => index),
  of,
})

/** On to the first later permutation that differs at `index` or before; false when there is none. */
function advance({ taken, of }: Order, index: number): boolean {
  for (let at = index; at >= 0; at -= 1) {
    const used = new Set(taken.slice(0, at))
    let next = (taken[at] as number) + 1
    while (next < of && used.has(next)) next += 1
    if (next >= of) continue
    taken[at] = next
    used.add(next)
    let free = 0
    for (let after = at + 1; after < taken.length; after += 1) {
      while (used.has(free)) free += 1
      taken[after] = free
      used.add(free)
    }
    return true
  }
  return false
}
