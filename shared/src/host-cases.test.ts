import { describe, expect, test } from 'vitest'
import { parseCapabilities } from './evidence/capabilities.ts'
import { parseSysfs } from './evidence/sysfs.ts'
import { explainDiverging } from './explain/diverging.ts'
import { plain } from './explain/sentence.ts'
import { explainStep } from './explain/step.ts'
import type { HostCell } from './model/cell.ts'
import type { Host, HostObservation } from './model/host.ts'
import { CellId, HostId } from './model/ids.ts'
import { diverge } from './planner/books.ts'
import { cloudOf } from './planner/cloud.ts'
import { replay } from './planner/replay.ts'
import { hostRemarks } from './reality/host-remarks.ts'
import { releaseById } from './releases/index.ts'
import { cloudWith, computeHost, flavor } from './scenarios/cloud.ts'
import { hostCell, pool } from './testing/cells.ts'
import { host } from './testing/hosts.ts'
import { holds, observed } from './testing/observed.ts'
import { GiB, KiB, MiB, PageSize, Pages, sum } from './units.ts'

/** Public reports about what hosts really have, with their own numbers. */

const zed = releaseById('zed')
if (!zed) throw new Error('no zed')
const a = HostId('a')

const one = (cells: readonly HostCell[], seen: HostObservation, more: Partial<Host['config']> = {}): Host => {
  const plain = computeHost(a, {
    memory: sum(cells.map((cell) => cell.memory)),
    vcpus: 16,
    cells,
    observed: seen,
  })
  return { ...plain, config: { ...plain.config, ...more } }
}

const remarksOf = (seen: HostObservation) => hostRemarks(host('a', { observed: seen }))

describe('eight pages of 1 GiB where a switch holds one (bug 1543149)', () => {
  const eight = flavor('eight', 4, GiB(8), { 'hw:mem_page_size': '1GB' })
  const cells = (reserved: number) =>
    [0, 1].map((id) =>
      hostCell({
        id,
        cpus: `${8 * id}-${8 * id + 7}`,
        memory: GiB(64),
        mempages: [pool('4K', '14680064'), pool('1G', `8, ${id === 0 ? reserved : 0} reserved`)],
      }),
    )
  const seen = observed({
    nodes: [0, 1].map((id) => ({
      cpus: `${8 * id}-${8 * id + 7}`,
      memory: GiB(64),
      memoryFree: GiB(50),
      pools: [{ size: '1G', total: 8 }],
    })),
    holders: [holds('ovs-vswitchd', 1, '1G', 0)],
    guests: [],
    qemu: '7.2',
  })
  const cloud = (reserved: number) =>
    cloudOf(
      cloudWith({
        name: 'c',
        release: 'zed',
        hosts: [one(cells(reserved), seen)],
        flavors: [eight],
        enabledFilters: ['NUMATopologyFilter'],
      }),
      zed,
    )
  const boots = (reserved: number) => {
    const [step] = replay(cloud(reserved), [
      { do: 'boot', id: 'g', flavor: 'eight', image: {}, count: 1, on: undefined },
    ])
    return step ? plain(explainStep(step).headline) : ''
  }

  test('Nova sends it to cell 0, and QEMU finds seven', () => {
    expect(boots(0)).toBe(
      'No valid host was found after 1 attempt: Nova accepts it on a, and it cannot start there.',
    )
    expect(diverge(cloud(0)).map((found) => plain(explainDiverging(found).headline))).toEqual([
      'a, cell 0: Nova believes 8 × 1 GiB are free, and the kernel has 7.',
    ])
  })

  test('with the page reserved it goes to cell 1', () => {
    expect(boots(1)).toBe('It runs on a, host cell 1.')
    expect(diverge(cloud(1))).toEqual([])
  })
})

test('a cell of libvirt’s without memory or CPUs is no fault of the file (bug 1418187)', () => {
  const { facts, problems } = parseCapabilities(`<capabilities><host><topology><cells num='2'>
    <cell id='0'><cpus num='1'><cpu id='0'/></cpus></cell>
    <cell id='1'><memory unit='KiB'>1048576</memory><cpus num='0'></cpus></cell>
  </cells></topology></host></capabilities>`)
  expect(problems).toEqual([])
  expect(facts?.cells.map(({ memory, cpus }) => [memory, cpus.length])).toEqual([
    [undefined, 1],
    [MiB(1024), 0],
  ])
})

