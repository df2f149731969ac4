import { isNonEmpty, type NonEmpty } from '../collections.ts'
import type { GuestTopology } from '../model/cell.ts'
import { GuestId, type HostId } from '../model/ids.ts'
import { choose, defaultAttempts } from '../placement/choose.ts'
import { enabledFilters } from '../placement/judge.ts'
import { type PlacementRequest, placementRequest } from '../placement/request.ts'
import type { Verdict } from '../placement/verdict.ts'
import type { Action } from './action.ts'
import { type Cloud, withGuest } from './cloud.ts'
import { hintOf } from './guest-request.ts'
import { startOn, withStarted } from './guest-start.ts'
import { judgeOnce, requestOf } from './judged.ts'
import { type Long, part } from './long.ts'
import { impossible, type Performed } from './performed.ts'
import { countStates, statesOf } from './states.ts'
import type { Attempt, BootOutcome } from './step.ts'

type Boot = Extract<Action, { do: 'boot' }>

/** Guests one after the other, each on what the ones before left of both books. */
export function* boot(cloud: Cloud, action: Boot): Long<Performed> {
  const flavor = cloud.snapshot.flavors.find(({ name }) => name === action.flavor)
  if (!flavor) return impossible(cloud, { kind: 'no-such', what: 'flavor', name: action.flavor })
  if (action.on && !cloud.hosts.get(action.on.host)) {
    return impossible(cloud, { kind: 'no-such', what: 'host', name: action.on.host })
  }
  const ids = Array.from({ length: action.count }, (_, i) => GuestId(`${action.id}-${i + 1}`))
  const taken = ids.find((id) => cloud.guests.get(id))
  if (taken !== undefined) return impossible(cloud, { kind: 'already-there', guest: taken })

  const group = cloud.snapshot.serverGroups?.find(({ id }) => id === action.group)
  if (action.group !== undefined && !group) {
    return impossible(cloud, { kind: 'no-such', what: 'server group', name: action.group })
  }
  const { rules } = cloud.release
  const { zone } = action
  const requestIn = (now: Cloud) =>
    group || zone !== undefined
      ? placementRequest(flavor, action.image, rules, { zone, group: group && hintOf(now, group) })
      : requestOf(flavor, action.image, rules)
  yield* part(countStates(cloud), 0, ids.length)
  const boots: BootOutcome[] = []
  let now = cloud
  let same: BootOutcome | undefined
  for (const guest of ids) {
    const booted = same
      ? { outcome: { ...same, guest }, cloud: now }
      : bootOne({ cloud: now, request: requestIn(now), guest, on: action.on, group: action.group })
    boots.push(booted.outcome)
    // A guest that left everything as it was: the next one asks the same and is told the same.
    if (booted.cloud === now) same = booted.outcome
    now = booted.cloud
    yield { done: boots.length, of: ids.length }
  }
  return { outcome: { kind: 'boots', boots }, cloud: now, touched: [...new Set(boots.flatMap(hostOf))] }
}

const hostOf = ({ result }: BootOutcome): HostId[] =>
  result.kind === 'no-valid-host' || result.host === undefined ? [] : [result.host]

interface Ask {
  readonly cloud: Cloud
  readonly request: PlacementRequest
  readonly guest: GuestId
  readonly on: Boot['on']
  readonly group: string | undefined
}

interface Booted {
  readonly outcome: BootOutcome
  readonly cloud: Cloud
}

function bootOne(ask: Ask): Booted {
  const { attempt, others } = tryOnce(ask, [])
  return afterAttempts(ask, [attempt], others)
}

/**
 * Nova takes a host, its compute claims, the host starts it. Where the claim refuses or it does not start, Nova drops what
 * it booked and asks the hosts not tried yet, or goes to the next of the alternates it was given. A start that is not known ends the attempts with the guest in Nova's book.
 */
