import { isNonEmpty, type NonEmpty } from '../collections.ts'
import type { GuestTopology } from '../model/cell.ts'
import type { Gap } from '../model/snapshot.ts'
import type { Rules } from '../releases/rules.ts'
import { claim } from './claim.ts'
import { type Answer, cannotSay, objects } from './filters/filter.ts'
import { filters } from './filters/filters.ts'
import type { HostState } from './host-state.ts'
import { Placement } from './inventory.ts'
import type { Rejection } from './rejection.ts'
import type { PlacementRequest } from './request.ts'
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
  const answers = ofScheduler(host, request, names)
  if (answers.some(([, answer]) => answer.kind === 'objects')) return verdict(host, answers)
  const isFitted = host.compute === host.rules && answers.some(([, answer]) => isPlaced(answer))
  const claimed = claim(host, request, names, isFitted)
  const adds = !isFitted || claimed.kind !== 'passes'
  return verdict(host, adds ? [...answers, ['claim', claimed]] : answers)
}

/** The same without the claim: a move that its destination does not claim. */
export const judgeUnclaimed = (
  host: HostState,
  request: PlacementRequest,
  names: readonly string[],
): Verdict => verdict(host, ofScheduler(host, request, names))

/** The claim alone, by the limits of these filters. */
export const judgeClaim = (host: HostState, request: PlacementRequest, names: readonly string[]): Verdict =>
  verdict(host, [['claim', claim(host, request, names, false)]])

/** Placement alone: a move that is forced claims there and asks no filter. */
export const judgeByPlacement = (host: HostState, request: PlacementRequest): Verdict =>
  verdict(host, [['Placement', Placement(host, request)]])

function ofScheduler(host: HostState, request: PlacementRequest, names: readonly string[]): readonly Gate[] {
  if (request.constraints.kind === 'rejected') {
    const { exception, detail } = request.constraints
    return [['API', objects({ kind: 'request-invalid', exception, detail })]]
  }
  const placement: Gate[] =
    host.rules.placementService === 'asked' ? [['Placement', Placement(host, request)]] : []
  return [...placement, ...names.map((name): Gate => [name, ask(name, host, request)])]
}

type Gate = readonly [name: string, Answer]

const isPlaced = (answer: Answer) => answer.kind === 'passes' && answer.placed !== undefined

const ask = (name: string, host: HostState, request: PlacementRequest): Answer =>
  filters.get(name)?.(host, request) ?? cannotSay(host, name, 'not modelled')

/** Gates and their answers, in the order asked, as one verdict. */
function verdict(host: HostState, answers: readonly Gate[]): Verdict {
  const objections: Objection[] = []
  const gaps: Gap[] = []
  const passed: string[] = []
  let placed: GuestTopology | undefined
  let overlooked: NonEmpty<Rejection> | undefined
  for (const [by, answer] of answers) {
    if (answer.kind === 'objects') objections.push(...answer.reasons.map((reason) => ({ by, reason })))
    else if (answer.kind === 'unknown') gaps.push(...answer.gaps)
    else {
      passed.push(by)
      if (!answer.placed) continue
      placed = answer.placed
      overlooked = answer.overlooked
    }
  }
  if (isNonEmpty(objections)) return { host: host.id, outcome: 'rejected', objections, passed }
  if (isNonEmpty(gaps)) return { host: host.id, outcome: 'unknown', gaps, passed }
  const fits = { host: host.id, outcome: 'fits', placed, passed } as const
  return overlooked ? { ...fits, overlooked } : fits
}
