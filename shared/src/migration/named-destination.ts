import { isNonEmpty } from '../collections.ts'
import type { Guest } from '../model/guest.ts'
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

/**
 * nova/conductor/tasks/live_migrate.py: LiveMigrationTask with a named destination. It asks whether the guest may move
 * at all, whether the destination is another host and up, and compares memory; vCPUs, huge pages and cells it never
 * looks at. Hypervisor versions and CPU models are not compared here.
 */
export function namedDestination(destination: HostState, guest: Guest, rules: Rules): Verdict {
  const answers = [
    guestMayMove(guest, rules),
    otherHost(destination, guest),
    up(destination),
    memory(destination, guest, rules),
  ]
  const objections = answers.flatMap((answer) => (isRejection(answer) ? [{ by, reason: answer }] : []))
  const gaps = answers.flatMap((answer) => (answer && !isRejection(answer) ? [answer] : []))
  const { id: host } = destination
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

/** Which states may move is the API's rule; paused guests may since Kilo. */
function guestMayMove({ vmState, topology }: Guest, rules: Rules): Answer {
  const movable = rules.pausedLiveMigration === 'allowed' ? ['active', 'paused'] : ['active']
  if (!movable.includes(vmState)) return { kind: 'guest-not-migratable', vmState }
  const hasCells = topology !== 'none' && topology !== 'not read'
  return hasCells && rules.liveMigratedCells === 'refused'
    ? { kind: 'live-migration-numa-refused' }
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
