import { isForced } from '../migration/path.ts'
import type { Guest } from '../model/guest.ts'
import type { HostId } from '../model/ids.ts'
import type { Migration } from '../model/migration.ts'
import { judgeByPlacement, judgeClaim } from '../placement/judge.ts'
import { withoutGuests } from '../reality/again.ts'
import type { Action } from './action.ts'
import {
  type Cloud,
  movesOn,
  realityOf,
  withGuest,
  withMove,
  withoutGuest,
  withoutMove,
  withReality,
} from './cloud.ts'
import { sent } from './cold-move.ts'
import { requestOfGuest } from './guest-request.ts'
import { startOn, withStarted } from './guest-start.ts'
import { isRunning } from './guest-state.ts'
import { migrates, novaSays } from './move-outcome.ts'
import { stateOf } from './nova-book.ts'
import { impossible, type Performed, unchanged } from './performed.ts'
import type { GateVerdict, Impossible } from './step.ts'

type Evacuate = Extract<Action, { do: 'evacuate' }>
type Placed = Exclude<Guest['topology'], 'not read'>

/**
 * nova/compute/api.py: evacuate. A guest of a host that is down is built anew on another, which claims for it. A host that
 * is named is judged by the scheduler's filters since 2.29, unless forced. Until its compute is up again, the source has
 * what it had: in Placement, and in its own book if the guest still runs there.
 */
export function evacuate(cloud: Cloud, action: Evacuate): Performed {
  const guest = stranded(cloud, action)
  if ('kind' in guest) return impossible(cloud, guest)
  const { gates, to, placed } = sentAway(cloud, guest, action)
  if (to === undefined) return unchanged(cloud, migrates(gates, to, undefined))

  const runs = isRunning(guest) || guest.vmState === 'error'
  const there = { ...guest, host: to, topology: placed, vmState: runs ? 'active' : guest.vmState }
  const start = runs ? startOn(cloud, to, there) : undefined
  const outcome = migrates(gates, to, start)
  if (novaSays(gates, to) !== 'accepts' || start?.outcome === 'refuses') return unchanged(cloud, outcome)
  const record: Migration = {
    id: `evacuation of ${guest.id}`,
    guest: guest.id,
    source: guest.host,
    destination: to,
    type: 'evacuation',
    status: 'done',
    updatedAt: cloud.snapshot.takenAt,
  }
  const booked = withMove(withGuest(withoutGuest(cloud, guest), there), record)
  const after = start?.outcome === 'starts' ? withStarted(booked, { ...there, topology: placed }) : booked
  return { outcome, cloud: after, touched: [guest.host, to] }
}

function stranded(cloud: Cloud, action: Evacuate): (Guest & { readonly host: HostId }) | Impossible {
  const guest = cloud.guests.get(action.guest)
  const source = guest?.host === undefined ? undefined : cloud.hosts.get(guest.host)
  if (!guest || !source) return { kind: 'no-such', what: 'guest', name: action.guest }
  if (action.to !== undefined && !cloud.hosts.get(action.to)) {
    return { kind: 'no-such', what: 'host', name: action.to }
  }
  const needs = ['active', 'stopped', 'error'] as const
  if (!needs.some((state) => state === guest.vmState)) {
    return { kind: 'guest-state', guest: guest.id, state: guest.vmState, needs }
  }
  if (!source.service) return { kind: 'no-service-record', host: source.id }
  if (source.service.up) return { kind: 'compute-up', host: source.id }
  return { ...guest, host: source.id }
}

/** The conductor names one host, and no other is tried where that one fails. */
function sentAway(
  cloud: Cloud,
  guest: Guest & { readonly host: HostId },
  { to, microversion, force }: Evacuate,
): ReturnType<typeof sent> {
  const { rules } = cloud.release
  const claims = rules.evacuatedImage === 'read' ? guest : { ...guest, image: {} }
  if (to !== undefined && isForced({ microversion, force: force ?? false }, rules, 29)) {
    return forcedTo(cloud, claims, to)
  }
  const states = [...cloud.hosts.values()]
    .filter(({ id }) => id !== guest.host)
    .map(({ id }) => stateOf(cloud, id))
  const found = sent(cloud, requestOfGuest(cloud, guest), states, to, 1)
  if (found.to === undefined || claims === guest) return found
  const verdict = judgeClaim(stateOf(cloud, found.to), requestOfGuest(cloud, claims), [])
  return {
    gates: [...found.gates, { gate: 'claim', verdict, asked: true }],
    to: found.to,
    placed: (verdict.outcome === 'fits' ? verdict.placed : undefined) ?? 'none',
  }
}

function forcedTo(cloud: Cloud, guest: Guest, to: HostId): ReturnType<typeof sent> {
  const there = stateOf(cloud, to)
  const request = requestOfGuest(cloud, guest)
  const claim = judgeClaim(there, request, [])
  const placement: readonly GateVerdict[] =
    cloud.release.rules.forcedMoveClaim === 'in Placement'
      ? [{ gate: 'Placement', verdict: judgeByPlacement(there, request), asked: true }]
      : []
  const placed: Placed = (claim.outcome === 'fits' ? claim.placed : undefined) ?? 'none'
  return { gates: [...placement, { gate: 'claim', verdict: claim, asked: true }], to, placed }
}

/** nova/compute/manager.py: _destroy_evacuated_instances. A compute that is up again lets go of what was evacuated from it. */
export function withoutEvacuated(cloud: Cloud, host: HostId): Cloud {
  const gone = movesOn(cloud, host).filter(
    ({ type, status, source }) => type === 'evacuation' && status === 'done' && source === host,
  )
  const freed = gone.reduce(withoutMove, cloud)
  const reality = realityOf(freed, host)
  if (!reality || gone.length === 0) return freed
  return withReality(
    freed,
    withoutGuests(
      reality,
      gone.map(({ guest }) => guest),
    ),
  )
}
