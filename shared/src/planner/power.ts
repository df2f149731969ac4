import type { NonEmpty } from '../collections.ts'
import type { Guest } from '../model/guest.ts'
import type { HostId } from '../model/ids.ts'
import type { Action } from './action.ts'
import { type Cloud, withGuestAs } from './cloud.ts'
import { startNotKnown, startOn, withStarted, withStopped } from './guest-start.ts'
import { impossible, type Performed, unchanged } from './performed.ts'
import type { Impossible } from './step.ts'

/**
 * nova/compute/api.py: stop; libvirt ends the domain, and Nova counts the guest as before (vm_states.py:
 * allow_resource_removal knows no power).
 */
export function powerOff(cloud: Cloud, action: Extract<Action, { do: 'power-off' }>): Performed {
  const guest = guestIn(cloud, action.guest, ['active', 'error'])
  if ('kind' in guest) return impossible(cloud, guest)
  const off = { ...guest, vmState: 'stopped', powerState: 4 }
  return {
    outcome: { kind: 'powers', host: guest.host, start: undefined, result: 'off' },
    cloud: withStopped(withGuestAs(cloud, off), guest),
    touched: [guest.host],
  }
}

/** nova/compute/api.py: start. No filter and no claim is asked: the host alone answers. */
export function powerOn(cloud: Cloud, action: Extract<Action, { do: 'power-on' }>): Performed {
  const guest = guestIn(cloud, action.guest, ['stopped'])
  return 'kind' in guest ? impossible(cloud, guest) : startInPlace(cloud, guest)
}

/** The host alone is asked. */
export function startInPlace(cloud: Cloud, guest: Guest & { readonly host: HostId }): Performed {
  const { host, topology } = guest
  if (topology === 'not read') {
    const start = startNotKnown(host, guest)
    return unchanged(cloud, { kind: 'powers', host, start, result: 'unknown' })
  }
  const on = { ...guest, topology, vmState: 'active', powerState: 1 }
  const start = startOn(cloud, host, on)
  if (start.outcome !== 'starts') {
    const result = start.outcome === 'refuses' ? 'fails on the host' : 'unknown'
    return unchanged(cloud, { kind: 'powers', host, start, result })
  }
  return {
    outcome: { kind: 'powers', host, start, result: 'on' },
    cloud: withStarted(withGuestAs(cloud, on), on),
    touched: [host],
  }
}

/** nova/compute/api.py: check_instance_state. A guest that is on a host whose compute answers, in one of these states and at rest. */
export function guestIn(
  cloud: Cloud,
  id: Guest['id'],
  needs: NonEmpty<string>,
): (Guest & { readonly host: HostId }) | Impossible {
  const guest = cloud.guests.get(id)
  const host = guest?.host
  if (!guest || host === undefined) return { kind: 'no-such', what: 'guest', name: id }
  if (!needs.includes(guest.vmState)) return { kind: 'guest-state', guest: id, state: guest.vmState, needs }
  if (guest.taskState !== undefined) return { kind: 'guest-busy', guest: id, taskState: guest.taskState }
  if (cloud.hosts.get(host)?.service?.up === false) return { kind: 'compute-down', host }
  return { ...guest, host }
}
