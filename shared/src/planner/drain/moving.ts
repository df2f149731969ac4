import type { Guest } from '../../model/guest.ts'
import type { HostId } from '../../model/ids.ts'
import type { Rejection } from '../../placement/rejection.ts'
import type { PlacementRequest } from '../../placement/request.ts'
import { weigh } from '../../placement/weighers/weigh.ts'
import type { Cloud } from '../cloud.ts'
import type { Spot } from '../headroom/chain.ts'
import { spotOf } from '../headroom/spot.ts'
import type { Start } from '../headroom/starts.ts'
import { statesOf } from '../states.ts'
import { type Members, moved } from './groups.ts'
import { type Trials, type Tried, trialsOn, type Way } from './trials.ts'

/** A guest that found a place. */
export interface Placing {
  readonly guest: Guest
  readonly to: HostId
  readonly way: Way
}

/** A guest that found none, and who said no. */
export interface Stuck {
  readonly guest: Guest
  /** Why it may not move at all; undefined where no host takes it. */
  readonly because: Rejection | undefined
  /** No host takes it even before any other guest has moved. */
  readonly alone: boolean
  /** Who objects first, on how many hosts; `host` for those that Nova would take it on and that would not start it. */
  readonly refusals: readonly { readonly by: string; readonly hosts: number }[]
}

/** Where all guests of a host went, and every host's books with them. */
export interface Placings {
  readonly placings: readonly Placing[]
  readonly stuck: readonly Stuck[]
  readonly spots: Spots
}

type Spots = ReadonlyMap<HostId, Spot>

/** Hosts no guest may go to, and those to use only where no other takes a guest. */
export interface Avoid {
  readonly not: ReadonlySet<HostId>
  readonly last: ReadonlySet<HostId>
}

export interface Mover {
  /** Places guests one after another, the hardest first. */
  readonly place: (guests: readonly Guest[], avoid: Avoid) => Placings
  readonly spots: Spots
  readonly start: Start
}

/** The ways a guest may be sent, the best first. */
export type WaysOf = (guest: Guest) => readonly Way[]

/** How often all is tried again with those first that found no place. */
const tries = 4

/** `banned`: `banKey` of guests, ways and hosts that are known not to go together. */
export function moverOn(cloud: Cloud, waysOf: WaysOf, banned: ReadonlySet<string> = new Set()): Mover {
  const trials = trialsOn(cloud, banned)
  const states = statesOf(cloud)
  const order = weigh(states).order.map(({ id }) => id)
  const spots = new Map(states.map(({ id }) => [id, spotOf(cloud, id)]))
  const place: Mover['place'] = (guests, avoid) => {
    const targets = order.filter((id) => !avoid.not.has(id))
    const fixed: Stuck[] = []
    const free: Going[] = []
    for (const guest of guests) {
      const kept = waysOf(guest).map((way) => ({ way, because: trials.keeps(guest, way) }))
      const ways = kept.flatMap(({ way, because }) => (because ? [] : [way]))
      if (ways.length > 0) free.push({ guest, ways })
      else fixed.push({ guest, because: kept[0]?.because, alone: true, refusals: [] })
    }
    const found = bestOf({ trials, spots, targets, last: avoid.last }, free)
    return { ...found, stuck: [...fixed, ...found.stuck] }
  }
  return { place, spots, start: trials.start }
}

interface Going {
  readonly guest: Guest
  readonly ways: readonly Way[]
}

interface Field {
  readonly trials: Trials
  readonly spots: Spots
  /** The roomiest first. */
  readonly targets: readonly HostId[]
  readonly last: ReadonlySet<HostId>
}

function bestOf(field: Field, free: readonly Going[]): Placings {
  const choices = choicesIn(field)
  let sequence: readonly Going[] = [...free].sort(
    (a, b) => choices(a) - choices(b) || b.guest.flavor.memory - a.guest.flavor.memory,
  )
  let best = inTurn(field, sequence, choices)
  let found = best
  for (let round = 1; round < tries; round += 1) {
    const promoted = new Set(found.stuck.filter(({ alone }) => !alone).map(({ guest }) => guest))
    if (promoted.size === 0) break
    const isFirst = ({ guest }: Going) => promoted.has(guest)
    sequence = [...sequence.filter(isFirst), ...sequence.filter((one) => !isFirst(one))]
    found = inTurn(field, sequence, choices)
    if (found.stuck.length < best.stuck.length) best = found
  }
  return best
}

