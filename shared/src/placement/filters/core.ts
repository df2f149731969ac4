import { cannotSay, type Filter, objects, passes } from './filter.ts'
import { vcpusRoom } from './room.ts'

/** nova/scheduler/filters/core_filter.py. Never enabled by default. A host that reports no vCPUs passes. */
export const CoreFilter: Filter = (host, { resources }) => {
  const room = vcpusRoom(host)
  if (!room) return cannotSay(host, 'vcpus', 'absent')
  const { total } = room
  if (total === 0) return passes
  const needed = resources.vcpus

  if (host.rules.selfOvercommit === 'refused' && needed > total) {
    return objects({ kind: 'vcpus-self-overcommit', needed, total })
  }
  return needed > room.free ? objects({ kind: 'vcpus-short', needed, ...room }) : passes
}
