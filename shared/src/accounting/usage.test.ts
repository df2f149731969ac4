import { describe, expect, test } from 'vitest'
import type { GuestTopology, HostCell } from '../model/cell.ts'
import { rulesOf } from '../testing/boots.ts'
import { cpus, type GuestCellShape, guest, hostCell, pool } from '../testing/cells.ts'
import { sizeOf } from '../testing/observed.ts'
import { GiB, MiB } from '../units.ts'
import { usageOf } from './usage.ts'

const smallPages = [pool('4K', '4194304')]

const pin = (vcpus: string, on: string) => {
  const pcpus = cpus(on)
  return cpus(vcpus).map((vcpu, index) => [vcpu, pcpus[index] ?? -1] as const)
}

/** A pinned guest as each release stores it. */
const pinned = (release: string, on: string, more: GuestCellShape = {}): GuestTopology => {
  const rules = rulesOf(release)
  const vcpus = cpus(`0-${cpus(on).length - 1}`)
  const apart = rules.dedicatedVcpus === 'in pcpuset'
  return guest({
    cpuset: apart ? [] : vcpus,
    pcpuset: apart ? vcpus : [],
    memory: GiB(1),
    pageSize: sizeOf('4K'),
    cpuPolicy: rules.guestIsPinned === 'by its policy' ? 'dedicated' : undefined,
    cpuPinning: pin(`0-${vcpus.length - 1}`, on),
    ...more,
  })
}

const count = (release: string, cell: HostCell, guests: readonly GuestTopology[], free = false) => {
  const counted = usageOf([cell], guests, rulesOf(release), free)
  return counted.kind === 'counted' ? counted.cells[0] : counted.exception
}

const pins = (release: string, cell: HostCell, guests: readonly GuestTopology[], free = false) => {
  const after = count(release, cell, guests, free)
  return typeof after === 'object' ? after.pinnedCpus : after
}