describe('12 GiB bound to a node of 15 GiB, beside others', () => {
  const bound = flavor('bound', 4, GiB(12), { 'hw:numa_nodes': '1' })
  const says = (others: number) => {
    const seen = observed({
      nodes: [{ cpus: '0-7', memory: GiB(15), memoryFree: GiB(15 - others), pools: [] }],
      holders: [],
      guests: [],
    })
    const cells = [hostCell({ memory: GiB(15), mempages: [pool('4K', `${15 * 262_144}`)] })]
    const [step] = replay(
      cloudOf(
        cloudWith({
          name: 'c',
          release: 'zed',
          hosts: [one(cells, seen)],
          flavors: [bound],
          enabledFilters: ['NUMATopologyFilter'],
        }),
        zed,
      ),
      [{ do: 'boot', id: 'g', flavor: 'bound', image: {}, count: 1, on: undefined }],
    )
    return step ? plain(explainStep(step).headline) : ''
  }
  test('three used by others are the limit', () => expect(says(3)).toBe('It runs on a, host cell 0.'))
  test('four are over it', () =>
    expect(says(4)).toBe(
      'It runs on a, host cell 0. It may touch 12 GiB; 11 GiB are free now on node 0, to which it is bound: it may be killed, or slow the others down.',
    ))
})

test('120 pages of 1 GiB leave a host of 128 GiB with 76 MiB', () => {
  const seen = observed({
    nodes: [{ cpus: '0-63', memory: GiB(128), memoryFree: MiB(60), pools: [{ size: '1G', total: 120 }] }],
    holders: [],
  })
  const memory = { total: GiB(128), available: MiB(76), hugetlb: GiB(120) } as HostObservation['memory']
  expect(remarksOf({ ...seen, ...(memory ? { memory } : {}) })).toEqual([
    { kind: 'huge-pages-starve-host', available: MiB(76), hugetlb: GiB(120), free: GiB(120) },
  ])
})

test('9,000 pages of which 16 are left: somebody shrank the pool', () => {
  const cells = [hostCell({ memory: GiB(32), mempages: [pool('4K', '4000000'), pool('2M', '9000')] })]
  const seen = observed({
    nodes: [{ cpus: '0-7', memory: GiB(32), memoryFree: GiB(8), pools: [{ size: '2M', total: 16 }] }],
    holders: [],
    guests: [],
  })
  const cloud = cloudWith({
    name: 'c',
    release: 'zed',
    hosts: [one(cells, seen)],
    flavors: [],
    enabledFilters: [],
  })
  const [found] = diverge(cloudOf(cloud, zed))
  expect(found?.suspects).toEqual([
    { kind: 'pool-resized', explains: 8984, booked: Pages(9000), now: Pages(16) },
  ])
})

test('nodes 250 to 255 are memory of GPUs, and Nova counts it', () => {
  const nodes = [
    { cpus: '0-15', memory: KiB(129_839_104), pools: [] },
    { cpus: '88-103', memory: KiB(133_952_000), pools: [] },
    ...Array.from({ length: 6 }, () => ({ cpus: '', memory: KiB(15_728_640), pools: [] })),
  ]
  const seen = observed({ nodes, holders: [] })
  const named = seen.nodes.map((node, at) => ({
    ...node,
    id: CellId([0, 8, 250, 251, 252, 253, 254, 255][at] ?? 0),
  }))
  const remarks = remarksOf({ ...seen, nodes: named, normalMemory: [CellId(0), CellId(8)] })
  const device = remarks.flatMap((remark) => (remark.kind === 'device-memory' ? [remark.memory] : []))
  expect(device.reduce((sum, memory) => sum + memory, 0)).toBe(MiB(92_160))
})

test.each([
  ['1.5 percent more than the machine has is no alarm', KiB(99_202_688), []],
  ['twice as much is', KiB(50_000_000), ['nodes-exceed-memory']],
])('nodes that span holes: %s', (_, total, told) => {
  const sizes = [8190, 16_384, 8192, 16_384, 8192, 16_384, 8192, 16_384].map(MiB)
  const off = KiB(100_661_148 - sizes.reduce((sum, memory) => sum + memory, 0))
  const nodes = sizes.map((memory, at) => ({
    cpus: `${6 * at}-${6 * at + 5}`,
    memory: at === 0 ? KiB(memory + off) : memory,
    pools: [],
  }))
  const seen = {
    ...observed({ nodes, holders: [] }),
    memory: { total } as NonNullable<HostObservation['memory']>,
  }
  expect(remarksOf(seen).map(({ kind }) => kind)).toEqual(told)
})

