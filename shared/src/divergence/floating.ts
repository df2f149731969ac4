import { isPinned } from '../accounting/guest-cell.ts'
import { guestAsRead } from '../accounting/stored-shape.ts'
import type { HostCell } from '../model/cell.ts'
import { type CpuSet, cpuSet, formatCpus, within, without } from '../model/cpus.ts'
import { detector } from './detector.ts'
import type { Remedy } from './divergence.ts'
import { type Finding, finding } from './finding.ts'
import type { HostBooks } from './host-books.ts'
import { isOffloaded } from './placed.ts'
import { hostsApart } from './remedy.ts'

export interface FloatingFinding extends Finding<'shared-over-pinned'> {
  readonly cpus: CpuSet
}

/**
 * Shared vCPUs that may run on CPUs others are pinned to: pins are booked, and who floats is kept off them only where
 * shared and dedicated CPUs are sets of their own (`cpu_shared_set`, `cpu_dedicated_set`).
 */
export const floating = detector(['nova'], (books): readonly FloatingFinding[] => {
  const { host, cells = [] } = books
  const mixed = cells.map((cell) => ({ cell, cpus: within(cell.pinnedCpus, cell.cpuset) }))
  const cpus = cpuSet(mixed.flatMap((one) => one.cpus))
  if (cpus.length === 0) return []
  const over = mixed.filter((one) => one.cpus.length > 0).map(({ cell }) => cell)
  const vcpus = floatingOver(books, over)
  if (vcpus === 0) return []
  return [
    {
      ...finding('shared-over-pinned', {
        kind: 'at-risk',
        where: { host },
        resource: { of: 'cpus', unit: 'count' },
        expected: { by: 'nova', amount: cpus.length },
        observed: { by: 'cells', amount: vcpus },
        severity: { next: 'drift', amount: vcpus, unit: 'count' },
        remedy: setsApart(books, cpus) ?? hostsApart(host, 'pinned'),
      }),
      cpus,
    },
  ]
})

/** vCPUs of guests without cells, which float over the whole host, and the shared ones of guests on these cells. */
function floatingOver({ residents, rules }: HostBooks, cells: readonly HostCell[]): number {
  const ids = new Set(cells.map(({ id }) => id))
  return residents
    .filter((guest) => !isOffloaded(guest))
    .reduce((all, { topology, flavor }) => {
      if (topology === 'not read') return all
      if (topology === 'none') return all + flavor.vcpus
      const here = guestAsRead(topology, rules).cells.filter(({ id }) => ids.has(id))
      const pins = (cell: (typeof here)[number]) =>
        rules.dedicatedVcpus === 'in cpuset' && isPinned(cell, rules)
      return here.reduce((sum, cell) => sum + (pins(cell) ? 0 : cell.cpuset.length), all)
    }, 0)
}

/** CPUs that are pinned now for dedicated vCPUs, all others for shared ones; undefined where none would be left. */
function setsApart({ rules, cells = [] }: HostBooks, pinned: CpuSet): Remedy | undefined {
  const others = without(cpuSet(cells.flatMap(({ cpuset }) => cpuset)), pinned)
  if (rules.guestCpuOptions === 'vcpu_pin_set' || others.length === 0) return undefined
  return {
    file: 'nova.conf',
    section: 'compute',
    lines: [`cpu_dedicated_set = ${formatCpus(pinned)}`, `cpu_shared_set = ${formatCpus(others)}`],
  }
}
