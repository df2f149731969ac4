import { memoryOf, minus } from '../units.ts'
import { detector } from './detector.ts'
import { type Finding, finding, pagesOfSize } from './finding.ts'
import { poolPath } from './remedy.ts'

export type BeyondPoolFinding = Finding<'booked-beyond-pool'>

/**
 * More pages booked for guests than the kernel's pool has: after a boot that found fewer, or once somebody has shrunk it.
 * Not all of these guests start again, whoever else holds pages.
 */
export const bookedBeyondPool = detector(
  ['nova', 'kernel'],
  ({ host, pools }): readonly BeyondPoolFinding[] =>
    pools.flatMap(({ cell, size, nova, kernel, entries }) => {
      if (!nova || !kernel || nova.used <= kernel.total) return []
      return [
        finding('booked-beyond-pool', {
          kind: 'phantom-capacity',
          where: { host, cell, size },
          resource: pagesOfSize(size),
          expected: { by: 'nova', amount: nova.used },
          observed: { by: 'kernel', amount: kernel.total },
          entries,
          holders: kernel.holders,
          severity: {
            next: 'guests-fail',
            amount: memoryOf(minus(nova.used, kernel.total), size),
            unit: 'KiB',
          },
          remedy: { file: 'shell', lines: [`echo ${nova.used} > ${poolPath(size, cell)}`] },
        }),
      ]
    }),
)
