import type { Guest } from '../../model/guest.ts'
import type { GuestId, HostId } from '../../model/ids.ts'
import { type Cloud, guestsOn, withoutGuest } from '../cloud.ts'
import { withStopped } from '../guest-start.ts'
import type { Spot } from '../headroom/chain.ts'
import { spotOf } from '../headroom/spot.ts'
import { stateOf } from '../nova-book.ts'
import { left, type Members, moved } from './groups.ts'
import { type Made, made, moveOf } from './moves.ts'
import type { WaysOf } from './moving.ts'
import type { Move } from './plan.ts'
import { type Trials, trialsOn, type Way } from './trials.ts'

type Placed = Guest & { readonly host: HostId }

/** Moves that make room for a guest and then its own, the last; none; or not known, for too much would have to be tried. */
export type Aside =
  | { readonly kind: 'found'; readonly made: readonly Made[] }
  | { readonly kind: 'none' }
  | { readonly kind: 'gave up' }

export interface AsideRequest {
  readonly cloud: Cloud
  readonly guest: Placed
  readonly waysOf: WaysOf
  /** Hosts that are to be empty. */
  readonly not: ReadonlySet<HostId>
  /** Guests moved aside, at most. */
  readonly most: number
  readonly budget: Budget
}

/** What searches for one host may cost together: 1 for a look at a host without a guest that is there, more for a move. */
export interface Budget {
  left: number
}

export const budget = (): Budget => ({ left: 600 })

const costOfMove = 4

/** A guest that is moved aside may itself need one guest moved aside, and no further. */
const depth = 2

interface Search {
  readonly request: AsideRequest
  readonly trials: Trials
  readonly hosts: readonly HostId[]
  readonly budget: Budget
}

/** How far the moves have come. */
interface Now {
  readonly cloud: Cloud
  readonly members: Members
  readonly made: readonly Made[]
}

/** One guest on one host, and why it goes there. */
interface Goal {
  readonly guest: Placed
  readonly host: HostId
  readonly why: Move['why']
  /** Where room is being made already: nobody moves there. */
  readonly barred: readonly HostId[]
}

/** The fewest moves first: those of one guest on every host, then those of two, and so on. */
export function madeRoom(request: AsideRequest): Aside {
  const { cloud, guest, not, most } = request
  const trials = trialsOn(cloud)
  const hosts = [...cloud.hosts.values()]
    .map(({ id }) => id)
    .filter((id) => !not.has(id) && id !== guest.host)
  const search: Search = { request, trials, hosts: nearFirst(cloud, hosts, guest), budget: request.budget }
  const start: Now = { cloud, members: trials.groups.members, made: [] }
  for (let count = 1; count <= most; count += 1) {
    for (const host of search.hosts) {
      const found = gone(search, start, { guest, host, why: { kind: 'leaves' }, barred: [] }, count, depth)
      if (found) return { kind: 'found', made: found.made }
      if (search.budget.left <= 0) return { kind: 'gave up' }
    }
  }
  return { kind: 'none' }
}

function nearFirst(cloud: Cloud, hosts: readonly HostId[], { host }: Placed): readonly HostId[] {
  const zoneOf = (id: HostId) => stateOf(cloud, id).zone
  const own = zoneOf(host)
  return [...hosts.filter((id) => zoneOf(id) === own), ...hosts.filter((id) => zoneOf(id) !== own)]
}

/** The guest on that host, after exactly so many moves of others; undefined where these do not do. */
function gone(search: Search, now: Now, goal: Goal, count: number, deep: number): Now | undefined {
  const { guest, host } = goal
  const way = wayTo(search, now, guest, spotOf(now.cloud, host))
  if (count === 0) return way && after(search, now, goal, way)
  if (way || deep === 0) return undefined
  const others = movable(search, now, host)
  const empty = without(now, others)
  if (!wayTo(search, empty, guest, spotOf(empty.cloud, host))) return undefined
  for (const other of ofEachKind(others)) {
    if (search.budget.left <= 0) return undefined
    search.budget.left -= 1
    const bare = without(now, [other])
    const suffices = wayTo(search, bare, guest, spotOf(bare.cloud, host)) !== undefined
    if (!suffices && count === 1) continue
    const found = aside(search, now, other, goal, count, deep)
    if (found) return found
  }
  return undefined
}

/** One guest of that host moved aside, itself after moves of others where it must, and then what is left to be moved. */
function aside(
  search: Search,
  now: Now,
  other: Placed,
  goal: Goal,
  count: number,
  deep: number,
): Now | undefined {
  const { guest, host } = goal
  const barred = [...goal.barred, host]
  const why = { kind: 'aside', for: guest.id } as const
  for (let inner = 0; inner < count; inner += 1) {
    for (const id of search.hosts) {
      if (barred.includes(id) || search.budget.left <= 0) continue
      const next = gone(search, now, { guest: other, host: id, why, barred }, inner, deep - 1)
      const found = next && gone(search, next, goal, count - 1 - inner, deep)
      if (found) return found
      if (next && inner === 0) break
    }
  }
  return undefined
}

function after({ request, budget }: Search, now: Now, { guest, host, why }: Goal, way: Way): Now | undefined {
  budget.left -= costOfMove
  const done = made(now.cloud, moveOf(guest, host, way, why), request.not)
  if (done?.move.to !== host) return undefined
  return {
    cloud: done.cloud,
    members: moved(now.members, guest, host),
    made: [...now.made, done],
  }
}

function wayTo({ request, trials }: Search, { members }: Now, guest: Placed, spot: Spot): Way | undefined {
  if (trials.groups.keepsFrom(guest, spot.host, members)) return undefined
  const asked = trials.requestOf(guest, members)
  return request.waysOf(guest).find((way) => {
    if (trials.keeps(guest, way)) return false
    const tried = trials.tryOn(spot, guest, way, asked)
    return 'spot' in tried && tried.starts
  })
}

/** Guests of that host that may move and have not yet. */
function movable({ request, trials }: Search, { cloud, made: before }: Now, host: HostId): readonly Placed[] {
  const done = new Set<GuestId>([request.guest.id, ...before.map(({ move }) => move.guest)])
  return guestsOn(cloud, host).flatMap((guest): readonly Placed[] => {
    const may = !done.has(guest.id) && request.waysOf(guest).some((way) => !trials.keeps(guest, way))
    return may ? [{ ...guest, host }] : []
  })
}

/** What is the same of guests that are the same to every host. */
export const kindOf = ({ flavor, image, topology, vmState, serverGroup, zone }: Guest): string =>
  JSON.stringify([flavor.name, image, topology, vmState, serverGroup, zone])

/** One of every kind, the smallest first. */
const ofEachKind = (guests: readonly Placed[]): readonly Placed[] =>
  [...new Map(guests.map((guest) => [kindOf(guest), guest])).values()].sort(
    (a, b) => a.flavor.memory - b.flavor.memory,
  )

const without = (now: Now, guests: readonly Placed[]): Now => ({
  ...now,
  cloud: guests.reduce((cloud, guest) => withoutGuest(withStopped(cloud, guest), guest), now.cloud),
  members: guests.reduce(left, now.members),
})
