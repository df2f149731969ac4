import fc from 'fast-check'
import { type Choice, chosen } from './choice.ts'

/** A host as the oracle's requests have it: memory in MiB, page sizes in KiB. */
export interface HostJson {
  readonly cells: readonly HostCellJson[]
}

export interface HostCellJson {
  readonly id: number
  readonly socket: number
  readonly cpuset: readonly number[]
  readonly pcpuset: readonly number[]
  readonly siblings: readonly (readonly number[])[]
  readonly memory_mb: number
  readonly memory_usage: number
  readonly cpu_usage: number
  readonly pinned_cpus: readonly number[]
  readonly mempages: readonly PoolJson[]
}

interface PoolJson {
  readonly size_kb: number
  readonly total: number
  readonly used: number
  readonly reserved: number
}

/** Cells and guests are sized in these, so that a guest often takes exactly what is left. */
export const stepMiB = 256

const poolUse = fc.record({
  /** Of four quarters of the pool. */
  used: chosen(0, 0, 0, 1, 2, 3, 4),
  /** Pages less than that. */
  less: fc.nat(2),
  reserved: fc.oneof({ weight: 6, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: fc.nat(600) }),
})

const cellShape = fc.record({
  cores: fc.oneof(
    { weight: 8, arbitrary: fc.integer({ min: 2, max: 8 }) },
    { weight: 1, arbitrary: fc.nat(18) },
    { weight: 1, arbitrary: fc.nat(1) },
  ),
  memory: fc.oneof(
    { weight: 6, arbitrary: fc.integer({ min: 4, max: 24 }) },
    { weight: 1, arbitrary: fc.nat(4) },
  ),
  oddMiB: chosen(0, 0, 0, 0, 1, 3),
  /** Of four quarters of what is left, for each size from the largest. */
  hugeShares: fc.tuple(chosen(2, 2, 1, 0, 3, 4), chosen(2, 2, 1, 0, 3, 4)),
  pools: fc.tuple(poolUse, poolUse, poolUse),
  memoryUsage: fc.oneof({ weight: 1, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: fc.nat(12) }),
  cpuUsage: fc.oneof({ weight: 2, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: fc.nat(40) }),
  pinned: fc.oneof(
    { weight: 1, arbitrary: fc.constant([]) },
    { weight: 2, arbitrary: fc.array(fc.nat(40), { maxLength: 10 }) },
  ),
  /** CPUs for shared vCPUs, where the two uses have sets of their own. */
  shared: fc.array(fc.nat(40), { maxLength: 10 }),
})

const hostShape = fc.record({
  /** Nothing in use, nothing reserved. */
  idle: chosen(false, false, true),
  threads: chosen(1, 1, 2, 2, 2, 4),
  interleaved: fc.boolean(),
  pageSizes: fc.constantFrom<readonly number[]>(
    [4, 2048],
    [4, 2048, 1048576],
    [4],
    [64, 2048],
    [64, 2048, 524288],
    [4, 1048576],
    [],
  ),
  use: chosen(
    'one set',
    'one set',
    'one set',
    'one set',
    'split',
    'split',
    'dedicated',
    'shared',
    'overlapping',
  ),
  ids: chosen('counted', 'counted', 'counted', 'sparse', 'backwards'),
  siblings: chosen(
    ...Array.from({ length: 8 }, () => 'by core' as const),
    'last core first',
    'last core first',
    'none',
  ),
  cells: fc.oneof(
    { weight: 4, arbitrary: fc.array(cellShape, { minLength: 1, maxLength: 3 }) },
    { weight: 5, arbitrary: fc.array(cellShape, { minLength: 2, maxLength: 5 }) },
    { weight: 1, arbitrary: fc.array(cellShape, { minLength: 6, maxLength: 8 }) },
  ),
})

type HostShape = Choice<typeof hostShape>
type CellShape = Choice<typeof cellShape>

function cellIds(ids: HostShape['ids'], count: number): readonly number[] {
  const counted = Array.from({ length: count }, (_, index) => index)
  return { counted, sparse: counted.map((id) => id * 8), backwards: counted.toReversed() }[ids]
}

/** Threads of each core, cell by cell: one cell after another, or cores dealt to the cells in turn. */
function coresOf({ cells, threads, interleaved }: HostShape): readonly (readonly (readonly number[])[])[] {
  const total = cells.reduce((sum, { cores }) => sum + cores, 0)
  let next = 0
  return cells.map(({ cores }, cell) =>
    Array.from({ length: cores }, (_, index) => {
      const core = interleaved ? index * cells.length + cell : next++
      const width = interleaved ? cells.length * 20 : total
      return Array.from({ length: threads }, (_, thread) => core + thread * width)
    }),
  )
}

const picked = (from: readonly number[], at: readonly number[]): readonly number[] =>
  from.length === 0
    ? []
    : [...new Set(at.map((index) => from[index % from.length] as number))].sort(ascending)

const ascending = (a: number, b: number) => a - b

function cpuSets(all: readonly number[], use: HostShape['use'], shared: readonly number[]) {
  const some = picked(all, shared)
  switch (use) {
    case 'one set':
      return { cpuset: all, pcpuset: all }
    case 'dedicated':
      return { cpuset: [], pcpuset: all }
    case 'shared':
      return { cpuset: all, pcpuset: [] }
    case 'split':
      return { cpuset: some, pcpuset: all.filter((cpu) => !some.includes(cpu)) }
    case 'overlapping':
      return { cpuset: all, pcpuset: some }
  }
}

function mempages(shape: CellShape, sizes: readonly number[]): readonly PoolJson[] {
  let leftKiB = shape.memory * stepMiB * 1024
  const counts = sizes.toReversed().map((size, index) => {
    const share = index === sizes.length - 1 ? 4 : (shape.hugeShares[index] ?? 4)
    const total = Math.floor((leftKiB * share) / 4 / size)
    leftKiB -= total * size
    return total
  })
  return sizes.map((size_kb, index): PoolJson => {
    const total = counts[sizes.length - 1 - index] as number
    const { used, less, reserved } = shape.pools[index] as CellShape['pools'][0]
    return { size_kb, total, used: Math.max(0, Math.floor((total * used) / 4) - less), reserved }
  })
}

function hostJson(shape: HostShape): HostJson {
  const cores = coresOf(shape)
  const ids = cellIds(shape.ids, shape.cells.length)
  return {
    cells: shape.cells.map((cell, index): HostCellJson => {
      const siblings = cores[index] as readonly (readonly number[])[]
      const { cpuset, pcpuset } = cpuSets(siblings.flat().sort(ascending), shape.use, cell.shared)
      return {
        id: ids[index] as number,
        socket: index,
        cpuset,
        pcpuset,
        siblings:
          shape.siblings === 'none' ? [] : shape.siblings === 'by core' ? siblings : siblings.toReversed(),
        memory_mb: cell.memory * stepMiB + cell.oddMiB,
        memory_usage: shape.idle ? 0 : cell.memoryUsage * stepMiB,
        cpu_usage: shape.idle ? 0 : cell.cpuUsage,
        pinned_cpus: shape.idle ? [] : picked(pcpuset, cell.pinned),
        mempages: shape.idle
          ? mempages(cell, shape.pageSizes).map((pool) => ({ ...pool, used: 0, reserved: 0 }))
          : mempages(cell, shape.pageSizes),
      }
    }),
  }
}

/** Hosts of one to eight cells, partly in use. */
export const hostJsons: fc.Arbitrary<HostJson> = hostShape.map(hostJson)
