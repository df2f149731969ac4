import { exceeds, minus } from '../../units.ts'
import type { HostState } from '../host-state.ts'
import { aggregateRatio } from './aggregates.ts'
import { allocationRatio } from './allocation-ratio.ts'
import { cannotSay, type Filter, objects, passes } from './filter.ts'
import { memorySeen, ramRoom } from './room.ts'

const ramFilter =
  (ratioOf: (host: HostState) => number): Filter =>
  (host, { resources }) => {
    const room = ramRoom(host, ratioOf(host))
    if (!room) return cannotSay(host, 'memory_mb', 'absent')
    const { total } = room
    const needed = resources.memory

    if (host.rules.selfOvercommit === 'refused' && exceeds(needed, total)) {
      return objects({ kind: 'ram-self-overcommit', needed, total })
    }
    return exceeds(needed, room.free) ? objects({ kind: 'ram-short', needed, ...room }) : passes
  }

/** nova/scheduler/filters/ram_filter.py: memory by ratio, whole host; knows neither cells nor page sizes. */
export const RamFilter = ramFilter((host) => allocationRatio(host, 'ram'))

/** The same, by the ratio of the host's aggregates. */
export const AggregateRamFilter = ramFilter((host) => aggregateRatio(host, 'ram'))

/** nova/scheduler/filters/exact_ram_filter.py, Juno to Queens: no more free than the guest needs. */
export const ExactRamFilter: Filter = (host, { resources }) => {
  const seen = memorySeen(host)
  if (!seen) return cannotSay(host, 'memory_mb', 'absent')
  const free = minus(seen.total, seen.used)
  return free === resources.memory
    ? passes
    : objects({ kind: 'not-exactly', resource: 'memory', needed: resources.memory, free })
}
