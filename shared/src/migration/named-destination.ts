import { isNonEmpty } from '../collections.ts'
import type { Guest } from '../model/guest.ts'
import type { HostId } from '../model/ids.ts'
import type { Gap } from '../model/snapshot.ts'
import { allocationRatio } from '../placement/filters/allocation-ratio.ts'
import { memorySeen } from '../placement/filters/room.ts'
import type { HostState } from '../placement/host-state.ts'
import type { Rejection } from '../placement/rejection.ts'
import type { Verdict } from '../placement/verdict.ts'
import type { Rules } from '../releases/rules.ts'
import { minus } from '../units.ts'
import { type LivePrecheck, livePrecheck } from './live-precheck.ts'

const by = 'live-migration pre-check'

/** What the conductor takes into account beside the guest and the destination. */
export interface MoveFrom {
  /** Undefined where it is not known. */
  readonly source: HostState | undefined
  /** How a guest with cells moves in this cloud: by its release, its oldest compute, and what the operator allows. */
  readonly cells: Rules['liveMigratedCells']
}

/**
 * nova/conductor/tasks/live_migrate.py: LiveMigrationTask with a destination that is forced. It asks whether the guest may
 * move at all, whether the destination is another host, up, and of a hypervisor that is no older, and compares memory;
 * vCPUs, huge pages and cells it never looks at. A hypervisor that was not read is taken for the same. What the two
 * computes then compare is `computeCheck`.
 */
export function namedDestination(
  destination: HostState,
  guest: Guest,
  rules: Rules,
  from: MoveFrom = { source: undefined, cells: rules.liveMigratedCells },
): Verdict {
  return verdictOf(destination.id, [
    mayMove(guest, rules, from.cells),
    otherHost(destination, guest),
    up(destination),
    memory(destination, guest, rules),
    sameHypervisor(destination, from.source),
  ])
}

/** What the conductor asks of the guest alone, wherever it is to go. */
export const guestMayMove = (host: HostId, guest: Guest, rules: Rules, cells: MoveFrom['cells']): Verdict =>
  verdictOf(host, [mayMove(guest, rules, cells)])

function verdictOf(host: HostId, answers: readonly Answer[]): Verdict {
  const objections = answers.flatMap((answer) => (isRejection(answer) ? [{ by, reason: answer }] : []))
  const gaps = answers.flatMap((answer) => (answer && !isRejection(answer) ? [answer] : []))
  if (isNonEmpty(objections)) return { host, outcome: 'rejected', objections, passed: [] }
  if (isNonEmpty(gaps)) return { host, outcome: 'unknown', gaps, passed: [] }
  return { host, outcome: 'fits', placed: undefined, passed: [by] }
}

/** An objection, a gap that keeps it from saying, or nothing against it. */
type Answer = Rejection | Gap | undefined

const isRejection = (answer: Answer): answer is Rejection => !!answer && 'kind' in answer

const absent = (destination: HostState, what: string): Gap => ({
  source: undefined,
  host: destination.id,
  guest: undefined,
  what,
  why: 'absent',
})

/** Which states may move is the API's rule, and that no other request is at work on the guest (nova/compute/api.py: check_instance_state); which power states the conductor's; paused guests may since Kilo. */
function mayMove(
  { vmState, taskState, powerState, topology }: Guest,
  rules: Rules,
  cells: MoveFrom['cells'],
): Answer {
  const mayBePaused = rules.pausedLiveMigration === 'allowed'
  const movable = mayBePaused ? ['active', 'paused'] : ['active']
  if (!movable.includes(vmState)) return { kind: 'guest-not-migratable', vmState }
  if (taskState !== undefined) return { kind: 'guest-busy', taskState }
  if (powerState !== undefined && powerState !== running && !(mayBePaused && powerState === paused)) {
    return { kind: 'guest-not-running', powerState }
  }
  const hasCells = topology !== 'none' && topology !== 'not read'
  return hasCells && cells === 'refused' ? { kind: 'live-migration-numa-refused' } : undefined
}

/** nova/compute/power_state.py. */
const running = 1
const paused = 3

/** _check_compatible_with_source_hypervisor. */
function sameHypervisor({ hypervisor: there }: HostState, source: HostState | undefined): Answer {
  const here = source?.hypervisor
  if (here?.type !== undefined && there?.type !== undefined && here.type !== there.type) {
    return { kind: 'hypervisor-differs', source: here.type, destination: there.type }
  }
  return here?.version !== undefined && there?.version !== undefined && here.version > there.version
    ? { kind: 'hypervisor-older', source: here.version, destination: there.version }
    : undefined
}

const otherHost = ({ id }: HostState, { host }: Guest): Answer =>
  id === host ? { kind: 'same-host' } : undefined

function up(destination: HostState): Answer {
  if (!destination.service) return absent(destination, 'service')
  return destination.service.up ? undefined : { kind: 'host-down' }
}

function memory(destination: HostState, guest: Guest, rules: Rules): Answer {
  const compared = memoryCompared(destination, guest, rules)
  if (!compared) return absent(destination, 'memory_mb')
  const { allowed, ...numbers } = compared
  return allowed ? undefined : { kind: 'live-migration-memory', ...numbers }
}

/** The numbers of the gate, whichever way it goes; undefined where the destination's memory was not read. */
export function memoryCompared(destination: HostState, guest: Guest, rules: Rules): LivePrecheck | undefined {
  const seen = memorySeen(destination)
  if (!seen) return undefined
  const { total, used } = seen
  const ramAllocationRatio = allocationRatio(destination, 'ram')
  return livePrecheck({ total, free: minus(total, used), ramAllocationRatio }, guest.flavor.memory, rules)
}
