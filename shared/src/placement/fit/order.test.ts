import { describe, expect, test } from 'vitest'
import { answer, boot, counts, np, onCells, pinned, ratios, sized } from '../../testing/boots.ts'
import { hostCell, pool } from '../../testing/cells.ts'
import { MiB } from '../../units.ts'

describe('two cells of 32 GiB and 8 CPUs', () => {
  const idle = [0, 1].map((id) =>
    hostCell({
      id,
      cpus: id === 0 ? '0-7' : '8-15',
      memory: MiB(32768),
      mempages: [pool('4K', `${32768 * 256}`)],
    }),
  )
  const limits = ratios(1, 4)
  const kiloToXena = ['kilo', 'liberty', 'newton', 'rocky', 'train', 'xena']
  const zedOn = ['zed', '2024.1', 'master']
  const each = (releases: readonly string[], where: string) =>
    releases.map((release) => [release, where] as const)

  test.each([
    ...each(kiloToXena, '0 0 0 0 0 0'),
    ['yoga', '0 0 0 0 0 0'] as const,
    ...each(zedOn, '0 1 0 1 0 1'),
  ])('small guests in %s: %s', (release, where) => {
    expect(onCells({ release, cells: idle, limits }, `2 vCPU, 4096, ${np}`, 6)).toBe(where)
  })

  const second = idle.map((cell) => (cell.id === 1 ? { ...cell, memoryUsage: MiB(8192), cpuUsage: 2 } : cell))
  test.each([
    ['xena', undefined, '0 0'],
    ['yoga', undefined, '1 1'],
    ['yoga', false, '0 0'],
    ['zed', undefined, '0 0'],
    ['zed', true, '1 1'],
  ])('with more on cell 1, %s and packing %s: %s', (release, packing, where) => {
    const on =
      packing === undefined ? { release, cells: second, limits } : { release, cells: second, limits, packing }
    expect(onCells(on, `2 vCPU, 4096, ${np}`, 2)).toBe(where)
  })

  test.each([...each([...kiloToXena, 'yoga'], 'no'), ...each(zedOn, '0+1')])(
    'a guest of two cells after six small ones in %s: %s',
    (release, where) => {
      const { cells } = boot({ release, cells: idle, limits }, [`2 vCPU, 4096, ${np}`, 6])
      expect(onCells({ release, cells, limits }, '4 vCPU, 24576, hw:numa_nodes=2', 1)).toBe(where)
    },
  )

  test.each([...each([...kiloToXena, 'yoga', ...zedOn], '0 1 no')])(
    'pinned guests that fill most of a cell in %s: %s',
    (release, where) => {
      expect(onCells({ release, cells: idle, limits }, `6 vCPU, 4096, ${pinned}`, 3)).toBe(where)
    },
  )

  test.each([...each(['kilo', 'xena', 'yoga', 'zed'], '0 1 no')])(
    '6 shared vCPUs at ratio 1.0 in %s: %s',
    (release, where) => {
      expect(onCells({ release, cells: idle, limits: ratios(1, 1) }, `6 vCPU, 1024, ${np}`, 4)).toBe(where)
    },
  )

  test.each([
    ['kilo', '0 0 0 0 1 1'],
    ['xena', '0 0 0 0 1 1'],
    ['yoga', '0 0 0 0 1 1'],
    ['zed', '0 1 0 1 0 1'],
  ])('pinned guests of 2 vCPUs in %s: %s', (release, where) => {
    expect(onCells({ release, cells: idle, limits }, `2 vCPU, 4096, ${pinned}`, 6)).toBe(where)
  })

  test.each([
    ['stein', '0', '1 no'],
    ['train', '0', '0 1 no'],
    ['xena', '0', '0 1 no'],
    ['yoga', '0', '0 1 no'],
    ['zed', '0', '1 0 no'],
  ])('a pinned guest of 8 and then shared ones of 8 at ratio 1.0 in %s: %s, %s', (release, first, then) => {
    const on = { release, limits: ratios(1, 1) }
    const { placed, cells } = boot({ ...on, cells: idle }, [`8 vCPU, 1024, ${pinned}`, 1])
    expect(placed[0]?.map(({ cells }) => `${cells[0]?.id}`).join(' ')).toBe(first)
    expect(onCells({ ...on, cells }, `8 vCPU, 1024, ${np}`, 3)).toBe(then)
  })

  test.each([
    ['kilo', 2],
    ['rocky-18.1', 1],
    ['rocky', 2],
    ['master', 2],
  ])('guests of two cells at ratio 1.5 in %s: %i', (release, count) => {
    expect(
      counts({ release, cells: idle, limits: ratios(1.5, 16) }, ['4 vCPU, 40000, hw:numa_nodes=2', 9]),
    ).toEqual([count])
  })
})

