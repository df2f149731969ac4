import { describe, expect, test } from 'vitest'
import type { HostObservation, PageLimit } from '../model/host.ts'
import { CellId } from '../model/ids.ts'
import { host } from '../testing/hosts.ts'
import { observed, type SizeText, sizeOf } from '../testing/observed.ts'
import { GiB, KiB, MiB, memoryOf, Pages } from '../units.ts'
import { type Binding, boundTo, type Domain, unbound } from './domain.ts'
import type { Launch } from './launch.ts'
import { observe } from './observe.ts'
import type { Reality } from './reality.ts'
import { qemuCheck, startCheck } from './start.ts'

interface Machine {
  /** Free of all, by node; undefined is a node without memory. */
  readonly nodes: readonly (readonly [free: number, total: number] | undefined)[]
  readonly size?: SizeText
  readonly promised?: number
  readonly overcommit?: number
  readonly limits?: readonly PageLimit[]
}

function machine({ nodes, size = '2M', promised = 0, overcommit = 0, limits = [] }: Machine): Reality {
  const seen = observed({
    nodes: nodes.map((pool) => ({
      memory: pool ? GiB(3) : KiB(0),
      memoryFree: GiB(1),
      pools: pool ? [{ size, total: pool[1], unseen: pool[1] - pool[0] }] : [],
    })),
    holders: [],
    promised: { [size]: promised },
    libvirt: '9.0.0',
    qemu: '7.2.22',
  })
  const pools = seen.pools.map((pool) => ({ ...pool, overcommit: Pages(overcommit) }))
  const book = observe(host('recorded', { observed: { ...seen, pools, limits } satisfies HostObservation }))
  if (!book) throw new Error('no book')
  return book
}

interface Mapping {
  readonly pages: number
  readonly size?: SizeText
  readonly binding?: Binding
  /** Nodes of the task's own policy. */
  readonly allowed?: readonly number[]
  readonly taken?: 'at once' | 'when touched'
  readonly promised?: boolean
}

const launch = ({
  pages,
  size = '2M',
  binding = unbound,
  allowed,
  taken,
  promised = true,
}: Mapping): Launch => {
  const memory = memoryOf(Pages(pages), sizeOf(size))
  return {
    memory,
    vcpus: 1,
    backends: [
      {
        memory,
        pages: { size: sizeOf(size), source: 'memfd' },
        binding,
        preallocated: taken === 'at once',
        reserved: promised,
      },
    ],
    cells: [],
    allowed: allowed?.map(CellId),
  }
}

const on = (mode: Binding['mode'], ...nodes: readonly number[]): Binding => ({
  mode,
  nodes: nodes.map(CellId),
})

/** What becomes of a process that maps memory and touches it. */
function told(of: Machine, mapping: Mapping): string {
  const verdict = qemuCheck(machine(of), launch(mapping))
  if (verdict.outcome === 'unknown') return 'unknown'
  if (verdict.outcome === 'refuses')
    return verdict.refusals[0].kind === 'pool-short' ? 'mmap refused' : 'mbind refused'
  const short = verdict.remarks.find(({ kind, moment }) => kind === 'pool-short' && moment === 'touch')
  if (short) return 'SIGBUS once touched'
  const [remark] = verdict.remarks
  return remark?.kind === 'pages-elsewhere' ? `runs, ${remark.elsewhere} elsewhere` : (remark?.kind ?? 'runs')
}

