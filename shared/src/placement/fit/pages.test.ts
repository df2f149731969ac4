import { describe, expect, test } from 'vitest'
import { boot, counts, np, pinned, ratios, request, rulesOf, sized } from '../../testing/boots.ts'
import { hostCell, pool } from '../../testing/cells.ts'
import { MiB } from '../../units.ts'
import { fitToHost } from './fit-to-host.ts'

describe('one cell of 64 GiB, 8 GiB of it in 4 KiB pages and 56 GiB in 2 MiB pages', () => {
  const cells = [
    hostCell({
      cpus: '0-63',
      memory: MiB(65536),
      mempages: [pool('4K', `${8192 * 256}`), pool('2M', '28672'), pool('1G', '0')],
    }),
  ]
  const none = undefined

  test.each([
    [
      'unpinned, no page size, ratio 1.5',
      `1 vCPU, 6144, ${np}`,
      ratios(1.5),
      { kilo: 16, 'rocky-18.0': 16, 'rocky-18.1': 1, rocky: 16, '2024.1': 16, master: 16 },
    ],
    [
      'more than the small pages',
      `1 vCPU, 9216, ${np}`,
      ratios(1.5),
      { kilo: 10, 'rocky-18.0': 10, 'rocky-18.1': 0, rocky: 0, master: 0 },
    ],
    [
      'unpinned, no page size, ratio 1.0',
      `1 vCPU, 6144, ${np}`,
      ratios(1),
      { kilo: 10, 'rocky-18.1': 1, rocky: 10, master: 10 },
    ],
    [
      'no limits sent',
      `1 vCPU, 6144, ${np}`,
      none,
      { kilo: 30, 'rocky-18.0': 30, 'rocky-18.1': 1, rocky: 30, master: 30 },
    ],
    [
      'explicit 2 MiB pages',
      `1 vCPU, 6144, ${sized('2048')}`,
      ratios(1.5),
      { kilo: 9, 'rocky-18.1': 9, master: 9 },
    ],
    [
      'explicit 2 MiB pages, ratio 0.5',
      `1 vCPU, 6144, ${sized('2048')}`,
      ratios(0.5),
      { kilo: 5, 'rocky-18.1': 5, master: 5 },
    ],
    ['small pages', `1 vCPU, 6144, ${sized('small')}`, ratios(1.5), { kilo: 1, master: 1 }],
    ['large pages', `1 vCPU, 6144, ${sized('large')}`, ratios(1.5), { kilo: 9, master: 9 }],
    ['any pages', `1 vCPU, 6144, ${sized('any')}`, ratios(1.5), { kilo: 10, master: 10 }],
    [
      '1 GiB pages, of which there are none',
      `1 vCPU, 6144, ${sized('1GB')}`,
      ratios(1.5),
      { liberty: 0, master: 0 },
    ],
    [
      'a size the cell does not have',
      `1 vCPU, 6144, ${sized('16384')}`,
      ratios(1.5),
      { mitaka: 0, master: 0 },
    ],
  ] as const)('%s', (_, text, limits, expected) => {
    const found = Object.keys(expected).map((release) => [
      release,
      counts({ release, cells, limits }, [text, 30])[0],
    ])
    expect(Object.fromEntries(found)).toEqual(expected)
  })

  test('any takes 2 MiB pages first, then 4 KiB pages', () => {
    const { placed } = boot({ release: 'zed', cells, limits: ratios(1.5) }, [
      `1 vCPU, 6144, ${sized('any')}`,
      30,
    ])
    expect(placed[0]?.map(({ cells }) => cells[0]?.pageSize)).toEqual([...Array(9).fill(2048), 4])
  })

  test.each(['kilo', 'liberty'])('a size the cell does not have ends the request in %s', (release) => {
    const rules = rulesOf(release)
    expect(fitToHost(cells, request(`1 vCPU, 6144, ${sized('16384')}`, rules), none, rules)).toEqual({
      kind: 'raises',
      exception: 'MemoryPageSizeNotSupported',
      detail: '16384',
    })
  })

  test.each([
    [
      'huge pages first, then no page size',
      [`1 vCPU, 14336, ${sized('2048')}`, `1 vCPU, 4096, ${np}`],
      { kilo: [4, 2], 'rocky-18.1': [4, 2], master: [4, 2] },
    ],
    [
      'no page size first, then huge pages',
      [`1 vCPU, 4096, ${np}`, `1 vCPU, 14336, ${sized('2048')}`],
      { kilo: [16, 0], 'rocky-18.1': [2, 4], master: [16, 0] },
    ],
    [
      'two that fill the small pages, then small pages',
      [`1 vCPU, 4096, ${np}`, `1 vCPU, 2048, ${sized('small')}`],
      { 'rocky-18.0': [2, 4], 'rocky-18.1': [2, 0], master: [2, 0] },
    ],
  ] as const)('%s', (name, [first, then], expected) => {
    const most = name.startsWith('two') ? 2 : 20
    const found = Object.keys(expected).map((release) => [
      release,
      counts({ release, cells, limits: ratios(1) }, [first, most], [then, 20]),
    ])
    expect(Object.fromEntries(found)).toEqual(expected)
  })
})

