import type { GuestCell, GuestTopology, HostCell, PagePool } from '../model/cell.ts'
import { type CpuSet, cpuSet, holds, union, within, without } from '../model/cpus.ts'
import type { Rules } from '../releases/rules.ts'
import { KiB, type PageSize, Pages } from '../units.ts'
import { isPinned } from './guest-cell.ts'
import { smallestSize } from './pages.ts'

export type Counted =
  | { readonly kind: 'counted'; readonly cells: readonly HostCell[] }
  /** Nova ends the count with this exception, and with it the audit of the whole host. */
  | { readonly kind: 'raises'; readonly exception: string; readonly detail: string }

/**
 * nova/virt/hardware.py: numa_usage_from_instances, since Train numa_usage_from_instance_numa. What the host's cells hold
 * once these guests are counted in, or out with `free`. No guest at all is how Nova counts one without topology.
 */
export function usageOf(
  cells: readonly HostCell[],
  topologies: readonly GuestTopology[],
  rules: Rules,
  free = false,
): Counted {
  try {
    return { kind: 'counted', cells: count(cells, topologies, rules, free) }
  } catch (error) {
    if (!(error instanceof Raised)) throw error
    return { kind: 'raises', exception: error.exception, detail: error.detail }
  }
}

class Raised extends Error {
  constructor(
    readonly exception: string,
    readonly detail: string,
  ) {
    super(`${exception}: ${detail}`)
  }
}

const raise = (exception: string, detail: string): never => {
  throw new Raised(exception, detail)
}

function count(
  cells: readonly HostCell[],
  topologies: readonly GuestTopology[],
  rules: Rules,
  free: boolean,
): readonly HostCell[] {
  if (topologies.length === 0)
    return rules.usageAfterGuestWithoutTopology === 'zero' ? cells.map(emptied) : cells
  if (rules.countedInTurn === 'host cells') {
    return cells.map((cell) => counted(cell, topologies, rules, free))
  }
  let after = cells
  for (const topology of topologies) {
    if (topology.cells.length === 0) continue
    const one = [topology]
    after = after.map((cell) => counted(cell, one, rules, free))
  }
  return after
}

const emptied = (cell: HostCell): HostCell => ({ ...cell, memoryUsage: KiB(0), cpuUsage: 0 })

/** One host cell, and what each guest cell on it takes or gives back. */
function counted(
  cell: HostCell,
  topologies: readonly GuestTopology[],
  rules: Rules,
  free: boolean,
): HostCell {
  if (isAsCounted(cell, topologies, rules)) return cell
  const sign = free ? -1 : 1
  let { memoryUsage, cpuUsage, mempages, pinnedCpus } = cell as {
    -readonly [Key in keyof HostCell]: HostCell[Key]
  }

  for (const topology of topologies) {
    for (const [index, guest] of topology.cells.entries()) {
      if (guest.id !== cell.id) continue
      memoryUsage = KiB(memoryUsage + sign * guest.memory)
      cpuUsage += sign * cpuUsageOf(guest, index, topology, cell, rules)
      const pages = rules.pagesOfCellsTogether === 'the last counts' ? cell.mempages : mempages
      mempages = takesPages(guest, rules) ? withPages(pages, guest, rules, sign) : mempages
      const pins = pinsOf(guest, topology, cell, rules)
      if (pins) pinnedCpus = withPins(pinnedCpus, pins, cell.pcpuset, rules, free)
    }
  }
  // Written out, as pools are: `...` takes several times as long, and guests are counted by the hundred thousand.
  const after: { readonly [Key in keyof Required<HostCell>]: HostCell[Key] } = {
    id: cell.id,
    socket: rules.cellSocket === 'kept' ? cell.socket : undefined,
    cpuset: cell.cpuset,
    pcpuset: cell.pcpuset,
    siblings: cell.siblings,
    memory: cell.memory,
    memoryUsage: KiB(Math.max(0, memoryUsage)),
    cpuUsage: Math.max(0, cpuUsage),
    pinnedCpus,
    mempages,
  }
  return after
}

/** No guest cell is on it, and the count itself changes nothing. */
const isAsCounted = (cell: HostCell, topologies: readonly GuestTopology[], rules: Rules): boolean =>
  cell.memoryUsage >= 0 &&
  cell.cpuUsage >= 0 &&
  (rules.cellSocket === 'kept' || cell.socket === undefined) &&
  topologies.every(({ cells }) => cells.every(({ id }) => id !== cell.id))

