import { describe, expect, test } from 'vitest'
import { reservedHugePages } from './accounting/reserved.ts'
import { guestAsRead } from './accounting/stored-shape.ts'
import { usageOf } from './accounting/usage.ts'
import { parseCapabilities } from './evidence/capabilities.ts'
import { parseDomains } from './evidence/domain.ts'
import { livePrecheck } from './migration/live-precheck.ts'
import type { GuestTopology, HostCell } from './model/cell.ts'
import { judge } from './placement/judge.ts'
import { numaConstraints } from './placement/request/numa-constraints.ts'
import type { Verdict } from './placement/verdict.ts'
import { domainOf, guestXml, xmlText } from './reality/guest-xml.ts'
import { boot, counts, flavor, onCells, onCpus, pinned, ratios } from './testing/boots.ts'
import { guest, hostCell, pool } from './testing/cells.ts'
import { sizeOf } from './testing/observed.ts'
import { request, rulesOf, state } from './testing/placement.ts'
import { GiB, KiB, MiB, PageSize, Pages } from './units.ts'

/*
 * What people reported of Nova, with the answer that was right for the release: each row is one host, one request and
 * what Nova's book makes of it.
 */

const verdict = (one: Verdict): string =>
  one.outcome === 'rejected' ? one.objections.map(({ reason }) => reason.kind).join(', ') : one.outcome

describe('a live migration to a named host, where a boot of the same size would pass (bug 1214943)', () => {
  const there = { total: MiB(1872), free: MiB(336), ramAllocationRatio: 1.5 }
  test.each([
    ['Liberty counts free RAM alone', 'liberty', 512, false],
    ['Mitaka counts by ratio', 'mitaka-13.0', 512, true],
    ['what is just enough is refused', '2026.1', 1272, false],
    ['one MiB less is not', '2026.1', 1271, true],
  ])('%s', (_, release, mb, allowed) => {
    expect(livePrecheck(there, MiB(mb), rulesOf(release)).allowed).toBe(allowed)
  })

  const row = {
    memory: { total: MiB(1872), used: MiB(1536) },
    vcpus: { total: 2, used: 2 },
    ratios: { cpu: 16, ram: 1.5, disk: 1 },
  }
  test.each([
    ['RamFilter takes all of 2,296 MiB by 1.5', 'liberty', 1272, 'fits'],
    ['and no more', 'liberty', 1273, 'ram-short'],
    ['Placement takes what is reserved off before the ratio', 'pike', 1016, 'fits'],
    ['and stops earlier', 'pike', 1017, 'inventory-short'],
  ])('booting: %s', (_, release, memoryMb, answer) => {
    const names = release === 'liberty' ? ['RamFilter', 'CoreFilter'] : ['CoreFilter']
    expect(verdict(judge(state(release, row), request(release, { memoryMb }), names))).toBe(answer)
  })
})

describe('a guest larger than its host (bug 1485631)', () => {
  const tiny = {
    memory: { total: MiB(512), used: MiB(0) },
    vcpus: { total: 1, used: 0 },
    ratios: { cpu: 2, ram: 2, disk: 1 },
    reserved: { memory: KiB(0), vcpus: 0 },
  }
  test.each([
    ['Kilo lets the ratio decide for memory', 'kilo', { memoryMb: 1024 }, 'fits'],
    ['Liberty does not', 'liberty-12.0', { memoryMb: 1024 }, 'ram-self-overcommit'],
    ['Kilo lets the ratio decide for vCPUs', 'kilo', { memoryMb: 512, vcpus: 2 }, 'fits'],
    ['Liberty does not', 'liberty-12.0', { memoryMb: 512, vcpus: 2 }, 'vcpus-self-overcommit'],
    ['Placement has a largest unit', 'zed', { memoryMb: 1024 }, 'inventory-too-small'],
  ])('%s', (_, release, asked, answer) => {
    const names = release === 'zed' ? [] : ['RamFilter', 'CoreFilter']
    expect(verdict(judge(state(release, tiny), request(release, asked), names))).toBe(answer)
  })

  const cell = hostCell({ cpus: '0', memory: MiB(512), mempages: [pool('4K', '131072')] })
  test.each(['ocata', 'stein', '2026.1'])('a guest cell is never larger than a host cell: %s', (release) => {
    const fit = (mb: number) =>
      onCells({ release, cells: [cell], limits: ratios(2, 2) }, `1 vCPU, ${mb}, hw:numa_nodes=1`, 1)
    expect([512, 513, 1024].map(fit)).toEqual(['0', 'no', 'no'])
  })
})

