import { describe, expect, test } from 'vitest'
import { CellId, SourceId } from '../model/ids.ts'
import { host } from '../testing/hosts.ts'
import { launchOfCommand } from '../testing/qemu-command.ts'
import { GiB, KiB, PageSize, Pages, sum } from '../units.ts'
import { partsOf } from './hugetlb.ts'
import { observe } from './observe.ts'
import { wishOf } from './qemu.ts'
import type { Reality } from './reality.ts'
import qemu from './recorded/qemu-7.2.json' with { type: 'json' }
import { qemuCheck } from './start.ts'
import type { StartVerdict } from './start-verdict.ts'

interface Pools {
  /** By node and KiB per page: `768 of 1024` free. */
  readonly nodes: Readonly<Record<string, Readonly<Record<string, string>>>>
  readonly promised: Readonly<Record<string, number>>
}

/** A start of QEMU 7.2.22 by hand, as it was recorded with the pools before it and, where it ran, during it. */
interface RecordedStart {
  readonly case: string
  readonly command: string
  readonly before: Pools
  readonly running?: Pools
  readonly starts: boolean
  readonly says?: string
  readonly warns?: string
  readonly touched?: string
}

const recorded = qemu as readonly unknown[] as readonly RecordedStart[]

/** What no host's book has: what stands where a path leads that is no hugetlbfs mount, and which options a machine knows. */
const notForetold: Readonly<Record<string, string>> = {
  'b03b-legacy-mem-on-new-machine': 'what a machine type accepts',
  'b11-no-hugetlbfs-path': 'a path that is no mount: a regular file, and base pages',
  'b12-no-hugetlbfs-libvirt-path': 'a path that is no mount: none can be opened',
  'b12a-path-absent-below-absent-dir': 'a path that is no mount: none can be opened',
  'b12b-plain-directory-not-mounted': 'a path that is no mount: a directory, and base pages',
}

function machine({ nodes, promised }: Pools): Reality {
  const pools = Object.entries(nodes).map(([id, sizes]) => ({
    id: CellId(Number(id)),
    cpus: [],
    memory: Object.keys(sizes).length === 0 ? KiB(0) : GiB(3),
    memoryFree: GiB(3),
    distances: [],
    pools: Object.entries(sizes).map(([size, text]) => {
      const [free = 0, total = 0] = text.split(' of ').map(Number)
      return { size: PageSize(Number(size)), total: Pages(total), free: Pages(free), surplus: Pages(0) }
    }),
  }))
  const sizes = [...new Set(pools.flatMap((node) => node.pools.map(({ size }) => size)))]
  const seen = observe(
    host('recorded', {
      observed: {
        source: SourceId('recorded'),
        kernel: '6.1.0',
        basePage: PageSize(4),
        nodes: pools,
        pools: sizes.map((size) => ({
          size,
          total: Pages(0),
          free: Pages(0),
          surplus: Pages(0),
          reserved: Pages(promised[size] ?? 0),
          overcommit: Pages(0),
        })),
        holders: undefined,
        guests: undefined,
        siblings: undefined,
        mounts: undefined,
        libvirt: undefined,
        qemu: '7.2.22',
      },
    }),
  )
  if (!seen) throw new Error('observed, and no book')
  return seen
}

const freeOf = ({ nodes }: Pools, node: string, size: string) =>
  Number(nodes[node]?.[size]?.split(' of ')[0] ?? 0)

const toldOf = (one: RecordedStart): StartVerdict =>
  qemuCheck(machine(one.before), launchOfCommand(one.command))

/** Moment and words of the first refusal; of a start, that it dies once touched. */
function summary(verdict: StartVerdict): string {
  if (verdict.outcome === 'unknown') return `unknown: ${verdict.gaps.map(({ what }) => what)}`
  if (verdict.outcome === 'refuses') return `refused: ${verdict.refusals[0].words?.says}`
  return verdict.remarks.some(({ kind, moment }) => kind === 'pool-short' && moment === 'touch')
    ? 'starts, killed once touched'
    : 'starts'
}

describe('QEMU 7.2 by hand', () => {
  const foretold = recorded.filter((one) => !(one.case in notForetold))

  test.each(foretold)('$case', (one) => {
    const told = summary(toldOf(one))
    if (!one.starts) expect(told).toBe(`refused: ${one.says}`)
    else if (one.touched === 'killed') expect(told).toBe('starts, killed once touched')
    else expect(told).toMatch(one.touched === 'survived' ? /^starts$/ : /^starts/)
  })

  test.each(foretold.filter(({ running, command }) => running && /prealloc=on/.test(command)))(
    '$case takes its pages where it was seen to',
    ({ command, before, running }) => {
      const launch = launchOfCommand(command)
      const book = machine(before)
      const told = launch.backends.flatMap((backend) =>
        backend.pages === 'base' ? [] : partsOf(book, wishOf(backend, backend.pages.size)),
      )
      const taken = (node: string, size: string) =>
        freeOf(before, node, size) - freeOf(running ?? before, node, size)
      const seen = Object.keys(before.nodes)
        .map((node) => ({ node: Number(node), pages: taken(node, '2048') }))
        .filter(({ pages }) => pages > 0)
      const anywhere = launch.backends.some(({ binding }) => binding.mode === 'default')
      expect(anywhere ? sum(told.map(({ pages }) => pages)) : told).toEqual(
        anywhere ? seen.reduce((all, { pages }) => all + pages, 0) : seen,
      )
    },
  )

  test('all but those that no host’s book could tell', () => {
    expect(Object.keys(notForetold).every((name) => recorded.some((one) => one.case === name))).toBe(true)
    expect(foretold).toHaveLength(58)
  })
})
