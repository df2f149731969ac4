import type { HostCell } from '../model/cell.ts'
import type { Guest } from '../model/guest.ts'
import type { Host, NovaHost } from '../model/host.ts'
import type { HostId } from '../model/ids.ts'
import type { Migration } from '../model/migration.ts'
import type { Snapshot } from '../model/snapshot.ts'
import type { RuleName, Rules } from '../releases/rules.ts'
import { KiB, MiB, Pages } from '../units.ts'
import { entriesBetween } from './entries.ts'
import { isPinned } from './guest-cell.ts'
import {
  type CellResource,
  type Consumer,
  type Entry,
  type HostResource,
  type Ledger,
  pagesOf,
} from './ledger.ts'
import { guestAsRead, hostCellAsRead } from './stored-shape.ts'
import { totalOf } from './totals.ts'
import { usageOf } from './usage.ts'

/**
 * Nova's book of one host: what is reserved, what each guest takes of it by the rules of the release, and what the row
 * says beyond that. nova/compute/resource_tracker.py: an audit from nothing, guests in the order they are listed.
 */
export function account(snapshot: Snapshot, host: Host, rules: Rules): Ledger {
  const { nova } = host
  if (!nova) return []
  const guests = snapshot.guests.filter((guest) => guest.host === host.id && isCounted(guest, rules))
  const explained = [
    ...hostReserves(host, rules),
    ...guests.flatMap((guest) => hostEntries(host.id, guest, 'running', rules)),
    ...onTheWay(snapshot, host.id, rules).flatMap(({ guest, role }) =>
      hostEntries(host.id, guest, role, rules),
    ),
  ]
  return [...explained, ...unexplained(host.id, nova, explained), ...cellLedger(host, guests, rules)]
}

/** nova/compute/vm_states.py: allow_resource_removal. Power is no matter: a guest shut off counts. */
function isCounted({ vmState, taskState }: Guest, rules: Rules): boolean {
  if (vmState === 'deleted') return false
  if (vmState !== 'shelved_offloaded' || rules.offloadedGuests === 'counted') return true
  return rules.offloadedGuests === 'counted while spawning' && taskState === 'spawning'
}

type Role = Extract<Consumer, { kind: 'guest' }>['role']

const consumer = (guest: Guest, role: Role): Consumer => ({
  kind: 'guest',
  guest: guest.id,
  name: guest.name,
  role,
})

const ended: ReadonlySet<string> = new Set([
  'confirmed',
  'reverted',
  'failed',
  'completed',
  'cancelled',
  'done',
])

interface OnTheWay {
  readonly guest: Guest
  readonly role: Role
}

/**
 * Guests that count here beside their own host: on their way in, or gone and not confirmed. A resize is left out, since
 * the flavor of its other side is not known.
 */
function onTheWay(snapshot: Snapshot, host: HostId, rules: Rules): readonly OnTheWay[] {
  return snapshot.migrations.flatMap((migration): readonly OnTheWay[] => {
    const guest = snapshot.guests.find(({ id }) => id === migration.guest)
    if (!guest || guest.host === host || !isTracked(migration, guest, rules)) return []
    if (migration.destination === host) return [{ guest, role: 'incoming' }]
    return migration.source === host && migration.type === 'migration' ? [{ guest, role: 'outgoing' }] : []
  })
}

function isTracked({ type, status }: Migration, { vmState, taskState }: Guest, rules: Rules): boolean {
  if (status === 'error' && rules.failedMigrations === 'not counted') return false
  if (type === 'live-migration') {
    const moving = taskState === 'migrating' && (vmState === 'active' || vmState === 'paused')
    return rules.incomingLiveMigration === 'counted' && moving && !ended.has(status)
  }
  const resizing = vmState === 'resized' || (taskState?.startsWith('resize_') ?? false)
  return type === 'migration' && resizing && !ended.has(status)
}

/** `reserved_host_memory_mb` where nobody said. */
const defaultReservedMemory = MiB(512)

function hostReserves({ id: host, config }: Host, rules: Rules): readonly Entry[] {
  const reserved = (resource: HostResource, amount: number, option: Reserve): readonly Entry[] =>
    amount === 0 ? [] : [{ host, cell: undefined, resource, amount, consumer: { kind: 'reserved', option } }]
  const cpus = rules.reservedHostCpus === 'counted' ? (config.reservedHostCpus ?? 0) : 0
  return [
    ...reserved('host memory', config.reservedHostMemory ?? defaultReservedMemory, 'reserved_host_memory_mb'),
    ...reserved('host vcpus', cpus, 'reserved_host_cpus'),
  ]
}

type Reserve = Extract<Consumer, { kind: 'reserved' }>['option']

