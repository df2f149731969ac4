import { Pages } from '../units.ts'
import { detector } from './detector.ts'
import { type Finding, finding, pagesOfSize } from './finding.ts'

export type ReservedFinding = Finding<'reserved-not-in-row'>

/**
 * `reserved_huge_pages` as it is written, and as Nova's row has it: the option is read when nova-compute starts, and a
 * value that Nova's parser does not take stops it (nova/virt/hardware.py: numa_get_reserved_huge_pages).
 */
export const reservedOption = detector(
  ['nova', 'config'],
  ({ host, row, rules }): readonly ReservedFinding[] => {
    const wanted = row.config.reservedHugePages
    const { nova } = row
    if (wanted.length === 0 || rules.reservedPages === 'unknown') return []
    if (nova?.usage !== 'stored' || typeof nova.cells === 'string') return []
    return nova.cells.flatMap((cell) =>
      cell.mempages.flatMap((pool): ReservedFinding[] => {
        const set =
          wanted.findLast((one) => one.cell === cell.id && one.size === pool.size)?.count ?? Pages(0)
        if (set === pool.reserved) return []
        return [
          finding('reserved-not-in-row', {
            kind: 'drift',
            where: { host, cell: cell.id, size: pool.size },
            resource: pagesOfSize(pool.size),
            expected: { by: 'config', amount: set },
            observed: { by: 'nova', amount: pool.reserved },
            severity: {
              next: set > pool.reserved ? 'later-boot-fails' : 'capacity-wasted',
              amount: Math.abs(set - pool.reserved),
              unit: 'pages',
            },
            remedy: { file: 'shell', lines: ['systemctl restart nova-compute'] },
          }),
        ]
      }),
    )
  },
)