describe('huge pages on two cells, 2,048 of 2 MiB each', () => {
  const cells = [0, 1].map((id) =>
    hostCell({
      id,
      cpus: id === 0 ? '0-7' : '8-15',
      memory: MiB(32768),
      mempages: [pool('4K', `${28672 * 256}`), pool('2M', '2048')],
    }),
  )
  test.each([
    ['kilo', '0 0 1 1 no'],
    ['xena', '0 0 1 1 no'],
    ['yoga', '0 0 1 1 no'],
    ['zed', '0 1 0 1 no'],
  ])('large guests of 2 GiB in %s: %s', (release, where) => {
    expect(
      onCells({ release, cells, limits: ratios(1, 4) }, `2 vCPU, 2048, ${np}, ${sized('large')}`, 5),
    ).toBe(where)
  })
})

describe('two cells of 16,384 × 2 MiB pages, of which somebody else holds 256 each', () => {
  const cells = (reserved: number) =>
    [0, 1].map((id) =>
      hostCell({
        id,
        cpus: id === 0 ? '0-31' : '32-63',
        memory: MiB(32768),
        mempages: [pool('4K', '0'), pool('2M', `16384, ${reserved} reserved`)],
      }),
    )
  const guests = `2 vCPU, 2048, ${np}, ${sized('2048')}`
  const first = (count: number, cell: number) => Array(count).fill(cell).join(' ')

  test.each([
    'liberty',
    'mitaka',
    'newton',
    'ocata',
    'pike',
    'queens',
    'rocky',
    'stein',
    'train',
    'ussuri',
    'victoria',
    'wallaby',
    'xena',
  ])('16 boots of 2 GiB are all on cell 0 in %s', (release) => {
    expect(onCells({ release, cells: cells(0) }, guests, 16)).toBe(first(16, 0))
  })
  test.each(['zed', '2023.1', '2024.2', 'master'])('boots alternate in %s', (release) => {
    expect(onCells({ release, cells: cells(0), packing: false }, guests, 16)).toBe(
      Array(8).fill('0 1').join(' '),
    )
  })
  test.each([
    ['mitaka', `${first(16, 0)} ${first(16, 1)} no`],
    ['newton', `${first(15, 0)} ${first(15, 1)} no`],
  ])('with reserved_huge_pages 256 on each cell, in %s: %s', (release, where) => {
    expect(onCells({ release, cells: cells(256) }, guests, 33)).toBe(where)
  })

  test('15,361 pages in use leave 1,023, one too few', () => {
    const one = [
      hostCell({
        cpus: '0-31',
        memory: MiB(32768),
        mempages: [pool('4K', '0'), pool('2M', '16384, 15361 used')],
      }),
    ]
    const found = answer('liberty', one, guests)
    expect(found).toEqual({
      kind: 'rejected',
      objections: [
        {
          kind: 'pages-short',
          guestCell: 0,
          hostCell: 0,
          size: 2048,
          needed: 1024,
          free: 1023,
          total: 16384,
          used: 15361,
          reserved: 0,
        },
      ],
    })
  })
})

describe('Juno', () => {
  const cells = [0, 1].map((id) => hostCell({ id, cpus: id === 0 ? '0-7' : '8-15', memory: MiB(32768) }))
  test.each([
    [
      '2014.2.0 puts guest cell 0 on host cell 0 alone',
      'juno-2014.2.0',
      `${Array(8).fill('0').join(' ')} no`,
    ],
    ['2014.2.1 goes on to cell 1', 'juno', [...Array(8).fill('0'), '1'].join(' ')],
  ])('%s', (_, release, where) => {
    expect(onCells({ release, cells, limits: ratios(1, 4) }, `2 vCPU, 4096, ${np}`, 9)).toBe(where)
  })
})
