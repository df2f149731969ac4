import type { HostCell } from '../model/cell.ts'
import type { Flavor, ImageProps } from '../model/flavor.ts'
import type { Guest } from '../model/guest.ts'
import type { Host, Hypervisor, NovaHost } from '../model/host.ts'
import type { HostId } from '../model/ids.ts'
import type { Snapshot } from '../model/snapshot.ts'
import type { RuleName, Rules } from '../releases/rules.ts'
import { inGiB, KiB, MiB, Pages } from '../units.ts'
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
import { takenOfHost } from './taken.ts'
import { totalOf } from './totals.ts'
import { type Tracked, trackedOn } from './tracked.ts'
import { usageOf } from './usage.ts'

/**
 * Works out the cells of the other end of a move where a release stores none (`cellsOfMoves`): for what this flavor asks,
 * on these cells as they are used so far.
 */
export type GuessCells = (
  cells: readonly HostCell[],
  flavor: Flavor,
  image: ImageProps,
  rules: Rules,
) => Guest['topology']

/**
 * Nova's book of one host: what is reserved, what each guest takes of it by the rules of the release, and what the row
 * says beyond that. nova/compute/resource_tracker.py: an audit from nothing, guests in the order they are listed, then
 * the other ends of moves. Without `guess` cells that a release does not store are left out.
 */
export function account(
  snapshot: Snapshot,
  host: Host,
  rules: Rules,
  guess: GuessCells = () => 'not read',
): Ledger {
  const { nova } = host
  if (!nova) return []
  const tracked = trackedOn(snapshot, host.id, rules)
  const explained = [
    ...hostReserves(host, rules),
    ...tracked.flatMap((one) => hostEntries(host.id, one, nova.hypervisor, rules)),
  ]
  const cells = cellLedger(host, tracked, rules, guess)
  return [...explained, ...unexplained(host.id, nova, explained), ...cells]
}

const consumer = ({ guest, role }: Tracked): Consumer => ({
  kind: 'guest',
  guest: guest.id,
  name: guest.name,
  role,
})

/** `reserved_host_memory_mb` where nobody said. */
export const defaultReservedMemory = MiB(512)

function hostReserves({ id: host, config }: Host, rules: Rules): readonly Entry[] {
  const reserved = (resource: HostResource, amount: number, option: Reserve): readonly Entry[] =>
    amount === 0 ? [] : [{ host, cell: undefined, resource, amount, consumer: { kind: 'reserved', option } }]
  const cpus = rules.reservedHostCpus === 'counted' ? (config.reservedHostCpus ?? 0) : 0
  const diskGb = inGiB(config.reservedHostDisk ?? KiB(0))
  return [
    ...reserved('host memory', config.reservedHostMemory ?? defaultReservedMemory, 'reserved_host_memory_mb'),
    ...reserved('host vcpus', cpus, 'reserved_host_cpus'),
    ...reserved('host disk', diskGb, 'reserved_host_disk_mb'),
  ]
}

type Reserve = Extract<Consumer, { kind: 'reserved' }>['option']

/** What a guest takes of the whole host, cells or none. */
function hostEntries(
  host: HostId,
  tracked: Tracked,
  hypervisor: Hypervisor | undefined,
  rules: Rules,
): readonly Entry[] {
  const { rule } = tracked
  const { memory, vcpus, diskGb } = takenOfHost(
    { ...tracked, fromVolume: tracked.guest.fromVolume },
    hypervisor,
    rules,
  )
  const of = (resource: HostResource, amount: number): readonly Entry[] =>
    amount === 0
      ? []
      : [{ host, cell: undefined, resource, amount, consumer: consumer(tracked), ...(rule && { rule }) }]
  return [...of('host memory', memory), ...of('host vcpus', vcpus), ...of('host disk', diskGb)]
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

function cellLedger(host: Host, tracked: readonly Tracked[], rules: Rules, guess: GuessCells): Ledger {
  const { nova } = host
  if (!nova || nova.cells === 'none' || nova.cells === 'not read') return []
  const stored = nova.cells.map((cell) => hostCellAsRead(cell, rules))
  const reserves = pageReserves(host, nova, stored, rules)
  const entries: Entry[] = []
  let cells: readonly HostCell[] = stored.map(unused)
  for (const one of tracked) {
    const guessed = one.topology === 'guessed' ? 'cellsOfMoves' : undefined
    const topology =
      one.topology === 'guessed' ? guess(cells, one.flavor, one.guest.image, rules) : one.topology
    const counted = countTopology(cells, topology, rules)
    if (!counted) continue
    const rule = one.rule ?? guessed
    const ruleOf = ruleBehind(topology, rules)
    entries.push(
      ...entriesBetween(host.id, cells, counted, consumer(one), (resource) => rule ?? ruleOf(resource)),
    )
    cells = counted
  }
  if (nova.usage === 'from guests') return [...reserves, ...entries]
  const beyond = entriesBetween(host.id, cells, stored, { kind: 'stored', column: 'numa_topology' })
  return [...reserves, ...entries, ...beyond]
}

/** A host cell as it is before any guest is counted. */
export const unused = (cell: HostCell): HostCell => ({
  ...cell,
  memoryUsage: KiB(0),
  cpuUsage: 0,
  pinnedCpus: [],
  mempages: cell.mempages.map((pool) => ({ ...pool, used: Pages(0) })),
})

/** Undefined for a guest that leaves the cells alone: its topology was not read, or counting it raises in Nova. */
function countTopology(
  cells: readonly HostCell[],
  topology: Guest['topology'],
  rules: Rules,
): readonly HostCell[] | undefined {
  if (topology === 'not read') return undefined
  const counted = usageOf(cells, topology === 'none' ? [] : [guestAsRead(topology, rules)], rules)
  return counted.kind === 'counted' ? counted.cells : undefined
}

/** The rule to name for an entry of a guest that is not simply what the guest asks for. */
function ruleBehind(
  topology: Guest['topology'],
  rules: Rules,
): (resource: CellResource) => RuleName | undefined {
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
