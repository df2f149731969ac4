import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { releases } from '../../releases/index.ts'
import { answer, sized } from '../../testing/boots.ts'
import { hostCell, pool } from '../../testing/cells.ts'
import { asked, asks, hosts } from '../../testing/placements.ts'
import { MiB } from '../../units.ts'
import { objectionsOf } from './attempt.ts'
import { fitToHost } from './fit-to-host.ts'
import { emulatorReserve } from './pins.ts'

describe('what a rejection tells', () => {
  const small = [0, 1].map((id) =>
    hostCell({ id, cpus: id === 0 ? '0-1' : '2-3', memory: MiB(1024), mempages: [pool('4K', '262144')] }),
  )
  test('every guest cell against every host cell', () => {
    const found = answer('zed', small, '8 vCPU, 4096, hw:numa_nodes=2')
    expect(
      found.kind === 'rejected' &&
        found.objections.map((one) => [
          one.kind,
          'guestCell' in one && one.guestCell,
          'hostCell' in one && one.hostCell,
        ]),
    ).toEqual(
      [0, 1].flatMap((guestCell) =>
        [0, 1].flatMap((host) => [
          ['small-pages-short', guestCell, host],
          ['cell-cpus-too-few', guestCell, host],
        ]),
      ),
    )
  })
  test('a guest of more cells than the host has', () => {
    const found = answer('zed', small, '3 vCPU, 3072, hw:numa_nodes=3')
    expect(found).toEqual({
      kind: 'rejected',
      objections: [{ kind: 'too-few-cells', guestCells: 3, hostCells: 2 }],
    })
  })
  test('cells that fit one by one and not together', () => {
    const tight = [
      hostCell({ id: 0, memory: MiB(4096) }),
      hostCell({ id: 1, cpus: '8-15', memory: MiB(1024) }),
    ]
    const found = answer('yoga', tight, '2 vCPU, 4096, hw:numa_nodes=2')
    expect(found.kind === 'rejected' && found.objections[0]).toEqual({
      kind: 'no-assignment',
      guestCells: 2,
      hostCells: 2,
    })
  })
  test('no page size for large where a cell has one', () => {
    const one = [hostCell({ mempages: [pool('4K', '4194304')] })]
    const found = answer('zed', one, `1 vCPU, 1024, ${sized('large')}`)
    expect(found.kind === 'rejected' && found.objections[0]).toEqual({
      kind: 'no-such-page-sizes',
      asked: 'large',
      guestCell: 0,
      hostCell: 0,
    })
  })
})

test.each(releases)('$id: guest cells that ask alike are told what each would be', ({ rules }) => {
  fc.assert(
    fc.property(hosts, asks, (cells, ask) => {
      const guest = asked(ask, rules)
      const answer = fitToHost(cells, guest, undefined, rules)
      if (answer.kind !== 'rejected' || answer.objections[0].kind === 'too-few-cells') return
      const each = guest.cells.flatMap((cell, index) =>
        cells.flatMap((host) => {
          const reserve = emulatorReserve(guest.emulatorThreadsPolicy, index, rules)
          const where = { guestCell: cell.id, hostCell: host.id }
          return objectionsOf(cell, where, { host, reserve, limits: undefined, rules })
        }),
      )
      expect(answer.objections.slice(answer.objections.length - each.length)).toEqual(each)
    }),
    { numRuns: 60 },
  )
})
