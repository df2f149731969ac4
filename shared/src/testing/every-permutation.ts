import type { GuestCell, GuestTopology, HostCell } from '../model/cell.ts'
import { attempt } from '../placement/fit/attempt.ts'
import type { Limits } from '../placement/fit/limits.ts'
import { inOrder } from '../placement/fit/order.ts'
import { emulatorReserve } from '../placement/fit/pins.ts'
import type { Rules } from '../releases/rules.ts'

/**
 * What fitToHost answers, found as Nova finds it: one permutation of host cells after another, cell by cell, with the
 * caches of Zed and later. Its time grows with the factorial of the cells. Cells, 'none', or the exception.
 */
export function everyPermutation(
  cells: readonly HostCell[],
  topology: GuestTopology,
  limits: Limits | undefined,
  rules: Rules,
  packing?: boolean,
): readonly GuestCell[] | string {
  const guests = [...topology.cells]
  const fits = new Set<string>()
  const fitsNot = new Set<string>()
  const cached = rules.fitCache === 'by cell ids'

  for (const hosts of permutations(inOrder(cells, guests, rules, packing), guests.length)) {
    let placed = 0
    for (const [index, host] of hosts.entries()) {
      const guest = guests[index] as GuestCell
      const pair = `${host.id} ${guest.id}`
      if (cached && fitsNot.has(pair)) break
      if (cached && fits.has(pair)) {
        guests[index] = { ...guest, id: host.id }
        placed += 1
        continue
      }
      const reserve = emulatorReserve(topology.emulatorThreadsPolicy, index, rules)
      const tried = attempt(guest, { host, reserve, limits, rules })
      if (tried.kind === 'raises') return tried.exception
      guests[index] = tried.guest
      ;(tried.kind === 'fits' ? fits : fitsNot).add(pair)
      if (tried.kind === 'fails') break
      placed += 1
    }
    if (placed === guests.length) return guests
  }
  return 'none'
}

/** In the order of itertools.permutations. */
function* permutations<T>(all: readonly T[], length: number): Generator<readonly T[]> {
  if (length === 0) {
    yield []
    return
  }
  for (const [index, one] of all.entries()) {
    const others = [...all.slice(0, index), ...all.slice(index + 1)]
    for (const rest of permutations(others, length - 1)) yield [one, ...rest]
  }
}
