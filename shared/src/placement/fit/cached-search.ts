import type { GuestCell, HostCell } from '../../model/cell.ts'
import type { PageSize } from '../../units.ts'
import type { Attempt } from './attempt.ts'
import { type Accepts, acceptableSets, type Found, type Try } from './search.ts'

/** Whether two guest cells, by their places in the guest, ask the same of any host cell. */
type Alike = (one: number, other: number) => boolean

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
  isAlike: Alike,
  tryOn: Try,
  accepts: Accepts | undefined,
): Found {
  const now = guests.slice()
  /** By both ids. */
  const known: (Attempt['kind'] | undefined)[] = []
  const ids = 1 + Math.max(greatestId(hosts), greatestId(guests))
  const order = firstOrder(hosts.length, guests.length)
  for (let walked = 0; ; walked += 1) {
    if (walked === hosts.length && isHopeless(hosts, guests, isAlike, tryOn, accepts)) {
      return { kind: 'none', cells: now }
    }
    /** The same prefix would be walked otherwise the next time. */
    let changed = false
    let remembered = false
    let failedAt: number | undefined
    for (let index = 0; index < guests.length && failedAt === undefined; index += 1) {
      const host = hosts[order.taken[index] as number] as HostCell
      const guest = now[index] as GuestCell
      const pair = host.id * ids + guest.id
      const answer = known[pair]
      if (answer === 'fails') failedAt = index
      else if (answer === 'fits') {
        remembered = true
        if (guest.id === host.id) continue
        changed = true
        now[index] = { ...guest, id: host.id }
      } else {
        const attempt = tryOn(guest, index, host)
        if (attempt.kind === 'raises') return attempt
        known[pair] = attempt.kind
        now[index] = attempt.guest
        if (attempt.kind === 'fails') failedAt = index
        changed ||= attempt.kind === 'fits' || attempt.guest.id !== guest.id
      }
    }
    if (failedAt === undefined) {
      if (accepts?.(order.taken.map((host) => hosts[host] as HostCell)) ?? true) {
        return { kind: 'found', cells: now, remembered }
      }
      failedAt = guests.length - 1
    }
    if (!advance(order, changed ? guests.length - 1 : failedAt)) return { kind: 'none', cells: now }
  }
}

/**
 * Fewer host cells than guest cells fit any guest cell, whatever page size it comes with, or no host cells have the
 * devices; and none raises.
 */
function isHopeless(
  hosts: readonly HostCell[],
  guests: readonly GuestCell[],
  isAlike: Alike,
  tryOn: Try,
  accepts: Accepts | undefined,
): boolean {
  const lacksDevices = accepts !== undefined && acceptableSets(hosts, guests.length, accepts).length === 0
  const shapes = shapesOf(hosts, guests, isAlike)
  let suitable = 0
  for (const host of hosts) {
    let suits = false
    for (const { guest, index } of shapes) {
      const { kind } = tryOn(guest, index, host)
      if (kind === 'raises') return false
      suits ||= kind === 'fits'
    }
    if (suits) suitable += 1
    if (suitable === guests.length && !lacksDevices) return false
  }
  return true
}

interface Shape {
  readonly guest: GuestCell
  readonly index: number
}

/** Every guest cell that may come to a host cell, each kind once. */
function shapesOf(
  hosts: readonly HostCell[],
  guests: readonly GuestCell[],
  isAlike: Alike,
): readonly Shape[] {
  const shapes: Shape[] = []
  let sizes: readonly PageSize[] | undefined
  for (let index = 0; index < guests.length; index += 1) {
    const guest = guests[index] as GuestCell
    if (shapes.some((shape) => isAlike(shape.index, index))) continue
    shapes.push({ guest, index })
    if (typeof guest.pageSize !== 'string') continue
    sizes ??= [...new Set(hosts.flatMap(({ mempages }) => mempages.map(({ size }) => size)))]
    for (const pageSize of sizes) shapes.push({ guest: { ...guest, pageSize }, index })
  }
  return shapes
}

function greatestId(cells: readonly (HostCell | GuestCell)[]): number {
  let greatest = 0
  for (const { id } of cells) if (id > greatest) greatest = id
  return greatest
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
