import type { HostState } from '../host-state.ts'
import type { GroupHint } from '../request.ts'
import { type Filter, objects, passes } from './filter.ts'

const membersOn = ({ id }: HostState, { hosts }: GroupHint): number =>
  hosts.filter((host) => host === id).length

/**
 * nova/scheduler/filters/affinity_filter.py: a group of this policy keeps apart; from Stein on, up to `max_server_per_host`
 * may be together.
 */
export const ServerGroupAntiAffinityFilter: Filter = (host, { hints: { group } }) => {
  if (group?.policy !== 'anti-affinity') return passes
  const count = membersOn(host, group)
  const most = host.rules.groupRules === 'read' ? (group.maxServerPerHost ?? 1) : 1
  return count < most ? passes : objects({ kind: 'group-apart', group: group.name, count, most })
}

/** A group of this policy keeps together: where any of it is; anywhere where none is yet. */
export const ServerGroupAffinityFilter: Filter = (host, { hints: { group } }) => {
  if (group?.policy !== 'affinity' || group.hosts.length === 0) return passes
  return membersOn(host, group) > 0
    ? passes
    : objects({ kind: 'group-together', group: group.name, hosts: group.hosts })
}
