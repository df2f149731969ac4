import { memoryCompared, namedDestination } from '../migration/named-destination.ts'
import type { Guest } from '../model/guest.ts'
import type { HostId } from '../model/ids.ts'
import { type Choice, choose } from '../placement/choose.ts'
import { ramRoom } from '../placement/filters/room.ts'
import type { HostState } from '../placement/host-state.ts'
import { enabledFilters, judge } from '../placement/judge.ts'
import { type PlacementRequest, placementRequest } from '../placement/request.ts'
import { isRefusedByClaim, type Verdict } from '../placement/verdict.ts'
import type { Rules } from '../releases/rules.ts'
import { minus } from '../units.ts'
import type { Action } from './action.ts'
import { type Cloud, withGuest, withoutGuest } from './cloud.ts'
import { startOn, withStarted, withStopped } from './guest-start.ts'
import { stateOf } from './nova-book.ts'
import { impossible, type Performed, unchanged } from './performed.ts'
import type { GateVerdict, Outcome } from './step.ts'

type LiveMigrate = Extract<Action, { do: 'live-migrate' }>
type Migrates = Extract<Outcome, { kind: 'migrates' }>

/**
 * A guest moves while it runs. To a named host the conductor's pre-check alone is asked, and what booting the same guest
 * there would be told stands beside it; without one the scheduler picks. The destination's QEMU has the last word, also
 * where Nova refused: then it tells whether the host could have done it.
 */
export function liveMigrate(cloud: Cloud, action: LiveMigrate): Performed {
  const guest = cloud.guests.get(action.guest)
  if (!guest || guest.host === undefined) {
    return impossible(cloud, { kind: 'no-such', what: 'guest', name: action.guest })
  }
  if (action.to !== undefined && !cloud.hosts.get(action.to)) {
    return impossible(cloud, { kind: 'no-such', what: 'host', name: action.to })
  }
  const { gates, to, booked } =
    action.to === undefined ? asScheduled(cloud, guest) : asNamed(cloud, guest, action.to)
  if (to === undefined) return unchanged(cloud, migrates(gates, undefined, undefined))

  const { topology, claim } = cellsAt(cloud, guest, to, booked)
  const all = claim ? [...gates, { gate: 'claim', verdict: claim, asked: true } as const] : gates
  if (topology === 'not read') return unchanged(cloud, migrates(all, to, undefined))
  const there = { ...guest, host: to, topology }
  const outcome = migrates(all, to, startOn(cloud, to, there))
  if (outcome.result !== 'moves') return unchanged(cloud, outcome)

  const after = withStarted(withGuest(withoutGuest(withStopped(cloud, guest), guest), there), there)
  return { outcome, cloud: after, touched: [guest.host, to] }
}

interface Asked {
  readonly gates: readonly GateVerdict[]
  /** Undefined where the scheduler took none. */
  readonly to: HostId | undefined
  /** What the scheduler's filters would book there. */
  readonly booked: Verdict | undefined
}

function asNamed(cloud: Cloud, guest: Guest, to: HostId): Asked {
  const { rules } = cloud.release
  const there = stateOf(cloud, to)
  const boot = judge(there, placementRequest(guest.flavor, guest.image, rules), filtersOf(cloud))
  return {
    to,
    booked: boot,
    gates: [
      {
        gate: 'live-migration pre-check',
        verdict: namedDestination(there, guest, rules),
        asked: true,
        ...preCheckMemory(there, guest, rules),
      },
      { gate: 'boot', verdict: boot, asked: false, ...ramFilterMemory(there, guest, filtersOf(cloud)) },
    ],
  }
}

function preCheckMemory(there: HostState, guest: Guest, rules: Rules): Pick<GateVerdict, 'memory'> {
  const compared = memoryCompared(there, guest, rules)
  if (!compared) return {}
  const { needed, available, total, free, ratio } = compared
  return { memory: { needed, available, total, used: minus(total, free), ratio } }
}

/** Only where RamFilter is asked: Placement's own numbers are another gate's. */
function ramFilterMemory(
  there: HostState,
  guest: Guest,
  names: readonly string[],
): Pick<GateVerdict, 'memory'> {
  const room = names.includes('RamFilter') ? ramRoom(there) : undefined
  if (!room) return {}
  const { free: available, ...numbers } = room
  return { memory: { needed: guest.flavor.memory, available, ...numbers } }
}

function asScheduled(cloud: Cloud, guest: Guest): Asked {
  const request = placementRequest(guest.flavor, guest.image, cloud.release.rules)
  const others = [...cloud.hosts.values()].filter(({ id }) => id !== guest.host)
  const states = others.map(({ id }) => stateOf(cloud, id))
  const { verdicts, chosen } = chooseClaimed(states, request, filtersOf(cloud))
  const shown = chosen === undefined ? verdicts : verdicts.filter(({ host }) => host === chosen)
  return {
    to: chosen,
    booked: shown.find(({ host }) => host === chosen),
    gates: shown.map((verdict) => ({ gate: 'scheduler', verdict, asked: true })),
  }
}

/** A host whose claim refuses is skipped, and the next asked (LiveMigrationTask._find_destination). */
function chooseClaimed(
  states: readonly HostState[],
  request: PlacementRequest,
  names: readonly string[],
): Choice {
  const choice = choose(states, request, names)
  const verdict = choice.verdicts.find(({ host }) => host === choice.chosen)
  if (!verdict || !isRefusedByClaim(verdict)) return choice
  const others = chooseClaimed(
    states.filter(({ id }) => id !== choice.chosen),
    request,
    names,
  )
  return { ...others, verdicts: [...others.verdicts, verdict] }
}

const filtersOf = ({ snapshot, release }: Cloud) =>
  enabledFilters(snapshot.settings.enabledFilters, release.rules)

/** The cells a guest would be on at the destination, and the claim that gave them where there is one. */
function cellsAt(
  cloud: Cloud,
  { topology, flavor, image }: Guest,
  to: HostId,
  booked: Verdict | undefined,
): Pick<Guest, 'topology'> & { readonly claim?: Verdict } {
  if (typeof topology === 'string') return { topology }
  const { rules } = cloud.release
  switch (rules.liveMigratedCells) {
    case 'those of the source':
      return { topology }
    case 'refused':
      return { topology: placedIn(booked) }
    case 'claimed anew': {
      const claim = judge(stateOf(cloud, to), placementRequest(flavor, image, rules), [])
      return { topology: placedIn(claim), claim }
    }
  }
}

const placedIn = (verdict: Verdict | undefined): Guest['topology'] =>
  (verdict?.outcome === 'fits' ? verdict.placed : undefined) ?? 'not read'

function migrates(gates: Migrates['gates'], to: Migrates['to'], start: Migrates['start']): Migrates {
  const asked = gates.filter((gate) => gate.asked).map(({ verdict }) => verdict.outcome)
  const result = (): Migrates['result'] => {
    if (asked.includes('rejected') && (to !== undefined || !asked.includes('unknown')))
      return 'refused by Nova'
    if (to === undefined || asked.includes('unknown')) return 'unknown'
    if (start?.outcome === 'refuses') return 'fails on the host'
    return start?.outcome === 'starts' ? 'moves' : 'unknown'
  }
  return { kind: 'migrates', gates, to, start, result: result() }
}
