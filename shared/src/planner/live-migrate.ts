import { memo } from '../collections.ts'
import { computeCheck } from '../migration/compute-check.ts'
import { destinationClaim } from '../migration/destination-claim.ts'
import { guestMayMove, memoryCompared, namedDestination } from '../migration/named-destination.ts'
import { isForced } from '../migration/path.ts'
import { formatCpus } from '../model/cpus.ts'
import type { Guest } from '../model/guest.ts'
import type { HostId } from '../model/ids.ts'
import { choose } from '../placement/choose.ts'
import { ramRoom } from '../placement/filters/room.ts'
import type { HostState } from '../placement/host-state.ts'
import { overCapacity } from '../placement/inventory.ts'
import { enabledFilters, judge, judgeByPlacement, judgeUnclaimed } from '../placement/judge.ts'
import type { PlacementRequest } from '../placement/request.ts'
import type { Verdict } from '../placement/verdict.ts'
import type { Rules } from '../releases/rules.ts'
import { minus } from '../units.ts'
import type { Action } from './action.ts'
import { type Cloud, rulesOf, withGuest, withoutGuest } from './cloud.ts'
import { requestOfGuest } from './guest-request.ts'
import { sharedCpus, startNotKnown, startOn, withStarted, withStopped } from './guest-start.ts'
import { migrates, novaSays } from './move-outcome.ts'
import { stateOf } from './nova-book.ts'
import { impossible, type Performed, unchanged } from './performed.ts'
import type { GateVerdict, Outcome } from './step.ts'

type Migrates = Extract<Outcome, { kind: 'migrates' }>
type LiveMigrate = Extract<Action, { do: 'live-migrate' }>

/**
 * A guest moves while it runs. A destination that is forced is asked by the conductor's pre-check alone, and since Pike by
 * Placement; what booting the same guest there would be told stands beside it. Else the scheduler's filters judge, on one
 * host or on all. The destination's QEMU has the last word, also where Nova refused: then it tells whether the host could
 * have done it. Where it is not known, the guest has moved in Nova's book alone.
 */
export function liveMigrate(cloud: Cloud, action: LiveMigrate): Performed {
  const guest = cloud.guests.get(action.guest)
  if (!guest || guest.host === undefined) {
    return impossible(cloud, { kind: 'no-such', what: 'guest', name: action.guest })
  }
  if (action.to !== undefined && !cloud.hosts.get(action.to)) {
    return impossible(cloud, { kind: 'no-such', what: 'host', name: action.to })
  }
  const call = { microversion: action.microversion, force: action.force ?? false }
  const forced = action.to !== undefined && isForced(call, cloud.release.rules) ? action.to : undefined
  const leaving = leavingGate(cloud, guest)
  if (leaving) return unchanged(cloud, migrates([leaving], undefined, undefined))
  const { gates, to, topology } =
    forced === undefined ? asScheduled(cloud, guest, action.to) : asForced(cloud, guest, forced)
  if (to === undefined) return unchanged(cloud, migrates(gates, to, undefined))
  const accepts = novaSays(gates, to) === 'accepts'
  if (topology === 'not read') {
    return unchanged(cloud, migrates(gates, to, accepts ? startNotKnown(to, guest) : undefined))
  }
  const there = { ...guest, host: to, topology }
  const start = startOn(cloud, to, there)
  const kept = cpusKept(cloud, guest, to)
  const outcome = { ...migrates(gates, to, start), ...(kept ? { cpusKept: kept } : {}) }
  if (!accepts || start.outcome === 'refuses') return unchanged(cloud, outcome)

  const booked = withGuest(withoutGuest(withStopped(cloud, guest), guest), there)
  const after = start.outcome === 'starts' ? withStarted(booked, there) : booked
  return { outcome, cloud: after, touched: [guest.host, to] }
}

