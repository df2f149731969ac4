import type { GuestTopology } from '../model/cell.ts'
import type { Flavor } from '../model/flavor.ts'
import type { Guest } from '../model/guest.ts'
import type { HostId } from '../model/ids.ts'
import { startGuest, stopGuest } from '../reality/change.ts'
import type { Domain } from '../reality/domain.ts'
import { startCheck } from '../reality/start.ts'
import type { StartVerdict } from '../reality/start-verdict.ts'
import { type Cloud, realityOf, rulesOf, withReality } from './cloud.ts'
import { domainOf } from './domain-of.ts'

/** The domain Nova would write for a guest placed so. Throws for a host the cloud does not have. */
export function domainOn(
  cloud: Cloud,
  id: HostId,
  flavor: Flavor,
  placed: GuestTopology | undefined,
): Domain {
  const host = cloud.hosts.get(id)
  if (!host) throw new Error(`the cloud has no host ${id}`)
  return domainOf(host, flavor, placed, rulesOf(cloud, host))
}

/** What the host says to a guest that Nova placed so; not known where nobody looked at the host. */
export function startOn(
  cloud: Cloud,
  id: HostId,
  flavor: Flavor,
  placed: GuestTopology | undefined,
): StartVerdict {
  const reality = realityOf(cloud, id)
  if (reality) return startCheck(reality, domainOn(cloud, id, flavor, placed))
  const gap = { source: undefined, host: id, guest: undefined, what: 'observation', why: 'absent' } as const
  return { host: id, outcome: 'unknown', gaps: [gap] }
}

/** The host's book once this guest runs there. */
export function withStarted(cloud: Cloud, guest: Guest & { readonly host: HostId }): Cloud {
  const reality = realityOf(cloud, guest.host)
  if (!reality || guest.topology === 'not read') return cloud
  const placed = guest.topology === 'none' ? undefined : guest.topology
  const domain = domainOn(cloud, guest.host, guest.flavor, placed)
  return withReality(cloud, startGuest(reality, guest.id, guest.name, domain))
}

/** The host's book once this guest is gone from it. */
export function withStopped(cloud: Cloud, { id, host }: Guest): Cloud {
  const reality = host === undefined ? undefined : realityOf(cloud, host)
  return reality ? withReality(cloud, stopGuest(reality, id)) : cloud
}
