import { exceeds } from '../../units.ts'
import { cannotSay, type Filter, objects, passes } from './filter.ts'
import { ramRoom } from './room.ts'

/** nova/scheduler/filters/ram_filter.py: memory by ratio, whole host; knows neither cells nor page sizes. */
export const RamFilter: Filter = (host, { resources }) => {
  const room = ramRoom(host)
  if (!room) return cannotSay(host, 'memory_mb', 'absent')
  const { total } = room
  const needed = resources.memory

  if (host.rules.selfOvercommit === 'refused' && exceeds(needed, total)) {
    return objects({ kind: 'ram-self-overcommit', needed, total })
  }
  return exceeds(needed, room.free) ? objects({ kind: 'ram-short', needed, ...room }) : passes
}
