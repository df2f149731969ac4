import { z } from 'zod'
import type { GuestCell, GuestTopology, HostCell, PageSizeRequest } from '../model/cell.ts'
import { cpuSet, parseCpus } from '../model/cpus.ts'
import { CellId, GuestId } from '../model/ids.ts'
import type { Parsed, Problem } from '../parsing/parsed.ts'
import { salvage } from '../parsing/salvage.ts'
import { MiB, PageSize, Pages } from '../units.ts'

/** Keys of Nova's serialised objects that paths leave out: `cells[1].mempages[0].total`. */
export const envelope = ['nova_object.data']

const count = z.int().nonnegative()
const ids = z.array(count)

const hostPool = z.object({
  /** KiB. */
  size_kb: z.int().positive(),
  total: count,
  used: z.int(),
  /** Newton and later. */
  reserved: count.optional(),
})

const hostCell = z.object({
  id: count,
  cpuset: ids,
  /** Train and later. */
  pcpuset: ids.nullish(),
  /** MiB. */
  memory: count,
  memory_usage: z.int(),
  cpu_usage: z.int(),
  /** Kilo and later. */
  pinned_cpus: ids.optional(),
  siblings: z.array(ids).optional(),
  mempages: z.array(hostPool).optional(),
  /** Wallaby and later. */
  socket: count.nullish(),
})

const guestCell = z.object({
  /** -1 is placed nowhere. */
  id: z.int().min(-1),
  cpuset: ids.nullish(),
  /** Victoria and later. */
  pcpuset: ids.nullish(),
  /** MiB. */
  memory: count,
  /** KiB, or -1 small, -2 large, -3 any. */
  pagesize: z.int().nullish(),
  cpu_policy: z.enum(['shared', 'dedicated', 'mixed']).nullish(),
  cpu_thread_policy: z.enum(['prefer', 'isolate', 'require']).nullish(),
  /** vCPU to host CPU; JSON has the vCPU as text. */
  cpu_pinning_raw: z.record(z.string().regex(/^\d+$/), count).nullish(),
  cpuset_reserved: ids.nullish(),
  cpu_topology: z.object({ sockets: count, cores: count, threads: count }).nullish(),
})

const cpuList = z
  .string()
  .refine((text) => parseCpus(text) !== undefined, 'a CPU list such as 0,1,2')
  .transform((text) => [...(parseCpus(text) ?? [])])

/** Juno's cells, MiB. */
const legacyHostCell = z.object({
  id: count,
  cpus: cpuList,
  cpu_usage: z.int(),
  mem: z.object({ total: count, used: z.int() }),
})
const legacyGuestCell = z.object({
  id: z.int().min(-1),
  cpus: cpuList,
  mem: z.object({ total: count }),
  pagesize: z.int().nullish(),
})

const hostTopology = z.object({ cells: z.array(hostCell) })
const legacyHostTopology = z.object({ cells: z.array(legacyHostCell) })
const legacyGuestTopology = z.object({ cells: z.array(legacyGuestCell) })
const guestTopology = z.object({
  cells: z.array(guestCell),
  instance_uuid: z.string().nullish(),
  emulator_threads_policy: z.enum(['share', 'isolate']).nullish(),
})

/** Whose NUMA topology a value of Nova's is: by its object's name, or by the usage that only a host's legacy cell has. */
export function topologyOf(value: unknown): 'host' | 'guest' | undefined {
  const { 'nova_object.name': name, cells } = recordOf(value)
  if (name === 'NUMATopology') return 'host'
  if (name === 'InstanceNUMATopology') return 'guest'
  if (name !== undefined || !Array.isArray(cells)) return undefined
  const legacy = cells.map(recordOf).find(isLegacy)
  if (!legacy) return undefined
  return legacy.cpu_usage !== undefined || recordOf(legacy.mem).used !== undefined ? 'host' : 'guest'
}

const isLegacy = (cell: Readonly<Record<string, unknown>>): boolean => 'mem' in cell || 'cpus' in cell
const isLegacyTopology = (value: unknown): boolean => {
  const { cells } = recordOf(value)
  return Array.isArray(cells) && cells.some((cell) => isLegacy(recordOf(cell)))
}

/**
 * `compute_nodes.numa_topology`: the plain dicts of Juno (nova/virt/hardware.py: VirtNUMAHostTopology) or a serialised
 * NUMATopology (nova/objects/numa.py), any 1.x. What a version does not have yet: nothing is reserved, `pcpuset` is
 * `cpuset`, nothing is pinned, no pages are reported. Problems have paths without Nova's envelopes.
 */
export function readHostTopology(value: unknown): Parsed<readonly HostCell[]> {
  if (isLegacyTopology(value)) {
    const { facts, problems } = salvage(legacyHostTopology, value)
    const cells = facts?.cells.map(({ id, cpus, mem, cpu_usage }) =>
      hostCellOf({ id, cpuset: cpus, memory: mem.total, memory_usage: mem.used, cpu_usage }),
    )
    return { facts: cells, problems }
  }
  const { facts, problems } = salvageCells(hostTopology, bare(value))
  return { facts: facts?.cells.map(hostCellOf), problems: [...versionProblems(value), ...problems] }
}

