import { Overlay } from '../../collections.ts'
import type { Host } from '../../model/host.ts'
import { stopGuest } from '../../reality/change.ts'
import type { Reality } from '../../reality/reality.ts'
import { type Cloud, cloudOf, realityOf } from '../cloud.ts'

/** The same cloud with no guest on it, and none on the way. */
export function emptied(cloud: Cloud): Cloud {
  const hosts = [...cloud.hosts.values()].map(
    (host): Host => ({
      ...host,
      nova: host.nova && { ...host.nova, usage: 'from guests' },
    }),
  )
  const { snapshot } = cloud
  const placement = snapshot.placement && {
    ...snapshot.placement,
    allocations: snapshot.placement.allocations && [],
    providers: snapshot.placement.providers.map((one) => ({ ...one, usages: one.usages && {} })),
  }
  const nobody = { ...snapshot, hosts, guests: [], migrations: [], placement }
  const bare = cloudOf(nobody, cloud.release)
  const realities = hosts.flatMap(({ id }) => {
    const reality = realityOf(cloud, id)
    return reality ? [[id, withoutGuests(reality)] as const] : []
  })
  return { ...bare, realities: Overlay.over(new Map(realities)) }
}

function withoutGuests(reality: Reality): Reality {
  const guests = new Set(
    reality.nodes.flatMap(({ pools }) =>
      pools.flatMap(({ holders }) => holders.flatMap((one) => (one.kind === 'guest' ? [one.guest] : []))),
    ),
  )
  return [...guests].reduce(stopGuest, reality)
}
