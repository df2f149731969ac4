import { expect, test } from 'vitest'
import type { HostCell } from '../model/cell.ts'
import type { Flavor } from '../model/flavor.ts'
import type { Host } from '../model/host.ts'
import { HostId } from '../model/ids.ts'
import { releaseById } from '../releases/index.ts'
import { cloudWith, computeHost } from '../scenarios/cloud.ts'
import { hostCell, pool } from '../testing/cells.ts'
import { holds, observed, type SizeText } from '../testing/observed.ts'
import { GiB, MiB, sum } from '../units.ts'
import { readPlan } from '../wire/plan.ts'
import { cloudOf } from './cloud.ts'
import { replay } from './replay.ts'
import type { BootOutcome, Outcome } from './step.ts'

/** What a case has of hosts: cells alike on each, in the order of `hosts`; a process that holds pages on node 0. */
interface Shape {
  readonly cells: readonly HostCell[]
  readonly hosts?: number
  readonly holds?: readonly [pages: number, size: SizeText]
  readonly usage?: 'stored'
  readonly filters?: readonly string[]
  readonly ratios?: { readonly cpu: number; readonly ram: number }
}

const names = ['compute-0', 'compute-1', 'compute-2'].map(HostId)

const sizeText = (kib: number): SizeText => ({ 4: '4K', 2048: '2M', 1048576: '1G' })[kib] ?? '4K'

function hostOf(id: HostId, { cells, usage, holds: held, ratios }: Shape): Host {
  const memory = sum(cells.map((cell) => cell.memory))
  const host = computeHost(id, {
    memory,
    vcpus: cells.reduce((all, { cpuset }) => all + cpuset.length, 0),
    cells,
    observed: observed({
      nodes: cells.map((cell) => ({
        cpus: [...new Set([...cell.cpuset, ...cell.pcpuset])].join(','),
        memory: cell.memory,
        memoryFree: cell.memory,
        pools: cell.mempages
          .filter(({ size }) => size > 4)
          .map(({ size, total }) => ({ size: sizeText(size), total })),
      })),
      holders: held ? [holds('vswitch', held[0], held[1], 0, { pid: 9 })] : [],
      libvirt: '9.0.0',
      qemu: '7.2.0',
    }),
    ratios: ratios ?? { cpu: 16, ram: 1.5 },
  })
  return {
    ...host,
    config: { ...host.config, reservedHostMemory: MiB(0) },
    nova: host.nova && { ...host.nova, ...(usage ? { usage } : {}) },
  }
}

/** `'2 vCPU, 1024, hw:numa_nodes=1'`, a list within a spec with semicolons; a flavor is called as it is written. */
function flavorOf(text: string): Flavor {
  const [vcpus = '', memory = '', ...specs] = text.split(', ')
  return {
    name: text,
    vcpus: Number.parseInt(vcpus, 10),
    memory: MiB(Number(memory)),
    rootGb: 0,
    ephemeralGb: 0,
    swap: MiB(0),
    extraSpecs: Object.fromEntries(
      specs.map((spec) => spec.replace(';', ',').split('=') as [string, string]),
    ),
  }
}

type Json = Readonly<Record<string, unknown>>

/** The saved plan as the wire has it, replayed under a release; a word or two for what came of each step. */
function outcomes(release: string, shape: Shape, actions: readonly Json[]): readonly string[] {
  const known = releaseById(release)
  const { facts, problems } = readPlan({ headroom_plan: 1, release, actions })
  if (!known || !facts) throw new Error(`${release}: ${JSON.stringify(problems)}`)
  const flavors = [...new Set(facts.actions.flatMap((one) => (one.do === 'boot' ? [one.flavor] : [])))]
  const snapshot = cloudWith({
    name: 'a public case',
    release,
    hosts: names.slice(0, shape.hosts ?? 1).map((id) => hostOf(id, shape)),
    flavors: flavors.map(flavorOf),
    enabledFilters: shape.filters ?? ['ComputeFilter', 'NUMATopologyFilter'],
  })
  return replay(cloudOf(snapshot, known), facts.actions).map(({ outcome }) => said(outcome))
}