function hostCellOf(cell: z.infer<typeof hostCell>): HostCell {
  const cpuset = cpuSet(cell.cpuset)
  return {
    id: CellId(cell.id),
    socket: cell.socket ?? undefined,
    cpuset,
    pcpuset: cell.pcpuset ? cpuSet(cell.pcpuset) : cpuset,
    siblings: (cell.siblings ?? []).map(cpuSet),
    memory: MiB(cell.memory),
    memoryUsage: MiB(cell.memory_usage),
    cpuUsage: cell.cpu_usage,
    pinnedCpus: cpuSet(cell.pinned_cpus ?? []),
    mempages: (cell.mempages ?? [])
      .map(({ size_kb, total, used, reserved = 0 }) => ({
        size: PageSize(size_kb),
        total: Pages(total),
        used: Pages(used),
        reserved: Pages(reserved),
      }))
      .sort((a, b) => a.size - b.size),
  }
}

/** A guest's topology, and whose it is where the object says so (Kilo and older). */
export interface GuestTopologyFacts {
  readonly guest: GuestId | undefined
  readonly topology: GuestTopology
}

/** `instance_extra.numa_topology`: Juno's dicts or a serialised InstanceNUMATopology (nova/objects/instance_numa.py). */
export function readGuestTopology(value: unknown): Parsed<GuestTopologyFacts> {
  if (isLegacyTopology(value)) {
    const { facts, problems } = salvage(legacyGuestTopology, value)
    const cells = facts?.cells.map(({ id, cpus, mem, pagesize }) =>
      guestCellOf({ id, cpuset: cpus, memory: mem.total, pagesize }),
    )
    return {
      facts: cells && { guest: undefined, topology: { cells, emulatorThreadsPolicy: undefined } },
      problems,
    }
  }
  const { facts, problems } = salvageCells(guestTopology, bare(value))
  return {
    facts: facts && {
      guest: facts.instance_uuid ? GuestId(facts.instance_uuid) : undefined,
      topology: {
        cells: facts.cells.map(guestCellOf),
        emulatorThreadsPolicy: facts.emulator_threads_policy ?? undefined,
      },
    },
    problems: [...versionProblems(value), ...problems],
  }
}

/** `instance_extra.migration_context` (nova/objects/migration_context.py): both ends of a move. */
export interface MigrationContext {
  /** `migrations.id`. */
  readonly migration: string | undefined
  readonly old: GuestTopology | 'none' | 'not read'
  readonly new: GuestTopology | 'none' | 'not read'
}

/** Problems have paths without Nova's envelopes: `old_numa_topology.cells[0].memory`. */
export function readMigrationContext(value: unknown): Parsed<MigrationContext> {
  const context = recordOf(recordOf(value)['nova_object.data'] ?? value)
  const problems: Problem[] = []
  const end = (name: string) => {
    const topology = context[name]
    if (topology === undefined) return 'not read'
    if (topology === null) return 'none'
    const read = readGuestTopology(topology)
    problems.push(
      ...read.problems.map(({ at, ...problem }) => ({ ...problem, at: { path: `${name}.${at.path}` } })),
    )
    return read.facts?.topology ?? 'not read'
  }
  const { migration_id: id } = context
  const facts: MigrationContext = {
    migration: typeof id === 'number' || typeof id === 'string' ? `${id}` : undefined,
    old: end('old_numa_topology'),
    new: end('new_numa_topology'),
  }
  return { facts, problems }
}

function guestCellOf(cell: z.infer<typeof guestCell>): GuestCell {
  const { cpu_pinning_raw: pins, cpu_topology: topology } = cell
  return {
    id: CellId(cell.id),
    cpuset: cpuSet(cell.cpuset ?? []),
    pcpuset: cpuSet(cell.pcpuset ?? []),
    memory: MiB(cell.memory),
    pageSize: pageSizeOf(cell.pagesize),
    cpuPolicy: cell.cpu_policy ?? undefined,
    cpuThreadPolicy: cell.cpu_thread_policy ?? undefined,
    cpuPinning: pins
      ? Object.entries(pins)
          .map(([vcpu, pcpu]) => [Number(vcpu), pcpu] as const)
          .sort(([a], [b]) => a - b)
      : undefined,
    cpusetReserved: cell.cpuset_reserved ? cpuSet(cell.cpuset_reserved) : undefined,
    ...(topology ? { cpuTopology: topology } : {}),
  }
}

/** Without a list of cells there is no topology, which is another thing than one without cells. */
function salvageCells<S extends z.ZodType>(schema: S, value: unknown): Parsed<z.infer<S>> {
  const { facts, problems } = salvage(schema, value)
  return { facts: Array.isArray(recordOf(value).cells) ? facts : undefined, problems }
}

const requests: Readonly<Record<number, PageSizeRequest>> = { [-1]: 'small', [-2]: 'large', [-3]: 'any' }

const pageSizeOf = (size: number | null | undefined): PageSizeRequest | undefined =>
  size === null || size === undefined ? undefined : (requests[size] ?? PageSize(size))

const recordOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : {}

/** Without Nova's envelopes. */
function bare(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(bare)
  if (typeof value !== 'object' || value === null) return value
  const { 'nova_object.data': data, ...rest } = value as Readonly<Record<string, unknown>>
  if (data !== undefined) return bare(data)
  return Object.fromEntries(Object.entries(rest).map(([key, inner]) => [key, bare(inner)]))
}

function versionProblems(value: unknown): readonly Problem[] {
  const version = recordOf(value)['nova_object.version']
  if (version === undefined || /^1\.\d+$/.test(`${version}`)) return []
  return [
    {
      severity: 'warning',
      at: { path: 'nova_object.version' },
      found: JSON.stringify(version),
      expected: 'version 1.x',
    },
  ]
}
