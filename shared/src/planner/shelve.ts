import type { Guest } from '../model/guest.ts'
import type { HostId } from '../model/ids.ts'
import type { Action } from './action.ts'
import { type Cloud, withGuest, withGuestAs, withoutGuest } from './cloud.ts'
import { migrates, sent } from './cold-move.ts'
import { requestOfGuest } from './guest-request.ts'
import { startOn, withStarted, withStopped } from './guest-start.ts'
import { impossible, type Performed, unchanged } from './performed.ts'
import { guestIn, startInPlace } from './power.ts'
import { statesOf } from './states.ts'

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
 * nova/conductor/manager.py: unshelve_instance. One that is still on its host is started there; one that was offloaded is
 * scheduled like a new guest, to one host.
 */
export function unshelve(cloud: Cloud, action: Do<'unshelve'>): Performed {
  const guest = cloud.guests.get(action.guest)
  if (!guest) return impossible(cloud, { kind: 'no-such', what: 'guest', name: action.guest })
  if (guest.vmState !== 'shelved_offloaded') {
    const shelved = guestIn(cloud, action.guest, ['shelved', 'shelved_offloaded'])
    return 'kind' in shelved ? impossible(cloud, shelved) : startInPlace(cloud, shelved)
  }

  const { gates, to, placed } = sent(cloud, requestOfGuest(cloud, guest), statesOf(cloud), undefined, 1)
  if (to === undefined) return unchanged(cloud, migrates(gates, to, undefined))
  const there = { ...guest, host: to, topology: placed, vmState: 'active', powerState: 1 }
  const start = startOn(cloud, to, there)
  const outcome = migrates(gates, to, start)
  if (outcome.result === 'fails on the host' || outcome.result === 'refused by Nova') {
    return unchanged(cloud, outcome)
  }
  const booked = withGuest(withoutGuest(cloud, guest), there)
  return {
    outcome,
    cloud: start.outcome === 'starts' ? withStarted(booked, there) : booked,
    touched: [to],
  }
}
