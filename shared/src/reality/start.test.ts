import { describe, expect, test } from 'vitest'
import type { Host } from '../model/host.ts'
import { CellId, GuestId } from '../model/ids.ts'
import { host } from '../testing/hosts.ts'
import { holds, observed, type SizeText, sizeOf } from '../testing/observed.ts'
import { GiB, KiB, MiB, type Pages } from '../units.ts'
import { startGuest, stopGuest } from './change.ts'
import { type Backing, boundTo, type Domain, unbound } from './domain.ts'
import { observe, poolOf } from './observe.ts'
import type { Reality } from './reality.ts'
import { startCheck } from './start.ts'

type Shape = Parameters<typeof observed>[0]

function reality(shape: Shape, but: Partial<Host['observed']> = {}): Reality {
  const book = observe(host('compute-07', { observed: { ...observed(shape), ...but } }))
  if (!book) throw new Error('observed, and no book')
  return book
}

/** Two nodes of 1,024 × 2 MiB; another process holds 256 on node 0: the machine on which the texts were seen. */
const seed: Shape = {
  nodes: [
    { memory: GiB(3), memoryFree: GiB(1), pools: [{ size: '2M', total: 1024 }] },
    { memory: GiB(3), memoryFree: GiB(1), pools: [{ size: '2M', total: 1024 }] },
  ],
  holders: [holds('hugehog', 256, '2M', 0)],
  libvirt: '9.0.0',
  qemu: '7.2.22',
}

const on = (node: number, size: SizeText = '2M'): Backing => ({
  kind: 'huge pages',
  size: sizeOf(size),
  binding: boundTo(CellId(node)),
  source: 'file',
})
/** As Nova writes it: a vCPU a cell, and QEMU kept to the nodes of its cells. */
const domain = (...cells: readonly (readonly [KiB, Backing])[]): Domain => ({
  memory: KiB(cells.reduce((all, [memory]) => all + memory, 0)),
  vcpus: cells.length,
  cells: cells.map(([memory, backing], id) => ({ id, cpus: [id], memory, backing })),
  backing: { kind: 'base pages', binding: unbound },
  confinedTo: cells.flatMap(([, { binding }]) => binding.nodes),
  pagedCells: [],
})

/** What stops or befalls it, in one line: the verdict, the kind, the numbers, the words. */
function answer(at: Reality, of: Domain): string {
  const verdict = startCheck(at, of)
  switch (verdict.outcome) {
    case 'starts':
      return [
        'starts',
        ...verdict.remarks.map(({ kind }) => kind),
        ...verdict.assumes.map(({ what }) => `if ${what}`),
      ].join(', ')
    case 'unknown':
      return `unknown: ${verdict.gaps.map(({ what }) => what)}`
    case 'refuses': {
      const [first] = verdict.refusals
      const numbers =
        first.kind === 'pool-short' ? ` ${first.needed} > ${first.free} on ${first.node ?? 'all'}` : ''
      return `${first.kind}${numbers}: ${first.words?.says}`
    }
  }
}

const noMap = 'unable to map backing store for guest RAM: Cannot allocate memory'

describe('huge pages, preallocated and bound', () => {
  test.each<[string, Reality, Domain, string]>([
    ['a guest its node can hold starts', reality(seed), domain([MiB(1536), on(0)]), 'starts'],
    [
      'a guest of one node that is short is stopped at mmap, though the other node has pages',
      reality(seed),
      domain([MiB(2048), on(0)]),
      `pool-short 1024 > 768 on 0: ${noMap}`,
    ],
    ['the same guest starts on the other node', reality(seed), domain([MiB(2048), on(1)]), 'starts'],
    [
      'a guest of two nodes short on one passes mmap and is stopped in preallocation',
      reality(seed),
      domain([MiB(1600), on(0)], [MiB(1600), on(1)]),
      'pool-short 800 > 768 on 0: qemu_prealloc_mem: preallocating memory failed: Bad address',
    ],
    [
      'a guest larger than all its nodes together is stopped at mmap',
      reality(seed),
      domain([MiB(4096), on(0)], [MiB(64), on(1)]),
      `pool-short 2048 > 1792 on all: ${noMap}`,
    ],
    [
      'two cells on one node take from the same pool',
      reality(seed),
      domain([MiB(1024), on(0)], [MiB(1024), on(0)]),
      `pool-short 512 > 256 on 0: ${noMap}`,
    ],
    [
      'pages promised to others are not there for the machine as a whole',
      reality({ ...seed, holders: [], promised: { '2M': 1100 } }),
      domain([MiB(2048), on(1)]),
      `pool-short 1024 > 2048 on all: ${noMap}`,
    ],
    [
      'promises that were not read are taken to be none, and the answer says so',
      reality(seed, { pools: [] }),
      domain([MiB(2), on(1)]),
      'starts, if reserved pages',
    ],
    [
      'a cell that is no whole number of pages takes one more',
      reality({ ...seed, holders: [holds('hugehog', 1024 - 128, '2M', 0)] }),
      domain([MiB(257), on(0)]),
      `pool-short 129 > 128 on 0: ${noMap}`,
    ],
    [
      'a node whose pools were not read makes the answer unknown',
      reality({ ...seed, nodes: [seed.nodes[0] ?? { pools: [] }, { memory: GiB(3), pools: [] }] }),
      domain([MiB(2), on(1)]),
      'unknown: node1/hugepages-2048kB',
    ],
    [
      'a cell smaller than a page is refused by QEMU',
      reality(seed),
      domain([KiB(1024), on(0)]),
      'cell-below-page-size: memory size 0x100000 must be equal to or larger than page size 0x200000',
    ],
  ])('%s', (_, at, of, says) => {
    expect(answer(at, of)).toBe(says)
  })

  test('a shortage names the nodes on which the pages are free', () => {
    const verdict = startCheck(reality(seed), domain([MiB(2048), on(0)]))
    expect(verdict).toMatchObject({ refusals: [{ elsewhere: [{ node: 1, free: 1024 }] }] })
  })
})

