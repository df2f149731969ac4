import { describe, expect, test } from 'vitest'
import { addFiles, readFiles } from '../evidence/assemble.ts'
import { explainHostRemark } from '../explain/host-remark.ts'
import { explainRefusal } from '../explain/refusal.ts'
import { plain } from '../explain/sentence.ts'
import type { Host, HostObservation } from '../model/host.ts'
import { CellId } from '../model/ids.ts'
import { host } from '../testing/hosts.ts'
import { holds, observed, sizeOf } from '../testing/observed.ts'
import { GiB, KiB, MiB, PageSize, Pages, sum } from '../units.ts'
import { boundTo, type Domain, unbound } from './domain.ts'
import { hostRemarks, memoryRisks } from './host-remarks.ts'
import { observe, poolOf } from './observe.ts'
import type { Reality } from './reality.ts'
import { startCheck } from './start.ts'

/** What people reported of hosts, where kernel, QEMU and libvirt have the last word. */

const versions = { libvirt: '9.0.0', qemu: '7.2.22' }
const remarksOn = (of: Host) => hostRemarks(of).map((remark) => plain(explainHostRemark(remark)))

function seen(but: HostObservation): Reality {
  const book = observe(host('compute-01', { observed: but }))
  if (!book) throw new Error('no book')
  return book
}

/** A guest of one cell, bound strictly: on huge pages of a size, or on base pages. */
function guest(memory: KiB, node: number, size?: PageSize): Domain {
  const binding = boundTo(CellId(node))
  const backing =
    size === undefined
      ? ({ kind: 'base pages', binding } as const)
      : ({ kind: 'huge pages', size, binding, source: 'file' } as const)
  return {
    memory,
    vcpus: 1,
    cells: [{ id: 0, cpus: [0], memory, backing }],
    backing: { kind: 'base pages', binding: unbound },
    confinedTo: [CellId(node)],
    pagedCells: [],
  }
}

function says(book: Reality, domain: Domain): string {
  const verdict = startCheck(book, domain)
  if (verdict.outcome === 'unknown') return 'not known'
  if (verdict.outcome === 'refuses') return plain(explainRefusal(verdict.refusals[0]))
  return verdict.remarks.length === 0
    ? 'starts'
    : `starts. ${plain(explainRefusal(verdict.remarks[0] as never))}`
}

describe('eight 1 GiB pages a node, one of them a switch’s (bug 1543149)', () => {
  const node = { memory: GiB(64), memoryFree: GiB(50), pools: [{ size: '1G', total: 8 }] }
  const book = seen(
    observed({ nodes: [node, node], holders: [holds('ovs-vswitchd', 1, '1G', 0)], ...versions }),
  )
  test.each([
    [0, 'It needs 8 × 1 GiB; node 0 has 7 free: ovs-vswitchd holds 1 × 1 GiB. Node 1 has 8 free.'],
    [1, 'starts'],
  ])('a guest of all eight on node %i', (node, told) => {
    expect(says(book, guest(GiB(8), node, sizeOf('1G')))).toBe(told)
  })
})

describe('reserved_huge_pages of 128 where Open vSwitch has 128', () => {
  const book = seen(
    observed({
      nodes: [{ memory: GiB(8), memoryFree: GiB(4), pools: [{ size: '2M', total: 512 }] }],
      holders: [holds('ovs-vswitchd', 128, '2M', 0)],
      ...versions,
    }),
  )
  test('384 are to be had by both books', () => {
    expect(says(book, guest(MiB(768), 0, sizeOf('2M')))).toBe('starts')
    expect(says(book, guest(MiB(770), 0, sizeOf('2M')))).toContain(
      'It needs 385 × 2 MiB; node 0 has 384 free',
    )
  })
})

describe('VPP with more pages than were reserved', () => {
  test('of 18,432 what VPP does not hold', () => {
    const book = seen(
      observed({
        nodes: [{ memory: GiB(64), memoryFree: GiB(20), pools: [{ size: '2M', total: 18432 }] }],
        holders: [holds('vpp_main', 520, '2M', 0)],
        ...versions,
      }),
    )
    expect(poolOf(book, 0, sizeOf('2M'))?.free).toBe(17912)
    expect(says(book, guest(GiB(36), 0, sizeOf('2M')))).toBe(
      'It needs 18,432 × 2 MiB; node 0 has 17,912 free: vpp_main holds 520 × 2 MiB.',
    )
  })
})