function cpuUsageOf(
  guest: GuestCell,
  index: number,
  topology: GuestTopology,
  cell: HostCell,
  rules: Rules,
): number {
  if (rules.cpuUsage === 'vCPUs of unpinned guests') return isPinned(guest, rules) ? 0 : guest.cpuset.length
  if (rules.cpuUsage === 'shared vCPUs') return guest.cpuset.length

  const wholeCores = rules.isolatedCpuUsage === 'whole cores' && guest.cpuThreadPolicy === 'isolate'
  const threads = wholeCores ? Math.max(...cell.siblings.map((core) => core.length)) : 1
  const vcpus = guest.cpuset.length * (Number.isFinite(threads) ? threads : 1)
  const keepsCpu =
    rules.emulatorThread !== 'not reserved' && index === 0 && topology.emulatorThreadsPolicy === 'isolate'
  if (!keepsCpu) return vcpus
  return vcpus + (guest.cpusetReserved ?? raise('TypeError', 'cpuset_reserved')).length
}

const takesPages = ({ pageSize }: GuestCell, rules: Rules): boolean =>
  rules.pagesUsed === 'of the smallest size too' || (typeof pageSize === 'number' && pageSize > 0)

/** nova/virt/hardware.py: _numa_pagesize_usage_from_cell. */
function withPages(
  mempages: readonly PagePool[],
  guest: GuestCell,
  rules: Rules,
  sign: number,
): readonly PagePool[] {
  const size = guest.pageSize || smallestSize(mempages) || raise('IndexError', 'mempages')
  return mempages.map((pool) => {
    if (pool.size !== size) return pool
    const used = usedAfter(pool.used, guest.memory, size, rules, sign)
    return { size, total: pool.total, used, reserved: pool.reserved }
  })
}

function usedAfter(used: Pages, memory: KiB, size: PageSize, rules: Rules, sign: number): Pages {
  const share = rules.partialPages === 'dropped' ? Math.floor(memory / size) : memory / size
  return Pages(Math.trunc(Math.max(0, used + share * sign)))
}

/** Host CPUs a guest cell takes for its vCPUs and its emulator; undefined where it is counted as not pinned. */
function pinsOf(guest: GuestCell, topology: GuestTopology, cell: HostCell, rules: Rules): CpuSet | undefined {
  const isCounted =
    rules.pinsCounted === 'cell by cell'
      ? isPinned(guest, rules)
      : topology.cells.every((guest) => isPinned(guest, rules))
  if (!isCounted) return undefined

  const noPins = rules.cellWithoutPins === 'accepted' ? [] : undefined
  const pins = guest.cpuPinning ?? noPins ?? raise('AttributeError', 'cpu_pinning')
  const reserved = rules.emulatorThread === 'not reserved' ? [] : (guest.cpusetReserved ?? [])
  const pinned = pins.map(([, pcpu]) => pcpu)
  const cpus = cpuSet(reserved.length > 0 ? [...pinned, ...reserved] : pinned)
  if (guest.cpuThreadPolicy !== 'isolate' || rules.isolatedPins === 'the pins') return cpus
  if (cell.siblings.length === 0 && rules.isolatedPins !== 'their siblings') return cpus
  return cpuSet(cell.siblings.filter((core) => core.some((cpu) => holds(cpus, cpu))).flat())
}

/** nova/objects/numa.py: NUMACell.pin_cpus, unpin_cpus. */
function withPins(pinnedCpus: CpuSet, pins: CpuSet, pcpuset: CpuSet, rules: Rules, free: boolean): CpuSet {
  const fault = free && rules.unpinError === 'its own' ? 'CPUUnpinning' : 'CPUPinning'
  const unknown = without(pins, pcpuset)
  if (unknown.length > 0 && rules.unknownPins === 'refused') raise(`${fault}Unknown`, unknown.join(','))
  const wrong = free ? without(pins, pinnedCpus) : within(pins, pinnedCpus)
  if (wrong.length > 0) raise(`${fault}Invalid`, wrong.join(','))
  return free ? without(pinnedCpus, pins) : union(pinnedCpus, pins)
}
