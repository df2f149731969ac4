import type { GuestCell, GuestTopology, HostCell, PagePool } from '../model/cell.ts'
import { type CpuSet, cpuSet, without } from '../model/cpus.ts'
import { CellId } from '../model/ids.ts'
import { KiB, MiB, Pages } from '../units.ts'
import { type SizeText, sizeOf } from './observed.ts'

/** CPUs as Nova's options write them: `0-7,^3`. */
export function cpus(text: string): CpuSet {
  const part = (one: string): CpuSet => {
    const [from = '', to = from] = one.split('-')
    const range = { first: Number(from), last: Number(to) }
    if (!Number.isInteger(range.first) || !(range.last >= range.first)) throw new Error(`not CPUs: ${text}`)
    return Array.from({ length: range.last - range.first + 1 }, (_, index) => range.first + index)
  }
  const parts = text.split(',').filter((one) => one !== '')
  const taken = parts.filter((one) => one.startsWith('^')).flatMap((one) => part(one.slice(1)))
  return without(cpuSet(parts.filter((one) => !one.startsWith('^')).flatMap(part)), taken)
}

/** A pool as one says it: `pool('2M', '1024, 512 used, 64 reserved')`. */
export function pool(size: SizeText, pages: string): PagePool {
  const count = (word: string) => Number(new RegExp(`(\\d+) ${word}`).exec(pages)?.[1] ?? 0)
  const total = /^\d+/.exec(pages)
  if (!total) throw new Error(`not a pool: ${pages}`)
  return {
    size: sizeOf(size),
    total: Pages(Number(total[0])),
    used: Pages(count('used')),
    reserved: Pages(count('reserved')),
  }
}

interface HostCellShape {
  readonly id?: number
  /** CPUs for both uses. */
  readonly cpus?: string
  /** CPUs for dedicated vCPUs, where they differ. */
  readonly dedicated?: string
  /** Threads of each core: `0,4 1,5`. Left out, every CPU is a core. */
  readonly siblings?: string
  readonly memory?: KiB
  readonly memoryUsage?: KiB
  readonly cpuUsage?: number
  readonly pinned?: string
  readonly mempages?: readonly PagePool[]
}

/** A host cell of 8 CPUs and 16 GiB that reports no pages, but for what is said. */
export function hostCell(shape: HostCellShape = {}): HostCell {
  const shared = cpus(shape.cpus ?? '0-7')
  const dedicated = shape.dedicated === undefined ? shared : cpus(shape.dedicated)
  const all = cpuSet([...shared, ...dedicated])
  return {
    id: CellId(shape.id ?? 0),
    socket: 0,
    cpuset: shared,
    pcpuset: dedicated,
    siblings:
      shape.siblings === undefined
        ? all.map((cpu) => [cpu])
        : shape.siblings.split(' ').filter(Boolean).map(cpus),
    memory: shape.memory ?? MiB(16_384),
    memoryUsage: shape.memoryUsage ?? KiB(0),
    cpuUsage: shape.cpuUsage ?? 0,
    pinnedCpus: cpus(shape.pinned ?? ''),
    mempages: shape.mempages ?? [],
  }
}

export type GuestCellShape = Partial<Omit<GuestCell, 'id'>> & { readonly id?: number }

/** A guest cell of one shared vCPU and 1 GiB, as a request has it, but for what is said. */
export function guestCell(shape: GuestCellShape = {}): GuestCell {
  return {
    cpuset: [0],
    pcpuset: [],
    memory: MiB(1024),
    pageSize: undefined,
    cpuPolicy: undefined,
    cpuThreadPolicy: undefined,
    cpuPinning: undefined,
    cpusetReserved: undefined,
    ...shape,
    id: CellId(shape.id ?? 0),
  }
}

/** Guest cells numbered as they come. */
export const guest = (...cells: readonly GuestCellShape[]): GuestTopology => ({
  cells: cells.map((shape, index) => guestCell({ id: index, ...shape })),
  emulatorThreadsPolicy: undefined,
})