describe('one 2 MiB page, and 257 of which one is kept', () => {
  const of = (total: number, unseen: number) =>
    seen(
      observed({
        nodes: [{ memory: GiB(8), memoryFree: GiB(4), pools: [{ size: '2M', total, unseen }] }],
        holders: [],
        ...versions,
      }),
    )
  test.each([
    [1, 0, MiB(128), 'It needs 64 × 2 MiB; node 0 has 1 free.'],
    [257, 1, MiB(512), 'starts'],
    [
      257,
      1,
      MiB(514),
      'It needs 257 × 2 MiB; node 0 has 256 free: nobody that could be seen holds 1 × 2 MiB.',
    ],
  ])('%i pages, %i taken', (total, unseen, memory, told) => {
    expect(says(of(total, unseen), guest(memory, 0, sizeOf('2M')))).toBe(told)
  })
})

describe('9,000 pages of which DPDK should leave 4,904 and 16 are left', () => {
  test('a pool that shrank is the kernel’s number, whatever it was', () => {
    const text = (nr: number, free: number) =>
      [
        `node0/hugepages/hugepages-2048kB/nr_hugepages:${nr}`,
        `node0/hugepages/hugepages-2048kB/free_hugepages:${free}`,
      ].join('\n')
    const listing = (text: string) => [{ name: 'sysfs.txt', text }]
    const first = readFiles(listing(text(9000, 4904)))
    const again = addFiles(first, listing(text(16, 16)))
    const poolsIn = ({ snapshot }: typeof first) =>
      snapshot.hosts.map(({ observed }) => observed?.nodes[0]?.pools)
    expect(poolsIn(first)).toMatchObject([[{ total: 9000, free: 4904 }]])
    expect(poolsIn(again)).toMatchObject([[{ total: 16, free: 16 }]])
  })
})

describe('huge pages that starve their host', () => {
  const meminfo = (available: number) =>
    readFiles([
      {
        name: 'meminfo',
        text: `MemTotal: 132086516 kB\nMemFree: 70000 kB\nMemAvailable: ${available} kB\nHugePages_Total: 120\nHugePages_Free: 120\nHugepagesize: 1048576 kB\nHugetlb: 125829120 kB\n`,
      },
    ]).snapshot.hosts[0]
  test('120 × 1 GiB of 128 GB leave 76 MiB', () => {
    const of = meminfo(77824)
    expect(of && remarksOn(of)).toEqual([
      '76 MiB are left for the host beside 120 GiB of huge pages, 120 GiB of them free: the host may kill processes to go on.',
    ])
  })
  test('2 GiB and more are healthy', () => {
    const of = meminfo(2 * 1024 * 1024)
    expect(of && remarksOn(of)).toEqual([])
  })
})

describe('memory beside the guests’ own', () => {
  const guests = (count: number, memory: KiB) => Array.from({ length: count }, () => ({ vcpus: 4, memory }))
  const box = { total: GiB(128), free: undefined, available: undefined, hugetlb: KiB(0) }
  const kinds = (...of: Parameters<typeof memoryRisks>) => memoryRisks(...of).map(({ kind }) => kind)

  test('14 guests of 8 GiB in 128 with 12 reserved are one too many where each takes 0.9 more and the host 4', () => {
    const overhead = () => MiB(922)
    const left = { ...box, total: GiB(124) }
    expect(kinds(left, GiB(12), guests(14, GiB(8)), overhead)).toEqual([
      'overhead-beyond-reserved',
      'guests-beyond-memory',
    ])
    expect(kinds(left, GiB(13), guests(13, GiB(8)), overhead)).toEqual([])
  })
  test('29 guests of 4 GiB that take 0.8 more', () => {
    expect(kinds(box, GiB(12), guests(29, GiB(4)), () => MiB(819))).toContain('guests-beyond-memory')
  })
  test('twelve QEMUs take more than the 512 MiB that are kept unless somebody says so', () => {
    const [told] = memoryRisks(box, MiB(512), guests(12, KiB(0)))
    expect(told && plain(explainHostRemark(told))).toBe(
      '12 QEMU processes take 530 MiB at least beside their guests’ memory; 512 MiB are kept for the host and for them.',
    )
    expect(memoryRisks(box, MiB(512), guests(11, KiB(0)))).toEqual([])
  })
})

