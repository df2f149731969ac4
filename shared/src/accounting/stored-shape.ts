import type { GuestCell, GuestTopology, HostCell } from '../model/cell.ts'
import { union } from '../model/cpus.ts'
import type { Rules } from '../releases/rules.ts'
import { Pages } from '../units.ts'

/**
 * A stored guest topology as a release reads it. Victoria and later move the vCPUs of an older dedicated cell into
 * `pcpuset` (nova/objects/instance_numa.py: _migrate_legacy_dedicated_instance_cpuset); a release before has one set, and
 * one before Mitaka no policies. Cells of Kilo and Liberty that have pins and no policy stay as they are: from Mitaka on
 * they count as not pinned.
 */
export const guestAsRead = (topology: GuestTopology, rules: Rules): GuestTopology => ({
  ...topology,
  cells: topology.cells.map((cell) => guestCellAsRead(cell, rules)),
})

function guestCellAsRead(cell: GuestCell, rules: Rules): GuestCell {
  if (rules.dedicatedVcpus === 'in pcpuset') {
    return cell.cpuPolicy === 'dedicated' && cell.pcpuset.length === 0
      ? { ...cell, cpuset: [], pcpuset: cell.cpuset }
      : cell
  }
  const one = { ...cell, cpuset: union(cell.cpuset, cell.pcpuset), pcpuset: [] }
  return rules.guestIsPinned === 'by its policy'
    ? one
    : { ...one, cpuPolicy: undefined, cpuThreadPolicy: undefined, cpusetReserved: undefined }
}

/**
 * A host cell as a release holds it: before Train one set of CPUs for both uses, before Newton no reserved pages.
 */
export const hostCellAsRead = (cell: HostCell, rules: Rules): HostCell => {
  const mempages =
    rules.reservedPages === 'not free'
      ? cell.mempages
      : cell.mempages.map((pool) => ({ ...pool, reserved: Pages(0) }))
  if (tellsCpusApart(rules)) return { ...cell, mempages }
  const cpus = union(cell.cpuset, cell.pcpuset)
  return { ...cell, mempages, cpuset: cpus, pcpuset: cpus }
}

const tellsCpusApart = (rules: Rules): boolean =>
  rules.hostCellVersion === '1.4' || rules.hostCellVersion === '1.5'