function said(outcome: Outcome): string {
  switch (outcome.kind) {
    case 'boots':
      return outcome.boots.map(placeOf).join(' ')
    case 'migrates': {
      const verdicts = outcome.gates.filter(({ asked }) => asked).map(({ verdict }) => verdict)
      const placed = verdicts.findLast((one) => one.outcome === 'fits' && one.placed)
      const cells =
        placed?.outcome === 'fits' ? placed.placed?.cells.map(({ id }) => id).join('+') : undefined
      return outcome.result === 'moves' && cells !== undefined ? `moves to cell ${cells}` : outcome.result
    }
    case 'rebuilds':
      return outcome.result
    case 'not-possible':
      return outcome.reason.kind
    default:
      return 'done'
  }
}

/** Host cells, with the CPUs a pinned guest has; what stopped it where it does not run. */
function placeOf({ attempts, result }: BootOutcome): string {
  const last = attempts.at(-1)
  if (result.kind !== 'runs') return attempts.some(({ start }) => start) ? 'fails' : 'no'
  const verdict = last?.verdicts.find(({ host }) => host === result.host)
  const cells = verdict?.outcome === 'fits' ? (verdict.placed?.cells ?? []) : []
  const pins = cells.flatMap(({ cpuPinning }) => (cpuPinning ?? []).map(([, cpu]) => cpu))
  return `${cells.map(({ id }) => id).join('+') || 'runs'}${pins.length > 0 ? `:${pins.join(',')}` : ''}`
}

let booted = 0
const boot = (flavor: string, count = 1, more: Json = {}): Json => {
  booted += 1
  return { do: 'boot', id: `vm-${booted}`, flavor, image: {}, count, ...more }
}
const named = (id: string, flavor: string, more: Json = {}): Json => ({
  do: 'boot',
  id,
  flavor,
  image: {},
  count: 1,
  ...more,
})
const on = (host: string): Json => ({ on: { host, how: 'requested' } })
const drop = (guest: string): Json => ({ do: 'delete', guest })
const reserve = (size_kib: number, pages: number): Json => ({
  do: 'set-reserved-huge-pages',
  host: 'compute-0',
  reserved: [{ node: 0, size_kib, pages }],
})
const ratio = (ram: number): Json => ({ do: 'set-allocation-ratios', ram })

const pages = (mib: number) => `${mib * 256}`
const pinned = 'hw:cpu_policy=dedicated'
const cellOf1G: readonly HostCell[] = [
  hostCell({ cpus: '0-1', memory: GiB(2), mempages: [pool('4K', pages(1024)), pool('1G', '1')] }),
]
const halfHuge: readonly HostCell[] = [
  hostCell({ cpus: '0-3', memory: GiB(2), mempages: [pool('4K', pages(1024)), pool('2M', '512')] }),
]
const half = hostCell({
  cpus: '0-3',
  memory: GiB(1),
  memoryUsage: MiB(512),
  mempages: [pool('4K', `${pages(1024)}, ${pages(512)} used`)],
})
const eightGiB: readonly HostCell[] = [
  hostCell({
    cpus: '0-3',
    memory: GiB(8),
    mempages: [pool('4K', '1048576'), pool('2M', '1024'), pool('1G', '2')],
  }),
]
const hyperThreaded: readonly HostCell[] = [
  hostCell({ cpus: '0-7', siblings: '0,4 1,5 2,6 3,7', mempages: [pool('4K', '4194304')] }),
]
const twoOf1G = [0, 1].map((id) =>
  hostCell({
    id,
    cpus: id === 0 ? '0-7' : '8-15',
    memory: GiB(64),
    mempages: [pool('4K', '14680064'), pool('1G', '8')],
  }),
)
const twoSmall = [0, 1].map((id) =>
  hostCell({ id, cpus: id === 0 ? '0-3' : '4-7', memory: GiB(8), mempages: [pool('4K', '2097152')] }),
)
const cells2: readonly HostCell[] = [
  hostCell({ cpus: '0-1', memory: GiB(4), mempages: [pool('4K', '1048576')] }),
]
const large = '4 vCPU, 8192, hw:mem_page_size=1GB'
const onOneGib = (memory: number) => `1 vCPU, ${memory}, hw:mem_page_size=1GB`
const sized = (memory: number, size: string) => `1 vCPU, ${memory}, hw:mem_page_size=${size}`
const small = { cells: [hostCell({ cpus: '0', memory: MiB(512) })], ratios: { cpu: 2, ram: 2 } }
const mixed =
  '3 vCPU, 1024, hw:cpu_policy=mixed, hw:cpu_dedicated_mask=^0, hw:numa_nodes=2, hw:numa_cpus.0=0, hw:numa_cpus.1=1;2, hw:numa_mem.0=256, hw:numa_mem.1=768'

