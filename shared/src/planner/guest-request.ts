import type { Flavor } from '../model/flavor.ts'
import type { Guest } from '../model/guest.ts'
import type { GuestId } from '../model/ids.ts'
import type { ServerGroup } from '../model/snapshot.ts'
import { numaConstraints } from '../placement/request/numa-constraints.ts'
import { type GroupHint, type PlacementRequest, placementRequest } from '../placement/request.ts'
import type { Cloud } from './cloud.ts'

/** The group and where its members are, a host as often as it has one; a guest that moves is not in its own way. */
export const hintOf = ({ guests }: Cloud, group: ServerGroup, moving?: GuestId): GroupHint => ({
  ...group,
  hosts: [...guests.values()].flatMap(({ id, serverGroup, host }) =>
    serverGroup === group.id && host !== undefined && id !== moving ? [host] : [],
  ),
})

/**
 * What a move asks of the scheduler for a guest that is there already (nova/scheduler/utils.py: setup_instance_group). A
 * resize may have kept the cells of the old flavor (nova/conductor/manager.py: migrate_server).
 */
export function requestOfGuest(
  cloud: Cloud,
  { id, image, project, serverGroup, zone, flavor: own }: Guest,
  flavor: Flavor = own,
): PlacementRequest {
  const { snapshot, release } = cloud
  const group = snapshot.serverGroups?.find((one) => one.id === serverGroup)
  const request = placementRequest(flavor, image, release.rules, {
    project,
    zone,
    ...(group ? { group: hintOf(cloud, group, id) } : {}),
  })
  if (flavor === own || release.rules.resizedCells === 'of the new flavor') return request
  return { ...request, scheduled: numaConstraints(own, image, release.rules) }
}
