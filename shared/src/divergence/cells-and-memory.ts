import { KiB, MiB, sum } from '../units.ts'
import { detector } from './detector.ts'
import { type Finding, finding, memory } from './finding.ts'

export interface CellsMemoryFinding extends Finding<'memory-unlike-cells'> {
  /** `[libvirt] file_backed_memory` is set: `memory_mb` is that of files, and cells are RAM. */
  readonly fileBacked: boolean
}

/** Each cell is cut to whole MiB, and the machine counts what the kernel keeps of no node. */
const rounding = (cells: number, total: number) => cells * MiB(1) + total / 500

/**
 * `memory_mb` against the memory of the cells: filters of the whole host and Placement go by the one, NUMATopologyFilter
 * by the other (nova/virt/libvirt/driver.py: _get_memory_mb_total, _get_host_numa_topology).
 */
export const cellsAndMemory = detector(['nova'], ({ host, row, cells }): readonly CellsMemoryFinding[] => {
  const total = row.nova?.memory
  if (total === undefined || !cells || cells.length === 0) return []
  const ofCells = sum(cells.map((cell) => cell.memory))
  const apart = KiB(Math.abs(total - ofCells))
  if (apart <= rounding(cells.length, total)) return []
  const fileBacked = row.config.fileBackedMemory !== undefined
  return [
    {
      ...finding('memory-unlike-cells', {
        kind: 'drift',
        where: { host },
        resource: memory,
        expected: { by: 'nova', amount: total },
        observed: { by: 'cells', amount: ofCells },
        severity: {
          next: total > ofCells ? 'later-boot-fails' : 'capacity-wasted',
          amount: apart,
          unit: 'KiB',
        },
        remedy: fileBacked ? undefined : { file: 'shell', lines: ['systemctl restart nova-compute'] },
      }),
      fileBacked,
    },
  ]
})
