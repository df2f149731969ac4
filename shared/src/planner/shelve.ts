import type { Guest } from '../model/guest.ts'
import type { HostId } from '../model/ids.ts'
import { AvailabilityZoneFilter } from '../placement/filters/availability-zone.ts'
import type { PlacementRequest } from '../placement/request.ts'
import type { Action } from './action.ts'
import { type Cloud, withGuest, withGuestAs, withoutGuest } from './cloud.ts'
import { sent } from './cold-move.ts'
import { requestOfGuest } from './guest-request.ts'
import { startOn, withStarted, withStopped } from './guest-start.ts'
import { migrates } from './move-outcome.ts'
import { stateOf } from './nova-book.ts'
import { optionAbsent } from './option-since.ts'
import { impossible, type Performed, unchanged } from './performed.ts'
import { guestIn, startInPlace } from './power.ts'
import { statesOf } from './states.ts'
import type { Impossible } from './step.ts'

type Do<Word extends Action['do']> = Extract<Action, { do: Word }>

/**
 * nova/compute/manager.py: shelve_instance. The guest is shut off and its disk saved; with `shelved_offload_time` 0, Nova's
 * default, or a root disk on a volume it leaves its host at once, and both books let go of it.
 */
export function shelve(cloud: Cloud, action: Do<'shelve'>): Performed {
  const guest = guestIn(cloud, action.guest, ['active', 'stopped', 'paused', 'suspended'])
  if ('kind' in guest) return impossible(cloud, guest)
  const off = { ...guest, vmState: 'shelved', taskState: undefined, powerState: 4 }
  const shelved = withGuestAs(withStopped(cloud, guest), off)
  if (!action.keep || guest.fromVolume) return done(offloaded(shelved, off), guest.host)
  const { host } = guest
  return {
    outcome: { kind: 'powers', host, start: undefined, result: 'off' },
    cloud: shelved,
    touched: [host],
  }
}

export function shelveOffload(cloud: Cloud, action: Do<'shelve-offload'>): Performed {
  const guest = guestIn(cloud, action.guest, ['shelved'])
  return 'kind' in guest ? impossible(cloud, guest) : done(offloaded(cloud, guest), guest.host)
}

/** Nova has it on no host; its flavor and image stay. */
function offloaded(cloud: Cloud, guest: Guest): Cloud {
  const nowhere = { ...guest, host: undefined, vmState: 'shelved_offloaded', topology: 'not read' } as const
  const without = withoutGuest(cloud, guest)
  return { ...without, guests: without.guests.with(guest.id, nowhere) }
}

const done = (cloud: Cloud, host: HostId): Performed => ({
  outcome: { kind: 'guest-changes', start: undefined, result: 'done' },
  cloud,
  touched: [host],
})

/**
 * nova/compute/api.py: unshelve, nova/conductor/manager.py: unshelve_instance. One that is still on its host is started there;
 * one that was offloaded is scheduled like a new guest, to one host, in the zone it keeps.
 */
export function unshelve(cloud: Cloud, action: Do<'unshelve'>): Performed {
  const guest = cloud.guests.get(action.guest)
  if (!guest) return impossible(cloud, { kind: 'no-such', what: 'guest', name: action.guest })
  const isPlaced = action.to !== undefined || action.zone !== undefined || !!action.unpin
  if (guest.vmState !== 'shelved_offloaded' && !isPlaced) {
    const shelved = guestIn(cloud, action.guest, ['shelved', 'shelved_offloaded'])
    return 'kind' in shelved ? impossible(cloud, shelved) : startInPlace(cloud, shelved)
  }
  if (guest.vmState !== 'shelved_offloaded') {
    const { id, vmState: state } = guest
    return impossible(cloud, { kind: 'guest-state', guest: id, state, needs: ['shelved_offloaded'] })
  }

  const zoned = { ...guest, zone: action.unpin ? undefined : (action.zone ?? guest.zone) }
  const request = requestOfGuest(cloud, zoned)
  const refusal = whereTo(cloud, action, request)
  if (refusal) return impossible(cloud, refusal)
  const { gates, to, placed } = sent(cloud, request, statesOf(cloud), action.to, 1)
  if (to === undefined) return unchanged(cloud, migrates(gates, to, undefined))
  const there = { ...zoned, host: to, topology: placed, vmState: 'active', powerState: 1 }
  const start = startOn(cloud, to, there)
  const outcome = migrates(gates, to, start)
  if (outcome.result === 'fails on the host') return unchanged(cloud, outcome)
  const booked = withGuest(withoutGuest(cloud, guest), there)
  return {
    outcome,
    cloud: start.outcome === 'starts' ? withStarted(booked, there) : booked,
    touched: [to],
  }
}

/** What the API says to the place that is named: by release, whether it is there, and whether it fits the zone. */
function whereTo(
  cloud: Cloud,
  { to, zone, unpin }: Do<'unshelve'>,
  request: PlacementRequest,
): Impossible | undefined {
  const { unshelveTo } = cloud.release.rules
  if ((to !== undefined || unpin) && unshelveTo !== 'a zone or a host') {
    const option = to === undefined ? 'unshelve --no-availability-zone' : 'unshelve --host'
    return optionAbsent(option, (rules) => rules.unshelveTo === 'a zone or a host')
  }
  if (zone !== undefined && unshelveTo === 'nothing') {
    return optionAbsent('unshelve --availability-zone', (rules) => rules.unshelveTo !== 'nothing')
  }
  const isIn = (id: HostId) => AvailabilityZoneFilter(stateOf(cloud, id), request).kind
  if (zone !== undefined) {
    const answers = [...cloud.hosts.values()].map(({ id }) => isIn(id))
    if (answers.every((kind) => kind === 'objects')) return { kind: 'no-such', what: 'zone', name: zone }
  }
  if (to === undefined) return undefined
  if (!cloud.hosts.get(to)) return { kind: 'no-such', what: 'host', name: to }
  const kept = request.hints.zone
  return kept !== undefined && isIn(to) === 'objects'
    ? { kind: 'host-not-in-zone', host: to, zone: kept }
    : undefined
}
