import type { GuestTopology } from '../model/cell.ts'
import type { HostState } from '../placement/host-state.ts'
import { judgeClaim } from '../placement/judge.ts'
import type { PlacementRequest } from '../placement/request.ts'
import type { Verdict } from '../placement/verdict.ts'

/**
 * The claim of a live migration at its destination, Train and later (nova/compute/claims.py: MoveClaim). It fits the guest's
 * cells anew, by the limits of `names`; where that gives the first of them pages of another size than it has, it refuses.
 */
export function destinationClaim(
  destination: HostState,
  request: PlacementRequest,
  topology: GuestTopology,
  names: readonly string[],
): Verdict {
  const claimed = judgeClaim(destination, request, names)
  if (claimed.outcome !== 'fits') return claimed
  const [from, to] = [sizeOf(topology), sizeOf(claimed.placed)]
  if (from === to) return claimed
  const reason = { kind: 'page-size-changes', from, to } as const
  return { host: destination.id, outcome: 'rejected', objections: [{ by: 'claim', reason }], passed: [] }
}

/** Whether the first cell has pages of the same size at both ends. */
export const keepsPageSize = (topology: GuestTopology, placed: GuestTopology | undefined): boolean =>
  sizeOf(topology) === sizeOf(placed)

const sizeOf = (topology: GuestTopology | undefined) => {
  const size = topology?.cells[0]?.pageSize
  return typeof size === 'string' ? undefined : size
}
