import fc from 'fast-check'
import type { GuestCell, GuestTopology, HostCell, PagePool } from '../model/cell.ts'
import { cpuSet } from '../model/cpus.ts'
import { CellId } from '../model/ids.ts'
import type { Rules } from '../releases/rules.ts'
import { KiB, MiB, PageSize, Pages } from '../units.ts'

const gib = 1024

/** Pools of 4 KiB and 2 MiB pages that fill a cell, with some of each in use. */
const mempages = (memoryMiB: number): fc.Arbitrary<readonly PagePool[]> =>
  fc.tuple(fc.nat(memoryMiB / 2), fc.nat(100), fc.nat(100)).map(([huge, smallUsed, hugeUsed]) => {
    const small = (memoryMiB - huge * 2) * 256
    const pool = (size: number, total: number, usedPercent: number): PagePool => ({
      size: PageSize(size),
      total: Pages(total),
      used: Pages(Math.floor((total * usedPercent) / 100)),
      reserved: Pages(0),
    })
    return [pool(4, small, smallUsed), pool(2048, huge, hugeUsed)]
  })

interface Shape {
  readonly cells: number
  readonly cores: number
  readonly threads: number
}

const shape = fc.record<Shape>({
  cells: fc.integer({ min: 1, max: 4 }),
  cores: fc.integer({ min: 1, max: 6 }),
  threads: fc.constantFrom(1, 2, 2, 4),
})

const cell = (id: number, { cores, threads }: Shape): fc.Arbitrary<HostCell> => {
  const first = id * cores * threads
  const all = Array.from({ length: cores * threads }, (_, cpu) => first + cpu)
  const siblings = Array.from({ length: cores }, (_, core) =>
    Array.from({ length: threads }, (_, thread) => first + core + thread * cores),
  )
  return fc.integer({ min: 1, max: 8 }).chain((memory) =>
    fc
      .record({ mempages: mempages(memory * gib), pinned: fc.subarray(all), usage: fc.nat(memory * gib) })
      .map(({ mempages, pinned, usage }) => ({
        id: CellId(id),
        socket: undefined,
        cpuset: all,
        pcpuset: all,
        siblings,
        memory: MiB(memory * gib),
        memoryUsage: MiB(usage),
        cpuUsage: pinned.length,
        pinnedCpus: cpuSet(pinned),
        mempages,
      })),
  )
}

/** Cells of one host, partly in use, as a release before and after the split of CPUs can hold them. */
export const hosts: fc.Arbitrary<readonly HostCell[]> = shape.chain((shape) =>
  fc.tuple(...Array.from({ length: shape.cells }, (_, id) => cell(id, shape))),
)

/** What a flavor may ask for, before a release writes it down its own way. */
export interface Ask {
  readonly cells: readonly { readonly vcpus: number; readonly memoryMiB: number }[]
  readonly pageSize: GuestCell['pageSize']
  readonly pinned: boolean
  readonly threads: GuestCell['cpuThreadPolicy']
}

export const asks: fc.Arbitrary<Ask> = fc.record({
  cells: fc.array(
    fc.record({
      vcpus: fc.integer({ min: 1, max: 6 }),
      memoryMiB: fc.integer({ min: 1, max: 1500 }).map((n) => n * 2),
    }),
    { minLength: 1, maxLength: 4 },
  ),
  pageSize: fc.constantFrom<GuestCell['pageSize']>(
    undefined,
    'small',
    'large',
    'any',
    PageSize(2048),
    PageSize(1048576),
  ),
  pinned: fc.boolean(),
  threads: fc.constantFrom(undefined, 'prefer', 'isolate', 'require'),
})

/** A guest as numa_get_constraints of that release leaves it. */
export function asked({ cells, pageSize, pinned, threads }: Ask, rules: Rules): GuestTopology {
  let next = 0
  const byPolicy = rules.guestIsPinned === 'by its policy'
  return {
    cells: cells.map(({ vcpus, memoryMiB }, index): GuestCell => {
      const cpus = Array.from({ length: vcpus }, (_, cpu) => next + cpu)
      next += vcpus
      const apart = pinned && rules.dedicatedVcpus === 'in pcpuset'
      return {
        id: CellId(index),
        cpuset: apart ? [] : cpus,
        pcpuset: apart ? cpus : [],
        memory: MiB(memoryMiB),
        pageSize,
        cpuPolicy: pinned && byPolicy ? 'dedicated' : undefined,
        cpuThreadPolicy: pinned && byPolicy ? threads : undefined,
        cpuPinning: pinned && !byPolicy ? [] : undefined,
        cpusetReserved: undefined,
      }
    }),
    emulatorThreadsPolicy: undefined,
  }
}

/** The same cells with nothing in use. */
export const idle = (cells: readonly HostCell[]): readonly HostCell[] =>
  cells.map((cell) => ({
    ...cell,
    memoryUsage: KiB(0),
    cpuUsage: 0,
    pinnedCpus: [],
    mempages: cell.mempages.map((pool) => ({ ...pool, used: Pages(0) })),
  }))
