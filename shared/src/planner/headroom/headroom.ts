import { freePages, smallestSize } from '../../accounting/pages.ts'
import { groupBy, Overlay } from '../../collections.ts'
import type { Flavor, ImageProps } from '../../model/flavor.ts'
import type { Host } from '../../model/host.ts'
import { defaultAttempts } from '../../placement/choose.ts'
import { ramRoom, vcpusRoom } from '../../placement/filters/room.ts'
import type { HostState } from '../../placement/host-state.ts'
import { enabledFilters, judge } from '../../placement/judge.ts'
import { placementRequest } from '../../placement/request.ts'
import type { Verdict } from '../../placement/verdict.ts'
import { stopGuest } from '../../reality/change.ts'
import type { Reality } from '../../reality/reality.ts'
import { type Cloud, cloudOf, realityOf } from '../cloud.ts'
import { stateOf } from '../nova-book.ts'
import { type Chain, chainOn, type Filled, type Spot } from './chain.ts'
import { fill, type Scheduler } from './fill.ts'
import type { FlavorHeadroom, HeadroomByPlace, LeftOver, Room, RoomAt } from './room.ts'
import { freePagesOf, type Start, startsOn } from './starts.ts'

/** How far a long answer is. */
export interface Progress {
  readonly done: number
  readonly of: number
}

/** A long answer: whoever runs it may stop between any two reports of progress. */
export type Long<Answer> = Generator<Progress, Answer, void>

/** The answer, without a stop. */
export function finished<Answer>(long: Long<Answer>): Answer {
  for (;;) {
    const step = long.next()
    if (step.done) return step.value
  }
}

/**
 * How many more of each flavor find room, each asked alone: as many as booting it again and again would run until Nova finds
 * no valid host (`replay`). A host takes so many whatever the others do; only where hosts send guests back does the order in
 * which Nova fills them count.
 */
export function* headroom(
  cloud: Cloud,
  flavors: readonly Flavor[],
  image: ImageProps = {},
): Long<readonly FlavorHeadroom[]> {
  const now = fillable(cloud)
  const empty = fillable(emptied(cloud))
  const found: FlavorHeadroom[] = []
  for (const flavor of flavors) {
    found.push(ofFlavor(cloud, now, empty, flavor, image))
    yield { done: found.length, of: flavors.length }
  }
  return found
}

/** All hosts of a cloud, and those of them that are alike as one. */
interface Fillable {
  readonly cloud: Cloud
  readonly spots: readonly { readonly spot: Spot; readonly kind: number }[]
  /** One of each kind. */
  readonly kinds: readonly Spot[]
  readonly start: Start
}

function fillable(cloud: Cloud): Fillable {
  const rules = new Map<object, number>()
  const numberOf = (one: object): number => {
    const number = rules.get(one) ?? rules.size
    rules.set(one, number)
    return number
  }
  const names = enabledFilters(cloud.snapshot.settings.enabledFilters, cloud.release.rules)
  const kinds: Spot[] = []
  const known = new Map<string, number>()
  const spots = [...cloud.hosts.values()].map((host) => {
    const spot = spotOf(cloud, host)
    const alike = kindOf(spot, host, names, numberOf)
    const kind = known.get(alike) ?? kinds.push(spot) - 1
    known.set(alike, kind)
    return { spot, kind }
  })
  return { cloud, spots, kinds, start: startsOn(cloud) }
}