test('what libvirt lists of a cell adds up to its memory', () => {
  const { facts, problems } = parseCapabilities(`<capabilities><host><topology><cells num='1'>
    <cell id='0'><memory unit='KiB'>32498112</memory><pages unit='KiB' size='4'>6813808</pages>
      <pages unit='KiB' size='2048'>2048</pages><pages unit='KiB' size='1048576'>1</pages>
      <cpus num='1'><cpu id='0'/></cpus></cell></cells></topology></host></capabilities>`)
  expect(problems).toEqual([])
  const [cell] = facts?.cells ?? []
  expect(cell?.memory).toBe(KiB(32_498_112))
  expect(cell?.pages.reduce((sum, { size, total }) => sum + size * total, 0)).toBe(cell?.memory)
})

describe('18,432 pages of 2 MiB that a VPP shares with guests', () => {
  const cells = [hostCell({ memory: GiB(64), mempages: [pool('4K', '7340032'), pool('2M', '18432')] })]
  const found = (config: Partial<Host['config']>, reserved: number) => {
    const seen = observed({
      nodes: [{ cpus: '0-7', memory: GiB(64), memoryFree: GiB(20), pools: [{ size: '2M', total: 18_432 }] }],
      holders: [holds('vpp_main', 512, '2M', 0)],
      guests: [],
    })
    const row = cells.map((cell) => ({
      ...cell,
      mempages: cell.mempages.map((one) => (one.size === 2048 ? { ...one, reserved: Pages(reserved) } : one)),
    }))
    const cloud = cloudWith({
      name: 'c',
      release: 'queens',
      hosts: [one(row, seen, config)],
      flavors: [],
      enabledFilters: [],
    })
    return diverge(cloudOf(cloud, zed)).map(({ cause, remedy }) => [cause, remedy?.lines[0]])
  }
  test('Nova does not see the 512 that it holds', () =>
    expect(found({}, 0)).toEqual([
      ['pages-held-by-others', 'reserved_huge_pages = node:0,size:2048,count:512'],
    ]))
  test('reserved, both books agree', () => {
    const reserved = [{ cell: CellId(0), size: PageSize(2048), count: Pages(512) }]
    expect(found({ reservedHugePages: reserved }, 512)).toEqual([])
  })
})

test('2,048 pages on a host of 7,805.56 MiB leave 3,709.56 MiB of base pages', () => {
  const total = KiB(7_992_893)
  const seen = observed({
    nodes: [
      { cpus: '0-7', memory: total, memoryFree: MiB(862), pools: [{ size: '2M', total: 2048, unseen: 512 }] },
    ],
    holders: [],
  })
  const guests = [{ vcpus: 1, memory: MiB(3710) }]
  const remarks = hostRemarks(
    host('a', {
      observed: { ...seen, memory: { total, hugetlb: GiB(4) } as NonNullable<HostObservation['memory']> },
    }),
    guests,
  )
  const base = remarks.flatMap((remark) =>
    remark.kind === 'guests-beyond-memory' ? [remark.memory / 1024] : [],
  )
  expect(base.map((mib) => mib.toFixed(2))).toEqual(['3709.56'])
})

test('an s390 host has pages of 1 MiB and no node', () => {
  const { facts, problems } = parseSysfs(`/sys/kernel/mm/hugepages/hugepages-1024kB/nr_hugepages:64
/sys/kernel/mm/hugepages/hugepages-1024kB/free_hugepages:64
/sys/kernel/mm/hugepages/hugepages-1024kB/surplus_hugepages:0
/sys/kernel/mm/hugepages/hugepages-1024kB/resv_hugepages:0
/sys/kernel/mm/hugepages/hugepages-1024kB/nr_overcommit_hugepages:0
`)
  expect(problems).toEqual([])
  expect(facts?.nodes).toEqual([])
  expect(facts?.pools.map(({ size, total, free }) => [size, total, free])).toEqual([[1024, 64, 64]])
})
