import type { Rules } from '../../releases/rules.ts'
import { leastOf } from '../filters/aggregates.ts'
import type { HostState } from '../host-state.ts'
import type { PlacementRequest } from '../request.ts'
import { type Weigher, weighers } from './weighers.ts'

/** Hosts in the order Nova takes them, and how many of the first weigh the same. */
export interface Weighed {
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
export function weigh(hosts: readonly HostState[], request?: PlacementRequest): Weighed {
  const [first] = hosts
  if (!first) return { order: [], tied: 0, weighers: 0 }
  const { weights, weighers } = weightsOf(hosts, request)
  const weighed = hosts.map((host, row) => ({ host, weight: weights[row] as number }))
  weighed.sort((a, b) => b.weight - a.weight)
  const [best] = weighed
  return {
    order: weighed.map(({ host }) => host),
    tied: weighed.filter(({ weight }) => weight === best?.weight).length,
    weighers,
  }
}

/** What each of these hosts weighs among them, by as many weighers as had something to weigh. */
export function weightsOf(
  hosts: readonly HostState[],
  request?: PlacementRequest,
): { readonly weights: readonly number[]; readonly weighers: number } {
  const columns = (hosts[0]?.rules.weighers ?? []).flatMap((name) => {
    const weights = column(hosts, weighers[name], request)
    return weights ? [weights] : []
  })
  const weights = hosts.map((_, row) => columns.reduce((sum, weights) => sum + (weights[row] ?? 0), 0))
  return { weights, weighers: columns.length }
}

/** What one weigher gives each host; undefined where it was not read of all of them. */
function column(
  hosts: readonly HostState[],
  weigher: Weigher,
  request: PlacementRequest | undefined,
): readonly number[] | undefined {
  const weights: number[] = []
  for (const host of hosts) {
    const weight = weigher.of(host, request)
    if (weight === undefined) return undefined
    weights.push(weight)
  }
  const [{ rules }] = hosts as readonly [HostState]
  return normalized(weights, weigher.floor, rules).map(
    (weight, row) => weight * multiplierOf(weigher, hosts[row] as HostState),
  )
}

/** nova/scheduler/utils.py: get_weight_multiplier. The option of failed builds counts below zero, whoever sets it. */
function multiplierOf({ option, multiplier }: Weigher, host: HostState): number {
  const sign = option === 'build_failure_weight_multiplier' ? -1 : 1
  const set = host.settings.weightMultipliers?.[option]
  const own = set === undefined ? multiplier : sign * set
  if (host.rules.aggregateMultipliers === 'not read') return own
  if (!host.aggregates.some(({ metadata }) => option in metadata)) return own
  return sign * leastOf(host, option, sign * own)
}

/** Between 0 and 1; the lower end is the weigher's floor, or what weighs least. */
function normalized(weights: readonly number[], floor: Weigher['floor'], rules: Rules): readonly number[] {
  const isCut = floor !== undefined && rules.weightFloor === 'zero'
  const kept = isCut ? weights.map((weight) => Math.max(weight, floor)) : weights
  const least = kept.reduce((least, weight) => Math.min(least, weight), floor ?? Number.POSITIVE_INFINITY)
  const most = kept.reduce((most, weight) => Math.max(most, weight), Number.NEGATIVE_INFINITY)
  return kept.map((weight) => (most === least ? 0 : (weight - least) / (most - least)))
}
