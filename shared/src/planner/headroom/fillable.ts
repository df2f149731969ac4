import type { Flavor, ImageProps } from '../../model/flavor.ts'
import type { Host } from '../../model/host.ts'
import type { HostState } from '../../placement/host-state.ts'
import { enabledFilters } from '../../placement/judge.ts'
import { placementRequest } from '../../placement/request.ts'
import type { Reality } from '../../reality/reality.ts'
import type { Cloud } from '../cloud.ts'
import { type Ask, type Chain, chainOn, countGuests, filledWith, type Spot } from './chain.ts'
import { spotOf } from './spot.ts'
import { type Start, startsOn } from './starts.ts'

/** All hosts of a cloud, and those of them that are alike as one. */
export interface Fillable {
  readonly cloud: Cloud
  readonly states: readonly HostState[]
  /** Of each host its kind. */
  readonly kinds: readonly number[]
  /** One host of each kind. */
  readonly examples: readonly Spot[]
  readonly start: Start
}

export function fillable(cloud: Cloud): Fillable {
  const names = enabledFilters(cloud.snapshot.settings.enabledFilters, cloud.release.rules)
  const numbers = new Map<object, number>()
  const numberOf = (one: object): number => {
    const number = numbers.get(one) ?? numbers.size
    numbers.set(one, number)
    return number
  }
  const states: HostState[] = []
  const examples: Spot[] = []
  const known = new Map<string, number>()
  const kinds = [...cloud.hosts.values()].map((host) => {
    const spot = spotFor(cloud, host, names)
    const alike = kindOf(spot, host, names, numberOf)
    const kind = known.get(alike) ?? examples.push(spot) - 1
    known.set(alike, kind)
    states.push(spot.state)
    return kind
  })
  return { cloud, states, kinds, examples, start: startsOn(cloud) }
}

/** For filters that do not count guests a list of them is a burden. */
function spotFor(cloud: Cloud, { id }: Host, names: readonly string[]): Spot {
  const spot = spotOf(cloud, id)
  return countGuests(names) ? spot : { ...spot, state: { ...spot.state, guests: undefined } }
}

/** Filters that may tell hosts apart by their names. */
const readsNames = new Set(['IsolatedHostsFilter', 'ComputeCapabilitiesFilter'])

/** All that makes two hosts take the same guests. */
function kindOf(
  { state, pages }: Spot,
  { config, release }: Host,
  names: readonly string[],
  numberOf: (one: object) => number,
): string {
  const { id, rules, compute, settings: __, guests, aggregates, ...others } = state
  return JSON.stringify([
    others,
    config,
    release,
    [rules, compute, ...aggregates].map(numberOf),
    guests?.length,
    names.some((name) => readsNames.has(name)) ? id : undefined,
    pages && seenOf(pages.reality),
  ])
}

/** Who holds pages that are not free is no matter, nor why something was not read. */
const seenOf = ({ host: _, nodes, gaps, ...others }: Reality) => ({
  ...others,
  nodes: nodes.map((node) => ({
    ...node,
    pools: node.pools.map(({ holders: _, ...pool }) => pool),
  })),
  gaps: gaps.map(({ what }) => what),
})

/** What each host is once it is full, in the order of the states. */
export function chainsOn(
  { cloud, kinds, examples, start }: Fillable,
  flavor: Flavor,
  image: ImageProps,
): readonly Chain[] {
  const ask = askOf({ cloud, start }, flavor, image)
  const chains = examples.map((spot) => chainOn(spot, ask))
  return kinds.map((kind) => chains[kind] as Chain)
}

/** Nova's book of each host once it is full by it. */
export function fullStates(
  { cloud, kinds, examples, start }: Fillable,
  chains: readonly Chain[],
  flavor: Flavor,
  image: ImageProps,
): readonly HostState[] {
  const ask = askOf({ cloud, start }, flavor, image)
  const full = examples.map((spot, kind) => filledWith(spot, ask, chains[kinds.indexOf(kind)]?.nova ?? 0))
  return kinds.map((kind) => full[kind] as HostState)
}

const askOf = (
  { cloud: { release, snapshot }, start }: Pick<Fillable, 'cloud' | 'start'>,
  flavor: Flavor,
  image: ImageProps,
): Ask => ({
  request: placementRequest(flavor, image, release.rules),
  names: enabledFilters(snapshot.settings.enabledFilters, release.rules),
  start,
})
