import type { Flavor } from '../model/flavor.ts'
import type { Guest, MoveEnd } from '../model/guest.ts'
import type { HostId } from '../model/ids.ts'
import type { Migration } from '../model/migration.ts'
import type { Snapshot } from '../model/snapshot.ts'
import type { RuleName, Rules } from '../releases/rules.ts'
import type { Consumer } from './ledger.ts'

type Role = Extract<Consumer, { kind: 'guest' }>['role']

/** What a host's tracker counts: a guest that is there, or the other end of its move. */
export interface Tracked {
  readonly guest: Guest
  readonly role: Role
  readonly flavor: Flavor
  /** `'guessed'`: Nova stores no cells of this end, and works them out anew at each audit. */
  readonly topology: Guest['topology'] | 'guessed'
  /** The rule by which it counts at all. */
  readonly rule?: RuleName
}

/**
 * In the order of an audit: guests as they are listed, then moves (nova/compute/resource_tracker.py:
 * _update_usage_from_instances, _update_usage_from_migrations).
 */
export function trackedOn(snapshot: Snapshot, host: HostId, rules: Rules): readonly Tracked[] {
  const running = snapshot.guests.filter((guest) => guest.host === host && isCounted(guest, rules))
  const here = running.map((guest): Tracked => {
    const { flavor, topology } = guest
    return { guest, role: 'running', flavor, topology }
  })
  return [...here, ...otherEnds(snapshot, host, rules, new Set(running.map(({ id }) => id)))]
}

/** nova/compute/vm_states.py: allow_resource_removal. Power is no matter: a guest shut off counts. */
function isCounted({ vmState, taskState }: Guest, rules: Rules): boolean {
  if (vmState === 'deleted') return false
  if (vmState !== 'shelved_offloaded' || rules.offloadedGuests === 'counted') return true
  return rules.offloadedGuests === 'counted while spawning' && taskState === 'spawning'
}

/** Of each guest its newest move counts. */
function otherEnds(
  snapshot: Snapshot,
  host: HostId,
  rules: Rules,
  here: ReadonlySet<Guest['id']>,
): readonly Tracked[] {
  const newest = new Map<Guest['id'], { readonly guest: Guest; readonly migration: Migration }>()
  for (const migration of snapshot.migrations) {
    if (migration.source !== host && migration.destination !== host) continue
    const guest = snapshot.guests.find(({ id }) => id === migration.guest)
    if (!guest || !isInProgress(migration, guest, rules)) continue
    const other = newest.get(guest.id)
    if (!other || (migration.updatedAt ?? '') > (other.migration.updatedAt ?? '')) {
      newest.set(guest.id, { guest, migration })
    }
  }
  return [...newest.values()].flatMap(({ guest, migration }) => {
    if (rules.staleMigrations === 'left out' && isStale(migration, guest)) return []
    return otherEnd(guest, migration, host, rules, here.has(guest.id)) ?? []
  })
}

const resizing = new Set(['resize_prep', 'resize_migrating', 'resize_migrated', 'resize_finish'])
const rebuilding: Record<Rules['evacuations'], ReadonlySet<string>> = {
  'not counted': new Set(),
  'counted while rebuilding': new Set(['rebuilding']),
  'counted in every rebuild state': new Set([
    'rebuilding',
    'rebuild_block_device_mapping',
    'rebuild_spawning',
  ]),
}

/** _is_trackable_migration, _instance_in_resize_state, _instance_is_live_migrating, and the statuses asked of the database. */
function isInProgress({ type, status }: Migration, { vmState, taskState }: Guest, rules: Rules): boolean {
  if (rules.endedMigrations.includes(status)) return false
  const ofAnyType = rules.incomingLiveMigration === 'counted'
  if (!ofAnyType && !['resize', 'migration', 'evacuation'].includes(type)) return false
  if (vmState === 'resized') return true
  const task = taskState ?? ''
  if (
    ['active', 'stopped'].includes(vmState) &&
    (resizing.has(task) || rebuilding[rules.evacuations].has(task))
  )
    return true
  return ofAnyType && task === 'migrating' && ['active', 'paused'].includes(vmState)
}

/** A guest without a migration context, or one that was not read, makes no migration stale. */
const isStale = ({ id, row }: Migration, { move }: Guest): boolean =>
  move?.migration !== undefined && move.migration !== (row ?? id)

/** Undefined where nothing more counts here, or where the flavor of this end is not known. */
function otherEnd(
  guest: Guest,
  migration: Migration,
  host: HostId,
  rules: Rules,
  isHere: boolean,
): Tracked | undefined {
  const incoming = migration.destination === host
  const outgoing = migration.source === host
  if (isHere && !(incoming && outgoing)) return undefined
  const arrives = incoming && outgoing ? !hasNewFlavor(guest) : incoming
  const end = endOf(guest, migration, arrives ? 'new' : 'old')
  if (!end?.flavor) return undefined
  const role = arrives ? 'incoming' : 'outgoing'
  const topology = cellsOfEnd[rules.cellsOfMoves](end)
  const rule = ruleBehind(migration)
  return { guest, role, flavor: end.flavor, topology, ...(rule && { rule }) }
}

const cellsOfEnd: Record<Rules['cellsOfMoves'], (end: MoveEnd) => Tracked['topology']> = {
  none: () => 'none',
  'as the flavor asks': () => 'guessed',
  'fitted at each audit': () => 'guessed',
  'of the migration context': ({ topology }) => topology,
}

/** Only a resize changes flavors; every other move takes at both ends what the guest is. */
function endOf({ flavor, move }: Guest, { type }: Migration, which: 'old' | 'new'): MoveEnd {
  const end = move?.[which]
  return { flavor: type === 'resize' ? end?.flavor : flavor, topology: end?.topology ?? 'not read' }
}

/** On one host a resize first adds the new flavor to the old, and once the guest has the new one keeps the old. */
function hasNewFlavor({ vmState, flavor, move }: Guest): boolean {
  const { old, new: next } = move ?? {}
  if (!old?.flavor || !next?.flavor || isSame(old.flavor, next.flavor)) return vmState === 'resized'
  return isSame(flavor, next.flavor)
}

const isSame = (a: Flavor, b: Flavor): boolean =>
  a.name === b.name && a.vcpus === b.vcpus && a.memory === b.memory

function ruleBehind({ type, status }: Migration): RuleName | undefined {
  if (status === 'error') return 'endedMigrations'
  if (type === 'live-migration') return 'incomingLiveMigration'
  return type === 'evacuation' ? 'evacuations' : undefined
}
