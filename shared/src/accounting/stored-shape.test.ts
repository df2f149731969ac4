import { describe, expect, test } from 'vitest'
import type { GuestCell } from '../model/cell.ts'
import { rulesOf } from '../testing/boots.ts'
import { cpus, guest, hostCell, pool } from '../testing/cells.ts'
import { guestAsRead, hostCellAsRead } from './stored-shape.ts'

const read = (cell: Partial<GuestCell>, release: string) => {
  const [first] = guestAsRead(guest(cell), rulesOf(release)).cells
  return first && [first.cpuset, first.pcpuset, first.cpuPolicy]
}

describe('a stored guest cell', () => {
  const dedicated = { cpuset: [0, 1], cpuPolicy: 'dedicated' } as const
  const split = { cpuset: [], pcpuset: [0, 1], cpuPolicy: 'dedicated' } as const
  const mixed = { cpuset: [0], pcpuset: [1], cpuPolicy: 'mixed' } as const

  test.each([
    [
      'an older dedicated cell moves its vCPUs from Victoria',
      dedicated,
      'victoria',
      [[], [0, 1], 'dedicated'],
    ],
    ['an older dedicated cell stays as it is up to Ussuri', dedicated, 'ussuri', [[0, 1], [], 'dedicated']],
    ['a newer dedicated cell has one set up to Ussuri', split, 'ussuri', [[0, 1], [], 'dedicated']],
    ['a newer dedicated cell stays as it is from Victoria', split, 'zed', [[], [0, 1], 'dedicated']],
    ['a mixed cell stays as it is', mixed, 'zed', [[0], [1], 'mixed']],
    ['a shared cell stays as it is', { cpuset: [0, 1] }, 'zed', [[0, 1], [], undefined]],
    ['no policy is known to Liberty', dedicated, 'liberty', [[0, 1], [], undefined]],
  ] as const)('%s', (_, cell, release, shape) => {
    expect(read(cell, release)).toEqual(shape)
  })

  test('pins without a policy stay, and stay without', () => {
    const old = { cpuset: [0], cpuPinning: [[0, 4]] } as const
    expect(read(old, 'zed')).toEqual([[0], [], undefined])
  })
})

describe('a stored host cell', () => {
  const cell = hostCell({ cpus: '0-3', dedicated: '4-7', mempages: [pool('2M', '512, 64 reserved')] })
  const shape = (release: string) => {
    const { cpuset, pcpuset, mempages } = hostCellAsRead(cell, rulesOf(release))
    return [cpuset, pcpuset, mempages[0]?.reserved]
  }
  test.each([
    ['has one set of CPUs and nothing reserved up to Mitaka', 'mitaka', [cpus('0-7'), cpus('0-7'), 0]],
    ['has reserved pages from Newton', 'newton', [cpus('0-7'), cpus('0-7'), 64]],
    ['has CPUs apart from Train', 'train', [cpus('0-3'), cpus('4-7'), 64]],
  ])('%s', (_, release, read) => {
    expect(shape(release)).toEqual(read)
  })
})