describe('a strict guest of 12 GiB on a node of 15', () => {
  const on = (free: KiB) =>
    seen(
      observed({
        nodes: [
          { memory: GiB(15), memoryFree: free, pools: [] },
          { memory: GiB(15), memoryFree: GiB(14), pools: [] },
        ],
        holders: [],
        ...versions,
      }),
    )
  test('beside 3 GiB of others it fits', () => {
    expect(says(on(GiB(12)), guest(GiB(12), 0))).toBe('starts')
  })
  test('beside 4 it starts, and may be killed with a free node beside it', () => {
    expect(says(on(GiB(11)), guest(GiB(12), 0))).toBe(
      'starts. It may touch 12 GiB; 11 GiB are free now on node 0, to which it is bound: it may be killed, or slow the others down.',
    )
  })
})

describe('nodes without memory (numactl of a Threadripper in NPS4)', () => {
  const text = [
    'available: 4 nodes (0-3)',
    ...[0, 1, 2, 3].flatMap((id) => {
      const size = [0, 64307, 64472, 0][id]
      return [
        `node ${id} cpus: ${id * 2} ${id * 2 + 1}`,
        `node ${id} size: ${size} MB`,
        `node ${id} free: ${size} MB`,
      ]
    }),
  ].join('\n')
  const [of] = readFiles([{ name: 'numactl.txt', text }]).snapshot.hosts

  test('their CPUs carry no guest cell', () => {
    expect(of && remarksOn(of)).toEqual([
      'Node 0 has no memory: its CPUs 0-1 count as vCPUs and can carry no guest with a NUMA topology.',
      'Node 3 has no memory: its CPUs 6-7 count as vCPUs and can carry no guest with a NUMA topology.',
    ])
  })
  test('a guest bound there is refused, one bound beside it starts', () => {
    const book = seen({ ...(of?.observed as HostObservation), ...versions })
    expect(says(book, guest(GiB(4), 0))).toBe('It is bound to node 0, which has no memory.')
    expect(says(book, guest(GiB(4), 1))).toBe('starts')
  })
})

describe('memory of GPUs as nodes (POWER9)', () => {
  const ids = [0, 8, 250, 251, 252, 253, 254, 255]
  const listing = (normal: readonly string[]) =>
    [
      'node/online:0,8,250-255',
      ...normal,
      'cpu/online:0-15,88-103',
      ...ids.flatMap((id) => [
        `node${id}/cpulist:${id === 0 ? '0-87' : id === 8 ? '88-175' : ''}`,
        `node${id}/meminfo:Node ${id} MemTotal: ${[129839104, 133952000][ids.indexOf(id)] ?? 15728640} kB`,
        `node${id}/meminfo:Node ${id} MemFree: 15728576 kB`,
        `node${id}/distance:${ids.map((other) => (other === id ? 10 : id < 250 && other < 250 ? 40 : 80)).join(' ')}`,
      ]),
    ].join('\n')
  const devices = (normal: readonly string[]) => {
    const [of] = readFiles([{ name: 'sysfs.txt', text: listing(normal) }]).snapshot.hosts
    const told = of ? hostRemarks(of) : []
    return told.flatMap((one) => (one.kind === 'device-memory' ? [one] : []))
  }

  test('six nodes of 15 GiB are no RAM for guests, by the kernel’s own list', () => {
    const told = devices(['node/has_normal_memory:0,8'])
    expect(told.map(({ node, because }) => [node, because])).toEqual(
      [250, 251, 252, 253, 254, 255].map((node) => [node, 'movable only']),
    )
    expect(sum(told.map(({ memory }) => memory))).toBe(MiB(92160))
  })
  test('where there is no such list, by their distance', () => {
    expect(new Set(devices([]).map(({ because }) => because))).toEqual(new Set(['far and without CPUs']))
  })
  test('a node has the CPUs that are online', () => {
    const [of] = readFiles([{ name: 'sysfs.txt', text: listing([]) }]).snapshot.hosts
    expect(of?.observed?.nodes.map(({ cpus }) => cpus.length)).toEqual([16, 16, 0, 0, 0, 0, 0, 0])
  })
})

