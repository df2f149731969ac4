import { keepsPageSize } from '../../migration/destination-claim.ts'
import { guestMayMove, namedDestination } from '../../migration/named-destination.ts'
import { isForced } from '../../migration/path.ts'
import type { Guest } from '../../model/guest.ts'
import type { HostId } from '../../model/ids.ts'
import type { HostState } from '../../placement/host-state.ts'
import { enabledFilters } from '../../placement/judge.ts'
import { type BriefVerdict, judgeInBrief } from '../../placement/judge-in-brief.ts'
import type { Rejection } from '../../placement/rejection.ts'
import { type PlacementRequest, placementRequest } from '../../placement/request.ts'
import { booked } from '../booked.ts'
import type { Cloud } from '../cloud.ts'
import { isRunning } from '../guest-state.ts'
import type { Spot } from '../headroom/chain.ts'
import { type Start, startsOn } from '../headroom/starts.ts'
import { cellsRule, leavingGate } from '../live-migrate.ts'
import { stateOf } from '../nova-book.ts'
import { type Groups, groupsOf, type Members } from './groups.ts'

/** How a guest leaves: alive, stopped for the while, or rebuilt elsewhere after its host is lost. */
export type Way = 'live-migrate' | 'cold-migrate' | 'evacuate'

/** The host's books with the guest, or who objects. */
export type Tried =
  /** `starts` is false for a guest that is shut off and would not start there as things are. */
  { readonly spot: Spot; readonly starts: boolean } | { readonly by: string }

/** What is asked of single hosts: both books have to take the guest. */
export interface Trials {
  readonly groups: Groups
  readonly start: Start
  readonly requestOf: (guest: Guest, members: Members) => PlacementRequest
  /** Why it may not go that way at all, wherever to. */
  readonly keeps: (guest: Guest, way: Way) => Rejection | undefined
  readonly tryOn: (spot: Spot, guest: Guest, way: Way, request: PlacementRequest) => Tried
}

/** Guests, ways and hosts that are known not to go together. */
export const banKey = (guest: Guest, way: Way, host: HostId): string => `${guest.id} ${way} ${host}`

/** nova/compute/api.py: resize, whose states a cold migration shares. */
const movedCold: readonly string[] = ['active', 'stopped']

export function trialsOn(cloud: Cloud, banned: ReadonlySet<string> = new Set()): Trials {
  const { release, snapshot } = cloud
  const { rules } = release
  const names = enabledFilters(snapshot.settings.enabledFilters, rules)
  const groups = groupsOf(cloud)
  const start = startsOn(cloud)
  const cells = cellsRule(cloud)
  const isNamed = isForced({ microversion: undefined, force: false }, rules)
  const requests = new Map<string, PlacementRequest>()
  const known = new Map<PlacementRequest, WeakMap<HostState, BriefVerdict>>()

  const judged = (state: HostState, request: PlacementRequest, claims: boolean): BriefVerdict => {
    const here = known.get(request) ?? new WeakMap<HostState, BriefVerdict>()
    known.set(request, here)
    const verdict = here.get(state) ?? judgeInBrief(state, request, names, claims)
    here.set(state, verdict)
    return verdict
  }

  /** The cells it would be on there, or who objects. */
  const placedAlive = (spot: Spot, guest: Guest, request: PlacementRequest): Placed => {
    if (isNamed) {
      const source =
        guest.host === undefined ? undefined : cloud.hosts.get(guest.host) && stateOf(cloud, guest.host)
      const { outcome } = namedDestination(spot.state, guest, rules, { source, cells })
      return outcome === 'fits' ? { cells: guest.topology } : { by: 'live-migration pre-check' }
    }
    const hasCells = typeof guest.topology === 'object'
    if (!hasCells || cells === 'those of the source') {
      const verdict = judged(spot.state, request, false)
      return verdict.outcome === 'fits' ? { cells: guest.topology } : { by: objector(verdict) }
    }
    const placed = placedAnew(spot, request)
    const changes =
      'cells' in placed && typeof guest.topology === 'object' && typeof placed.cells === 'object'
        ? !keepsPageSize(guest.topology, placed.cells)
        : false
    return changes ? { by: 'claim' } : placed
  }
  const placedAnew = (spot: Spot, request: PlacementRequest): Placed => {
    const verdict = judged(spot.state, request, true)
    return verdict.outcome === 'fits' ? { cells: verdict.placed ?? 'none' } : { by: objector(verdict) }
  }

  return {
    groups,
    start,
    requestOf: (guest, members) => {
      const { flavor, image, project, zone } = guest
      const group = groups.hintOf(guest, members)
      if (group) return placementRequest(flavor, image, rules, { project, zone, group })
      const key = JSON.stringify([flavor, image, project, zone])
      const request = requests.get(key) ?? placementRequest(flavor, image, rules, { project, zone })
      requests.set(key, request)
      return request
    },
    keeps: (guest, way) => {
      if (way === 'evacuate' || guest.host === undefined) return undefined
      if (way === 'cold-migrate') {
        if (!movedCold.includes(guest.vmState))
          return { kind: 'guest-not-migratable', vmState: guest.vmState }
        if (guest.taskState !== undefined) return { kind: 'guest-busy', taskState: guest.taskState }
        return cloud.hosts.get(guest.host)?.service?.up === false ? { kind: 'host-down' } : undefined
      }
      const own = guestMayMove(guest.host, guest, rules, cells)
      const verdict = own.outcome === 'rejected' ? own : leavingGate(cloud, guest)?.verdict
      return verdict?.outcome === 'rejected' ? verdict.objections[0].reason : undefined
    },
    tryOn: (spot, guest, way, request) => {
      if (banned.has(banKey(guest, way, spot.host))) return { by: 'claim' }
      const placed = way === 'live-migrate' ? placedAlive(spot, guest, request) : placedAnew(spot, request)
      if ('by' in placed) return placed
      if (placed.cells === 'not read') return { by: 'unknown' }
      const there = { ...guest, topology: placed.cells }
      const started = start(spot.pages, there)
      const state = booked(spot.state, there)
      if (way === 'cold-migrate' && !isRunning(guest)) {
        const spotThen = { host: spot.host, state, pages: spot.pages }
        return { spot: spotThen, starts: started.outcome !== 'refuses' }
      }
      if (started.outcome !== 'starts') return { by: started.outcome === 'refuses' ? 'host' : 'unknown' }
      return { spot: { host: spot.host, state, pages: started.pages }, starts: true }
    },
  }
}

type Placed = { readonly cells: Guest['topology'] } | { readonly by: string }

const objector = (verdict: Exclude<BriefVerdict, { outcome: 'fits' }>): string =>
  verdict.outcome === 'unknown' ? 'unknown' : verdict.by
