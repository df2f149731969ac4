import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { HostId } from '../../model/ids.ts'
import { releases } from '../../releases/index.ts'
import { request, state } from '../../testing/placement.ts'
import { GiB } from '../../units.ts'
import type { HostState } from '../host-state.ts'
import { scales } from './scales.ts'
import { heaviest, weightsOf } from './weigh.ts'

/** Few sizes, so that hosts tie and extremes have company; some below zero, some whose counters were not read. */
const hosts = (release: string) =>
  fc
    .record({
      freeGb: fc.integer({ min: -2, max: 3 }),
      diskGb: fc.constantFrom(0, 20, 20.5),
      cpus: fc.integer({ min: -1, max: 2 }),
      ioWorkload: fc.constantFrom(undefined, '0', '1'),
    })
    .map(({ freeGb, diskGb, cpus, ioWorkload }) =>
      state(release, {
        id: HostId('one'),
        memory: { total: GiB(64), used: GiB(64 - freeGb) },
        disk: { total: GiB(1000), used: GiB(1000 - diskGb) },
        vcpus: { total: 16, used: 16 - cpus },
        stats: ioWorkload === undefined ? undefined : { io_workload: ioWorkload },
      }),
    )

type Turn =
  | { readonly do: 'put on' | 'take off'; readonly row: number }
  | { readonly do: 'change'; readonly row: number; readonly host: HostState }

const turns = (release: string, rows: number): fc.Arbitrary<readonly Turn[]> => {
  const row = fc.nat(rows - 1)
  return fc.array(
    fc.oneof(
      fc.record({ do: fc.constantFrom('put on', 'take off'), row }),
      fc.record({ do: fc.constant('change' as const), row, host: hosts(release) }),
    ),
    { maxLength: 30 },
  )
}

const cases = fc
  .constantFrom(...releases.map(({ id }) => id))
  .chain((release) =>
    fc.array(hosts(release), { minLength: 1, maxLength: 7 }).map((all) => ({ release, all })),
  )
  .chain(({ release, all }) => turns(release, all.length).map((turns) => ({ all, turns })))

const asked = request('zed')

describe('hosts on the scales', () => {
  test('weigh what they weigh together, whoever changes, comes or goes', () => {
    fc.assert(
      fc.property(cases, fc.nat(3), ({ all, turns }, passedOver) => {
        const now = [...all]
        const on = new Set<number>()
        const kept = scales(all, asked)
        for (const turn of turns) {
          if (turn.do === 'change') {
            now[turn.row] = turn.host
            kept.change(turn.row, turn.host)
          } else if (turn.do === 'put on') {
            on.add(turn.row)
            kept.putOn(turn.row)
          } else if (on.delete(turn.row)) kept.takeOff(turn.row)
          const rows = [...on].sort((a, b) => a - b)
          const { weights } = weightsOf(
            rows.map((row) => now[row] as HostState),
            asked,
          )
          const inOrder = heaviest(weights, rows.length).map((at) => rows[at] as number)
          const but = inOrder.slice(0, passedOver)
          expect(kept.heaviest(but)).toBe(inOrder[passedOver])
          expect(kept.heaviest([])).toBe(inOrder[0])
        }
      }),
      { numRuns: 300 },
    )
  })
})
