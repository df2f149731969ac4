import { groupBy } from '../../collections.ts'
import type { Flavor } from '../../model/flavor.ts'
import type { GuestId, HostId } from '../../model/ids.ts'
import { type Cloud, guestsOn } from '../cloud.ts'
import { roomOn } from '../headroom/headroom.ts'
import type { Room } from '../headroom/room.ts'
import { zoneIn } from '../headroom/zones.ts'
import type { Long } from '../long.ts'
import { moverOn, type Stuck } from './moving.ts'

/** What becomes of the guests of lost hosts, and how much room is left then. */
export interface Survival {
  readonly lost: readonly HostId[]
  readonly guests: number
  /** Guests that both books of some other host take. */
  readonly placed: number
  readonly homeless: readonly { readonly guest: GuestId; readonly refusals: Stuck['refusals'] }[]
  /** Room for each flavor on the hosts left, with the placed guests there. */
  readonly headroom: readonly { readonly flavor: string; readonly room: Room }[]
}

/** These hosts are lost together, and all their guests evacuated. */
export function survive(cloud: Cloud, lost: readonly HostId[], flavors: readonly Flavor[] = []): Survival {
  return survivalIn(
    cloud,
    moverOn(cloud, () => ['evacuate']),
    lost,
    flavors,
  )
}

/** Each host lost alone. */
export function* surviveAny(cloud: Cloud, flavors: readonly Flavor[] = []): Long<readonly Survival[]> {
  const mover = moverOn(cloud, () => ['evacuate'])
  const hosts = [...cloud.hosts.values()].map(({ id }) => id)
  const found: Survival[] = []
  for (const host of hosts) {
    found.push(survivalIn(cloud, mover, [host], flavors))
    yield { done: found.length, of: hosts.length }
  }
  return found
}

/** A zone, and what its loss as a whole comes to. */
export interface ZoneLost {
  /** Undefined for hosts in no zone. */
  readonly zone: string | undefined
  readonly survival: Survival
}

/** Each zone lost alone, with all its hosts. */
export function* surviveZones(cloud: Cloud): Long<readonly ZoneLost[]> {
  const mover = moverOn(cloud, () => ['evacuate'])
  const zoneOf = zoneIn(cloud)
  const hosts = [...cloud.hosts.values()].map(({ id }) => id)
  const zones = [...groupBy(hosts, zoneOf)]
  const found: ZoneLost[] = []
  for (const [zone, lost] of zones) {
    found.push({ zone, survival: survivalIn(cloud, mover, lost, []) })
    yield { done: found.length, of: zones.length }
  }
  return found
}

function survivalIn(
  cloud: Cloud,
  mover: ReturnType<typeof moverOn>,
  lost: readonly HostId[],
  flavors: readonly Flavor[],
): Survival {
  const gone = new Set(lost)
  const guests = lost.flatMap((host) => guestsOn(cloud, host))
  const { placings, stuck, spots } = mover.place(guests, { not: gone, last: new Set() })
  const left = [...spots.values()].filter(({ host }) => !gone.has(host))
  return {
    lost,
    guests: guests.length,
    placed: placings.length,
    homeless: stuck.map(({ guest, refusals }) => ({ guest: guest.id, refusals })),
    headroom: flavors.map((flavor) => ({
      flavor: flavor.name,
      room: roomOn(cloud, left, mover.start, flavor),
    })),
  }
}