describe('the pins of a guest', () => {
  const cell = (pinned = '') =>
    hostCell({ cpus: '0-7', siblings: '0,4 1,5 2,6 3,7', pinned, mempages: smallPages })

  test.each([
    ['are taken', 'zed', cell(), '0-1', false, [0, 1]],
    ['are given back', 'zed', cell('0-2'), '0-1', true, [2]],
    ['taken already raise', 'zed', cell('1'), '0-1', false, 'CPUPinningInvalid'],
    ['not of the cell are accepted in Kilo', 'kilo', cell(), '8-9', false, [8, 9]],
    ['not of the cell raise from Liberty', 'liberty', cell(), '8-9', false, 'CPUPinningUnknown'],
    [
      'given back and not taken raise as for pinning up to Mitaka',
      'mitaka',
      cell(),
      '0-1',
      true,
      'CPUPinningInvalid',
    ],
    [
      'given back and not taken raise their own from Newton',
      'newton',
      cell(),
      '0-1',
      true,
      'CPUUnpinningInvalid',
    ],
    [
      'given back and not of the cell raise their own from Newton',
      'newton',
      cell(),
      '8-9',
      true,
      'CPUUnpinningUnknown',
    ],
  ] as const)('%s', (_, release, cell, on, free, after) => {
    expect(pins(release, cell, [pinned(release, on)], free)).toEqual(after)
  })

  const isolated = { cpuThreadPolicy: 'isolate' } as const
  const plain = hostCell({ cpus: '0-3', siblings: '', mempages: smallPages })
  test.each([
    ['isolate takes the siblings from Mitaka', 'mitaka', cell(), [0, 1, 4, 5]],
    ['isolate takes the siblings in Zed', 'zed', cell(), [0, 1, 4, 5]],
    ['isolate takes nothing where no siblings are known, up to Newton', 'newton', plain, []],
    ['isolate takes its pins where no siblings are known, from Ocata', 'ocata', plain, [0, 1]],
  ] as const)('%s', (_, release, cell, after) => {
    expect(pins(release, cell, [pinned(release, '0-1', isolated)])).toEqual(after)
  })

  test.each([
    ['in Mitaka', 'mitaka', [4, 2]],
    ['in Stein', 'stein', [4, 2]],
  ])('isolate counts every thread of its cores as CPU usage %s', (_, release, usages) => {
    const usage = (more: GuestCellShape) => {
      const after = count(release, cell(), [pinned(release, '0-1', more)])
      return typeof after === 'object' ? after.cpuUsage : after
    }
    expect([usage(isolated), usage({})]).toEqual(usages)
  })

  test.each([
    ['the CPU for emulator threads is taken from Pike', 'pike', [0, 1, 7]],
    ['the CPU for emulator threads is not known to Ocata', 'ocata', [0, 1]],
  ])('%s', (_, release, after) => {
    expect(pins(release, cell(), [pinned(release, '0-1', { cpusetReserved: [7] })])).toEqual(after)
  })

  test('a guest that Kilo pinned and that has no policy counts as unpinned from Mitaka', () => {
    const old = guest({
      cpuset: [0, 1],
      memory: GiB(1),
      pageSize: sizeOf('4K'),
      cpuPinning: pin('0-1', '0-1'),
    })
    expect(pins('liberty', cell(), [old])).toEqual([0, 1])
    expect(pins('mitaka', cell(), [old])).toEqual([])
  })

  const half: GuestTopology = {
    ...guest(
      {
        id: 0,
        cpuset: [0],
        memory: GiB(1),
        pageSize: sizeOf('4K'),
        cpuPolicy: 'dedicated',
        cpuPinning: pin('0', '3'),
      },
      { id: 1, cpuset: [1], memory: GiB(1), pageSize: sizeOf('4K') },
    ),
  }
  test.each([
    ['one pinned cell of two is not counted up to Stein', 'stein', []],
    ['one pinned cell of two is counted from Train', 'train', [3]],
  ])('%s', (_, release, after) => {
    expect(pins(release, cell(), [half])).toEqual(after)
  })

  const unpinnedCell = { cpuPinning: undefined }
  test.each([
    ['a dedicated cell without pins raises up to 27.0', 'zed', 'AttributeError'],
    ['a dedicated cell without pins takes none from 27.1', '2023.1', []],
  ])('%s', (_, release, after) => {
    expect(pins(release, cell(), [pinned(release, '0-1', unpinnedCell)])).toEqual(after)
  })

  test('emulator threads that should have a CPU and have none raise where they count', () => {
    const unreserved = { ...pinned('pike', '0-1'), emulatorThreadsPolicy: 'isolate' as const }
    expect(count('pike', cell(), [unreserved])).toBe('TypeError')
    expect(pins('train', cell(), [unreserved])).toEqual([0, 1])
  })
})