type Choices = (one: Going) => number

/** On how many hosts a guest finds room before any other has moved, guests alike counted once. */
function choicesIn({ trials, spots, targets }: Field): Choices {
  const known = new Map<PlacementRequest, Map<string, number>>()
  return ({ guest, ways }) => {
    const request = trials.requestOf(guest, trials.groups.members)
    const here = known.get(request) ?? new Map<string, number>()
    known.set(request, here)
    const key = ways.join()
    const before = here.get(key)
    if (before !== undefined) return before
    const takes = (id: HostId) =>
      ways.some((way) => 'spot' in trials.tryOn(spots.get(id) as Spot, guest, way, request))
    const count = targets.filter(takes).length
    here.set(key, count)
    return count
  }
}

function inTurn(field: Field, sequence: readonly Going[], choices: Choices): Placings {
  const { targets, last } = field
  const now = new Map(field.spots)
  let { members }: { members: Members } = field.trials.groups
  let rotation: readonly HostId[] = [
    ...targets.filter((id) => !last.has(id)),
    ...targets.filter((id) => last.has(id)),
  ]
  const placings: Placing[] = []
  const stuck: Stuck[] = []
  for (const going of sequence) {
    const { guest } = going
    const answer = firstThatTakes(field, now, members, nearFirst(field, rotation, guest), going)
    if (!('spot' in answer)) {
      stuck.push({ guest, because: undefined, alone: choices(going) === 0, refusals: answer.refusals })
      continue
    }
    const { spot, way } = answer
    now.set(spot.host, spot)
    placings.push({ guest, to: spot.host, way })
    members = moved(members, guest, spot.host)
    if (!last.has(spot.host)) rotation = turned(rotation, spot.host, last)
  }
  return { placings, stuck, spots: now }
}

type Answer = { readonly spot: Spot; readonly way: Way } | { readonly refusals: Stuck['refusals'] }

/** One way after the other. A guest that is shut off goes where it would start, if there is such a host. */
function firstThatTakes(
  { trials }: Field,
  now: Spots,
  members: Members,
  hosts: readonly HostId[],
  { guest, ways }: Going,
): Answer {
  const request = trials.requestOf(guest, members)
  const said = new Map<string, number>()
  for (const way of ways) {
    said.clear()
    let second: Spot | undefined
    for (const id of hosts) {
      const tried: Tried = trials.groups.keepsFrom(guest, id, members)
        ? { by: 'ServerGroupAntiAffinityFilter' }
        : trials.tryOn(now.get(id) as Spot, guest, way, request)
      if (!('spot' in tried)) said.set(tried.by, (said.get(tried.by) ?? 0) + 1)
      else if (tried.starts) return { spot: tried.spot, way }
      else second ??= tried.spot
    }
    if (second) return { spot: second, way }
  }
  const refusals = [...said].map(([by, count]) => ({ by, hosts: count }))
  return { refusals: refusals.sort((a, b) => b.hosts - a.hosts) }
}

/** Hosts of the guest's own zone before others. */
function nearFirst({ spots }: Field, rotation: readonly HostId[], { host }: Guest): readonly HostId[] {
  const zone = host === undefined ? undefined : spots.get(host)?.state.zone
  if (zone === undefined) return rotation
  const isNear = (id: HostId) => (spots.get(id)?.state.zone ?? zone) === zone
  return [...rotation.filter(isNear), ...rotation.filter((id) => !isNear(id))]
}

/** Hosts take turns; those to use last stay behind all others. */
const turned = (rotation: readonly HostId[], used: HostId, last: ReadonlySet<HostId>): readonly HostId[] => {
  const others = rotation.filter((id) => id !== used)
  return [...others.filter((id) => !last.has(id)), used, ...others.filter((id) => last.has(id))]
}
