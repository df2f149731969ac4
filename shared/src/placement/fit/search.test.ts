import fc from 'fast-check'
import { expect, test } from 'vitest'
import { releases } from '../../releases/index.ts'
import { everyPermutation } from '../../testing/every-permutation.ts'
import { asked, asks, hosts } from '../../testing/placements.ts'
import { type FitAnswer, fitToHost } from './fit-to-host.ts'

const limits = fc.option(fc.constant({ cpuAllocationRatio: 2, ramAllocationRatio: 1.5 }), { nil: undefined })

const found = (answer: FitAnswer): unknown => {
  if (answer.kind === 'fits') return answer.topology.cells
  return answer.kind === 'raises' ? answer.exception : 'none'
}

const searching = releases.filter(({ rules }) => rules.cellSearch === 'first permutation')

test.each(searching)('$id: the search answers as a walk of every permutation', ({ rules }) => {
  fc.assert(
    fc.property(hosts, asks, limits, (cells, ask, limits) => {
      const guest = asked(ask, rules)
      expect(found(fitToHost(cells, guest, limits, rules))).toEqual(
        everyPermutation(cells, guest, limits, rules),
      )
    }),
    { numRuns: 200 },
  )
})

test.each(searching)('$id: the search leaves its arguments alone', ({ rules }) => {
  fc.assert(
    fc.property(hosts, asks, (cells, ask) => {
      const guest = asked(ask, rules)
      const before = structuredClone({ cells, guest })
      fitToHost(cells, guest, undefined, rules)
      expect({ cells, guest }).toEqual(before)
    }),
    { numRuns: 20 },
  )
})