interface Case {
  readonly of: string
  readonly release: string
  readonly on: Shape
  readonly plan: readonly Json[]
  readonly says: readonly string[]
}

const oneByOne = (...memories: readonly number[]): readonly Json[] =>
  memories.flatMap((memory) => [
    named(`m${memory}`, `2 vCPU, ${memory}, hw:numa_nodes=1`),
    drop(`m${memory}-1`),
  ])
const oneLargerThanTheHost = [boot('1 vCPU, 1024')]
const twoPinned = [boot(`1 vCPU, 1024, ${pinned}`, 2)]
const moveToTheOther = [
  named('a', large, on('compute-0')),
  named('b', large, on('compute-1')),
  { do: 'live-migrate', guest: 'a-1', to: 'compute-1' },
]
const rebuildFull = [
  named('a', `2 vCPU, 2048, ${pinned}`),
  { do: 'rebuild', guest: 'a-1', image: { os_type: 'linux' } },
]
const oddlyPinned = [
  named('a', `3 vCPU, 512, ${pinned}`),
  drop('a-1'),
  named('b', `5 vCPU, 512, ${pinned}`),
  drop('b-1'),
]
const fourSmall = [boot('2 vCPU, 1024, hw:numa_nodes=1', 4)]
const evacuate = (force: boolean): readonly Json[] => [
  named('a', `4 vCPU, 4096, ${pinned}`, { image: { hw_numa_nodes: '2' }, ...on('compute-0') }),
  named('b', `4 vCPU, 1024, ${pinned}`, on('compute-1')),
  { do: 'lose-host', host: 'compute-0' },
  { do: 'evacuate', guest: 'a-1', to: 'compute-1', force },
]