describe('nodes, page sizes and mounts', () => {
  test.each<[string, Reality, Domain, string]>([
    [
      'a node the host lacks',
      reality(seed),
      domain([MiB(2), on(2)]),
      'node-absent: unsupported configuration: NUMA node 2 is unavailable',
    ],
    [
      'a node without memory',
      reality({ ...seed, nodes: [{ memory: KiB(0), pools: [{ size: '2M', total: 0 }] }], holders: [] }),
      domain([MiB(2), on(0)]),
      'node-without-memory: cannot bind memory to host NUMA nodes: Invalid argument',
    ],
    [
      'a page size the kernel lacks',
      reality(seed),
      domain([GiB(1), on(0, '1G')]),
      'page-size-unknown-to-kernel: internal error: Unable to find any usable hugetlbfs mount for 1048576 KiB',
    ],
    [
      'a page size with another size mounted',
      reality({ ...seed, mounts: ['1G'] }),
      domain([MiB(2), on(0)]),
      'no-hugetlbfs-mount: internal error: Unable to find any usable hugetlbfs mount for 2048 KiB',
    ],
    [
      'no mount at all',
      reality({ ...seed, mounts: [] }),
      domain([MiB(2), on(0)]),
      'no-hugetlbfs-mount: internal error: hugetlbfs filesystem is not mounted or disabled by administrator config',
    ],
    [
      'mounts that were not read are taken to be there, and the answer says so',
      reality(seed, { mounts: undefined }),
      domain([MiB(2), on(0)]),
      'starts, if mounts',
    ],
  ])('%s', (_, at, of, says) => {
    expect(answer(at, of)).toBe(says)
  })
})

describe('cells that do not add up to the memory', () => {
  const anywhere: Backing = { kind: 'base pages', binding: unbound }
  const wrong: Domain = { ...domain([KiB(6144), anywhere], [KiB(2048), anywhere]), memory: MiB(8192) }
  const roomy = { ...seed, nodes: [{ memory: GiB(16), memoryFree: GiB(12), pools: [] }] }

  test.each([
    ['2.0.0', '1.2.2', 'starts, wrong-topology'],
    [
      '2.1.0',
      '1.2.8',
      'cells-unequal-memory: total memory for NUMA nodes (0x800000) should equal RAM size (0x200000000)',
    ],
    ['7.2.22', '9.0.0', 'starts, shrunk-to-cells'],
    ['2.5.0', '1.3.1', 'unknown: cells unequal memory'],
    [undefined, '1.2.2', 'unknown: qemu'],
    ['7.2.22', undefined, 'unknown: libvirt'],
  ])('QEMU %s under libvirt %s', (qemu, libvirt, says) => {
    expect(answer(reality({ ...roomy, holders: [], qemu, libvirt }), wrong)).toBe(says)
  })

  test('cells that add up are no matter to any of them', () => {
    const right = domain([KiB(6291456), anywhere], [KiB(2097152), anywhere])
    expect(answer(reality({ ...roomy, holders: [] }), right)).toBe('starts')
  })
})

describe('base pages', () => {
  const small: Backing = { kind: 'base pages', binding: boundTo(CellId(0)) }
  test.each<[string, Reality, Domain, string]>([
    [
      'a bound guest starts, whatever is free',
      reality(seed),
      domain([GiB(2), small]),
      'starts, memory-short',
    ],
    ['a guest that fits is not remarked upon', reality(seed), domain([MiB(512), small]), 'starts'],
    [
      'an unbound guest is held against the whole host',
      reality(seed),
      { ...domain(), memory: GiB(3) },
      'starts, memory-short',
    ],
    [
      'free memory that was not read is said',
      reality({ ...seed, nodes: [{ memory: GiB(3), pools: [] }], holders: [] }),
      domain([GiB(2), small]),
      'starts, if node0/meminfo MemFree',
    ],
  ])('%s', (_, at, of, says) => {
    expect(answer(at, of)).toBe(says)
  })
})

test('a guest that stops leaves the pools as it found them', () => {
  const before = reality(seed)
  const vm = GuestId('vm-1')
  const running = startGuest(before, vm, 'vm-1', domain([MiB(512), on(0)], [MiB(512), on(1)]))
  expect([0, 1].map((node) => poolOf(running, CellId(node), sizeOf('2M'))?.free)).toEqual<Pages[]>([
    512, 768,
  ] as Pages[])
  expect(stopGuest(running, vm)).toEqual(before)
})