interface Fit {
  readonly name: string
  readonly release: string
  readonly cells: readonly HostCell[]
  readonly limits?: ReturnType<typeof ratios>
  readonly packing?: boolean
  readonly flavor: string
  readonly times?: number
  /** Host cells of one guest after the other. */
  readonly on: string
}

const fits = (rows: readonly Fit[]) =>
  test.each(rows)('$name ($release)', ({ flavor, times = 1, on, ...where }) => {
    expect(onCells(where, flavor, times)).toBe(on)
  })

const np = 'hw:numa_nodes=1'
const all = <T>(releases: readonly string[], row: (release: string) => T): T[] => releases.map(row)

describe('a second pinned guest where only a 1 GiB page is left (bug 1811886)', () => {
  const cells = [
    hostCell({ cpus: '0-1', memory: MiB(2048), mempages: [pool('4K', '262144'), pool('1G', '1')] }),
  ]
  const row = { cells, flavor: `1 vCPU, 1024, ${pinned}`, times: 2 }
  fits([
    { ...row, name: 'the free 1 GiB page counts as memory', release: '2024.1', on: '0 0' },
    { ...row, name: 'it does not', release: '2024.2', on: '0 no' },
  ])
})

describe('guests without page size and ram_allocation_ratio (bug 1810977)', () => {
  const cells = [
    hostCell({
      cpus: '1-2',
      memory: MiB(1024),
      memoryUsage: MiB(512),
      mempages: [pool('4K', '262144, 262144 used')],
    }),
  ]
  const releases = ['ocata', 'rocky', 'stein', 'victoria', '2026.1']
  const asked = (mb: number) => `2 vCPU, ${mb}, ${np}`
  fits([
    ...all(releases, (release) => ({
      name: '1.5 leaves room',
      release,
      cells,
      limits: ratios(1.5),
      flavor: asked(1024),
      on: '0',
    })),
    ...all(releases, (release) => ({
      name: '1.0 does not',
      release,
      cells,
      limits: ratios(1),
      flavor: asked(1024),
      on: 'no',
    })),
    ...all(releases, (release) => ({
      name: 'no ratio makes a cell larger',
      release,
      cells,
      limits: ratios(8),
      flavor: asked(4096),
      on: 'no',
    })),
  ])
})

describe('small pages asked for by name are not overcommitted', () => {
  const cells = [
    hostCell({
      cpus: '0-3',
      memory: MiB(1024),
      memoryUsage: MiB(512),
      mempages: [pool('4K', '262144, 131072 used')],
    }),
  ]
  const limits = ratios(2)
  const asked = (mb: number, spec: string) => `1 vCPU, ${mb}, ${spec}`
  fits(
    ['rocky', 'train', '2026.1'].flatMap((release) => [
      {
        name: 'without page size the ratio counts',
        release,
        cells,
        limits,
        flavor: asked(1024, np),
        on: '0',
      },
      {
        name: 'small: what is free',
        release,
        cells,
        limits,
        flavor: asked(512, 'hw:mem_page_size=small'),
        on: '0',
      },
      {
        name: 'small: and no more',
        release,
        cells,
        limits,
        flavor: asked(513, 'hw:mem_page_size=small'),
        on: 'no',
      },
      {
        name: 'any: no more either',
        release,
        cells,
        limits,
        flavor: asked(513, 'hw:mem_page_size=any'),
        on: 'no',
      },
    ]),
  )
})

describe('guests without page size and memory set aside as huge pages (bug 1734204)', () => {
  const cells = [
    hostCell({ cpus: '0-3', memory: MiB(2048), mempages: [pool('4K', '262144'), pool('2M', '512')] }),
  ]
  const row = (mb: number) => ({ cells, limits: ratios(1.5), flavor: `2 vCPU, ${mb}, ${np}` })
  fits([
    ...all(['queens', 'rocky-18.0'], (release) => ({
      ...row(1536),
      name: 'half of it is huge pages',
      release,
      on: '0',
    })),
    ...all(['rocky', 'stein', '2026.1'], (release) => ({
      ...row(1025),
      name: 'huge pages are not for it',
      release,
      on: 'no',
    })),
    ...all(['rocky', 'stein', '2026.1'], (release) => ({
      ...row(1024),
      name: 'small pages are',
      release,
      on: '0',
    })),
  ])
})

