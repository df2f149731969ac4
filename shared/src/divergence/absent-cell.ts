import type { CellId, GuestId } from '../model/ids.ts'
import { detector } from './detector.ts'
import { type Finding, finding } from './finding.ts'
import { placedOn } from './placed.ts'

export interface AbsentCellFinding extends Finding<'cell-not-on-host'> {
  readonly guest: GuestId
  readonly name: string
  readonly cells: readonly CellId[]
}

/**
 * A guest booked on cells that its host does not have: it came with the cell numbers of the host before
 * (`liveMigratedCells`), and counts nowhere.
 */
export const absentCell = detector(
  ['nova'],
  ({ host, residents, cells: hostCells }): readonly AbsentCellFinding[] => {
    if (hostCells === undefined) return []
    const ids = new Set(hostCells.map(({ id }) => id))
    return residents.flatMap((resident) => {
      const { id: guest, name } = resident
      const topology = placedOn(resident)
      if (!topology) return []
      const cells = topology.cells.map(({ id }) => id).filter((id) => id >= 0 && !ids.has(id))
      if (cells.length === 0) return []
      return [
        {
          ...finding('cell-not-on-host', {
            kind: 'wrong-cell',
            where: { host, guest },
            resource: { of: 'cells', unit: 'count' },
            expected: { by: 'nova', amount: topology.cells.length },
            observed: { by: 'cells', amount: topology.cells.length - cells.length },
            severity: { next: 'later-boot-fails', amount: cells.length, unit: 'count' },
            remedy: { file: 'openstack', lines: [`openstack server migrate ${guest}`] },
          }),
          guest,
          name,
          cells,
        },
      ]
    })
  },
)