describe('nodes numbered with gaps', () => {
  const ids = [0, 1, 2, 33, 34, 45, 72, 73]
  const memory = (at: number) => (at % 2 === 0 ? 8388608 : 16777216)
  const text = ids
    .flatMap((id, at) => [
      `node${id}/cpulist:${at * 6}-${at * 6 + 5}`,
      `node${id}/meminfo:Node ${id} MemTotal: ${memory(at)} kB`,
      `node${id}/meminfo:Node ${id} MemFree: ${memory(at)} kB`,
    ])
    .join('\n')
  const of = (meminfo: string) =>
    readFiles([
      { name: 'sysfs.txt', text },
      { name: 'meminfo', text: meminfo },
    ]).snapshot.hosts[0]

  test('a guest is bound to a number, never to a place in the list', () => {
    const book = seen({ ...(of('MemTotal: 99202688 kB')?.observed as HostObservation), ...versions })
    expect(says(book, guest(MiB(9000), 33))).toBe('starts')
    expect(says(book, guest(MiB(9000), 3))).toBe('It is bound to node 3, which this host does not have.')
    expect(says(book, guest(MiB(9000), 72))).toMatch(
      /^starts\. It may touch 9,000 MiB; 8 GiB are free now on node 72/,
    )
  })
  test('1.5 percent more memory in nodes than in the machine is an old kernel’s holes', () => {
    const host = of('MemTotal: 99202688 kB')
    expect(host && remarksOn(host)).toEqual([])
  })
  test('much more is told', () => {
    const host = of('MemTotal: 83886080 kB')
    expect(host && remarksOn(host)).toEqual([
      'The nodes have 96 GiB together, the machine 80 GiB: they overlap, or were read at different times.',
    ])
  })
})

describe('a kernel without NUMA whose huge pages are 1 MiB (s390)', () => {
  const pool = '/sys/kernel/mm/hugepages/hugepages-1024kB'
  const text = [`${pool}/nr_hugepages:64`, `${pool}/free_hugepages:64`, `${pool}/resv_hugepages:0`].join('\n')
  const [of] = readFiles([
    { name: 'sysfs.txt', text },
    {
      name: 'meminfo',
      text: 'MemTotal: 2053992 kB\nMemFree: 1853820 kB\nMemAvailable: 1900000 kB\nHugepagesize: 1024 kB',
    },
  ]).snapshot.hosts
  const book = seen({ ...(of?.observed as HostObservation), mounts: [PageSize(1024)], ...versions })

  test('it is one node', () => {
    expect(says(book, guest(MiB(64), 0, PageSize(1024)))).toBe('starts')
    expect(says(book, guest(MiB(65), 0, PageSize(1024)))).toBe('It needs 65 × 1 MiB; node 0 has 64 free.')
  })
  test('a size of x86 is none of its kernel’s', () => {
    expect(says(book, guest(GiB(1), 0, sizeOf('2M')))).toBe(
      'It needs 2 MiB pages; this host’s kernel has no such size.',
    )
  })
})

describe('base pages of 64 KiB, huge ones of 512 MiB and 16 GiB', () => {
  const sizes = { '2M': 2048, '512M': 524288, '16G': 16777216 } as const
  const pools = [
    { size: PageSize(sizes['2M']), total: Pages(0), free: Pages(0), surplus: Pages(0) },
    { size: PageSize(sizes['512M']), total: Pages(64), free: Pages(64), surplus: Pages(0) },
    { size: PageSize(sizes['16G']), total: Pages(1), free: Pages(1), surplus: Pages(0) },
  ]
  const book = seen({
    ...observed({ nodes: [{ memory: GiB(128), memoryFree: GiB(60), pools: [] }], holders: [], ...versions }),
    basePage: PageSize(64),
    nodes: [{ id: CellId(0), cpus: [], memory: GiB(128), memoryFree: GiB(60), distances: [10], pools }],
    pools: pools.map((pool) => ({ ...pool, reserved: Pages(0), overcommit: Pages(0) })),
    mounts: Object.values(sizes).map(PageSize),
  })
  test.each([
    [MiB(2048), sizes['512M'], 'starts'],
    [MiB(2048), 1048576, 'It needs 1 GiB pages; this host’s kernel has no such size.'],
    [MiB(2000), sizes['512M'], 'starts. 2,000 MiB is no whole number of 512 MiB pages: it takes 4.'],
    [MiB(16384), sizes['16G'], 'starts'],
    [MiB(2048), sizes['16G'], 'A guest cell of 2 GiB is smaller than one 16 GiB page.'],
    [MiB(2048), sizes['2M'], 'It needs 1,024 × 2 MiB; node 0 has 0 free.'],
  ])('%i KiB on pages of %i', (memory, size, told) => {
    expect(says(book, guest(memory, 0, PageSize(size)))).toBe(told)
  })
})