test.each([
  ['the last guest cell counts alone up to Queens 17.0', 'queens-17.0', [32, 10]],
  ['all count from Queens 17.0.6', 'queens-17.0.6', [24_608, 10]],
  ['all count in Rocky', 'rocky-18.0', [24_608, 10]],
])('pages of guests on one cell (bug 1594529): %s', (_, release, used) => {
  const cell = hostCell({
    cpus: '0-3',
    memory: MiB(160),
    mempages: [pool('4K', '32768, 32 used'), pool('2M', '16, 2 used')],
  })
  const one = guest(
    { id: 0, memory: MiB(64), pageSize: sizeOf('4K') },
    { id: 0, memory: MiB(32), pageSize: sizeOf('4K') },
    { id: 0, memory: MiB(16), pageSize: sizeOf('2M') },
  )
  const counted = usageOf([cell], [one], rulesOf(release))
  const pools = counted.kind === 'counted' ? counted.cells[0]?.mempages : undefined
  // Each guest cell starts from the row where the last counts: the cell of 2 MiB pages leaves the small ones alone.
  expect(pools?.map((pool) => pool.used)).toEqual(used)
})

describe('pages that a switch holds (bug 1543149)', () => {
  const cells = [hostCell({ mempages: [pool('4K', '1'), pool('1G', '4, 1 used, 1 reserved')] })]
  const row = (mb: number) => ({ cells, release: 'newton', flavor: `1 vCPU, ${mb}, hw:mem_page_size=1GB` })
  fits([
    { ...row(2048), name: 'two are left', on: '0' },
    { ...row(3072), name: 'three are not', on: 'no' },
    { ...row(3072), name: 'Mitaka knows of none reserved', release: 'mitaka', on: '0' },
  ])

  const two = (reserved: string) =>
    [0, 1].map((id) =>
      hostCell({
        id,
        memory: GiB(64),
        mempages: [pool('4K', '14680064'), pool('1G', id === 0 ? `8${reserved}` : '8')],
      }),
    )
  fits([
    ...all(['ocata', 'xena', '2026.1'], (release) => ({
      name: 'nobody told Nova',
      release,
      cells: two(''),
      flavor: '4 vCPU, 8192, hw:mem_page_size=1GB',
      on: '0',
    })),
    ...all(['ocata', 'xena', '2026.1'], (release) => ({
      name: 'one is reserved',
      release,
      cells: two(', 1 reserved'),
      flavor: '4 vCPU, 8192, hw:mem_page_size=1GB',
      on: '1',
    })),
  ])

  test.each([
    ['node:0,size:2048,count:128', 'read'],
    ['node:1,size:1GB,count:1', 'read'],
    ['node:0,size:2MB,count:1', 'read'],
    ['node:0,size:2M,count:1', 'invalid'],
    ['0:foo:bar', 'invalid'],
    ['node:0,size:2048', 'invalid'],
  ])('reserved_huge_pages %s is %s', (value, kind) => {
    expect(reservedHugePages([value], rulesOf('train'))?.kind).toBe(kind)
  })
})

describe('two guests of eight 1 GiB pages on one host (bug 1289064)', () => {
  const cells = [0, 1].map((id) => hostCell({ id, mempages: [pool('4K', '1'), pool('1G', '8')] }))
  fits(
    all(['train-20.0', '2026.1'], (release) => ({
      name: 'each has a cell, a third has none',
      release,
      cells,
      flavor: '1 vCPU, 8192, hw:mem_page_size=1GB',
      times: 3,
      on: '0 1 no',
    })),
  )
})

test.each([
  ['Mitaka', 'mitaka', [0, 0]],
  ['Newton', 'newton-14.0', [2, 2048]],
])('a guest without topology counted last (bug 1590607): %s', (_, release, left) => {
  const rules = rulesOf(release)
  const one = usageOf([hostCell()], [guest({ cpuset: [0, 1], memory: MiB(2048) })], rules)
  const then = one.kind === 'counted' ? usageOf(one.cells, [], rules) : one
  const [cell] = then.kind === 'counted' ? then.cells : []
  expect([cell?.cpuUsage, (cell?.memoryUsage ?? 0) / 1024]).toEqual(left)
})

