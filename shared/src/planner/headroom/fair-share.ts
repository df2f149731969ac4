import type { Flavor } from '../../model/flavor.ts'
import { defaultAttempts } from '../../placement/choose.ts'
import type { HostState } from '../../placement/host-state.ts'
import { enabledFilters } from '../../placement/judge.ts'
import { type BriefVerdict, judgeInBrief } from '../../placement/judge-in-brief.ts'
import { type PlacementRequest, placementRequest } from '../../placement/request.ts'
import { type Scales, scales } from '../../placement/weighers/scales.ts'
import { booked } from '../booked.ts'
import { type Cloud, realityOf } from '../cloud.ts'
import type { Long } from '../long.ts'
import { statesOf } from '../states.ts'
import { firstThatTakes } from './fill.ts'
import { type FreePages, freePagesOf, startsOn } from './starts.ts'

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

/** A flavor's request on every host, by row, as the books stand. */
interface Asked {
  readonly request: PlacementRequest
  readonly verdicts: BriefVerdict[]
  /** Hosts that the scheduler may choose. */
  readonly chosen: Scales
}

/** Boots one guest after another, each on what the ones before left. */
function booterOn(cloud: Cloud): (request: PlacementRequest) => Booted {
  const { rules } = cloud.release
  const { settings } = cloud.snapshot
  const names = enabledFilters(settings.enabledFilters, rules)
  const attempts = settings.maxAttempts ?? defaultAttempts
  const start = startsOn(cloud)
  const states = [...statesOf(cloud)]
  const pages: (FreePages | undefined)[] = states.map(({ id }) => {
    const reality = realityOf(cloud, id)
    return reality && freePagesOf(reality)
  })
  const asked = new Map<PlacementRequest, Asked>()

  const ask = (request: PlacementRequest): Asked => {
    const before = asked.get(request)
    if (before) return before
    const verdicts = states.map((state) => judgeInBrief(state, request, names))
    // A list of its own: this one goes on changing.
    const chosen = scales([...states], request)
    for (const [row, verdict] of verdicts.entries()) if (isChosen(verdict)) chosen.putOn(row)
    const one = { request, verdicts, chosen }
    asked.set(request, one)
    return one
  }
  const change = (row: number, state: HostState): void => {
    states[row] = state
    for (const { request, verdicts, chosen } of asked.values()) {
      const was = isChosen(verdicts[row] as BriefVerdict)
      const verdict = judgeInBrief(state, request, names)
      verdicts[row] = verdict
      if (was && !isChosen(verdict)) chosen.takeOff(row)
      chosen.change(row, state)
      if (!was && isChosen(verdict)) chosen.putOn(row)
    }
  }

  return (request) => {
    const { verdicts, chosen } = ask(request)
    if (verdicts.some((one) => one.outcome === 'rejected' && one.raises)) return 'no valid host'
    let booted: Booted = 'no valid host'
    const boots = (row: number): boolean => {
      const verdict = verdicts[row] as BriefVerdict
      if (verdict.outcome !== 'fits') return false
      const { flavor, image } = request
      const guest = { flavor, image, topology: verdict.placed ?? ('none' as const) }
      const started = start(pages[row], guest)
      if (started.outcome === 'refuses') return false
      booted = started.outcome === 'starts' ? 'runs' : 'unsure'
      pages[row] = started.pages
      change(row, booked(states[row] as HostState, guest))
      return true
    }
    firstThatTakes(chosen, boots, attempts, rules)
    return booted
  }
}

const isChosen = (verdict: BriefVerdict): boolean =>
  verdict.outcome === 'fits' || (verdict.outcome === 'rejected' && verdict.by === 'claim')
