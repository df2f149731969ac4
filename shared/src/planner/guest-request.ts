import type { Flavor } from '../model/flavor.ts'
import type { Guest } from '../model/guest.ts'
import type { GuestId } from '../model/ids.ts'
import type { ServerGroup } from '../model/snapshot.ts'
import { type GroupHint, type PlacementRequest, placementRequest } from '../placement/request.ts'
import type { Cloud } from './cloud.ts'

/** The group and where its members are, a host as often as it has one; a guest that moves is not in its own way. */
export const hintOf = ({ guests }: Cloud, group: ServerGroup, moving?: GuestId): GroupHint => ({
  ...group,
  hosts: [...guests.values()].flatMap(({ id, serverGroup, host }) =>
    serverGroup === group.id && host !== undefined && id !== moving ? [host] : [],
  ),
})

/** nova/scheduler/utils.py: setup_instance_group. What a move asks of the scheduler for a guest that is there already. */
export function requestOfGuest(
  cloud: Cloud,
  { id, image, project, serverGroup, zone, flavor: own }: Guest,
  flavor: Flavor = own,
): PlacementRequest {
  const { snapshot, release } = cloud
  const group = snapshot.serverGroups?.find((one) => one.id === serverGroup)
  return placementRequest(flavor, image, release.rules, {
    project,
    zone,
    ...(group ? { group: hintOf(cloud, group, id) } : {}),
  })
}
