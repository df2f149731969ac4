import { join } from 'node:path'
import {
  CellId,
  cloudOf,
  type Flavor,
  type Host,
  type HostCell,
  HostId,
  headroomByPlace,
  type ImageProps,
  MiB,
  PageSize,
  Pages,
  type Release,
  releases,
  type Snapshot,
  SourceId,
} from '@headroom/shared'
import { describe, expect, test } from 'vitest'
import { type Recorded, recorded } from './replay.ts'

const golden = join(import.meta.dirname, 'golden')

interface Pool {
  readonly size_kb: number
  readonly total: number
  readonly used?: number
  readonly reserved?: number
}

interface Cell {
  readonly id: number
  readonly cpuset?: readonly number[]
  readonly pcpuset?: readonly number[]
  readonly siblings?: readonly (readonly number[])[]
  readonly memory_mb: number
  readonly memory_usage?: number
  readonly cpu_usage?: number
  readonly pinned_cpus?: readonly number[]
  readonly mempages?: readonly Pool[]
}

interface Boot {
  readonly flavor: {
    readonly vcpus: number
    readonly memory_mb: number
    readonly extra_specs: Flavor['extraSpecs']
  }
  readonly image_props: ImageProps
}

interface Asked {
  readonly host: { readonly cells: readonly Cell[] }
  readonly boots: readonly (Boot | { readonly delete: number })[]
  readonly limits: { readonly cpu_allocation_ratio: number; readonly ram_allocation_ratio: number } | null
  readonly packing?: boolean | null
}

const cellOf = (cell: Cell): HostCell => ({
  id: CellId(cell.id),
  socket: undefined,
  cpuset: cell.cpuset ?? [],
  pcpuset: cell.pcpuset ?? cell.cpuset ?? [],
  siblings: cell.siblings ?? [],
  memory: MiB(cell.memory_mb),
  memoryUsage: MiB(cell.memory_usage ?? 0),
  cpuUsage: cell.cpu_usage ?? 0,
  pinnedCpus: cell.pinned_cpus ?? [],
  mempages: (cell.mempages ?? []).map((pool) => ({
    size: PageSize(pool.size_kb),
    total: Pages(pool.total),
    used: Pages(pool.used ?? 0),
    reserved: Pages(pool.reserved ?? 0),
  })),
})

/** Nothing but cells limits this host; without limits of the scheduler none of its ratios does either. */
function hostOf({ host, limits, packing }: Asked): Host {
  const none = 1e9
  return {
    id: HostId('host'),
    release: undefined,
    zone: undefined,
    service: { enabled: true, up: true },
    nova: {
      source: SourceId('recorded'),
      memory: MiB(none),
      memoryUsed: MiB(512),
      vcpus: none,
      vcpusUsed: 0,
      diskGb: none,
      diskUsedGb: 0,
      ratios: {
        cpu: limits?.cpu_allocation_ratio ?? none,
        ram: limits?.ram_allocation_ratio ?? none,
        disk: 1,
      },
      cells: host.cells.map(cellOf),
      usage: 'stored',
    },
    observed: undefined,
    config: {
      reservedHugePages: [],
      reservedHostMemory: MiB(512),
      reservedHostCpus: 0,
      vcpuPinSet: undefined,
      cpuSharedSet: undefined,
      cpuDedicatedSet: undefined,
      packing: packing ?? undefined,
    },
  }
}

const flavorOf = ({ flavor }: Boot): Flavor => ({
  name: 'recorded',
  vcpus: flavor.vcpus,
  memory: MiB(flavor.memory_mb),
  rootGb: 0,
  ephemeralGb: 0,
  swap: MiB(0),
  extraSpecs: flavor.extra_specs,
})

/** Guests of one flavor that Nova placed on one host before it first refused; undefined where the record is of another kind. */
function placedByNova({ in: asked, out }: Recorded): number | undefined {
  const boots = (asked as Asked).boots
  const [first] = boots
  const isOne = boots.every(
    (one) => JSON.stringify({ ...one, count: 0 }) === JSON.stringify({ ...first, count: 0 }),
  )
  const results = (out.results ?? []) as readonly { readonly result?: string; readonly error?: unknown }[]
  const end = results.findIndex(({ result }) => result === 'no_fit')
  if (!isOne || end === -1 || results.slice(0, end).some((one) => one.result !== 'fit' || one.error))
    return undefined
  return end
}

function ours(asked: Asked, release: Release): number {
  const [boot] = asked.boots
  if (!boot || 'delete' in boot) throw new Error('the record does not begin with a boot')
  const snapshot: Snapshot = {
    name: 'recorded',
    release: release.id,
    takenAt: undefined,
    settings: { enabledFilters: ['NUMATopologyFilter'], maxAttempts: 1 },
    hosts: [hostOf(asked)],
    guests: [],
    guestsListed: true,
    flavors: [],
    aggregates: [],
    migrations: [],
    sources: [],
    gaps: [],
  }
  const { hosts } = headroomByPlace(cloudOf(snapshot, release), flavorOf(boot), boot.image_props)
  return hosts[0]?.room.nova.count ?? Number.NaN
}

/** Of these NUMATopologyFilter asks whether the host has threads at all, before any fit: the records are of fits alone. */
const asksThreads = ({ in: asked }: Recorded): boolean => JSON.stringify(asked).includes('"require"')

const sequences = releases
  .map((release) => ({
    id: release.id,
    release,
    asked: recorded(golden, release.id, 'sequence').filter(
      (one) => placedByNova(one) !== undefined && !asksThreads(one),
    ),
  }))
  .filter(({ asked }) => asked.length > 0)

test('Nova was asked for boots until it refused, in many releases', () => {
  expect(sequences.length).toBeGreaterThan(10)
})

describe.each(sequences)('$id', ({ release, asked }) => {
  test('headroom of a host is as many as Nova itself placed there before it refused', () => {
    const counts = (count: (one: Recorded) => number | undefined) => asked.map((one) => [one.id, count(one)])
    expect(counts((one) => ours(one.in as Asked, release))).toEqual(counts(placedByNova))
  })
})