describe('a mixed guest with a cell of shared vCPUs alone (bug 1994526)', () => {
  const cells = [
    hostCell({ id: 0, cpus: '0', dedicated: '2-3', memory: MiB(2048), mempages: [pool('4K', '524288')] }),
    hostCell({ id: 1, cpus: '', dedicated: '6-7', memory: MiB(2048), mempages: [pool('4K', '524288')] }),
  ]
  const mixed =
    '3 vCPU, 1024, hw:cpu_policy=mixed, hw:cpu_dedicated_mask=^0, hw:numa_nodes=2, hw:numa_cpus.0=0, hw:numa_cpus.1=1,2, hw:numa_mem.0=256, hw:numa_mem.1=768'
  fits([
    { name: 'refused', release: 'victoria', cells, flavor: mixed, on: 'no' },
    { name: 'refused', release: '2023.1-27.0', cells, flavor: mixed, on: 'no' },
    { name: 'accepted', release: '2023.1', cells, flavor: mixed, on: '0+1' },
    { name: 'accepted', release: '2026.1', cells, flavor: mixed, on: '0+1' },
  ])
  test('its dedicated vCPUs have the second cell’s CPUs', () => {
    expect(onCpus({ release: '2026.1', cells }, mixed, 1)).toBe(' | 6,7')
  })
})

describe('thread policies', () => {
  const mempages = [pool('4K', '4194304')]
  const smt = [hostCell({ cpus: '0-3', siblings: '0-1 2-3', mempages })]
  const apart = [hostCell({ cpus: '', dedicated: '0-3', siblings: '0-1 2-3', mempages })]
  const plain = [hostCell({ cpus: '0-3', mempages })]
  const threads = [hostCell({ cpus: '0-7', siblings: '0,4 1,5 2,6 3,7', mempages })]
  const policy = (vcpus: number, word?: string) =>
    `${vcpus} vCPU, 1024, ${pinned}${word === undefined ? '' : `, hw:cpu_thread_policy=${word}`}`

  test.each([
    ['isolate takes whole cores (bug 1889633)', 'ussuri-21.0', smt, policy(2, 'isolate'), '0,2'],
    ['isolate is refused where dedicated CPUs are apart', 'victoria', apart, policy(2, 'isolate'), 'no'],
    ['3 vCPUs (bug 1501358)', 'ocata', threads, policy(3), '0,4,1'],
    ['5 vCPUs', '2026.1', threads, policy(5), '0,4,1,5,2'],
    ['7 vCPUs', 'stein', threads, policy(7), '0,4,1,5,2,6,3'],
    ['without threads isolate is no matter (bug 1550317)', 'ocata', plain, policy(2, 'isolate'), '0,1'],
    ['nor is prefer', 'rocky', plain, policy(2, 'prefer'), '0,1'],
    ['require is refused', 'rocky', plain, policy(2, 'require'), 'no'],
  ])('%s (%s)', (_, release, cells, asked, on) => {
    expect(onCpus({ release, cells }, asked, 1)).toBe(on)
  })

  test('isolate leaves no thread of the cores it takes', () => {
    const { cells } = boot({ release: 'train-20.2', cells: smt }, [policy(2, 'isolate'), 1])
    expect(cells[0]?.pinnedCpus).toEqual([0, 1, 2, 3])
  })
})

describe('the order of cells for guests of one cell (bug 1940668)', () => {
  const cells = [0, 1].map((id) =>
    hostCell({ id, cpus: id === 0 ? '0-3' : '4-7', memory: MiB(8192), mempages: [pool('4K', '2097152')] }),
  )
  const row = { cells, limits: ratios(1, 1), flavor: `2 vCPU, 1024, ${np}`, times: 4 }
  fits([
    { ...row, name: 'as stored', release: 'xena', on: '0 0 1 1' },
    { ...row, name: 'packing by default', release: 'yoga', on: '0 0 1 1' },
    { ...row, name: 'spreading by default', release: 'zed-26.0', on: '0 1 0 1' },
    { ...row, name: 'packing where it is set', release: 'zed', packing: true, on: '0 0 1 1' },
    { ...row, name: 'spreading where it is set', release: 'yoga', packing: false, on: '0 1 0 1' },
  ])
})

test('16 host cells and a guest of 8 that fits nowhere are told at once (bug 1978372)', () => {
  const cells = Array.from({ length: 16 }, (_, id) => hostCell({ id, cpus: `${id}`, memory: MiB(1024) }))
  const asked = '16 vCPU, 8192, hw:numa_nodes=8'
  expect(onCells({ release: 'xena', cells }, asked, 1)).toBe('no')
})

