import type { HostId } from '../../model/ids.ts'
import { type Cloud, guestsOn } from '../cloud.ts'
import type { Long } from '../long.ts'
import { staysOf } from './drain.ts'
import { waysFor } from './moves.ts'
import { moverOn } from './moving.ts'
import type { Downtime, Stays } from './plan.ts'

/** Whether a host could be emptied as the cloud is. */
export interface Drainable {
  readonly host: HostId
  readonly guests: number
  readonly stays: readonly Stays[]
}

/** Of every host, asked alone: could it be drained? Nothing is replayed. */
export function* drainSweep(cloud: Cloud, downtime: Downtime): Long<readonly Drainable[]> {
  const mover = moverOn(cloud, waysFor(downtime))
  const hosts = [...cloud.hosts.values()].map(({ id }) => id)
  const found: Drainable[] = []
  for (const host of hosts) {
    const guests = guestsOn(cloud, host)
    const placings = mover.place(guests, { not: new Set([host]), last: new Set() })
    found.push({ host, guests: guests.length, stays: staysOf(host, placings, []) })
    yield { done: found.length, of: hosts.length }
  }
  return found
}
