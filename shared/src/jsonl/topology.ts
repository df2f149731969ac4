import { z } from 'zod'
import { guestCellFields, pageSizeNumber } from '../accounting/stored-json.ts'
import type { GuestCell, GuestTopology, PageSizeRequest } from '../model/cell.ts'
import { cpuSet, union } from '../model/cpus.ts'
import { CellId } from '../model/ids.ts'
import type { Rules } from '../releases/rules.ts'
import { inMiB, MiB, PageSize } from '../units.ts'

const words: Readonly<Record<number, PageSizeRequest>> = { [-1]: 'small', [-2]: 'large', [-3]: 'any' }

const cpus = z
  .array(z.int())
  .nullish()
  .transform((ids) => cpuSet(ids ?? []))

const cell = z.object({
  id: z.int().transform(CellId),
  cpuset: cpus,
  pcpuset: cpus,
  memory_mb: z.int(),
  pagesize: z.int().nullish(),
  cpu_policy: z.enum(['shared', 'dedicated', 'mixed']).nullish(),
  cpu_thread_policy: z.enum(['prefer', 'isolate', 'require']).nullish(),
  cpu_pinning: z.record(z.string(), z.int()).nullish(),
  cpuset_reserved: z.array(z.int()).nullish(),
})

const topology = z.object({
  cells: z.array(cell),
  emulator_threads_policy: z.enum(['share', 'isolate']).nullish(),
})

/** A guest's topology as a request gives it, whatever the release. */
export type TopologyJson = z.infer<typeof topology>
export const topologyJson = topology

/** As that release's objects would hold it: before Victoria one CPU set, before Mitaka no policy. */
export function guestTopology(json: TopologyJson, rules: Rules): GuestTopology {
  const { policies, reserved, split } = guestCellFields[rules.guestCellVersion]
  return {
    cells: json.cells.map(
      (cell): GuestCell => ({
        id: cell.id,
        cpuset: split ? cell.cpuset : union(cell.cpuset, cell.pcpuset),
        pcpuset: split ? cell.pcpuset : [],
        memory: MiB(cell.memory_mb),
        pageSize:
          cell.pagesize === null || cell.pagesize === undefined
            ? undefined
            : (words[cell.pagesize] ?? PageSize(cell.pagesize)),
        cpuPolicy: policies ? (cell.cpu_policy ?? undefined) : undefined,
        cpuThreadPolicy: policies ? (cell.cpu_thread_policy ?? undefined) : undefined,
        cpuPinning: cell.cpu_pinning
          ? Object.entries(cell.cpu_pinning).map(([vcpu, pcpu]) => [Number(vcpu), pcpu] as const)
          : undefined,
        cpusetReserved: reserved && cell.cpuset_reserved ? cpuSet(cell.cpuset_reserved) : undefined,
      }),
    ),
    emulatorThreadsPolicy: reserved ? (json.emulator_threads_policy ?? undefined) : undefined,
  }
}

/** A guest's topology with the fields that release's objects have. */
export function guestTopologyJson(topology: GuestTopology, rules: Rules): object {
  const { policies, reserved, split } = guestCellFields[rules.guestCellVersion]
  const cells = topology.cells.map((cell) => ({
    id: cell.id,
    cpuset: cell.cpuset,
    ...(split ? { pcpuset: cell.pcpuset } : {}),
    memory_mb: inMiB(cell.memory),
    pagesize: pageSizeNumber(cell.pageSize),
    ...(policies
      ? { cpu_policy: cell.cpuPolicy ?? null, cpu_thread_policy: cell.cpuThreadPolicy ?? null }
      : {}),
    ...(reserved ? { cpuset_reserved: cell.cpusetReserved ?? null } : {}),
    cpu_pinning: cell.cpuPinning ? Object.fromEntries(cell.cpuPinning) : null,
    ...(cell.cpuTopology ? { cpu_topology: cell.cpuTopology } : {}),
  }))
  return reserved ? { cells, emulator_threads_policy: topology.emulatorThreadsPolicy ?? null } : { cells }
}