describe('page sizes as they are written (bug 1879964)', () => {
  const read = (release: string, value: string) => {
    const asked = numaConstraints(flavor(`1 vCPU, 2048, hw:mem_page_size=${value}`), {}, rulesOf(release))
    return asked.kind === 'rejected' ? 'refused' : (asked.topology?.cells[0]?.pageSize ?? 'none')
  }
  test.each([
    ['2M', 'refused', 'refused'],
    ['foo', 'refused', 'refused'],
    ['-42', 'refused', 'refused'],
    ['0', 'refused', 'none'],
    ['2MB', 2048, 2048],
    ['1GB', 1_048_576, 1_048_576],
    ['2048', 2048, 2048],
    ['large', 'large', 'large'],
    ['1.5GB', 1_572_864, 1_572_864],
  ])('%s', (value, before, since) => {
    expect([read('rocky', value), read('victoria', value)]).toEqual([before, since])
  })
})

describe('memory that is no whole number of pages', () => {
  const cells = [
    hostCell({ memory: MiB(8192), mempages: [pool('4K', '1048576'), pool('2M', '1024'), pool('1G', '2')] }),
  ]
  test.each([
    [513, '2048', undefined],
    [512, '2048', 2048],
    [1536, '1GB', undefined],
    [1536, 'large', 2048],
    [1025, 'large', undefined],
    [1025, 'any', 4],
  ])('%d MiB in pages of %s', (mb, size, chosen) => {
    const sizes = ['rocky', 'train', '2026.1'].map((release) => {
      const { placed } = boot({ release, cells }, [`1 vCPU, ${mb}, hw:mem_page_size=${size}`, 1])
      return placed[0]?.[0]?.cells[0]?.pageSize
    })
    expect(sizes).toEqual([chosen, chosen, chosen])
  })
})

describe('cells spelled out wrongly', () => {
  const read = (specs: string, nodes = 'hw:numa_nodes=2, ') => {
    const asked = numaConstraints(flavor(`4 vCPU, 4096, ${nodes}${specs}`), {}, rulesOf('train'))
    if (asked.kind === 'rejected') return asked.exception
    return asked.topology?.cells.map(({ cpuset, memory }) => `${cpuset.join()}:${memory / 1024}`).join(' ')
  }
  const cells = (cpus: readonly string[], memory: readonly number[]) =>
    [
      ...cpus.map((value, i) => `hw:numa_cpus.${i}=${value}`),
      ...memory.map((value, i) => `hw:numa_mem.${i}=${value}`),
    ].join(', ')
  test.each([
    ['memory short', cells(['0,1', '2,3'], [1024, 2048]), 'ImageNUMATopologyMemoryOutOfRange'],
    ['a vCPU left over', cells(['0,1', '2'], [1024, 3072]), 'ImageNUMATopologyCPUsUnassigned'],
    ['a vCPU twice', cells(['0,1', '1,2,3'], [1024, 3072]), 'ImageNUMATopologyCPUDuplicates'],
    ['a vCPU that is none', cells(['0,1', '2,4'], [1024, 3072]), 'ImageNUMATopologyCPUOutOfRange'],
    ['memory alone', cells([], [1024, 3072]), 'ImageNUMATopologyIncomplete'],
    ['one cell of two', cells(['0-3'], [4096]), 'ImageNUMATopologyIncomplete'],
    ['as it should be', cells(['0', '1-3'], [1024, 3072]), '0:1024 1,2,3:3072'],
  ])('%s', (_, specs, answer) => {
    expect(read(specs)).toBe(answer)
  })
  test.each([
    [
      'a cell beyond the first is left out in silence',
      'hw:numa_nodes=1, hw:numa_cpus.1=0, hw:numa_mem.1=4096',
      '0,1,2,3:4096',
    ],
    ['without hw:numa_nodes there is no cell at all', 'hw:numa_cpus.0=0-3, hw:numa_mem.0=4096', undefined],
    ['4 vCPUs do not divide by 3', 'hw:numa_nodes=3', 'ImageNUMATopologyAsymmetric'],
  ])('%s', (_, specs, answer) => {
    expect(read(specs, '')).toBe(answer)
  })
})

describe('a host of three unequal cells', () => {
  const cells = [
    hostCell({ id: 0, cpus: '0-3', memory: MiB(3966), mempages: [pool('4K', '1015418')] }),
    hostCell({ id: 1, cpus: '4-5', memory: MiB(1994), mempages: [pool('4K', '510562')] }),
    hostCell({ id: 2, cpus: '6-7', memory: MiB(2014), mempages: [pool('4K', '515727')] }),
  ]
  const limits = ratios(1.5)
  const two = '4 vCPU, 1024, hw:numa_nodes=2'
  const uneven =
    '4 vCPU, 4096, hw:numa_nodes=2, hw:numa_cpus.0=0,1, hw:numa_cpus.1=2,3, hw:numa_mem.0=1024, hw:numa_mem.1=3072'
  fits([
    { name: 'one cell', release: 'xena', cells, limits, flavor: `4 vCPU, 1024, ${np}`, on: '0' },
    { name: 'two in order', release: 'xena', cells, limits, flavor: two, on: '0+1' },
    { name: 'two packed', release: 'yoga', cells, limits, flavor: two, on: '1+2' },
    { name: 'two spread', release: 'zed', cells, limits, flavor: two, on: '0+2' },
    { name: 'three', release: 'zed', cells, limits, flavor: '6 vCPU, 1536, hw:numa_nodes=3', on: '0+1+2' },
    {
      name: 'the larger one fits the first cell alone',
      release: 'xena',
      cells,
      limits,
      flavor: uneven,
      on: '1+0',
    },
    { name: 'and so it does spread', release: '2026.1', cells, limits, flavor: uneven, on: '2+0' },
  ])
})

