import { freePages, hugePools } from '../../accounting/pages.ts'
import { groupBy } from '../../collections.ts'
import type { Flavor, ImageProps } from '../../model/flavor.ts'
import { defaultAttempts } from '../../placement/choose.ts'
import { ramRoom, vcpusRoom } from '../../placement/filters/room.ts'
import type { HostState } from '../../placement/host-state.ts'
import { enabledFilters, judge } from '../../placement/judge.ts'
import { placementRequest } from '../../placement/request.ts'
import type { Verdict } from '../../placement/verdict.ts'
import type { Cloud } from '../cloud.ts'
import type { Long } from '../long.ts'
import { type Chain, chainOn, type Spot } from './chain.ts'
import { emptied } from './emptied.ts'
import { fill, type Scheduler } from './fill.ts'
import { chainsOn, type Fillable, fillable, fullStates } from './fillable.ts'
import type { FlavorHeadroom, HeadroomByPlace, LeftOver, Room, RoomAt } from './room.ts'
import type { Start } from './starts.ts'
import { zoneIn } from './zones.ts'

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
  const chains = chainsOn(now, flavor, image)
  const ends = groupBy(chains, ({ end }) => (end.kind === 'refused' || end.kind === 'raises' ? end.by : ''))
  ends.delete('')
  return {
    flavor: flavor.name,
    now: fill(now.states, chains, scheduler),
    host: byHosts(chains),
    empty: fill(empty.states, chainsOn(empty, flavor, image), scheduler),
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
    spots.map(({ state }) => state),
    spots.map((spot) => chainOn(spot, ask)),
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

/** A host, and what it is once it is full. */
interface Filled {
  readonly state: HostState
  readonly chain: Chain
}

function byZone(
  cloud: Cloud,
  filled: readonly Filled[],
  roomOf: (some: readonly Filled[]) => Room,
): readonly RoomAt<string | undefined>[] {
  const zoneOf = zoneIn(cloud)
  const zones = groupBy(filled, ({ state }) => zoneOf(state.id))
  return [...zones].map(([where, all]) => ({ where, room: roomOf(all) }))
}

/** Where the room for one flavor is: in each zone, aggregate and host, asked alone. */
export function headroomByPlace(cloud: Cloud, flavor: Flavor, image: ImageProps = {}): HeadroomByPlace {
  const scheduler = schedulerOf(cloud, flavor, image)
  const names = enabledFilters(cloud.snapshot.settings.enabledFilters, cloud.release.rules)
  const hosts = fillable(cloud)
  const chains = chainsOn(hosts, flavor, image)
  const filled = hosts.states.map((state, row): Filled => ({ state, chain: chains[row] as Chain }))
  const roomOf = (some: readonly Filled[]): Room =>
    fill(
      some.map(({ state }) => state),
      some.map(({ chain }) => chain),
      scheduler,
    )
  return {
    flavor: flavor.name,
    zones: byZone(cloud, filled, roomOf),
    aggregates: cloud.snapshot.aggregates.map(({ name, hosts }) => {
      const members = new Set(hosts)
      return { where: name, room: roomOf(filled.filter(({ state }) => members.has(state.id))) }
    }),
    hosts: fullStates(hosts, chains, flavor, image).map((full, row) => ({
      where: hosts.states[row]?.id ?? full.id,
      room: roomOf(filled.slice(row, row + 1)),
      stop: stopOf(judge(full, scheduler.request, names)),
      left: leftOn(full),
    })),
  }
}

const stopOf = (verdict: Verdict) => (verdict.outcome === 'rejected' ? verdict.objections[0] : undefined)

const leftOn = (state: HostState): LeftOver => ({
  memory: ramRoom(state)?.free,
  vcpus: vcpusRoom(state)?.free,
  pages: (typeof state.cells === 'string' ? [] : state.cells).flatMap((cell) =>
    hugePools(cell).map((pool) => ({ cell: cell.id, size: pool.size, free: freePages(pool, state.rules) })),
  ),
})