/** A process that maps huge pages by mmap and mbind, as Linux 6.1 and 6.12 were seen to treat it. */
describe('mappings of huge pages', () => {
  const full: Machine = {
    nodes: [
      [1024, 1024],
      [1024, 1024],
    ],
  }
  const short: Machine = {
    nodes: [
      [24, 1024],
      [1024, 1024],
    ],
  }
  const odd: Machine = { nodes: [[128, 128], undefined, [128, 128]] }
  const gigantic: Machine = {
    nodes: [
      [0, 0],
      [2, 3],
    ],
    size: '1G',
  }
  test.each<[string, Machine, Mapping, string]>([
    [
      'a promise is of no node: all of one may be taken beside it',
      { ...full, promised: 256 },
      { pages: 1024, binding: on('strict', 0), taken: 'at once' },
      'runs',
    ],
    [
      'and who was promised them dies on a node that is full',
      {
        nodes: [
          [0, 1024],
          [1024, 1024],
        ],
        promised: 256,
      },
      { pages: 256, binding: on('strict', 0), promised: false },
      'SIGBUS once touched',
    ],
    [
      'free pages that are promised are not there',
      { ...full, promised: 1500 },
      { pages: 600 },
      'mmap refused',
    ],
    ['one fewer than are promised to nobody', { ...full, promised: 1500 }, { pages: 548 }, 'runs'],
    [
      'mmap does not look at what mbind will say',
      short,
      { pages: 64, binding: on('strict', 0) },
      'SIGBUS once touched',
    ],
    ['mmap looks at the task’s own policy', short, { pages: 64, allowed: [0] }, 'mmap refused'],
    ['preferred spills over', short, { pages: 64, binding: on('preferred', 0) }, 'runs, 40 elsewhere'],
    ['interleaved spills over', short, { pages: 64, binding: on('interleave', 0) }, 'runs, 40 elsewhere'],
    ['bound nowhere it takes what there is', short, { pages: 64 }, 'runs'],
    [
      'a node without memory cannot be bound to',
      odd,
      { pages: 4, binding: on('strict', 1) },
      'mbind refused',
    ],
    ['nor preferred', odd, { pages: 4, binding: on('preferred', 1) }, 'mbind refused'],
    ['nor one that is absent', odd, { pages: 4, binding: on('strict', 5) }, 'mbind refused'],
    ['beside one with memory it may be named', odd, { pages: 4, binding: on('strict', 0, 1) }, 'runs'],
    [
      'a 1 GiB page on a node that has none',
      gigantic,
      { pages: 1, size: '1G', binding: on('strict', 0) },
      'SIGBUS once touched',
    ],
    ['more 1 GiB pages than are free', gigantic, { pages: 3, size: '1G' }, 'mmap refused'],
    [
      'surplus pages are made where they are allowed',
      {
        nodes: [
          [64, 64],
          [64, 64],
        ],
        overcommit: 512,
      },
      { pages: 256, binding: on('strict', 1) },
      'needs-surplus',
    ],
    [
      'and no more than are allowed',
      {
        nodes: [
          [64, 64],
          [64, 64],
        ],
        overcommit: 100,
      },
      { pages: 256 },
      'mmap refused',
    ],
  ])('%s', (_, of, mapping, outcome) => {
    expect(told(of, mapping)).toBe(outcome)
  })
})

describe('a limit on huge pages of the cgroup that guests are in', () => {
  const size = sizeOf('2M')
  const limit = (but: Partial<PageLimit>): PageLimit => ({
    path: '/machine.slice',
    size,
    limit: 'none',
    reservationLimit: 'none',
    used: Pages(0),
    ...but,
  })
  const guest = (pages: number): Domain => {
    const memory = memoryOf(Pages(pages), size)
    const backing = { kind: 'huge pages', size, binding: boundTo(CellId(0)), source: 'file' } as const
    return {
      memory,
      vcpus: 1,
      cells: [{ id: 0, cpus: [0], memory, backing }],
      backing: { kind: 'base pages', binding: unbound },
      confinedTo: [CellId(0)],
      pagedCells: [0],
    }
  }
  test.each<[string, PageLimit, number, string]>([
    ['none', limit({}), 64, 'starts'],
    ['as many as it takes', limit({ limit: MiB(128) }), 64, 'starts'],
    ['fewer than it takes', limit({ limit: MiB(64) }), 64, 'cgroup-limit: 64 of 32, 0 used'],
    [
      'fewer than it takes beside others',
      limit({ limit: MiB(128), used: Pages(32) }),
      64,
      'cgroup-limit: 64 of 64, 32 used',
    ],
    ['of promises', limit({ reservationLimit: MiB(64) }), 64, 'cgroup-limit: 64 of 32, 0 used'],
    ['of pages of another size', limit({ limit: MiB(64), size: sizeOf('1G') }), 64, 'starts'],
    ['of a cgroup that guests are not in', limit({ limit: MiB(64), path: '/system.slice' }), 64, 'starts'],
  ])('%s', (_, one, pages, outcome) => {
    const verdict = startCheck(machine({ nodes: [[512, 512]], limits: [one] }), guest(pages))
    const [why] = verdict.outcome === 'refuses' ? verdict.refusals : []
    const says =
      why?.kind === 'cgroup-limit'
        ? `cgroup-limit: ${why.needed} of ${why.limit}, ${why.used} used`
        : why?.kind
    expect(says ?? verdict.outcome).toBe(outcome)
  })
})