describe('150 vCPUs on 40 CPUs', () => {
  const row = (cpu: number) => ({
    memory: { total: MiB(257_720), used: MiB(180_736) },
    vcpus: { total: 40, used: 150 },
    ratios: { cpu, ram: 1, disk: 1 },
  })
  test.each([
    [4, 10, 'fits'],
    [4, 11, 'vcpus-short'],
    [16, 40, 'fits'],
  ])('at %d, %d more: %s', (cpu, vcpus, answer) => {
    expect(verdict(judge(state('newton', row(cpu)), request('newton', { vcpus }), ['CoreFilter']))).toBe(
      answer,
    )
  })
})

describe('what claims logged', () => {
  test.each([
    ['64,172 MiB by 1.5, 512 used', 64_172, 95_746],
    ['16,015 MiB by 1.5, 512 used', 16_015, 23_510.5],
  ])('%s leaves %d', (_, total, free) => {
    const row = {
      memory: { total: MiB(total), used: MiB(512) },
      ratios: { cpu: 16, ram: 1.5, disk: 1 },
    }
    const refused = judge(state('kilo', row), request('kilo', { memoryMb: 1_000_000 }), ['RamFilter'])
    expect(refused).toMatchObject({ objections: [{ reason: { kind: 'ram-short', free: MiB(free) } }] })
  })

  test('without a limit a claim takes more disk than there is', () => {
    const row = { disk: { total: GiB(15), used: GiB(0) } }
    expect(verdict(judge(state('mitaka', row), request('mitaka', { rootGb: 20 }), ['RamFilter']))).toBe(
      'fits',
    )
  })
})

describe('CPUs sold twice', () => {
  const both = { vcpus: { total: 4, used: 1 }, cells: [hostCell({ cpus: '0-3', pinned: '0' })] }
  test('a host of vcpu_pin_set has VCPU alone, of which a pinned guest takes one', () => {
    const asked = request('train-20.0', { extraSpecs: { 'hw:cpu_policy': 'dedicated' } })
    expect(verdict(judge(state('train-20.0', both), asked, []))).toBe('fits')
  })
  test('beside it a guest floats over the same CPUs', () => {
    expect(verdict(judge(state('train-20.0', both), request('train-20.0'), []))).toBe('fits')
  })
  test('with cpu_dedicated_set alone there is no VCPU for it', () => {
    const apart = { vcpus: { total: 0, used: 0 }, cells: [hostCell({ cpus: '', dedicated: '0-3' })] }
    expect(verdict(judge(state('train-20.0', apart), request('train-20.0'), []))).toBe('inventory-too-small')
  })
})

describe('257 pages of which one is kept', () => {
  const cells = [hostCell({ mempages: [pool('4K', '1048576'), pool('2M', '257, 1 reserved')] })]
  test.each([
    ['one guest of 512 MiB', 512, 1],
    ['four of 128 MiB', 128, 4],
  ])('%s', (_, mb, count) => {
    expect(counts({ release: 'train', cells }, [`1 vCPU, ${mb}, hw:mem_page_size=2MB`, 9])).toEqual([count])
  })
})