/** CPUs of its source's options that a guest without topology stays on, where the destination has others. */
function cpusKept(cloud: Cloud, { host, topology }: Guest, to: HostId): Migrates['cpusKept'] {
  if (cloud.release.rules.movedGuestCpus === 'of the destination' || topology !== 'none') return undefined
  const [from, there] = [host, to].map((id) => id && cloud.hosts.get(id)?.config)
  if (!from || !there) return undefined
  const [kept, own] = [sharedCpus(from), sharedCpus(there)]
  return formatCpus(kept ?? []) === formatCpus(own ?? []) ? undefined : { kept, own }
}

/**
 * What keeps a guest at its source before the scheduler is asked: a compute that is down (nova/conductor/tasks/live_migrate.py:
 * _check_host_is_up), or Placement; undefined where neither does.
 */
export function leavingGate(cloud: Cloud, guest: Guest): GateVerdict | undefined {
  const source = sourceOf(cloud, guest)
  if (source?.service?.up === false) {
    const objections = [{ by: 'live-migration pre-check', reason: { kind: 'host-down' } }] as const
    const verdict = { host: source.id, outcome: 'rejected', objections, passed: [] } as const
    return { gate: 'live-migration pre-check', verdict, asked: true }
  }
  const reason = source && overCapacity(source, requestOfGuest(cloud, guest))
  if (!source || !reason) return undefined
  const objections = [{ by: 'Placement', reason }] as const
  return {
    gate: 'Placement',
    verdict: { host: source.id, outcome: 'rejected', objections, passed: [] },
    asked: true,
  }
}

interface Asked {
  readonly gates: readonly GateVerdict[]
  /** Undefined where the scheduler took none. */
  readonly to: HostId | undefined
  /** The cells it would be on there. */
  readonly topology: Guest['topology']
}

const nowhere = { to: undefined, topology: 'not read' } as const

/**
 * A cloud moves cells as its release does, but as one before Train while any of its computes is older. Where that refuses,
 * the operator may allow it, and the guest keeps the cells of its source (`enable_numa_live_migration`).
 */
export const cellsRule = memo((cloud: Cloud): Rules['liveMigratedCells'] => {
  const rule = cloud.release.rules.liveMigratedCells
  const older = [...cloud.hosts.values()].some(
    (host) => rulesOf(cloud, host).liveMigratedCells !== 'claimed anew',
  )
  const holds = rule === 'claimed anew' && older ? 'refused' : rule
  return holds === 'refused' && cloud.snapshot.settings.numaLiveMigration ? 'those of the source' : holds
})

function asForced(cloud: Cloud, guest: Guest, to: HostId): Asked {
  const { rules } = cloud.release
  const there = stateOf(cloud, to)
  const request = requestOfGuest(cloud, guest)
  const cells = cellsRule(cloud)
  const source = sourceOf(cloud, guest)
  const boot = judge(there, request, filtersOf(cloud))
  const claimed = claimAt(cloud, there, guest, request, [])
  const placement: GateVerdict[] =
    rules.forcedMoveClaim === 'in Placement'
      ? [{ gate: 'Placement', verdict: judgeByPlacement(there, request), asked: true }]
      : []
  return {
    to,
    topology: cellsAt(guest, cells, boot, claimed),
    gates: [
      {
        gate: 'live-migration pre-check',
        verdict: namedDestination(there, guest, rules, { source, cells }),
        asked: true,
        ...preCheckMemory(there, guest, rules),
      },
      ...placement,
      ...computeGate(source, there, guest),
      ...claimGate(claimed),
      { gate: 'boot', verdict: boot, asked: false, ...ramFilterMemory(there, guest, filtersOf(cloud)) },
    ],
  }
}

const sourceOf = (cloud: Cloud, { host }: Guest): HostState | undefined =>
  host !== undefined && cloud.hosts.get(host) ? stateOf(cloud, host) : undefined

function computeGate(source: HostState | undefined, there: HostState, guest: Guest): readonly GateVerdict[] {
  const verdict = computeCheck(source, there, guest)
  return verdict ? [{ gate: 'compute pre-check', verdict, asked: true }] : []
}

const claimGate = (claimed: Verdict | undefined): readonly GateVerdict[] =>
  claimed ? [{ gate: 'claim', verdict: claimed, asked: true }] : []