const cases: readonly Case[] = [
  {
    of: 'bug 1485631: one guest larger than the host, by the ratio',
    release: 'kilo',
    on: { ...small, filters: ['RamFilter', 'CoreFilter'] },
    plan: oneLargerThanTheHost,
    says: ['runs'],
  },
  {
    of: 'bug 1485631: refused since Liberty',
    release: 'liberty',
    on: { ...small, filters: ['RamFilter', 'CoreFilter'] },
    plan: oneLargerThanTheHost,
    says: ['no'],
  },
  {
    of: 'bug 1485631: refused by Placement since Pike',
    release: 'queens',
    on: small,
    plan: oneLargerThanTheHost,
    says: ['no'],
  },
  {
    of: 'bug 1811886: a page of 1 GiB counted as small memory',
    release: '2024.1',
    on: { cells: cellOf1G },
    plan: twoPinned,
    says: ['0:0 0:1'],
  },
  {
    of: 'bug 1811886: no longer since Dalmatian',
    release: '2024.2',
    on: { cells: cellOf1G },
    plan: twoPinned,
    says: ['0:0 no'],
  },
  {
    of: 'bug 1810977: the ratio holds for guests with cells and without page size',
    release: 'stein',
    on: {
      cells: [{ ...half, mempages: [pool('4K', `${pages(1024)}, ${pages(1024)} used`)] }],
      usage: 'stored',
      filters: ['NUMATopologyFilter'],
    },
    plan: [
      ratio(1),
      boot('2 vCPU, 1024, hw:numa_nodes=1'),
      ratio(8),
      boot('2 vCPU, 4096, hw:numa_nodes=1'),
      ratio(1.5),
      boot('2 vCPU, 1024, hw:numa_nodes=1'),
    ],
    says: ['done', 'no', 'done', 'no', 'done', '0'],
  },
  {
    of: 'an explicit small page size switches overcommit off',
    release: 'zed',
    on: { cells: [half], usage: 'stored', ratios: { cpu: 16, ram: 2 }, filters: ['NUMATopologyFilter'] },
    plan: [
      boot('1 vCPU, 513, hw:numa_nodes=1, hw:mem_page_size=small'),
      boot('1 vCPU, 513, hw:numa_nodes=1, hw:mem_page_size=any'),
      boot('1 vCPU, 512, hw:numa_nodes=1, hw:mem_page_size=small'),
      boot('1 vCPU, 513, hw:numa_nodes=1'),
    ],
    says: ['no', 'no', '0', '0'],
  },
  {
    of: 'bug 1734204: a guest without page size eats into huge pages',
    release: 'rocky-18.0',
    on: { cells: halfHuge },
    plan: oneByOne(1024, 1025, 1536),
    says: ['0', 'done', '0', 'done', '0', 'done'],
  },
  {
    of: 'bug 1734204: since Stein it has small pages alone',
    release: 'stein',
    on: { cells: halfHuge },
    plan: oneByOne(1024, 1025, 1536),
    says: ['0', 'done', 'no', 'no-such', 'no', 'no-such'],
  },
  {
    of: 'bug 1543149: pages are kept back by reserved_huge_pages',
    release: 'newton',
    on: { cells: [hostCell({ memory: GiB(8), mempages: [pool('4K', '1048576'), pool('1G', '4')] })] },
    plan: [
      boot(onOneGib(1024)),
      reserve(1048576, 1),
      boot(onOneGib(3072)),
      boot(onOneGib(2048)),
      boot(onOneGib(1024)),
    ],
    says: ['0', 'done', 'no', '0', 'no'],
  },
  {
    of: 'bug 1543149: Mitaka has no such option',
    release: 'mitaka',
    on: { cells: [hostCell({ memory: GiB(8), mempages: [pool('4K', '1048576'), pool('1G', '4')] })] },
    plan: [reserve(1048576, 1)],
    says: ['option-absent'],
  },
  {
    of: 'a switch holds one of eight pages of 1 GiB: the guest fails, until Nova is told',
    release: 'zed-26.0',
    on: { cells: twoOf1G, holds: [1, '1G'], filters: ['NUMATopologyFilter'] },
    plan: [
      { do: 'set-packing', host: 'compute-0', packing: true },
      boot(large),
      reserve(1048576, 1),
      boot(large),
    ],
    says: ['done', 'fails', 'done', '1'],
  },
  {
    of: 'bug 1804502: a rebuild with another image wants the room twice',
    release: 'train',
    on: { cells: cells2 },
    plan: rebuildFull,
    says: ['0:0,1', 'refused by Nova'],
  },
  {
    of: 'bug 1804502: no longer since Ussuri',
    release: 'ussuri',
    on: { cells: cells2 },
    plan: rebuildFull,
    says: ['0:0,1', 'done'],
  },
  {
    of: 'bug 1289064: a guest keeps its cell as it moves, where the other guest is',
    release: 'pike',
    on: { cells: twoOf1G, hosts: 2 },
    plan: moveToTheOther,
    says: ['0', '0', 'fails on the host'],
  },
  {
    of: 'bug 1289064: Stein refuses to move it',
    release: 'stein',
    on: { cells: twoOf1G, hosts: 2 },
    plan: moveToTheOther,
    says: ['0', '0', 'refused by Nova'],
  },
  {
    of: 'bug 1289064: since Train it is fitted anew',
    release: 'train',
    on: { cells: twoOf1G, hosts: 2 },
    plan: [...moveToTheOther, named('c', large, on('compute-1'))],
    says: ['0', '0', 'moves to cell 1', 'no'],
  },
  {
    of: 'bug 1785318: a forced evacuation does not look at the image',
    release: 'rocky-18.0',
    on: { cells: twoSmall, hosts: 2, filters: ['NUMATopologyFilter'] },
    plan: evacuate(true),
    says: ['0+1:0,1,4,5', '0:0,1,2,3', 'done', 'moves to cell 1'],
  },
  {
    of: 'bug 1785318: with the image it needs two cells, and one is taken',
    release: 'stein',
    on: { cells: twoSmall, hosts: 2, filters: ['NUMATopologyFilter'] },
    plan: evacuate(false),
    says: ['0+1:0,1,4,5', '0:0,1,2,3', 'done', 'refused by Nova'],
  },
  {
    of: 'bug 1501358: an odd number of pinned vCPUs takes a core each, or is refused',
    release: 'liberty',
    on: { cells: hyperThreaded },
    plan: oddlyPinned,
    says: ['0:0,1,2', 'done', 'no', 'no-such'],
  },
  {
    of: 'bug 1501358: since Mitaka they fill cores',
    release: 'mitaka',
    on: { cells: hyperThreaded },
    plan: oddlyPinned,
    says: ['0:0,4,1', 'done', '0:0,4,1,5,2', 'done'],
  },
  {
    of: 'bug 1940668: cells are filled one after the other',
    release: 'xena',
    on: { cells: twoSmall, ratios: { cpu: 1, ram: 1 } },
    plan: fourSmall,
    says: ['0 0 1 1'],
  },
  {
    of: 'bug 1940668: since Zed they are filled in turns',
    release: 'zed',
    on: { cells: twoSmall, ratios: { cpu: 1, ram: 1 } },
    plan: fourSmall,
    says: ['0 1 0 1'],
  },
  {
    of: 'bug 1940668: unless the operator packs',
    release: 'zed',
    on: { cells: twoSmall, ratios: { cpu: 1, ram: 1 } },
    plan: [{ do: 'set-packing', host: 'compute-0', packing: true }, ...fourSmall],
    says: ['done', '0 0 1 1'],
  },
  {
    of: 'memory that is no whole number of pages',
    release: 'zed',
    on: { cells: eightGiB },
    plan: [
      boot(sized(513, '2048')),
      boot(sized(512, '2048')),
      boot(sized(1536, '1GB')),
      boot(sized(1536, 'large')),
      boot(sized(1025, 'large')),
      boot(sized(1025, 'any')),
    ],
    says: ['no', '0', 'no', '0', 'no', '0'],
  },
  {
    of: 'of 257 pages one is kept back: four guests of 128 MiB',
    release: 'train',
    on: { cells: [hostCell({ memory: GiB(4), mempages: [pool('4K', '900000'), pool('2M', '257')] })] },
    plan: [reserve(2048, 1), boot(sized(128, '2048'), 5)],
    says: ['done', '0 0 0 0 no'],
  },
]

test.each(cases)('$of ($release)', ({ release, on, plan, says }) => {
  expect(outcomes(release, on, plan)).toEqual(says)
})

test.each([
  ['victoria', 'no'],
  ['2023.2', '0+1:6,7'],
])('bug 1994526: under %s a cell of shared vCPUs alone: %s', (release, place) => {
  const cells = [
    hostCell({ id: 0, cpus: '0', dedicated: '2,3', memory: GiB(4), mempages: [pool('4K', '1048576')] }),
    hostCell({ id: 1, cpus: '', dedicated: '6,7', memory: GiB(4), mempages: [pool('4K', '1048576')] }),
  ]
  expect(outcomes(release, { cells }, [boot(mixed)])).toEqual([place])
})
