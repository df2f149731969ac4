import { leastOf } from '../filters/aggregates.ts'
import type { HostState } from '../host-state.ts'
import type { PlacementRequest } from '../request.ts'
import { type Weigher, weighers } from './weighers.ts'

/** Hosts in the order Nova takes them, and how many of the first weigh the same. */
export interface Weighed {
  /** All that tie for the first place, and at least as many as were asked for. */
  readonly order: readonly HostState[]
  readonly tied: number
  /** How many weighers had something to weigh. */
  readonly weighers: number
}

/**
 * Heaviest first, of which Nova takes the first; those that tie in the order given (nova/weights.py). A weigher of what was
 * not read of every host is left out. From Kilo to Ussuri a scheduler also remembers the extremes of requests before,
 * which is not known here.
 */
export function weigh(
  hosts: readonly HostState[],
  request?: PlacementRequest,
  atLeast: number = hosts.length,
): Weighed {
  const [first] = hosts
  if (!first) return { order: [], tied: 0, weighers: 0 }
  const { weights, weighers } = weightsOf(hosts, request)
  const most = greatest(weights)
  const tied = weights.reduce((count, weight) => (weight === most ? count + 1 : count), 0)
  const rows = heaviest(weights, Math.max(tied, atLeast))
  return { order: rows.map((row) => hosts[row] as HostState), tied, weighers }
}

/** What each of these hosts weighs among them, by as many weighers as had something to weigh. */
export function weightsOf(
  hosts: readonly HostState[],
  request?: PlacementRequest,
): { readonly weights: readonly number[]; readonly weighers: number } {
  const weights = new Array<number>(hosts.length).fill(0)
  const names = hosts[0]?.rules.weighers ?? []
  const read = names.filter((name) => addTo(weights, hosts, weighers[name], request))
  return { weights, weighers: read.length }
}

/** Rows of so many of the heaviest, those that weigh the same as they come. */
export function heaviest(weights: readonly number[], count: number): readonly number[] {
  const isBefore = (row: number, other: number) => (weights[row] as number) > (weights[other] as number)
  if (count > few) {
    return [...weights.keys()].sort((a, b) => (weights[b] as number) - (weights[a] as number)).slice(0, count)
  }
  const rows: number[] = []
  for (let row = 0; row < weights.length; row += 1) {
    if (rows.length === count && !isBefore(row, rows[count - 1] as number)) continue
    let at = rows.length
    while (at > 0 && isBefore(row, rows[at - 1] as number)) at -= 1
    rows.splice(at, 0, row)
    if (rows.length > count) rows.pop()
  }
  return rows
}

/** More of them are sorted sooner than picked one by one. */
const few = 16

/**
 * Adds what one weigher gives each host, between 0 for its floor, or for what weighs least, and its multiplier. False,
 * and nothing added, where it was not read of all of them.
 */
function addTo(
  sums: number[],
  hosts: readonly HostState[],
  weigher: Weigher,
  request: PlacementRequest | undefined,
): boolean {
  const weights: number[] = []
  for (const host of hosts) {
    const weight = rawWeight(weigher, host, request)
    if (weight === undefined) return false
    weights.push(weight)
  }
  const lowest = weigher.floor ?? Number.POSITIVE_INFINITY
  const least = weights.reduce((least, one) => Math.min(least, one), lowest)
  const most = greatest(weights)
  if (most === least) return true
  for (const [row, host] of hosts.entries()) {
    const share = ((weights[row] as number) - least) / (most - least)
    sums[row] = (sums[row] as number) + share * multiplierOf(weigher, host)
  }
  return true
}

const greatest = (all: readonly number[]): number =>
  all.reduce((most, one) => Math.max(most, one), Number.NEGATIVE_INFINITY)

/** What the weigher sees of a host, before it is compared with others; undefined where it was not read. */
export function rawWeight(
  { of, floor }: Weigher,
  host: HostState,
  request: PlacementRequest | undefined,
): number | undefined {
  const weight = of(host, request)
  const isCut = floor !== undefined && host.rules.weightFloor === 'zero'
  return weight !== undefined && isCut ? Math.max(weight, floor) : weight
}

/** nova/scheduler/utils.py: get_weight_multiplier. The option of failed builds counts below zero, whoever sets it. */
export function multiplierOf({ option, multiplier }: Weigher, host: HostState): number {
  const sign = option === 'build_failure_weight_multiplier' ? -1 : 1
  const set = host.settings.weightMultipliers?.[option]
  const own = set === undefined ? multiplier : sign * set
  if (host.rules.aggregateMultipliers === 'not read') return own
  if (!host.aggregates.some(({ metadata }) => option in metadata)) return own
  return sign * leastOf(host, option, sign * own)
}