describe('one cell of 64 GiB with pages of three sizes', () => {
  const cells = [
    hostCell({
      cpus: '0-63',
      memory: MiB(65536),
      mempages: [pool('4K', `${4096 * 256}`), pool('2M', '20480'), pool('1G', '16')],
    }),
  ]
  const sizes = (release: string, text: string) =>
    boot({ release, cells, limits: ratios(1) }, [text, 30]).placed[0]?.map(({ cells }) => cells[0]?.pageSize)

  test.each(['liberty', 'rocky-18.1', 'zed', 'master'])(
    'large takes 1 GiB pages, then 2 MiB pages, in %s',
    (release) => {
      expect(sizes(release, `1 vCPU, 4096, ${sized('large')}`)).toEqual([
        ...Array(4).fill(1_048_576),
        ...Array(10).fill(2048),
      ])
    },
  )
  test.each([
    ['large is 2 MiB where 1 GiB does not divide', `1 vCPU, 1536, ${sized('large')}`, 2048],
    ['large is none where 2 MiB does not divide', `1 vCPU, 1537, ${sized('large')}`, undefined],
    ['any is 4 KiB where 2 MiB does not divide', `1 vCPU, 1537, ${sized('any')}`, 4],
    ['any is 2 MiB where 1 GiB does not divide', `1 vCPU, 1536, ${sized('any')}`, 2048],
  ])('%s', (_, text, size) => {
    expect(sizes('zed', text)?.[0]).toBe(size)
  })
})

describe('a pinned guest on a cell with a free 1 GiB page (bug 1811886)', () => {
  const cells = [
    hostCell({ cpus: '0-1', memory: MiB(2048), mempages: [pool('4K', `${1024 * 256}`), pool('1G', '1')] }),
  ]
  test.each([
    [
      'no page size: free memory counts, huge pages too',
      `1 vCPU, 1024, ${pinned}`,
      { kilo: 2, 'rocky-18.0': 2, 'rocky-18.1': 1, rocky: 2, '2024.1': 2, '2024.2': 1, master: 1 },
    ],
    ['1 GiB pages', `1 vCPU, 1024, ${pinned}, ${sized('1GB')}`, { liberty: 1, '2024.1': 1, '2024.2': 1 }],
  ] as const)('%s', (_, text, expected) => {
    const found = Object.keys(expected).map((release) => [release, counts({ release, cells }, [text, 9])[0]])
    expect(Object.fromEntries(found)).toEqual(expected)
  })
})

describe('a cell whose memory counter is high and whose huge pages are free', () => {
  const cells = [
    hostCell({
      cpus: '0-31',
      memory: MiB(16384),
      memoryUsage: MiB(14000),
      mempages: [pool('4K', `${4096 * 256}, ${20000 * 256} used`), pool('2M', '6144')],
    }),
  ]
  test.each([
    [
      'a pinned guest with a page size is compared with free memory too, up to 2024.1',
      `2 vCPU, 4096, ${pinned}, ${sized('2048')}`,
      undefined,
      { kilo: 0, '2024.1': 0, '2024.2': 3, master: 3 },
    ],
    [
      'an unpinned guest is compared with the counter',
      `2 vCPU, 4096, ${sized('2048')}`,
      ratios(1),
      { kilo: 0, '2024.1': 0, master: 0 },
    ],
    [
      'an unpinned guest is compared with the counter by ratio',
      `2 vCPU, 4096, ${sized('2048')}`,
      ratios(1.5),
      { kilo: 2, '2024.1': 2, master: 2 },
    ],
  ] as const)('%s', (_, text, limits, expected) => {
    const found = Object.keys(expected).map((release) => [
      release,
      counts({ release, cells, limits }, [text, 9])[0],
    ])
    expect(Object.fromEntries(found)).toEqual(expected)
  })
})

describe('reserved_huge_pages', () => {
  const cells = [hostCell({ mempages: [pool('4K', '1048576'), pool('2M', '1024, 512 reserved')] })]
  test.each([
    ['is nothing to Mitaka', 'mitaka', 2],
    ['is not free from Newton', 'newton', 1],
  ])('%s', (_, release, count) => {
    expect(counts({ release, cells }, [`1 vCPU, 1024, ${sized('2048')}`, 9])).toEqual([count])
  })
})