describe('the pages of a guest', () => {
  const used = (
    release: string,
    mempages: HostCell['mempages'],
    guests: readonly GuestTopology[],
    free = false,
  ) => {
    const after = count(release, hostCell({ mempages }), guests, free)
    return typeof after === 'object' ? after.mempages.map(({ used }) => used) : after
  }
  const both = [pool('4K', '1048576'), pool('2M', '4096, 100 used')]
  const of = (size: Parameters<typeof sizeOf>[0] | undefined, memory = GiB(1)) =>
    guest({ memory, pageSize: size === undefined ? undefined : sizeOf(size) })

  test.each([
    ['are of its size', 'zed', both, [of('2M')], false, [0, 612]],
    ['are given back', 'zed', both, [of('2M', MiB(100))], true, [0, 50]],
    ['are never fewer than none', 'zed', both, [of('2M')], true, [0, 0]],
    ['without size are none up to Rocky 18.0', 'rocky-18.0', both, [of(undefined)], false, [0, 100]],
    [
      'without size are the smallest from Rocky 18.1',
      'rocky-18.1',
      both,
      [of(undefined)],
      false,
      [262_144, 100],
    ],
    [
      'without size are none where the cell reports none, up to Rocky 18.0',
      'rocky-18.0',
      [],
      [of(undefined)],
      false,
      [],
    ],
    [
      'without size raise where the cell reports none, from Rocky 18.1',
      'rocky-18.1',
      [],
      [of(undefined)],
      false,
      'IndexError',
    ],
    ['of a size the cell has not are none', 'zed', both, [of('1G')], false, [0, 100]],
  ] as const)('%s', (_, release, mempages, guests, free, after) => {
    expect(used(release, mempages, guests, free)).toEqual(after)
  })

  const together = guest(
    { id: 0, memory: GiB(4), pageSize: sizeOf('4K') },
    { id: 0, cpuset: [1], memory: GiB(4), pageSize: sizeOf('4K') },
  )
  test.each([
    ['the last alone counts up to Queens 17.0.5', 'queens-17.0', [1_048_576]],
    ['all count from Queens 17.0.6', 'queens-17.0.6', [2_097_152]],
    ['all count in Zed', 'zed', [2_097_152]],
  ])('two cells on one host cell: %s', (_, release, after) => {
    expect(used(release, smallPages, [together])).toEqual(after)
  })

  const odd = [pool('2M', '4096, 10 used')]
  test.each([
    ['a share of a page is dropped under Python 2', 'rocky', 9],
    ['a share of a page is taken off before the sum is cut under Python 3', 'stein', 8],
  ])('%s', (_, release, after) => {
    expect(used(release, odd, [of('2M', MiB(3))], true)).toEqual([after])
  })
})

describe('counting', () => {
  const cell = hostCell({ memoryUsage: GiB(2), cpuUsage: 2, mempages: smallPages })
  test.each([
    ['a guest without topology leaves usage alone in Juno', 'juno', [2, GiB(2)]],
    ['a guest without topology sets usage to zero from Kilo', 'kilo', [0, 0]],
    ['a guest without topology sets usage to zero in Mitaka', 'mitaka', [0, 0]],
    ['a guest without topology leaves usage alone from Newton', 'newton', [2, GiB(2)]],
  ])('%s', (_, release, after) => {
    const counted = count(release, cell, [])
    expect(typeof counted === 'object' && [counted.cpuUsage, counted.memoryUsage]).toEqual(after)
  })

  test('usage is never less than none', () => {
    const counted = count(
      'zed',
      cell,
      [guest({ cpuset: cpus('0-3'), memory: GiB(4), pageSize: sizeOf('4K') })],
      true,
    )
    expect(typeof counted === 'object' && [counted.cpuUsage, counted.memoryUsage]).toEqual([0, 0])
  })

  test.each([
    ['cell after cell up to Stein', 'stein', 'CPUPinningUnknown'],
    ['guest after guest from Train', 'train', 'CPUPinningInvalid'],
  ])('the first of two faults is named: %s', (_, release, exception) => {
    const cells = [
      hostCell({ id: 0, cpus: '0-3', mempages: smallPages }),
      hostCell({ id: 1, cpus: '4-7', pinned: '4', mempages: smallPages }),
    ]
    const taken = pinned(release, '4', { id: 1 })
    const unknown = pinned(release, '9', { id: 0 })
    expect(usageOf(cells, [taken, unknown], rulesOf(release))).toMatchObject({ kind: 'raises', exception })
  })

  test.each([
    ['lost up to Zed 26.2.0', 'zed-26.0', undefined],
    ['kept from Zed 26.2.1', 'zed', 0],
  ])('the socket of a cell is %s', (_, release, socket) => {
    const counted = count(release, cell, [guest({ pageSize: sizeOf('4K') })])
    expect(typeof counted === 'object' && counted.socket).toBe(socket)
  })
})
