import { keepsPageSize } from '../../migration/destination-claim.ts'
import { guestMayMove, namedDestination } from '../../migration/named-destination.ts'
import { isForced } from '../../migration/path.ts'
import type { Guest } from '../../model/guest.ts'
import type { HostId } from '../../model/ids.ts'
import type { HostState } from '../../placement/host-state.ts'
import { enabledFilters } from '../../placement/judge.ts'
import { judgeInBrief } from '../../placement/judge-in-brief.ts'
import type { Rejection } from '../../placement/rejection.ts'
import { type PlacementRequest, placementRequest } from '../../placement/request.ts'
import { weigh } from '../../placement/weighers/weigh.ts'
import { booked } from '../booked.ts'
import { type Cloud, realityOf } from '../cloud.ts'
import type { Spot } from '../headroom/chain.ts'
import { freePagesOf, type Start, startsOn } from '../headroom/starts.ts'
import { cellsRule } from '../live-migrate.ts'
import { statesOf } from '../states.ts'

/** How guests leave: alive, or rebuilt elsewhere after their host is lost. */
export type Leaving = 'live-migrate' | 'evacuate'

/** A guest that found a place. */
export interface Placing {
  readonly guest: Guest
  readonly to: HostId
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
  readonly spots: ReadonlyMap<HostId, Spot>
}

export interface Mover {
  /** Places guests one after another, the hardest first. `last` are hosts to use only where no other takes a guest. */
  readonly place: (guests: readonly Guest[], not: ReadonlySet<HostId>, last: ReadonlySet<HostId>) => Placings
  readonly spots: ReadonlyMap<HostId, Spot>
  readonly start: Start
}

/** How often all is tried again with those first that found no place. */
const tries = 4

type Tried = { readonly spot: Spot } | { readonly by: string }