describe('hosts of odd cells', () => {
  const empty = [
    hostCell({ id: 0, cpus: '0-5', memory: KiB(0), mempages: [pool('4K', '0')] }),
    hostCell({ id: 1, cpus: '6-11', memory: MiB(64_307), mempages: [pool('4K', '16462592')] }),
    hostCell({ id: 2, cpus: '12-17', memory: MiB(64_472), mempages: [pool('4K', '16504832')] }),
    hostCell({ id: 3, cpus: '18-23', memory: KiB(0), mempages: [pool('4K', '0')] }),
  ]
  const gpus = [
    hostCell({ id: 0, cpus: '0-15', memory: MiB(126_796), mempages: [pool('64K', '2028736')] }),
    hostCell({ id: 8, cpus: '88-103', memory: MiB(130_812), mempages: [pool('64K', '2092992')] }),
    ...[250, 251, 252, 253, 254, 255].map((id) =>
      hostCell({ id, cpus: '', memory: MiB(15_360), mempages: [pool('64K', '245760')] }),
    ),
  ]
  const sparse = [0, 1, 2, 33, 34, 45, 72, 73].map((id, i) =>
    hostCell({
      id,
      cpus: `${6 * i}-${6 * i + 5}`,
      memory: MiB(i === 0 ? 8190 : i % 2 === 1 ? 16_384 : 8192),
      mempages: [pool('4K', `${(i === 0 ? 8190 : i % 2 === 1 ? 16_384 : 8192) * 256}`)],
    }),
  )
  const nodes = (n: number, mb: number) => `4 vCPU, ${mb}, hw:numa_nodes=${n}`
  fits([
    {
      name: 'a cell without memory takes none',
      release: 'xena',
      cells: empty,
      flavor: nodes(1, 4096),
      on: '1',
    },
    { name: 'the emptier of the two', release: 'zed', cells: empty, flavor: nodes(1, 4096), on: '2' },
    { name: 'two have memory', release: 'xena', cells: empty, flavor: nodes(2, 4096), on: '1+2' },
    { name: 'four have not', release: 'zed', cells: empty, flavor: nodes(4, 4096), on: 'no' },
    { name: 'cells without CPUs take none', release: 'xena', cells: gpus, flavor: nodes(2, 4096), on: '0+8' },
    {
      name: 'three have no CPUs',
      release: 'xena',
      cells: gpus,
      flavor: '6 vCPU, 6144, hw:numa_nodes=3',
      on: 'no',
    },
    ...all(['ocata', '2026.1'], (release) => ({
      name: 'one large cell',
      release,
      cells: sparse,
      flavor: '4 vCPU, 9000, hw:numa_nodes=1',
      on: '1',
    })),
    { name: 'two', release: 'ocata', cells: sparse, flavor: '8 vCPU, 18000, hw:numa_nodes=2', on: '1+33' },
    {
      name: 'four',
      release: 'ocata',
      cells: sparse,
      flavor: '16 vCPU, 36000, hw:numa_nodes=4',
      on: '1+33+45+73',
    },
    {
      name: 'five are not there',
      release: 'ocata',
      cells: sparse,
      flavor: '20 vCPU, 45000, hw:numa_nodes=5',
      on: 'no',
    },
  ])

  test('a host that reports no cells takes no guest that asks for them', () => {
    const asked = request('zed', { extraSpecs: { 'hw:numa_nodes': '1' } })
    expect(verdict(judge(state('zed'), asked, ['NUMATopologyFilter']))).toBe('host-has-no-topology')
  })
})

test('pages of 64 KiB hosts', () => {
  const cells = [
    hostCell({
      memory: MiB(131_072),
      mempages: [
        pool('64K', '1048576'),
        pool('2M', '0'),
        { size: PageSize(524_288), total: Pages(64), used: Pages(0), reserved: Pages(0) },
        { size: PageSize(16_777_216), total: Pages(1), used: Pages(0), reserved: Pages(0) },
      ],
    }),
  ]
  const chosen = (mb: number, size: string) =>
    boot({ release: 'train', cells }, [`1 vCPU, ${mb}, hw:mem_page_size=${size}`, 1]).placed[0]?.[0]?.cells[0]
      ?.pageSize
  expect([
    chosen(2048, 'large'),
    chosen(2048, '512MB'),
    chosen(2048, '1GB'),
    chosen(2000, '512MB'),
    chosen(2000, 'large'),
    chosen(16_384, 'large'),
    chosen(2048, 'small'),
    chosen(2048, '4'),
  ]).toEqual([524_288, 524_288, undefined, undefined, undefined, 16_777_216, 64, undefined])
})

test('a dedicated cell of before Victoria is read with its vCPUs apart (bug 1952941)', () => {
  const stored = guest({ cpuset: [1, 2], cpuPolicy: 'dedicated' }, { cpuset: [3, 4] })
  const read = guestAsRead(stored, rulesOf('victoria'))
  expect(read.cells.map(({ cpuset, pcpuset }) => [cpuset, pcpuset])).toEqual([
    [[], [1, 2]],
    [[3, 4], []],
  ])
})

