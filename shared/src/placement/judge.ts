import { isNonEmpty, type NonEmpty } from '../collections.ts'
import type { GuestTopology } from '../model/cell.ts'
import type { Gap } from '../model/snapshot.ts'
import type { Rules } from '../releases/rules.ts'
import { claim, isFittedAlike } from './claim.ts'
import { type Answer, cannotSay, objects } from './filters/filter.ts'
import { filters } from './filters/filters.ts'
import { cellsOfEitherThread } from './fit/either-thread.ts'
import { type HostState, isBareMetal } from './host-state.ts'
import { Placement } from './inventory.ts'
import type { Rejection } from './rejection.ts'
import type { PlacementRequest } from './request.ts'
import { askedOfPlacement } from './request-filters.ts'
import type { Objection, Verdict } from './verdict.ts'

/** The filters of the cloud: what the operator enabled, else what the release enables. */
export const enabledFilters = (set: readonly string[] | undefined, rules: Rules): readonly string[] =>
  set ?? rules.defaultFilters

/**
 * What Nova's book says of one request on one host: Placement where the scheduler asks it, the scheduler's filters, then
 * the compute's claim where none of them objects. Every filter is asked: Nova stops at the first that objects, an operator
 * wants them all. A filter that is not modelled makes a verdict `unknown`, unless another objects.
 */
export function judge(host: HostState, request: PlacementRequest, names: readonly string[]): Verdict {
  const said = ofScheduler(host, request, names)
  if (isNonEmpty(said.objections)) return verdict(host, said)
  const isFitted = isFittedAlike(host, request) && said.placed !== undefined
  const claimed = claim(host, request, names, isFitted)
  if (!isFitted || claimed.kind !== 'passes') note(said, 'claim', claimed)
  return verdict(host, said)
}

/** The same without the claim: a move that its destination does not claim. */
export const judgeUnclaimed = (
  host: HostState,
  request: PlacementRequest,
  names: readonly string[],
): Verdict => verdict(host, ofScheduler(host, request, names))

/** The claim alone, by the limits of these filters. */
export const judgeClaim = (host: HostState, request: PlacementRequest, names: readonly string[]): Verdict =>
  verdict(host, note(nothingSaid(), 'claim', claim(host, request, names, false)))

/** Placement alone: a move that is forced claims there and asks no filter. */
export const judgeByPlacement = (host: HostState, request: PlacementRequest): Verdict =>
  verdict(host, note(nothingSaid(), 'Placement', Placement(host, request)))

/** What gates have said so far, in the order asked. */
interface Said {
  readonly objections: Objection[]
  readonly gaps: Gap[]
  readonly passed: string[]
  placed: GuestTopology | undefined
  overlooked: NonEmpty<Rejection> | undefined
  /** What was overlooked by gates that place nothing. */
  unplaced: NonEmpty<Rejection> | undefined
}

const nothingSaid = (): Said => ({
  objections: [],
  gaps: [],
  passed: [],
  placed: undefined,
  overlooked: undefined,
  unplaced: undefined,
})

function note(said: Said, by: string, answer: Answer): Said {
  if (answer.kind === 'objects') for (const reason of answer.reasons) said.objections.push({ by, reason })
  else if (answer.kind === 'unknown') said.gaps.push(...answer.gaps)
  else {
    said.passed.push(by)
    if (answer.placed) {
      said.placed = answer.placed
      said.overlooked = answer.overlooked ?? said.unplaced
    } else if (answer.overlooked) {
      said.unplaced = answer.overlooked
      said.overlooked ??= answer.overlooked
    }
  }
  return said
}

function ofScheduler(host: HostState, request: PlacementRequest, names: readonly string[]): Said {
  const said = nothingSaid()
  if (request.constraints.kind === 'rejected') {
    const { exception, detail } = request.constraints
    return note(said, 'API', objects({ kind: 'request-invalid', exception, detail }))
  }
  if (isBareMetal(host)) note(said, 'Placement', cannotSay(host, 'bare metal', 'not modelled'))
  if (host.rules.placementService === 'asked') note(said, 'Placement', askedOfPlacement(host, request))
  for (const name of names) note(said, name, ask(name, host, request))
  return said
}

const ask = (name: string, host: HostState, request: PlacementRequest): Answer =>
  filters.get(name)?.(host, request) ?? cannotSay(host, name, 'not modelled')

function verdict({ id: host, cells }: HostState, said: Said): Verdict {
  const { objections, gaps, passed, placed, overlooked } = said
  if (isNonEmpty(objections)) return { host, outcome: 'rejected', objections, passed }
  if (isNonEmpty(gaps)) return { host, outcome: 'unknown', gaps, passed }
  const fits = { host, outcome: 'fits', placed, passed } as const
  const either = placed && typeof cells !== 'string' ? cellsOfEitherThread(placed.cells, cells) : []
  const open = isNonEmpty(either) ? { ...fits, eitherThread: either } : fits
  return overlooked ? { ...open, overlooked } : open
}
