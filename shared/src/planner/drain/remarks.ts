import type { GuestId, HostId } from '../../model/ids.ts'
import { type Cloud, movesOn } from '../cloud.ts'
import { startOn } from '../guest-start.ts'
import { isRunning } from '../guest-state.ts'
import { groupsOf } from './groups.ts'
import type { DrainRemark, Move } from './plan.ts'

/** What a plan leaves open or makes worse, from the cloud before it to the cloud after. */
export const remarksOn = (
  before: Cloud,
  after: Cloud,
  hosts: readonly HostId[],
  moves: readonly Move[],
): readonly DrainRemark[] => [
  ...hosts.flatMap((host) => unconfirmed(after, host)),
  ...[...new Set(moves.map(({ guest }) => guest))].flatMap((guest) => wouldNotStart(after, guest)),
  ...softPolicies(before, after),
]

/** nova/compute/manager.py: confirm_resize is what frees the source. */
const unconfirmed = (cloud: Cloud, host: HostId): readonly DrainRemark[] =>
  movesOn(cloud, host)
    .filter(
      ({ type, status, source }) =>
        (type === 'resize' || type === 'migration') && status === 'finished' && source === host,
    )
    .map(({ guest }) => ({ kind: 'unconfirmed', guest, host }))

/** A guest that is shut off where it has come to be, and what the host would say if it were started there. */
function wouldNotStart(cloud: Cloud, id: GuestId): readonly DrainRemark[] {
  const guest = cloud.guests.get(id)
  if (!guest || guest.host === undefined || isRunning(guest) || guest.topology === 'not read') return []
  const { host, topology } = guest
  const start = startOn(cloud, host, { ...guest, topology })
  return start.outcome === 'refuses' ? [{ kind: 'would-not-start', guest: id, host }] : []
}

/** Soft policies only weigh (nova/scheduler/weights/affinity.py), and a plan of named hosts asks no weigher. */
function softPolicies(before: Cloud, after: Cloud): readonly DrainRemark[] {
  const [was, is] = [groupsOf(before).members, groupsOf(after).members]
  return (before.snapshot.serverGroups ?? []).flatMap(({ id, name, policy }): readonly DrainRemark[] => {
    const hostsBefore = new Set(was.get(id)).size
    const hostsAfter = new Set(is.get(id)).size
    const isWorse =
      (policy === 'soft-affinity' && hostsAfter > hostsBefore) ||
      (policy === 'soft-anti-affinity' && hostsAfter < hostsBefore)
    return isWorse ? [{ kind: 'soft-policy', group: name, policy, hostsBefore, hostsAfter }] : []
  })
}
