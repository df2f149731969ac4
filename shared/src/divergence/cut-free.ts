import { memorySeen, ramRoom } from '../placement/filters/room.ts'
import { detector } from './detector.ts'
import { type Finding, finding, memory } from './finding.ts'
import { type Ruled, remedyOfRule, ruled } from './ruled.ts'

export interface CutFinding extends Finding<'free-cut-at-zero'>, Ruled {}

/**
 * A row that says nothing free where less is, so that a scheduler which works backwards from it takes less for used
 * (nova/compute/resource_tracker.py: _update_usage_from_instances; bug 1698383).
 */
export const cutFree = detector(['nova'], ({ host, state, compute }): readonly CutFinding[] => {
  const seen = ramRoom(state)
  const { memory: row } = state
  if (!seen || !row || memorySeen(state) === row || seen.free <= 0) return []
  const real = ramRoom({ ...state, freeCut: false })
  if (!real) return []
  const of = ruled(compute, [{ rule: 'freeAfterAudit', is: 'may be negative' }])
  return [
    {
      ...finding('free-cut-at-zero', {
        kind: 'phantom-capacity',
        where: { host },
        resource: memory,
        expected: { by: 'nova', amount: seen.free },
        observed: { by: 'cells', amount: real.free },
        severity: { next: 'move-fails', amount: seen.free - real.free, unit: 'KiB' },
        remedy: remedyOfRule(of),
      }),
      ...of,
    },
  ]
})
