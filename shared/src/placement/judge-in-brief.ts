import type { GuestTopology } from '../model/cell.ts'
import { claim, isFittedAlike } from './claim.ts'
import { filters } from './filters/filters.ts'
import { numaTopologyInBrief } from './filters/numa-topology.ts'
import { type HostState, isBareMetal } from './host-state.ts'
import type { PlacementRequest } from './request.ts'
import { askedOfPlacement } from './request-filters.ts'

/** A verdict as far as it decides what Nova does, and not why: for who asks a hundred thousand times. */
export type BriefVerdict =
  | { readonly outcome: 'fits'; readonly placed: GuestTopology | undefined }
  /** `by` is who objects first. `raises` ends the whole request; a refusal of the `claim` the scheduler does not foresee. */
  | { readonly outcome: 'rejected'; readonly by: string; readonly raises: boolean }
  | { readonly outcome: 'unknown' }

const unknown: BriefVerdict = { outcome: 'unknown' }

/** The outcome of `judge`, up to the first gate that objects. */
export function judgeInBrief(
  host: HostState,
  request: PlacementRequest,
  names: readonly string[],
  isClaimed = true,
): BriefVerdict {
  if (request.constraints.kind === 'rejected') return { outcome: 'rejected', by: 'API', raises: false }
  let isKnown = !isBareMetal(host)
  let placed: GuestTopology | undefined
  if (host.rules.placementService === 'asked') {
    const answer = askedOfPlacement(host, request)
    if (answer.kind === 'objects') return { outcome: 'rejected', by: 'Placement', raises: false }
    if (answer.kind === 'unknown') isKnown = false
  }
  for (const by of names) {
    const answer = ask(by, host, request)
    if (answer === 'rejected' || answer === 'raises') {
      return { outcome: 'rejected', by, raises: answer === 'raises' }
    }
    if (answer === 'unknown') isKnown = false
    else placed = answer ?? placed
  }
  const isFitted = isFittedAlike(host, request) && placed !== undefined
  const claimed = isClaimed && claim(host, request, names, isFitted)
  if (!claimed) return isKnown ? { outcome: 'fits', placed } : unknown
  if (claimed.kind === 'objects') return { outcome: 'rejected', by: 'claim', raises: false }
  if (claimed.kind === 'unknown' || !isKnown) return unknown
  return { outcome: 'fits', placed: claimed.placed ?? placed }
}

function ask(
  name: string,
  host: HostState,
  request: PlacementRequest,
): GuestTopology | undefined | 'rejected' | 'raises' | 'unknown' {
  if (name === 'NUMATopologyFilter') return numaTopologyInBrief(host, request)
  const answer = filters.get(name)?.(host, request)
  if (!answer || answer.kind === 'unknown') return 'unknown'
  if (answer.kind === 'passes') return answer.placed
  return answer.reasons[0].kind === 'exception' ? 'raises' : 'rejected'
}
