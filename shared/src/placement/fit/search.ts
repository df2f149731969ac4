import type { GuestCell, HostCell } from '../../model/cell.ts'
import type { Attempt } from './attempt.ts'
import { matching } from './matching.ts'

/** Tries one guest cell, by its place in the guest, on a host cell. */
export type Try = (guest: GuestCell, index: number, host: HostCell) => Attempt

export type Found =
  | {
      readonly kind: 'found'
      readonly cells: readonly GuestCell[]
      /** Some guest cell was placed by an answer of the fit cache. */
      readonly remembered: boolean
    }
  /** Guest cells as the search leaves them. */
  | { readonly kind: 'none'; readonly cells: readonly GuestCell[] }
  | { readonly kind: 'raises'; readonly exception: string; readonly detail: string }

/** Whether host cells that hold every guest cell will do: they have the devices. In any order the answer is the same. */
export type Accepts = (taken: readonly HostCell[]) => boolean

/** The first host cell that a guest of one cell fits: no answer can be asked for twice. */
export function firstHost(
  hosts: readonly HostCell[],
  guest: GuestCell,
  tryOn: Try,
  accepts: Accepts | undefined,
): Found {
  let now = guest
  for (const host of hosts) {
    const attempt = tryOn(now, 0, host)
    if (attempt.kind === 'raises') return attempt
    now = attempt.guest
    if (attempt.kind === 'fits' && (accepts?.([host]) ?? true)) {
      return { kind: 'found', cells: [now], remembered: false }
    }
  }
  return { kind: 'none', cells: [now] }
}

/**
 * nova/virt/hardware.py: numa_fit_instance_to_host, up to Yoga: the first permutation of host cells in which every
 * guest cell fits. Nova walks all permutations; this walks prefixes and turns back early, with the same answer.
 *
 * Why it is the same. Whether a pair of cells fits depends on nothing but the pair and on what earlier attempts left in
 * the guest cell: the page size that `small`, `large` or `any` became and, up to Liberty, the threads it was given.
 * Both are set once and then stay: from then on the guest cell is settled, and an attempt tells nothing new. So a prefix
 * that failed fails again, and below a prefix nothing can happen that matters unless the guest cells still to place can
 * all have host cells of their own, up to one whose attempt would be news.
 */
export function firstPermutation(
  hosts: readonly HostCell[],
  guests: readonly GuestCell[],
  isSettled: (guest: GuestCell) => boolean,
  tryOn: Try,
  accepts: Accepts | undefined,
): Found {
  const now = [...guests]
  const acceptable = accepts && acceptableSets(hosts, guests.length, accepts)
  /** Answers by guest cell and host cell, as far as the guest cell's present state has met them. */
  const known: (Attempt['kind'] | undefined)[][] = guests.map(() => [])
  const chosen: number[] = []
  /** Nova has walked this far again since: the last attempt was made by a settled guest cell. */
  const walkedAgain: boolean[] = guests.map(() => false)
  let turnedBack = false

  const guestAt = (index: number) => now[index] as GuestCell
  const knownAt = (index: number) => known[index] as (Attempt['kind'] | undefined)[]

  function attemptOn(index: number, host: number): Attempt {
    const before = guestAt(index)
    const attempt = tryOn(before, index, hosts[host] as HostCell)
    now[index] = attempt.guest
    if (!isSettled(before) && isSettled(attempt.guest)) known[index] = []
    else knownAt(index)[host] = attempt.kind
    return attempt
  }

  /** The answer of a settled guest cell, without placing it. */
  function answer(index: number, host: number): Attempt['kind'] {
    const answers = knownAt(index)
    answers[host] ??= tryOn(guestAt(index), index, hosts[host] as HostCell).kind
    return answers[host]
  }

  /** An attempt of this pair may settle the guest cell, or raise. */
  const wouldBeNews = (index: number, host: number): boolean =>
    isSettled(guestAt(index)) ? answer(index, host) === 'raises' : knownAt(index)[host] === undefined

  /** Whether anything that matters can happen below the prefix chosen. */
  function isWorthwhile(): boolean {
    const unused = hosts.map((_, host) => host).filter((host) => !chosen.includes(host))
    const { give, free } = matching(unused, (index, host) => answer(index, host) === 'fits')
    for (let index = chosen.length; index < guests.length; index += 1) {
      if (unused.some((host) => wouldBeNews(index, host) && free(host))) return true
      if (!isSettled(guestAt(index)) || !give(index)) return false
    }
    return acceptable?.some(canBeTaken) ?? true
  }

  /** Whether the guest cells still to place fit what the prefix leaves of these host cells. */
  function canBeTaken(set: readonly number[]): boolean {
    if (!chosen.every((host) => set.includes(host))) return false
    const unused = set.filter((host) => !chosen.includes(host))
    const { give } = matching(unused, (index, host) => answer(index, host) === 'fits')
    return unused.every((_, at) => give(chosen.length + at))
  }

  function place(index: number): Found | undefined {
    if (index === guests.length) {
      if (isAcceptable(chosen)) return { kind: 'found', cells: lastAttempts(), remembered: false }
      turnedBack = true
      return undefined
    }
    for (let host = 0; host < hosts.length; host += 1) {
      if (chosen.includes(host)) continue
      const attempt = attemptOn(index, host)
      if (attempt.kind === 'raises') return attempt
      if (attempt.kind === 'fits') {
        chosen.push(host)
        walkedAgain[index] = false
        const found = turnedBack && !isWorthwhile() ? undefined : place(index + 1)
        if (found) return found
        chosen.pop()
      }
      walkedAgain.fill(true, 0, index)
    }
    turnedBack = true
    return undefined
  }

  const isAcceptable = (taken: readonly number[]): boolean =>
    acceptable?.some((set) => taken.every((host) => set.includes(host))) ?? true

  const lastAttempts = (): readonly GuestCell[] =>
    now.map((guest, index) =>
      walkedAgain[index] ? tryOn(guest, index, hosts[chosen[index] as number] as HostCell).guest : guest,
    )

  return place(0) ?? { kind: 'none', cells: now }
}

/** So many host cells, by their places, that will do together. */
export function acceptableSets(
  hosts: readonly HostCell[],
  size: number,
  accepts: Accepts,
): readonly (readonly number[])[] {
  const sets: (readonly number[])[] = []
  const choose = (taken: readonly number[], from: number): void => {
    if (taken.length === size) {
      if (accepts(taken.map((host) => hosts[host] as HostCell))) sets.push(taken)
      return
    }
    for (let host = from; host < hosts.length; host += 1) choose([...taken, host], host + 1)
  }
  choose([], 0)
  return sets
}