function afterAttempts(ask: Ask, attempts: NonEmpty<Attempt>, others: readonly HostId[]): Booted {
  const { cloud, request, guest } = ask
  const last = attempts.at(-1) ?? attempts[0]
  const tried = attempts.flatMap(({ chosen }) => chosen ?? [])
  const end = (result: BootOutcome['result'], after = cloud): Booted => ({
    outcome: { guest, attempts, result },
    cloud: after,
  })

  const { chosen, start } = last
  if (chosen === undefined) {
    const gaps = last.verdicts.flatMap((verdict) => (verdict.outcome === 'unknown' ? verdict.gaps : []))
    return isNonEmpty(gaps)
      ? end({ kind: 'unknown', host: undefined, gaps })
      : end({ kind: 'no-valid-host', after: tried.length })
  }
  if (start?.outcome === 'starts' || start?.outcome === 'unknown') {
    const running = {
      ...newGuest(guest, request, chosen, last),
      serverGroup: ask.group,
      zone: request.hints.zone,
    }
    const booked = withGuest(cloud, running)
    return start.outcome === 'starts'
      ? end({ kind: 'runs', host: chosen }, withStarted(booked, running))
      : end({ kind: 'unknown', host: chosen, gaps: start.gaps }, booked)
  }

  const most = cloud.snapshot.settings.maxAttempts ?? defaultAttempts
  if (attempts.length >= most) return end({ kind: 'no-valid-host', after: tried.length })
  if (cloud.release.rules.afterRefusal === 'scheduled anew') {
    return afterAttempts(ask, [...attempts, tryOnce(ask, tried).attempt], others)
  }
  const [next, ...rest] = others
  if (next === undefined) return end({ kind: 'no-valid-host', after: tried.length })
  return afterAttempts(ask, [...attempts, alternate(ask, attempts[0], tried, next)], rest)
}

/** No filter is asked again: the verdicts are those of the first attempt. */
function alternate(ask: Ask, first: Attempt, tried: readonly HostId[], chosen: HostId): Attempt {
  const verdicts = first.verdicts.map((verdict) =>
    tried.includes(verdict.host) ? alreadyTried(verdict.host) : verdict,
  )
  return started(ask, { verdicts, chosen, start: undefined, tiedWith: [], remarks: [] })
}

/** Where an attempt books the guest; `'none'` for a guest without topology. */
function placedBy({ verdicts, chosen }: Attempt): GuestTopology | 'none' {
  const verdict = verdicts.find(({ host }) => host === chosen)
  return (verdict?.outcome === 'fits' ? verdict.placed : undefined) ?? 'none'
}

const newGuest = (id: GuestId, { flavor, image }: PlacementRequest, host: HostId, attempt: Attempt) => ({
  id,
  name: id as string,
  host,
  vmState: 'active',
  taskState: undefined,
  powerState: 1,
  flavor,
  image,
  topology: placedBy(attempt),
})

function tryOnce(
  ask: Ask,
  tried: readonly HostId[],
): { readonly attempt: Attempt; readonly others: readonly HostId[] } {
  const { cloud, request, on } = ask
  const names = enabledFilters(cloud.snapshot.settings.enabledFilters, cloud.release.rules)
  const states = statesOf(cloud)
  const untried = tried.length === 0 ? states : states.filter(({ id }) => !tried.includes(id))
  const {
    verdicts: judged,
    chosen,
    tiedWith,
    others,
    remarks,
  } = choose(untried, request, names, on, judgeOnce)
  const left = judged[Symbol.iterator]()
  const verdicts =
    tried.length === 0
      ? judged
      : states.map(({ id }) => (tried.includes(id) ? alreadyTried(id) : (left.next().value as Verdict)))
  return { attempt: started(ask, { verdicts, chosen, start: undefined, tiedWith, remarks }), others }
}

/** What the chosen host says, where its claim takes the guest. */
function started({ cloud, request: { flavor, image } }: Ask, attempt: Attempt): Attempt {
  const { chosen, verdicts } = attempt
  const verdict = verdicts.find(({ host }) => host === chosen)
  if (chosen === undefined || verdict?.outcome !== 'fits') return attempt
  return { ...attempt, start: startOn(cloud, chosen, { flavor, image, topology: placedBy(attempt) }) }
}

const alreadyTried = (host: HostId): Verdict => ({
  host,
  outcome: 'rejected',
  objections: [{ by: 'RetryFilter', reason: { kind: 'already-tried' } }],
  passed: [],
})