/** nova/compute/resource_tracker.py: _update_usage. What a guest takes of the whole host, cells or none. */
function hostEntries(host: HostId, guest: Guest, role: Role, rules: Rules): readonly Entry[] {
  const { flavor, topology } = guest
  const keepsCpu =
    rules.cpuUsage === 'every vCPU' &&
    rules.emulatorThread !== 'not reserved' &&
    typeof topology === 'object' &&
    topology.emulatorThreadsPolicy === 'isolate'
  const swapGb = rules.diskUsage === 'root, ephemeral, swap' ? flavor.swap / (1024 * 1024) : 0
  const of = (resource: HostResource, amount: number): readonly Entry[] =>
    amount === 0 ? [] : [{ host, cell: undefined, resource, amount, consumer: consumer(guest, role) }]
  return [
    ...of('host memory', flavor.memory),
    ...of('host vcpus', flavor.vcpus + (keepsCpu ? 1 : 0)),
    ...of('host disk', flavor.rootGb + flavor.ephemeralGb + swapGb),
  ]
}

/** What the row has in use and nothing else explains. */
function unexplained(host: HostId, nova: NovaHost, explained: Ledger): readonly Entry[] {
  if (nova.usage === 'from guests') return []
  const stored = (resource: HostResource, column: string, used: number | undefined): readonly Entry[] => {
    const amount = used === undefined ? 0 : used - totalOf(explained, undefined, resource)
    return amount === 0
      ? []
      : [{ host, cell: undefined, resource, amount, consumer: { kind: 'stored', column } }]
  }
  return [
    ...stored('host memory', 'memory_mb_used', nova.memoryUsed),
    ...stored('host vcpus', 'vcpus_used', nova.vcpusUsed),
    ...stored('host disk', 'local_gb_used', nova.diskUsedGb),
  ]
}

function cellLedger(host: Host, guests: readonly Guest[], rules: Rules): Ledger {
  const { nova } = host
  if (!nova || nova.cells === 'none' || nova.cells === 'not read') return []
  const stored = nova.cells.map((cell) => hostCellAsRead(cell, rules))
  const reserves = pageReserves(host, nova, stored, rules)
  const entries: Entry[] = []
  let cells: readonly HostCell[] = stored.map(unused)
  for (const guest of guests) {
    const counted = countGuest(cells, guest, rules)
    if (!counted) continue
    entries.push(
      ...entriesBetween(host.id, cells, counted, consumer(guest, 'running'), ruleBehind(guest, rules)),
    )
    cells = counted
  }
  if (nova.usage === 'from guests') return [...reserves, ...entries]
  const beyond = entriesBetween(host.id, cells, stored, { kind: 'stored', column: 'numa_topology' })
  return [...reserves, ...entries, ...beyond]
}

const unused = (cell: HostCell): HostCell => ({
  ...cell,
  memoryUsage: KiB(0),
  cpuUsage: 0,
  pinnedCpus: [],
  mempages: cell.mempages.map((pool) => ({ ...pool, used: Pages(0) })),
})

/** Undefined for a guest that leaves the cells alone: its topology was not read, or counting it raises in Nova. */
function countGuest(cells: readonly HostCell[], guest: Guest, rules: Rules): readonly HostCell[] | undefined {
  if (guest.topology === 'not read') return undefined
  const counted = usageOf(cells, guest.topology === 'none' ? [] : [guestAsRead(guest.topology, rules)], rules)
  return counted.kind === 'counted' ? counted.cells : undefined
}

/** The rule to name for an entry of a guest that is not simply what the guest asks for. */
function ruleBehind({ topology }: Guest, rules: Rules): (resource: CellResource) => RuleName | undefined {
  if (typeof topology !== 'object') return () => 'usageAfterGuestWithoutTopology'
  const unsized = topology.cells.some(({ pageSize }) => pageSize === undefined)
  const isolated = topology.cells.some((cell) => isPinned(cell, rules) && cell.cpuThreadPolicy === 'isolate')
  return (resource) => {
    if (resource === 'pinned cpus') return isolated ? 'isolatedPins' : undefined
    if (resource === 'cpu usage') {
      return isolated && rules.isolatedCpuUsage === 'whole cores' ? 'isolatedCpuUsage' : undefined
    }
    return resource !== 'memory' && unsized ? 'pagesUsed' : undefined
  }
}

/** `reserved_huge_pages`: the row's, or where usage follows from guests the operator's where he set any. */
function pageReserves(
  { id: host, config }: Host,
  nova: NovaHost,
  cells: readonly HostCell[],
  rules: Rules,
): readonly Entry[] {
  if (rules.reservedPages === 'unknown') return []
  const set =
    nova.usage === 'from guests' && config.reservedHugePages.length > 0 ? config.reservedHugePages : undefined
  return cells.flatMap((cell) =>
    cell.mempages.flatMap((pool): readonly Entry[] => {
      const configured = set?.find((one) => one.cell === cell.id && one.size === pool.size)?.count
      const amount = set ? (configured ?? 0) : pool.reserved
      const consumer: Consumer = { kind: 'reserved', option: 'reserved_huge_pages' }
      return amount === 0 ? [] : [{ host, cell: cell.id, resource: pagesOf(pool.size), amount, consumer }]
    }),
  )
}
