import { isNonEmpty, type NonEmpty } from '../collections.ts'
import type { HostId } from '../model/ids.ts'
import type { PageSize } from '../units.ts'
import type { HostState } from './host-state.ts'
import { judge } from './judge.ts'
import type { PlacementRequest } from './request.ts'
import { isRefusedByClaim, type Verdict } from './verdict.ts'
import { unreadWeighers } from './weighers/unread.ts'
import { weigh } from './weighers/weigh.ts'

/** What the scheduler makes of a request: a verdict of every host, and which it takes. */
export interface Choice {
  /** In the order of the hosts given. */
  readonly verdicts: readonly Verdict[]
  /**
   * Undefined where no host passed, or where a filter raised on any: that ends the whole request. A host that could not
   * be judged is never chosen; one whose claim alone refuses is, for the scheduler does not know of it.
   */
  readonly chosen: HostId | undefined
  /** Hosts that weighed the same as the chosen, which is the first of them in the order given. */
  readonly tiedWith: readonly HostId[]
  /** Other hosts that passed, heaviest first, no fewer than Nova may try: alternates are taken from them. */
  readonly others: readonly HostId[]
  /** Why Nova may take another of the hosts that pass. */
  readonly remarks: readonly Remark[]
}

/** What keeps Nova's choice among several hosts from being foretold. */
export type Remark =
  | { readonly kind: 'weights-remembered' }
  /** Weighers, by option, that look at what was not read. */
  | { readonly kind: 'weights-unread'; readonly options: NonEmpty<string> }
  | { readonly kind: 'one-of-the-best'; readonly size: number }
  /** The host that is asked first decides the page size for those after it, and the order is not defined. */
  | { readonly kind: 'size-of-the-first'; readonly sizes: readonly PageSize[] }
  /** Placement names no more hosts than this, in an order of its own. */
  | { readonly kind: 'placement-limit'; readonly hosts: number; readonly limit: number }
  /** The one host that may be taken may not be among those that Placement names. */
  | { readonly kind: 'placement-limit-hides'; readonly hosts: number; readonly limit: number }

/** `forced`: no filter is asked (`--availability-zone zone:host`). `requested`: filters run, on this host alone. */
export type OneHost = { readonly host: HostId; readonly how: 'requested' | 'forced' }

/** nova/scheduler/filter_scheduler.py, manager.py: filter all hosts, weigh those that pass, take the best. */
export function choose(
  hosts: readonly HostState[],
  request: PlacementRequest,
  names: readonly string[],
  only?: OneHost,
  judged: typeof judge = judge,
): Choice {
  const verdicts = hosts.map((host) => judgeFor(host, request, names, only, judged))
  if (verdicts.some(endsTheRequest))
    return { verdicts, chosen: undefined, tiedWith: [], others: [], remarks: [] }
  const passed = hosts.filter((_, index) => passesFilters(verdicts[index]))
  const tries = passed[0]?.settings.maxAttempts ?? defaultAttempts
  const { order, tied, weighers } = weigh(passed, request, tries)
  const [chosen, ...others] = order.map(({ id }) => id)
  const tiedWith = others.slice(0, Math.max(tied - 1, 0))
  const remarks = [...remarksOn(passed, verdicts, weighers, only), ...sizesApart(passed, verdicts)]
  return { verdicts, chosen, tiedWith, others, remarks }
}

/** `[scheduler] max_attempts` where the operator set none; the same in every release. */
export const defaultAttempts = 3

/** `[scheduler] max_placement_results` where the operator set none. */
const defaultResults = 1000

function remarksOn(
  passed: readonly HostState[],
  verdicts: readonly Verdict[],
  weighers: number,
  only: OneHost | undefined,
): readonly Remark[] {
  const [first] = passed
  if (!first) return []
  if (only) return hiddenByLimit(first, verdicts.length, only)
  if (passed.length < 2) return []
  const { rules, settings } = first
  const remarks: Remark[] = []
  if (rules.weightMemory !== 'none' && weighers > 1) remarks.push({ kind: 'weights-remembered' })
  const unread = unreadWeighers(passed)
  if (isNonEmpty(unread)) remarks.push({ kind: 'weights-unread', options: unread })
  const size = settings.hostSubsetSize ?? 1
  if (size > 1) remarks.push({ kind: 'one-of-the-best', size })
  const limit = settings.maxPlacementResults ?? defaultResults
  if (rules.placementLimit !== 'never' && verdicts.length > limit) {
    const hosts = verdicts.filter(isNamedByPlacement).length
    if (hosts > limit) remarks.push({ kind: 'placement-limit', hosts, limit })
  }
  return remarks
}

/** Hosts that make another page size of the same request. */
function sizesApart(passed: readonly HostState[], verdicts: readonly Verdict[]): readonly Remark[] {
  if (passed.length < 2 || passed[0]?.rules.requestOfHosts !== 'one for all') return []
  const sizes = new Set(verdicts.flatMap((verdict) => sizesIn(verdict)))
  return sizes.size > 1 ? [{ kind: 'size-of-the-first', sizes: [...sizes].sort((a, b) => a - b) }] : []
}

const sizesIn = (verdict: Verdict): readonly PageSize[] =>
  verdict.outcome === 'fits'
    ? (verdict.placed?.cells ?? []).flatMap(({ pageSize }) =>
        typeof pageSize === 'number' ? [pageSize] : [],
      )
    : []

/** Only as many as the others could have room: they were not asked. */
function hiddenByLimit({ rules, settings }: HostState, hosts: number, { how }: OneHost): readonly Remark[] {
  const limit = settings.maxPlacementResults ?? defaultResults
  const isLimited =
    rules.placementLimit === 'always' ||
    (rules.placementLimit === 'unless a host is forced' && how === 'requested')
  return isLimited && hosts > limit ? [{ kind: 'placement-limit-hides', hosts, limit }] : []
}

const isNamedByPlacement = (verdict: Verdict): boolean =>
  verdict.outcome !== 'rejected' || verdict.objections.every(({ by }) => by !== 'Placement')

const passesFilters = (verdict: Verdict | undefined): boolean =>
  verdict?.outcome === 'fits' || (verdict !== undefined && isRefusedByClaim(verdict))

/** A filter raised, and none before it had left the host out. */
const endsTheRequest = (verdict: Verdict): boolean =>
  verdict.outcome === 'rejected' &&
  verdict.objections[0].by !== 'claim' &&
  verdict.objections[0].reason.kind === 'exception'

function judgeFor(
  host: HostState,
  request: PlacementRequest,
  names: readonly string[],
  only: OneHost | undefined,
  judged: typeof judge,
): Verdict {
  if (only && only.host !== host.id) {
    const reason = { kind: 'not-the-forced-host', forced: only.host } as const
    return { host: host.id, outcome: 'rejected', objections: [{ by: 'scheduler', reason }], passed: [] }
  }
  return judged(host, request, only?.how === 'forced' ? [] : names)
}