function spotOf(cloud: Cloud, { id }: Host): Spot {
  const reality = realityOf(cloud, id)
  return { host: id, state: stateOf(cloud, id), pages: reality && freePagesOf(reality) }
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

function filledWith(
  { cloud, spots, kinds, start }: Fillable,
  flavor: Flavor,
  image: ImageProps,
): readonly Filled[] {
  const request = placementRequest(flavor, image, cloud.release.rules)
  const names = enabledFilters(cloud.snapshot.settings.enabledFilters, cloud.release.rules)
  const chains = kinds.map((spot) => chainOn(spot, { request, names, start }))
  return spots.map(({ spot, kind }) => ({ spot, chain: chains[kind] as Chain }))
}

const schedulerOf = ({ snapshot, release }: Cloud, flavor: Flavor, image: ImageProps): Scheduler => ({
  rules: release.rules,
  attempts: snapshot.settings.maxAttempts ?? defaultAttempts,
  request: placementRequest(flavor, image, release.rules),
})

function ofFlavor(
  cloud: Cloud,
  now: Fillable,
  empty: Fillable,
  flavor: Flavor,
  image: ImageProps,
): FlavorHeadroom {
  const scheduler = schedulerOf(cloud, flavor, image)
  const filled = filledWith(now, flavor, image)
  const chains = filled.map(({ chain }) => chain)
  const ends = groupBy(chains, ({ end }) => (end.kind === 'refused' || end.kind === 'raises' ? end.by : ''))
  ends.delete('')
  return {
    flavor: flavor.name,
    now: fill(filled, scheduler),
    host: byHosts(chains),
    empty: fill(filledWith(empty, flavor, image), scheduler),
    ends: [...ends]
      .map(([by, all]) => ({ by, hosts: all.length }))
      .sort((one, other) => other.hosts - one.hosts),
    unjudged: chains.filter(({ end }) => end.kind === 'unknown').length,
  }
}

/** The same of these hosts alone, as their books stand. */
export function roomOn(cloud: Cloud, spots: readonly Spot[], start: Start, flavor: Flavor): Room {
  const scheduler = schedulerOf(cloud, flavor, {})
  const names = enabledFilters(cloud.snapshot.settings.enabledFilters, cloud.release.rules)
  const ask = { request: scheduler.request, names, start }
  return fill(
    spots.map((spot) => ({ spot, chain: chainOn(spot, ask) })),
    scheduler,
  )
}

/** Undefined where pages limit it on no host. */
function byHosts(chains: readonly Chain[]): FlavorHeadroom['host'] {
  const counts = chains.flatMap(({ byHost }) => byHost ?? [])
  if (counts.length === 0) return undefined
  const count = counts.reduce((all, one) => all + one.count, 0)
  return { count, atLeast: counts.some((one) => one.atLeast) }
}

function byZone(
  cloud: Cloud,
  filled: readonly Filled[],
  roomOf: (some: readonly Filled[]) => Room,
): readonly RoomAt<string | undefined>[] {
  const { aggregates, settings } = cloud.snapshot
  const zoned = new Map(
    aggregates.flatMap(({ zone, hosts }) => (zone === undefined ? [] : hosts.map((host) => [host, zone]))),
  )
  const zones = groupBy(filled, ({ spot }) => {
    const { host, state } = spot
    return zoned.get(host) ?? state.zone ?? settings.defaultZone
  })
  return [...zones].map(([where, all]) => ({ where, room: roomOf(all) }))
}

/** Where the room for one flavor is: in each zone, aggregate and host, asked alone. */
export function headroomByPlace(cloud: Cloud, flavor: Flavor, image: ImageProps = {}): HeadroomByPlace {
  const scheduler = schedulerOf(cloud, flavor, image)
  const names = enabledFilters(cloud.snapshot.settings.enabledFilters, cloud.release.rules)
  const filled = filledWith(fillable(cloud), flavor, image)
  const roomOf = (some: readonly Filled[]): Room => fill(some, scheduler)
  return {
    flavor: flavor.name,
    zones: byZone(cloud, filled, roomOf),
    aggregates: cloud.snapshot.aggregates.map(({ name, hosts }) => {
      const members = new Set(hosts)
      return { where: name, room: roomOf(filled.filter(({ spot }) => members.has(spot.host))) }
    }),
    hosts: filled.map((one) => ({
      where: one.spot.host,
      room: roomOf([one]),
      stop: stopOf(judge(one.chain.last, scheduler.request, names)),
      left: leftOn(one.chain.last),
    })),
  }
}

const stopOf = (verdict: Verdict) => (verdict.outcome === 'rejected' ? verdict.objections[0] : undefined)

const leftOn = (state: HostState): LeftOver => ({
  memory: ramRoom(state)?.free,
  vcpus: vcpusRoom(state)?.free,
  pages: (typeof state.cells === 'string' ? [] : state.cells).flatMap(({ id: cell, mempages }) => {
    const smallest = smallestSize(mempages)
    return mempages
      .filter(({ size }) => size !== smallest)
      .map((pool) => ({ cell, size: pool.size, free: freePages(pool, state.rules) }))
  }),
})

/** The same cloud with no guest on it, and none on the way. */
export function emptied(cloud: Cloud): Cloud {
  const hosts = [...cloud.hosts.values()].map(
    (host): Host => ({
      ...host,
      nova: host.nova && { ...host.nova, usage: 'from guests' },
    }),
  )
  const { snapshot } = cloud
  const placement = snapshot.placement && {
    ...snapshot.placement,
    allocations: snapshot.placement.allocations && [],
    providers: snapshot.placement.providers.map((one) => ({ ...one, usages: one.usages && {} })),
  }
  const nobody = { ...snapshot, hosts, guests: [], migrations: [], placement }
  const bare = cloudOf(nobody, cloud.release)
  const realities = hosts.flatMap(({ id }) => {
    const reality = realityOf(cloud, id)
    return reality ? [[id, withoutGuests(reality)] as const] : []
  })
  return { ...bare, realities: Overlay.over(new Map(realities)) }
}

function withoutGuests(reality: Reality): Reality {
  const guests = new Set(
    reality.nodes.flatMap(({ pools }) =>
      pools.flatMap(({ holders }) => holders.flatMap((one) => (one.kind === 'guest' ? [one.guest] : []))),
    ),
  )
  return [...guests].reduce(stopGuest, reality)
}