/** `banned`: guests and hosts that are known not to go together. Both books of a target have to take each guest. */
export function moverOn(cloud: Cloud, leaving: Leaving, banned: ReadonlySet<string> = new Set()): Mover {
  const { release, snapshot } = cloud
  const { rules } = release
  const names = enabledFilters(snapshot.settings.enabledFilters, rules)
  const start = startsOn(cloud)
  const states = statesOf(cloud)
  const { order } = weigh(states)
  const spots = new Map(
    states.map((state) => {
      const reality = realityOf(cloud, state.id)
      return [state.id, { host: state.id, state, pages: reality && freePagesOf(reality) }]
    }),
  )
  const cells = cellsRule(cloud)
  const isNamed = leaving === 'live-migrate' && isForced({ microversion: undefined, force: false }, rules)
  const groups = groupsOf(cloud)
  const requests = new Map<string, PlacementRequest>()
  const known = new Map<PlacementRequest, WeakMap<HostState, ReturnType<typeof judgeInBrief>>>()

  const requestOf = (guest: Guest, members: ReadonlyMap<string, readonly HostId[]>): PlacementRequest => {
    const { flavor, image, project } = guest
    const group = groups.of(guest)
    if (group) {
      const hosts = without(members.get(group.id) ?? [], guest.host)
      return placementRequest(flavor, image, rules, { project, group: { ...group, hosts } })
    }
    const key = JSON.stringify([flavor, image, project])
    const request = requests.get(key) ?? placementRequest(flavor, image, rules, { project })
    requests.set(key, request)
    return request
  }
  const judged = (state: HostState, request: PlacementRequest, claims: boolean) => {
    const here = known.get(request) ?? new WeakMap()
    known.set(request, here)
    const verdict = here.get(state) ?? judgeInBrief(state, request, names, claims)
    here.set(state, verdict)
    return verdict
  }

  /** The host's books with the guest, or who objects. */
  const tryOn = (spot: Spot, guest: Guest, request: PlacementRequest): Tried => {
    if (banned.has(pair(guest, spot.host))) return { by: 'claim' }
    const hasCells = typeof guest.topology === 'object'
    const keepsCells = leaving === 'live-migrate' && cells === 'those of the source' && hasCells
    let placed = guest.topology
    if (isNamed) {
      const source = guest.host === undefined ? undefined : spots.get(guest.host)?.state
      const { outcome } = namedDestination(spot.state, guest, rules, { source, cells })
      if (outcome !== 'fits') return { by: 'live-migration pre-check' }
    } else {
      const claims = leaving === 'evacuate' || (hasCells && !keepsCells)
      const verdict = judged(spot.state, request, claims)
      if (verdict.outcome === 'unknown') return { by: 'unknown' }
      if (verdict.outcome === 'rejected') return { by: verdict.by }
      if (!keepsCells) placed = verdict.placed ?? 'none'
      if (claims && leaving === 'live-migrate' && typeof guest.topology === 'object') {
        if (!keepsPageSize(guest.topology, verdict.placed)) return { by: 'claim' }
      }
    }
    if (placed === 'not read') return { by: 'unknown' }
    const there = { ...guest, topology: placed }
    const started = start(spot.pages, there)
    if (started.outcome !== 'starts') return { by: started.outcome === 'refuses' ? 'host' : 'unknown' }
    return { spot: { host: spot.host, state: booked(spot.state, there), pages: started.pages } }
  }

  const mayMove = (guest: Guest): Rejection | undefined => {
    if (leaving === 'evacuate' || guest.host === undefined) return undefined
    const verdict = guestMayMove(guest.host, guest, rules, cells)
    return verdict.outcome === 'rejected' ? verdict.objections[0].reason : undefined
  }

  const place: Mover['place'] = (guests, not, last) => {
    const targets = order.map(({ id }) => id).filter((id) => !not.has(id))
    const fixed = guests.flatMap((guest): Stuck[] => {
      const because = mayMove(guest)
      return because ? [{ guest, because, alone: true, refusals: [] }] : []
    })
    const free = guests.filter((guest) => !fixed.some((one) => one.guest === guest))
    const choices = new Map<PlacementRequest, number>()
    const choicesOf = (guest: Guest): number => {
      const request = requestOf(guest, groups.members)
      const before = choices.get(request)
      if (before !== undefined) return before
      const count = targets.filter((id) => 'spot' in tryOn(spots.get(id) as Spot, guest, request)).length
      choices.set(request, count)
      return count
    }
    const hardestFirst = [...free].sort(
      (a, b) => choicesOf(a) - choicesOf(b) || b.flavor.memory - a.flavor.memory,
    )
    let best: Placings | undefined
    let sequence = hardestFirst
    for (let round = 0; round < tries; round += 1) {
      const found = inTurn(sequence)
      if (!best || found.stuck.length < best.stuck.length) best = found
      const promoted = found.stuck.filter(({ alone }) => !alone).map(({ guest }) => guest)
      if (promoted.length === 0) break
      sequence = [...promoted, ...sequence.filter((guest) => !promoted.includes(guest))]
    }
    const { placings, stuck, spots: after } = best ?? { placings: [], stuck: [], spots }
    return { placings, stuck: [...fixed, ...stuck], spots: after }

    function inTurn(all: readonly Guest[]): Placings {
      const now = new Map(spots)
      const members = new Map<string, readonly HostId[]>(groups.members)
      let rotation = [...targets.filter((id) => !last.has(id)), ...targets.filter((id) => last.has(id))]
      const placings: Placing[] = []
      const stuck: Stuck[] = []
      for (const guest of all) {
        const request = requestOf(guest, members)
        const apart = groups.apartOf(guest)
        const said = new Map<string, number>()
        const zone = guest.host === undefined ? undefined : spots.get(guest.host)?.state.zone
        const isNear = (id: HostId) => (spots.get(id)?.state.zone ?? zone) === zone
        const inOrder =
          zone === undefined
            ? rotation
            : [...rotation.filter(isNear), ...rotation.filter((id) => !isNear(id))]
        let to: HostId | undefined
        for (const id of inOrder) {
          const there = apart ? (members.get(apart.id) ?? []).filter((host) => host === id).length : 0
          const tried: Tried =
            apart && there >= apart.most
              ? { by: 'ServerGroupAntiAffinityFilter' }
              : tryOn(now.get(id) as Spot, guest, request)
          if ('spot' in tried) {
            now.set(id, tried.spot)
            to = id
            break
          }
          said.set(tried.by, (said.get(tried.by) ?? 0) + 1)
        }
        if (to === undefined) {
          const refusals = [...said].map(([by, hosts]) => ({ by, hosts })).sort((a, b) => b.hosts - a.hosts)
          stuck.push({ guest, because: undefined, alone: choicesOf(guest) === 0, refusals })
          continue
        }
        const chosen = to
        placings.push({ guest, to: chosen })
        const group = guest.serverGroup
        if (group !== undefined) {
          const left = without(members.get(group) ?? [], guest.host)
          members.set(group, [...left, chosen])
        }
        if (!last.has(chosen)) rotation = turned(rotation, chosen, last)
      }
      return { placings, stuck, spots: now }
    }
  }
  return { place, spots, start }
}

export const pair = (guest: Guest, host: HostId): string => `${guest.id} ${host}`

/** One member less on that host. */
function without(hosts: readonly HostId[], host: HostId | undefined): readonly HostId[] {
  const at = host === undefined ? -1 : hosts.indexOf(host)
  return at === -1 ? hosts : hosts.filter((_, index) => index !== at)
}

/** Hosts take turns; those to use last stay behind all others. */
const turned = (rotation: readonly HostId[], used: HostId, last: ReadonlySet<HostId>): HostId[] => {
  const others = rotation.filter((id) => id !== used)
  return [...others.filter((id) => !last.has(id)), used, ...others.filter((id) => last.has(id))]
}

/** Where members of groups are, and which groups keep apart: whether or not the filter is enabled. */
function groupsOf({ snapshot, guests }: Cloud) {
  const members = new Map<string, HostId[]>()
  for (const { serverGroup, host } of guests.values()) {
    if (serverGroup === undefined || host === undefined) continue
    members.set(serverGroup, [...(members.get(serverGroup) ?? []), host])
  }
  const policies = new Map(snapshot.serverGroups?.map((group) => [group.id, group]))
  const of = ({ serverGroup }: Guest) => (serverGroup === undefined ? undefined : policies.get(serverGroup))
  const apartOf = (guest: Guest) => {
    const group = of(guest)
    return group?.policy === 'anti-affinity' ? { id: group.id, most: group.maxServerPerHost ?? 1 } : undefined
  }
  return { members, of, apartOf }
}
