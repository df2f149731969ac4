import type { Flavor, ImageProps } from '../model/flavor.ts'
import type { Guest } from '../model/guest.ts'
import type { HostState } from '../placement/host-state.ts'
import { judgeUnclaimed } from '../placement/judge.ts'
import { numaConstraints } from '../placement/request/numa-constraints.ts'
import { placementRequest } from '../placement/request.ts'
import type { Verdict } from '../placement/verdict.ts'
import type { Rules } from '../releases/rules.ts'

/**
 * What becomes of a guest's cells where it is rebuilt with another image (nova/compute/api.py: rebuild). It stays where it
 * is and takes no more than it has. From Queens to Train NUMATopologyFilter nevertheless looks for room beside the guest
 * itself; since Ussuri the API refuses an image that changes the cells, and nobody else looks.
 */
export function rebuildVerdict(
  host: HostState,
  { flavor, image }: Guest,
  newImage: ImageProps,
  rules: Rules,
  names: readonly string[],
): Verdict {
  const fits: Verdict = { host: host.id, outcome: 'fits', placed: undefined, passed: [] }
  switch (rules.rebuiltCells) {
    case 'not compared':
      return fits
    case 'beside itself': {
      const asked = names.filter((name) => name === 'NUMATopologyFilter')
      return judgeUnclaimed(
        { ...host, rules: unasked(rules) },
        placementRequest(flavor, newImage, rules),
        asked,
      )
    }
    case 'refused where they change': {
      if (cellsOf(flavor, image, rules) === cellsOf(flavor, newImage, rules)) return fits
      const reason = {
        kind: 'request-invalid',
        exception: 'ImageNUMATopologyRebuildConflict',
        detail: Object.keys(newImage).join(' '),
      } as const
      return { host: host.id, outcome: 'rejected', objections: [{ by: 'API', reason }], passed: [] }
    }
  }
}

/** Placement has the guest's allocation already. */
const unasked = (rules: Rules): Rules => ({ ...rules, placementService: 'not asked' })

const cellsOf = (flavor: Flavor, image: ImageProps, rules: Rules): string =>
  JSON.stringify(numaConstraints(flavor, image, rules))