describe('guest memory in MiB where libvirt reads KiB (bug 1373159)', () => {
  const caps = parseCapabilities(`<capabilities><host><topology><cells num='2'>
    <cell id='0'><memory unit='KiB'>1048576</memory><cpus num='1'><cpu id='0'/></cpus></cell>
    <cell id='1'><memory unit='KiB'>1048576</memory><cpus num='1'><cpu id='2'/></cpus></cell>
  </cells></topology></host></capabilities>`).facts
  test('the host’s cells are 1,024 MiB each', () => {
    expect(caps?.cells.map(({ memory }) => memory)).toEqual([MiB(1024), MiB(1024)])
  })

  const wrote = (release: string) => {
    const topology = {
      cells: [0, 1].map((id) => ({ ...guest({ id, cpuset: [id], memory: MiB(1024) }).cells[0] })),
      emulatorThreadsPolicy: undefined,
    } as GuestTopology
    const cells = [0, 1].map((id) => hostCell({ id, cpus: `${id * 2}`, memory: MiB(1024) }))
    const written = guestXml(
      {
        flavor: flavor('2 vCPU, 2048'),
        topology,
        cpuTopology: undefined,
        realtime: undefined,
        lockedMemory: false,
      },
      { cells, floating: undefined, cpuSharedSet: undefined },
      rulesOf(release),
    )
    if (written.kind === 'raises') throw new Error(written.exception)
    const { memory, cells: read } = domainOf(written.xml)
    return { memory, cells: read.map((cell) => cell.memory) }
  }
  test.each([
    ['of the milestone, libvirt reads 1 MiB a cell', 'juno-b3', KiB(1024)],
    ['of 2014.2, what was meant', 'juno', MiB(1024)],
  ])('%s', (_, release, cell) => {
    expect(wrote(release)).toEqual({ memory: MiB(2048), cells: [cell, cell] })
  })
})

test('a domain whose cells are in GiB is read in GiB', () => {
  const { facts } =
    parseDomains(`<domain type='kvm'><name>big</name><memory unit='GiB'>700</memory><vcpu>128</vcpu>
    <numatune><memory mode='strict' nodeset='0,1'/><memnode cellid='0' mode='strict' nodeset='0'/>
      <memnode cellid='1' mode='strict' nodeset='1'/></numatune>
    <cpu><numa><cell id='0' cpus='0-31,64-95' memory='350' unit='GiB'/>
      <cell id='1' cpus='32-63,96-127' memory='350' unit='GiB'/></numa></cpu></domain>`)
  const cells = facts?.[0]?.cells ?? []
  expect(cells.map(({ memory }) => memory)).toEqual([KiB(367_001_600), KiB(367_001_600)])
  expect(cells.flatMap(({ cpus }) => cpus)).toHaveLength(128)
  expect(facts?.[0]?.memory).toBe(MiB(716_800))
})

test('a guest without cells floats over the destination’s shared CPUs (bug 1869804)', () => {
  const written = guestXml(
    {
      flavor: flavor('1 vCPU, 512'),
      topology: undefined,
      cpuTopology: undefined,
      realtime: undefined,
      lockedMemory: false,
    },
    { cells: [hostCell({ cpus: '2-3' })], floating: [2, 3], cpuSharedSet: [2, 3] },
    rulesOf('2024.2'),
  )
  expect(written.kind === 'written' && xmlText(written.xml)).toContain('cpuset="2-3"')
})

test('guest cells are counted, their host cells named, where those are numbered 0, 1, 16, 17 (bug 1602023)', () => {
  const ids = [0, 1, 16, 17]
  const topology = {
    cells: ids.map((id, at) => ({ ...guest({ id, cpuset: [at], memory: MiB(512) }).cells[0] })),
    emulatorThreadsPolicy: undefined,
  } as GuestTopology
  const written = guestXml(
    {
      flavor: flavor('4 vCPU, 2048'),
      topology,
      cpuTopology: undefined,
      realtime: undefined,
      lockedMemory: false,
    },
    {
      cells: ids.map((id, at) => hostCell({ id, cpus: `${at}` })),
      floating: undefined,
      cpuSharedSet: undefined,
    },
    rulesOf('newton'),
  )
  const text = written.kind === 'written' ? xmlText(written.xml) : written.exception
  const memnodes = [...text.matchAll(/<memnode cellid="(\d+)" mode="strict" nodeset="(\d+)"/g)]
  expect(memnodes.map(([, cell, node]) => [Number(cell), Number(node)])).toEqual([
    [0, 0],
    [1, 1],
    [2, 16],
    [3, 17],
  ])
})
