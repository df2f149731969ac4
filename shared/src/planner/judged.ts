import { memo } from '../collections.ts'
import type { Flavor, ImageProps } from '../model/flavor.ts'
import type { HostState } from '../placement/host-state.ts'
import { judge } from '../placement/judge.ts'
import { type PlacementRequest, placementRequest } from '../placement/request.ts'
import type { Verdict } from '../placement/verdict.ts'
import type { Rules } from '../releases/rules.ts'

const requests = memo((_: Rules) => memo((_: Flavor) => new Map<string, PlacementRequest>()))

/** A request without hints: the same value whenever the same is asked for. */
export function requestOf(flavor: Flavor, image: ImageProps, rules: Rules): PlacementRequest {
  const known = requests(rules)(flavor)
  const key = JSON.stringify(image)
  const request = known.get(key) ?? placementRequest(flavor, image, rules)
  known.set(key, request)
  return request
}

const verdicts = memo((_: PlacementRequest) =>
  memo((_: readonly string[]) => new WeakMap<HostState, Verdict>()),
)

/** What `judge` says, asked once of a state of a host: from step to step of a plan most hosts are in the same. */
export function judgeOnce(host: HostState, request: PlacementRequest, names: readonly string[]): Verdict {
  const known = verdicts(request)(names)
  const before = known.get(host)
  if (before) return before
  const verdict = judge(host, request, names)
  known.set(host, verdict)
  return verdict
}
