import type { Guest } from '../../model/guest.ts'
import type { HostId } from '../../model/ids.ts'
import type { GroupHint } from '../../placement/request.ts'
import type { Cloud } from '../cloud.ts'

/** Where members of server groups are, a host as often as it has one. */
export type Members = ReadonlyMap<string, readonly HostId[]>

export interface Groups {
  readonly members: Members
  /** What a move of the guest tells the scheduler; undefined for a guest of no group. */
  readonly hintOf: (guest: Guest, members: Members) => GroupHint | undefined
  /** Whether its group keeps it from there, as hard policies do whether or not their filter is enabled. */
  readonly keepsFrom: (guest: Guest, host: HostId, members: Members) => boolean
}

export function groupsOf({ snapshot, guests }: Cloud): Groups {
  const members = new Map<string, HostId[]>()
  for (const { serverGroup, host } of guests.values()) {
    if (serverGroup === undefined || host === undefined) continue
    const hosts = members.get(serverGroup) ?? []
    hosts.push(host)
    members.set(serverGroup, hosts)
  }
  const policies = new Map(snapshot.serverGroups?.map((group) => [group.id, group]))
  const of = ({ serverGroup }: Guest) => (serverGroup === undefined ? undefined : policies.get(serverGroup))
  return {
    members,
    hintOf: (guest, now) => {
      const group = of(guest)
      return group && { ...group, hosts: without(now.get(group.id) ?? [], guest.host) }
    },
    keepsFrom: (guest, host, now) => {
      const group = of(guest)
      if (group?.policy !== 'anti-affinity') return false
      const there = (now.get(group.id) ?? []).filter((one) => one === host).length
      return there >= (group.maxServerPerHost ?? 1)
    },
  }
}

/** The guest has gone from its host to another. */
export function moved(members: Members, { serverGroup, host }: Guest, to: HostId): Members {
  if (serverGroup === undefined) return members
  return new Map(members).set(serverGroup, [...without(members.get(serverGroup) ?? [], host), to])
}

/** The guest is on its host no more. */
export const left = (members: Members, { serverGroup, host }: Guest): Members =>
  serverGroup === undefined
    ? members
    : new Map(members).set(serverGroup, without(members.get(serverGroup) ?? [], host))

/** One member less on that host. */
function without(hosts: readonly HostId[], host: HostId | undefined): readonly HostId[] {
  const at = host === undefined ? -1 : hosts.indexOf(host)
  return at === -1 ? hosts : hosts.filter((_, index) => index !== at)
}
