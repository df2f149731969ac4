import type { Flavor } from '../../model/flavor.ts'
import { defaultAttempts } from '../../placement/choose.ts'
import type { HostState } from '../../placement/host-state.ts'
import { enabledFilters } from '../../placement/judge.ts'
import { type BriefVerdict, judgeInBrief } from '../../placement/judge-in-brief.ts'
import { type PlacementRequest, placementRequest } from '../../placement/request.ts'
import { scales } from '../../placement/weighers/weigh.ts'
import type { Reality } from '../../reality/reality.ts'
import { booked } from '../booked.ts'
import { type Cloud, realityOf } from '../cloud.ts'
import { statesOf } from '../states.ts'
import { heaviest } from './fill.ts'
import type { Long } from './headroom.ts'
import { startsOn } from './starts.ts'

/** A flavor and how many of it are booted in its turn. */
export interface Share {
  readonly flavor: Flavor
  readonly weight: number
}

/** What a flavor gets of a cloud that it shares. */
export interface FairShare {
  readonly flavor: string
  readonly weight: number
  /** Guests that run. */
  readonly runs: number
  /** Guests Nova books where nobody knows whether they start. */
  readonly unsure: number
}

/** Guests of all flavors together, at most. */
const limit = 100_000

/**
 * What flavors get that share a cloud: booted in turns, each so often in its turn as its weight says, and each until Nova
 * finds no valid host for it. The order in which hosts fill is Nova's, for each boot as the ones before left both books.
 */
export function* fairShare(cloud: Cloud, shares: readonly Share[]): Long<readonly FairShare[]> {
  const boot = booterOn(cloud)
  const found = shares.map(({ flavor, weight }) => ({ flavor: flavor.name, weight, runs: 0, unsure: 0 }))
  const requests = shares.map(({ flavor }) => placementRequest(flavor, {}, cloud.release.rules))
  let open = shares.map((_, index) => index).filter((index) => (shares[index]?.weight ?? 0) > 0)
  for (let booted = 0; open.length > 0 && booted < limit; ) {
    const still: number[] = []
    for (const index of open) {
      const [share, request] = [found[index], requests[index]]
      if (!share || !request) continue
      let refused = false
      for (let turn = 0; turn < share.weight && !refused; turn += 1) {
        const outcome = boot(request)
        if (outcome === 'no valid host') refused = true
        else share[outcome] += 1
        booted += 1
      }
      if (!refused) still.push(index)
    }
    open = still
    yield { done: shares.length - open.length, of: shares.length }
  }
  return found
}

type Booted = 'runs' | 'unsure' | 'no valid host'

/** Boots one guest after another, each on what the ones before left. */
function booterOn(cloud: Cloud): (request: PlacementRequest) => Booted {
  const { rules } = cloud.release
  const { settings } = cloud.snapshot
  const names = enabledFilters(settings.enabledFilters, rules)
  const attempts = settings.maxAttempts ?? defaultAttempts
  const start = startsOn(cloud)
  const states = [...statesOf(cloud)]
  const realities: (Reality | undefined)[] = states.map(({ id }) => realityOf(cloud, id))
  const known = new Map<PlacementRequest, WeakMap<HostState, BriefVerdict>>()
  const weighing = new Map<PlacementRequest, ReturnType<typeof scales>>()

  const scalesOf = (request: PlacementRequest) => {
    const kept = weighing.get(request) ?? scales(states, request)
    weighing.set(request, kept)
    return kept
  }
  const judged = (state: HostState, request: PlacementRequest): BriefVerdict => {
    const here = known.get(request) ?? new WeakMap<HostState, BriefVerdict>()
    known.set(request, here)
    const verdict = here.get(state) ?? judgeInBrief(state, request, names)
    here.set(state, verdict)
    return verdict
  }

  return (request) => {
    const verdicts = states.map((state) => judged(state, request))
    if (verdicts.some((one) => one.outcome === 'rejected' && one.raises)) return 'no valid host'
    let open = verdicts.flatMap((verdict, row) => (isChosen(verdict) ? [row] : []))
    const { weigh } = scalesOf(request)
    let weights = weigh(open)
    for (let attempt = 1; attempt <= attempts && open.length > 0; attempt += 1) {
      const row = heaviest(open, weights)
      const [verdict, state] = [verdicts[row], states[row]]
      if (verdict?.outcome === 'fits' && state) {
        const { flavor, image } = request
        const guest = { flavor, image, topology: verdict.placed ?? ('none' as const) }
        const started = start(realities[row], guest)
        if (started.outcome !== 'refuses') {
          const now = booked(state, guest)
          states[row] = now
          realities[row] = started.reality
          for (const kept of weighing.values()) kept.change(row, now)
          return started.outcome === 'starts' ? 'runs' : 'unsure'
        }
      }
      open = open.filter((other) => other !== row)
      if (rules.afterRefusal === 'scheduled anew') weights = weigh(open)
    }
    return 'no valid host'
  }
}

const isChosen = (verdict: BriefVerdict): boolean =>
  verdict.outcome === 'fits' || (verdict.outcome === 'rejected' && verdict.by === 'claim')
