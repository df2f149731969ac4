import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fitRequest } from '../../jsonl/fit.ts'
import { hostCells } from '../../jsonl/host.ts'
import { releases } from '../../releases/index.ts'
import type { Rules } from '../../releases/rules.ts'
import { everyPermutation } from '../../testing/every-permutation.ts'
import { oracleRequests } from '../../testing/oracle/requests.ts'
import { asked, asks, hosts } from '../../testing/placements.ts'
import { numaConstraints } from '../request/numa-constraints.ts'
import { type FitAnswer, fitToHost } from './fit-to-host.ts'

const limits = fc.option(fc.constant({ cpuAllocationRatio: 2, ramAllocationRatio: 1.5 }), { nil: undefined })

const found = (answer: FitAnswer): unknown => {
  if (answer.kind === 'fits') return answer.topology.cells
  return answer.kind === 'raises' ? answer.exception : 'none'
}

/** A request of the oracle's format as that release takes it; no guest where it takes none. */
function fitOf(request: object, rules: Rules) {
  const asked = fitRequest.parse(request)
  const constraints = numaConstraints(asked.flavor, asked.image_props, rules)
  return {
    cells: hostCells(asked.host, rules),
    guest: constraints.kind === 'rejected' ? undefined : constraints.topology,
    limits: asked.limits,
    packing: asked.packing,
  }
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

test.each(searching)('$id: so it does for whatever a flavor may ask of any host', ({ rules }) => {
  fc.assert(
    fc.property(oracleRequests.fit, (request) => {
      const { cells, guest, limits, packing } = fitOf(request, rules)
      if (!guest) return
      expect(found(fitToHost(cells, guest, limits, rules, packing))).toEqual(
        everyPermutation(cells, guest, limits, rules, packing),
      )
    }),
    { numRuns: 150 },
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
