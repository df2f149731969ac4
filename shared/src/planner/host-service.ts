import type { Host, ServiceState } from '../model/host.ts'
import type { GuestId, HostId } from '../model/ids.ts'
import type { Snapshot } from '../model/snapshot.ts'
import { lifeOf, withoutGuests } from '../reality/again.ts'
import type { Reality } from '../reality/reality.ts'
import type { Action } from './action.ts'
import { type Cloud, guestsOn, realityOf, withHost, withReality } from './cloud.ts'
import { withoutEvacuated } from './evacuate.ts'
import { impossible, type Performed } from './performed.ts'

type Do<Word extends Action['do']> = Extract<Action, { do: Word }>

const states: Record<Do<'set-service'>['state'], Partial<ServiceState>> = {
  enabled: { enabled: true },
  disabled: { enabled: false },
  up: { up: true },
  down: { up: false },
}

/** `openstack compute service set`; ComputeFilter reads both. Of a service that was not read one half says nothing good. */
export function setService(cloud: Cloud, { host: id, state }: Do<'set-service'>): Performed {
  const host = cloud.hosts.get(id)
  if (!host) return impossible(cloud, { kind: 'no-such', what: 'host', name: id })
  if (!host.service && (state === 'enabled' || state === 'up')) {
    return impossible(cloud, { kind: 'no-service-record', host: id })
  }
  const service = { ...(host.service ?? { enabled: true, up: true }), ...states[state] }
  const after = withHost(cloud, { ...host, service })
  return set(state === 'up' ? withoutEvacuated(after, id) : after, id, [])
}

/** Guests and their pages are left out; what other processes hold, they are taken to hold there too. */
export function addHost(cloud: Cloud, { id, like }: Do<'add-host'>): Performed {
  const model = cloud.hosts.get(like)
  if (!model) return impossible(cloud, { kind: 'no-such', what: 'host', name: like })
  if (cloud.hosts.get(id)) return impossible(cloud, { kind: 'host-already-there', host: id })
  const host: Host = {
    ...model,
    id,
    service: { enabled: true, up: true },
    nova: model.nova && { ...model.nova, usage: 'from guests' },
  }
  const reality = realityOf(cloud, like)
  const added = withHost({ ...cloud, snapshot: inAggregatesOf(cloud.snapshot, like, id) }, host)
  return set(reality ? withReality(added, { ...emptied(reality), host: id }) : added, id, [])
}

const inAggregatesOf = (snapshot: Snapshot, like: HostId, id: HostId): Snapshot => ({
  ...snapshot,
  aggregates: snapshot.aggregates.map((aggregate) =>
    aggregate.hosts.includes(like) ? { ...aggregate, hosts: [...aggregate.hosts, id] } : aggregate,
  ),
})

/** Every guest that holds pages is gone, whether Nova knows of it or not. */
const emptied = (reality: Reality): Reality =>
  withoutGuests(reality, [
    ...new Set(
      reality.nodes.flatMap(({ pools }) =>
        pools.flatMap(({ holders }) => holders.flatMap((one) => (one.kind === 'guest' ? one.guest : []))),
      ),
    ),
  ])

/** Nova notices that the service is down, and nothing else: guests stay in its book, as active as they were. */
export function loseHost(cloud: Cloud, { host: id }: Do<'lose-host'>): Performed {
  const host = cloud.hosts.get(id)
  if (!host) return impossible(cloud, { kind: 'no-such', what: 'host', name: id })
  const down = guestsOn(cloud, id).filter((guest) => lifeOf(guest) === 'runs')
  const service = { enabled: host.service?.enabled ?? true, up: false }
  const reality = realityOf(cloud, id)
  const lost = withHost(cloud, { ...host, service })
  return set(
    reality ? withReality(lost, emptied(reality)) : lost,
    id,
    down.map((guest) => guest.id),
  )
}

const set = (cloud: Cloud, host: HostId, down: readonly GuestId[]): Performed => ({
  outcome: { kind: 'host-set', down },
  cloud,
  touched: [host],
})
