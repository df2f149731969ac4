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
import { type Chain, chainOn, type Spot } from './chain.ts'
import { fill, type Scheduler } from './fill.ts'
import type { FlavorHeadroom, HeadroomByPlace, LeftOver, Room, RoomAt } from './room.ts'
import { type Start, startsOn } from './starts.ts'

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
  readonly spots: readonly { readonly spot: Spot; readonly kind: string }[]
  readonly start: Start
}

function fillable(cloud: Cloud): Fillable {
  const rules = new Map<object, number>()
  const numberOf = (one: object): number => {
    const number = rules.get(one) ?? rules.size
    rules.set(one, number)
    return number
  }
  const spots = [...cloud.hosts.values()].map((host) => {
    const spot = spotOf(cloud, host)
    return { spot, kind: kindOf(spot, host, numberOf) }
  })
  return { cloud, spots, start: startsOn(cloud) }
}

const spotOf = (cloud: Cloud, { id }: Host): Spot => ({
  host: id,
  state: stateOf(cloud, id),
  reality: realityOf(cloud, id),
})

/** All that makes two hosts take the same guests. */
function kindOf({ state, reality }: Spot, { config, release }: Host, numberOf: (one: object) => number) {
  const { id: _, rules, compute, settings: __, guests, aggregates, ...others } = state
  return JSON.stringify([
    others,
    config,
    release,
    [rules, compute, ...aggregates].map(numberOf),
    guests?.length,
    reality && { ...reality, host: undefined },
  ])
}

function chainsOf({ cloud, spots, start }: Fillable, flavor: Flavor, image: ImageProps): readonly Chain[] {
  const request = placementRequest(flavor, image, cloud.release.rules)
  const names = enabledFilters(cloud.snapshot.settings.enabledFilters, cloud.release.rules)
  const known = new Map<string, Chain>()
  return spots.map(({ spot, kind }) => {
    const chain = known.get(kind) ?? chainOn(spot, { request, names, start })
    known.set(kind, chain)
    return { ...chain, spot }
  })
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
  const chains = chainsOf(now, flavor, image)
  const ends = groupBy(chains, ({ end }) => (end.kind === 'refused' || end.kind === 'raises' ? end.by : ''))
  ends.delete('')
  return {
    flavor: flavor.name,
    now: fill(chains, scheduler),
    host: byHosts(chains),
    empty: fill(chainsOf(empty, flavor, image), scheduler),
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
  const chains = spots.map((spot) => chainOn(spot, { request: scheduler.request, names, start }))
  return fill(chains, scheduler)
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
  chains: readonly Chain[],
  roomOf: (some: readonly Chain[]) => Room,
): readonly RoomAt<string | undefined>[] {
  const { aggregates, settings } = cloud.snapshot
  const zoned = new Map(
    aggregates.flatMap(({ zone, hosts }) => (zone === undefined ? [] : hosts.map((host) => [host, zone]))),
  )
  const zones = groupBy(chains, ({ spot }) => {
    const { host, state } = spot
    return zoned.get(host) ?? state.zone ?? settings.defaultZone
  })
  return [...zones].map(([where, all]) => ({ where, room: roomOf(all) }))
}

/** Where the room for one flavor is: in each zone, aggregate and host, asked alone. */
export function headroomByPlace(cloud: Cloud, flavor: Flavor, image: ImageProps = {}): HeadroomByPlace {
  const scheduler = schedulerOf(cloud, flavor, image)
  const names = enabledFilters(cloud.snapshot.settings.enabledFilters, cloud.release.rules)
  const chains = chainsOf(fillable(cloud), flavor, image)
  const roomOf = (some: readonly Chain[]): Room => fill(some, scheduler)
  return {
    flavor: flavor.name,
    zones: byZone(cloud, chains, roomOf),
    aggregates: cloud.snapshot.aggregates.map(({ name, hosts }) => {
      const members = new Set(hosts)
      return { where: name, room: roomOf(chains.filter(({ spot }) => members.has(spot.host))) }
    }),
    hosts: chains.map((chain) => ({
      where: chain.spot.host,
      room: roomOf([chain]),
      stop: stopOf(judge(chain.last, scheduler.request, names)),
      left: leftOn(chain.last),
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