describe('guests in files (bug 1882821)', () => {
  const on = (fileBacked: number, reserved?: number) => {
    const text = [
      '[DEFAULT]\nhost = compute-01',
      ...(reserved === undefined ? [] : [`reserved_host_memory_mb = ${reserved}`]),
      `[libvirt]\nfile_backed_memory = ${fileBacked}`,
    ].join('\n')
    const [of] = readFiles([{ name: 'nova.conf', text }]).snapshot.hosts
    return of && remarksOn(of)
  }
  test('more reserved than there are: nova-compute does not start', () => {
    expect(on(1024, 4096)).toEqual([
      'Guests’ memory is files of 1 GiB together, of which 4 GiB are reserved: Placement takes no such inventory, and nova-compute does not start since Victoria.',
    ])
  })
  test('fewer: no guest on huge pages there', () => {
    expect(on(8192)).toEqual([
      'Guests’ memory is files of 8 GiB together: no guest on huge pages can run here.',
    ])
  })
  test('0 is RAM', () => {
    expect(on(0)).toEqual([])
  })
})

describe('2,048 pages of 2 MiB in 7,805 MB, a quarter of them a guest’s', () => {
  test('numastat is no evidence: it prints pages in one version and megabytes in another', () => {
    const text =
      'Per-node system memory usage (in MBs):\n                 Node 0   Total\nHugePages_Total 2048.00 2048.00\n'
    const { files, snapshot } = readFiles([{ name: 'numastat.txt', text }])
    expect(files[0]?.format).toBeUndefined()
    expect(snapshot.hosts).toEqual([])
  })
  test('what is free beside the pool is told by the kernel’s own files', () => {
    const pool = 'node0/hugepages/hugepages-2048kB'
    const sysfs = `${pool}/nr_hugepages:2048\n${pool}/free_hugepages:1536\n`
    const meminfo = 'MemTotal: 7992893 kB\nMemFree: 883507 kB\nHugepagesize: 2048 kB\nHugetlb: 4194304 kB\n'
    const [of] = readFiles([
      { name: 'sysfs.txt', text: sysfs },
      { name: 'meminfo.txt', text: meminfo },
    ]).snapshot.hosts
    const book = seen(of?.observed as HostObservation)
    const [pages] = book.nodes[0]?.pools ?? []
    expect(pages && [pages.total - pages.free, pages.free]).toEqual([512, 1536])
    expect(book.memory && (book.memory.total ?? 0) - (book.memory.hugetlb ?? 0)).toBe(3798589)
  })
})

test('16 MiB pages of POWER are pages like any other', () => {
  const text = ['nr', 'free', 'surplus']
    .map((name) => `node0/hugepages/hugepages-16384kB/${name}_hugepages:${name === 'surplus' ? 0 : 128}`)
    .join('\n')
  const [of] = readFiles([{ name: 'sysfs.txt', text }]).snapshot.hosts
  const book = seen({ ...(of?.observed as HostObservation), mounts: [PageSize(16384)], ...versions })
  expect(says(book, guest(GiB(2), 0, PageSize(16384)))).toBe('starts')
  expect(says(book, guest(MiB(2064), 0, PageSize(16384)))).toBe('It needs 129 × 16 MiB; node 0 has 128 free.')
})

test('memory of a cell is the sum of its pages, so they count 32,498,112 KiB', () => {
  const xml = `<capabilities><host><topology><cells num="1"><cell id="0"><memory unit="KiB">32498112</memory><pages unit="KiB" size="4">6813808</pages><pages unit="KiB" size="2048">2048</pages><pages unit="KiB" size="1048576">1</pages><cpus num="1"><cpu id="0"/></cpus></cell></cells></topology></host></capabilities>`
  const [of] = readFiles([{ name: 'capabilities.xml', text: xml }]).snapshot.hosts
  const [cell] = typeof of?.nova?.cells === 'object' ? of.nova.cells : []
  expect(cell?.mempages.map(({ size, total }) => size * total).reduce((all, one) => all + one, 0)).toBe(
    32498112,
  )
  expect(cell?.memory).toBe(MiB(31736))
})
