import { z } from 'zod'
import { hostCellFields } from '../accounting/stored-json.ts'
import type { HostCell } from '../model/cell.ts'
import { cpuSet, union } from '../model/cpus.ts'
import { CellId } from '../model/ids.ts'
import type { Rules } from '../releases/rules.ts'
import { inMiB, MiB, PageSize, Pages } from '../units.ts'

const cpus = z.array(z.int())

const pool = z.object({
  size_kb: z.int(),
  total: z.int(),
  used: z.int().default(0),
  reserved: z.int().default(0),
})

const cell = z.object({
  id: z.int(),
  socket: z.int().nullish(),
  cpuset: cpus.nullish(),
  pcpuset: cpus.nullish(),
  siblings: z.array(cpus).nullish(),
  memory_mb: z.int(),
  memory_usage: z.int().default(0),
  cpu_usage: z.int().default(0),
  pinned_cpus: cpus.nullish(),
  mempages: z.array(pool).nullish(),
})

/** A host as a request gives it, whatever the release. */
export type HostJson = z.infer<typeof hostJson>
export const hostJson = z.object({ cells: z.array(cell) })

/** As that release's objects would hold it: before Train one CPU set for both uses, before Newton nothing reserved. */
export function hostCells(json: HostJson, rules: Rules): readonly HostCell[] {
  const { split } = hostCellFields[rules.hostCellVersion]
  return json.cells.map((cell): HostCell => {
    const shared = cpuSet(cell.cpuset ?? [])
    const dedicated = cell.pcpuset ? cpuSet(cell.pcpuset) : shared
    const both = union(shared, dedicated)
    return {
      id: CellId(cell.id),
      socket: cell.socket ?? undefined,
      cpuset: split ? shared : both,
      pcpuset: split ? dedicated : both,
      siblings: (cell.siblings ?? []).map(cpuSet),
      memory: MiB(cell.memory_mb),
      memoryUsage: MiB(cell.memory_usage),
      cpuUsage: cell.cpu_usage,
      pinnedCpus: cpuSet(cell.pinned_cpus ?? []),
      mempages: (cell.mempages ?? []).map((pool) => ({
        size: PageSize(pool.size_kb),
        total: Pages(pool.total),
        used: Pages(pool.used),
        reserved: Pages(rules.pagePoolVersion === '1.1' ? pool.reserved : 0),
      })),
    }
  })
}

/** What of a host changes with its guests. */
export const hostUsageJson = (cells: readonly HostCell[], rules: Rules) => ({
  cells: cells.map((cell) => usageOf(cell, rules)),
})

/** A whole host with the fields that release's objects have. */
export const wholeHostJson = (cells: readonly HostCell[], rules: Rules) => ({
  cells: cells.map((cell) => ({
    ...usageOf(cell, rules),
    cpuset: cell.cpuset,
    ...(hostCellFields[rules.hostCellVersion].split ? { pcpuset: cell.pcpuset } : {}),
    memory_mb: inMiB(cell.memory),
    siblings: cell.siblings,
    ...(hostCellFields[rules.hostCellVersion].socket ? { socket: cell.socket ?? null } : {}),
  })),
})

const usageOf = (cell: HostCell, rules: Rules) => ({
  id: cell.id,
  cpu_usage: cell.cpuUsage,
  memory_usage: inMiB(cell.memoryUsage),
  pinned_cpus: cell.pinnedCpus,
  mempages: cell.mempages.map(({ size, total, used, reserved }) => ({
    size_kb: size,
    total,
    used,
    ...(rules.pagePoolVersion === '1.1' ? { reserved } : {}),
  })),
})