/** Undefined where the destination claims no cells. */
export function claimAt(
  cloud: Cloud,
  there: HostState,
  { topology }: Guest,
  request: PlacementRequest,
  names: readonly string[],
): Verdict | undefined {
  if (typeof topology === 'string' || cellsRule(cloud) !== 'claimed anew') return undefined
  const handed = cloud.release.rules.liveMigrationLimits === 'handed over' ? names : []
  return destinationClaim(there, request, topology, handed)
}

/** Where Nova refuses guests with cells, what the filters would book shows whether the host could. */
export function cellsAt(
  { topology }: Guest,
  rule: Rules['liveMigratedCells'],
  booked: Verdict | undefined,
  claimed: Verdict | undefined,
): Guest['topology'] {
  if (typeof topology === 'string' || rule === 'those of the source') return topology
  return placedIn(rule === 'refused' ? booked : claimed)
}

/** nova/conductor/tasks/live_migrate.py: _find_destination. A host whose claim refuses is skipped, and the next asked. */
function asScheduled(cloud: Cloud, guest: Guest, only: HostId | undefined): Asked {
  const { host: from } = guest
  const cells = cellsRule(cloud)
  const may = from === undefined ? undefined : guestMayMove(from, guest, cloud.release.rules, cells)
  if (may?.outcome === 'rejected') {
    return { gates: [{ gate: 'live-migration pre-check', verdict: may, asked: true }], ...nowhere }
  }
  if (only !== undefined && only === from) {
    const same = namedDestination(stateOf(cloud, only), guest, cloud.release.rules)
    return { gates: [{ gate: 'live-migration pre-check', verdict: same, asked: true }], ...nowhere }
  }
  const states = [...cloud.hosts.values()].filter(({ id }) => id !== from).map(({ id }) => stateOf(cloud, id))
  return scheduled(cloud, guest, states, only, [])
}

function scheduled(
  cloud: Cloud,
  guest: Guest,
  states: readonly HostState[],
  only: HostId | undefined,
  refused: readonly Verdict[],
): Asked {
  const most = cloud.snapshot.settings.migrateMaxRetries ?? -1
  const last = refused.at(-1)
  if (last && most !== -1 && refused.length > most) {
    const reason = { kind: 'retries-exceeded', retries: refused.length, most } as const
    const objection = { by: 'scheduler', reason }
    const verdict: Verdict = { host: last.host, outcome: 'rejected', objections: [objection], passed: [] }
    return { gates: [...refused.flatMap(claimGate), { gate: 'scheduler', verdict, asked: true }], ...nowhere }
  }
  const request = requestOfGuest(cloud, guest)
  const names = filtersOf(cloud)
  const one = only === undefined ? undefined : ({ host: only, how: 'requested' } as const)
  const { verdicts, chosen } = choose(states, request, names, one, judgeUnclaimed)
  const there = states.find(({ id }) => id === chosen)
  if (!there) {
    const shown = only === undefined ? verdicts : verdicts.filter(({ host }) => host === only)
    const gates = shown.map((verdict): GateVerdict => ({ gate: 'scheduler', verdict, asked: true }))
    return { gates: [...refused.flatMap(claimGate), ...gates], ...nowhere }
  }
  const booked = verdicts.find(({ host }) => host === chosen)
  const claimed = claimAt(cloud, there, guest, request, names)
  if (claimed?.outcome === 'rejected') {
    const others = states.filter(({ id }) => id !== chosen)
    return scheduled(cloud, guest, others, only, [...refused, claimed])
  }
  const gate: readonly GateVerdict[] = booked ? [{ gate: 'scheduler', verdict: booked, asked: true }] : []
  return {
    to: there.id,
    topology: cellsAt(guest, cellsRule(cloud), booked, claimed),
    gates: [...gate, ...computeGate(sourceOf(cloud, guest), there, guest), ...claimGate(claimed)],
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

const filtersOf = ({ snapshot, release }: Cloud) =>
  enabledFilters(snapshot.settings.enabledFilters, release.rules)

const placedIn = (verdict: Verdict | undefined): Guest['topology'] =>
  (verdict?.outcome === 'fits' ? verdict.placed : undefined) ?? 'not read'
