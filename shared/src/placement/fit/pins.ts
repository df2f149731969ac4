import { dedicatedVcpus } from '../../accounting/guest-cell.ts'
import { inSetOrder } from '../../accounting/set-order.ts'
import { memo } from '../../collections.ts'
import type { EmulatorThreadsPolicy, GuestCell, HostCell } from '../../model/cell.ts'
import { type CpuSet, cpuSet, holds, same, without } from '../../model/cpus.ts'
import type { Rules } from '../../releases/rules.ts'

type Topology = NonNullable<GuestCell['cpuTopology']>
type Pins = readonly (readonly [vcpu: number, pcpu: number])[]

/** nova/virt/hardware.py: _pack_instance_onto_cores. */
export type Packing =
  | {
      readonly kind: 'packed'
      readonly pins: Pins
      /** CPUs kept for emulator threads; undefined where none were asked for, or none was left. */
      readonly reserved: CpuSet | undefined
      readonly topology: Topology
    }
  | { readonly kind: 'impossible' }
  | { readonly kind: 'raises'; readonly exception: string; readonly detail: string }

const impossible: Packing = { kind: 'impossible' }
const raises = (exception: string, detail: string): Packing => ({ kind: 'raises', exception, detail })

/** Free threads by core, and how many threads a core has when all are free. */
interface Cores {
  readonly free: readonly CpuSet[]
  readonly threads: number
}

/** `emulatorThreadsPolicy` is isolate and this is guest cell 0: one CPU more. */
export const emulatorReserve = (
  policy: EmulatorThreadsPolicy | undefined,
  index: number,
  rules: Rules,
): number => (policy === 'isolate' && index === 0 && rules.emulatorThread !== 'not reserved' ? 1 : 0)

export function packOntoCores(guest: GuestCell, host: HostCell, reserve: number, rules: Rules): Packing {
  if (host.siblings.length === 0 && rules.coresWithoutSiblings === 'raises') {
    return raises('ValueError', 'siblings')
  }
  const vcpus = dedicatedVcpus(guest, rules)
  const threads = threadsOf(host.siblings)
  const coresUpTo = (enough: number): Cores => ({ free: freeCores(host, threads, enough, rules), threads })
  const all = Number.POSITIVE_INFINITY
  if (rules.corePacking === 'evenly divided') return divideEvenly(guest, vcpus, host, coresUpTo(all))
  if (guest.cpuThreadPolicy === 'isolate') {
    return isolate(guest, vcpus, host, coresUpTo((vcpus.length + reserve) * threads), reserve, rules)
  }
  return mostThreadsFirst(guest, vcpus, coresUpTo(vcpus.length + reserve), reserve, rules)
}

/**
 * As many free CPUs as vCPUs can be packed without looking at cores, where any threads will do in the end (`loneThreads`)
 * and every CPU is on a core that is known.
 */
export const packsSurely = (guest: GuestCell, host: HostCell, reserve: number, rules: Rules): boolean =>
  rules.corePacking === 'most threads first' &&
  rules.loneThreads === 'taken' &&
  reserve === 0 &&
  (guest.cpuThreadPolicy === undefined || guest.cpuThreadPolicy === 'prefer') &&
  dedicatedVcpus(guest, rules).length > 0 &&
  areOnCores(host.siblings)(host.pcpuset)

const areOnCores = memo((siblings: HostCell['siblings']) =>
  memo((cpus: CpuSet) => without(cpus, siblings.flat()).length === 0),
)

/** Of a whole core. */
const threadsOf = memo((siblings: HostCell['siblings']) => Math.max(1, mostOf(siblings)))

/** Cores in their order, up to where those of which all is free have enough threads. */
function freeCores(host: HostCell, threads: number, enough: number, rules: Rules): readonly CpuSet[] {
  const { pcpuset, pinnedCpus, siblings } = host
  if (siblings.length > 0) {
    const free: CpuSet[] = []
    let whole = 0
    for (const core of siblings) {
      const left = freeOf(core, pcpuset, pinnedCpus)
      free.push(left)
      if (left.length < threads) continue
      whole += threads
      if (whole >= enough) break
    }
    return free
  }
  const freeCpus = without(pcpuset, pinnedCpus)
  return rules.coresWithoutSiblings === 'one core' ? [freeCpus] : freeCpus.map((cpu) => [cpu])
}

/** A core of which all is free is itself. */
function freeOf(core: CpuSet, pcpuset: CpuSet, pinnedCpus: CpuSet): CpuSet {
  let free = 0
  for (const cpu of core) if (isFree(cpu, pcpuset, pinnedCpus)) free += 1
  if (free === core.length) return core
  return free === 0 ? noThread : core.filter((cpu) => isFree(cpu, pcpuset, pinnedCpus))
}

const noThread: CpuSet = []

const isFree = (cpu: number, pcpuset: CpuSet, pinnedCpus: CpuSet): boolean =>
  holds(pcpuset, cpu) && (pinnedCpus.length === 0 || !holds(pinnedCpus, cpu))

/** Kilo and Liberty: one core if it holds all vCPUs, else the most threads a core that divide them evenly. */
function divideEvenly(guest: GuestCell, vcpus: CpuSet, host: HostCell, { free }: Cores): Packing {
  const grouped = byThreads(vcpus, guest.cpuTopology)
  const cores = host.siblings.length > 0 && grouped.length === 0 ? oneCoreIfEnough(free, vcpus.length) : free
  for (let threads = mostOf(cores); threads > 0; threads -= 1) {
    const sharing = cores.filter((core) => core.length >= threads)
    const divides =
      grouped.length > 0 ? (guest.cpuTopology?.threads ?? 0) <= threads : vcpus.length % threads === 0
    if (threads * sharing.length < vcpus.length || !divides) continue
    return {
      kind: 'packed',
      pins: zip(grouped.length > 0 ? grouped : vcpus, take(sharing, threads, vcpus.length)),
      reserved: undefined,
      topology: guest.cpuTopology ?? { sockets: 1, cores: sharing.length, threads },
    }
  }
  return impossible
}

/**
 * nova/objects/instance_numa_topology.py: InstanceNUMACell.siblings, one after another. Each is a set that Nova walks;
 * vCPUs that fill no core are left out.
 */
function byThreads(vcpus: CpuSet, topology: Topology | undefined): readonly number[] {
  const threads = topology?.threads ?? 1
  if (threads === 1) return []
  return Array.from({ length: Math.floor(vcpus.length / threads) }, (_, core) =>
    inSetOrder(vcpus.slice(core * threads, (core + 1) * threads), BigInt),
  ).flat()
}

function oneCoreIfEnough(cores: readonly CpuSet[], needed: number): readonly CpuSet[] {
  const largest = cores.reduce((largest, core) => (core.length >= largest.length ? core : largest), [])
  return needed <= largest.length ? [largest] : cores
}

/** One thread of each wholly free core. */
function isolate(
  guest: GuestCell,
  vcpus: CpuSet,
  host: HostCell,
  cores: Cores,
  reserve: number,
  rules: Rules,
): Packing {
  const whole = cores.free.filter((core) => core.length >= cores.threads)
  if (whole.length === 0) return impossible
  if (rules.isolateBesideSharedCpus === 'refused' && cores.threads > 1 && !same(host.pcpuset, host.cpuset)) {
    return impossible
  }
  if (rules.emulatorThread !== 'of any free thread') {
    const packed = packWithin(vcpus, take(whole, 1, vcpus.length + reserve), reserve)
    return packed
      ? { kind: 'packed', ...packed, topology: exposed(guest, packed.pins, 1, rules) }
      : impossible
  }
  const pins = pinned(vcpus, take(whole, 1, vcpus.length))
  if (!pins?.length) return impossible
  const reserved = reserve > 0 ? keep(besides(pins, cores.free), reserve) : undefined
  if (reserve > 0 && !reserved) return impossible
  return { kind: 'packed', pins, reserved, topology: exposed(guest, pins, 1, rules) }
}

/** Free threads of the cores that no pin is on. */
function besides(pins: Pins, free: readonly CpuSet[]): CpuSet {
  const taken = new Set(pins.map(([, pcpu]) => pcpu))
  return free.filter((core) => !core.some((cpu) => taken.has(cpu))).flat()
}

function mostThreadsFirst(
  guest: GuestCell,
  vcpus: CpuSet,
  cores: Cores,
  reserve: number,
  rules: Rules,
): Packing {
  const require = guest.cpuThreadPolicy === 'require'
  for (let threads = mostOf(cores.free); threads > (require ? 1 : 0); threads -= 1) {
    const packed =
      rules.emulatorThread === 'of any free thread'
        ? packThenKeep(vcpus, take(cores.free, threads, vcpus.length), cores.free, reserve, rules)
        : packWithin(vcpus, take(cores.free, threads, vcpus.length + reserve), reserve)
    if (packed) return { kind: 'packed', ...packed, topology: exposed(guest, packed.pins, threads, rules) }
  }
  if (require || rules.loneThreads === 'not taken') return impossible
  if (rules.noFreeCore === 'raises' && mostOf(cores.free) === 0) {
    return raises('UnboundLocalError', 'sibling_set')
  }
  const packed = loneThreads(vcpus, cores.free, reserve, rules)
  return packed ? { kind: 'packed', ...packed, topology: exposed(guest, packed.pins, 1, rules) } : impossible
}

interface Packed {
  readonly pins: Pins
  readonly reserved: CpuSet | undefined
}

function loneThreads(
  vcpus: CpuSet,
  free: readonly CpuSet[],
  reserve: number,
  rules: Rules,
): Packed | undefined {
  if (rules.loneThreads === 'taken') return packThenKeep(vcpus, free.flat(), free, reserve, rules)
  const pins = zip(vcpus, free.flat())
  return pins.length > 0 ? { pins, reserved: undefined } : undefined
}

/** The emulator's CPU is of the threads at hand. */
function packWithin(vcpus: CpuSet, threads: CpuSet, reserve: number): Packed | undefined {
  if (vcpus.length === 0 || threads.length < vcpus.length + reserve) return undefined
  const left = threads.slice(vcpus.length, vcpus.length + reserve)
  return { pins: zip(vcpus, threads), reserved: reserve > 0 ? cpuSet(left) : undefined }
}

/** The emulator's CPU is of any thread left. */
function packThenKeep(
  vcpus: CpuSet,
  threads: CpuSet,
  free: readonly CpuSet[],
  reserve: number,
  rules: Rules,
): Packed | undefined {
  const pins = pinned(vcpus, threads)
  if (!pins || (pins.length === 0 && (rules.cellWithoutPins === 'refused' || reserve > 0))) return undefined
  if (reserve === 0) return { pins, reserved: undefined }
  const taken = new Set(pins.map(([, pcpu]) => pcpu))
  const left = free.flat().filter((cpu) => !taken.has(cpu))
  const reserved = keep(left, reserve)
  return reserved && { pins, reserved }
}

const pinned = (vcpus: CpuSet, threads: CpuSet): Pins | undefined =>
  threads.length < vcpus.length ? undefined : zip(vcpus, threads)

/** The first CPUs left over; undefined for none. */
const keep = (left: CpuSet, reserve: number): CpuSet | undefined =>
  reserve > 0 && left.length > 0 ? cpuSet(left.slice(0, reserve)) : undefined

const mostOf = (cores: readonly CpuSet[]): number => {
  let most = 0
  for (const core of cores) if (core.length > most) most = core.length
  return most
}

/** So many threads of each core that has them, core after core, up to as many as are needed. */
function take(cores: readonly CpuSet[], threads: number, needed: number): CpuSet {
  const taken: number[] = []
  for (const core of cores) {
    if (taken.length >= needed) break
    if (core.length < threads) continue
    for (let thread = 0; thread < threads; thread += 1) taken.push(core[thread] as number)
  }
  return taken
}

function zip(vcpus: CpuSet, threads: CpuSet): Pins {
  const pins: (readonly [number, number])[] = []
  for (let at = 0; at < vcpus.length && at < threads.length; at += 1) {
    pins.push([vcpus[at] as number, threads[at] as number])
  }
  return pins
}

/** As many threads a core as leave no core of the guest half filled. */
function exposed({ cpuset, pcpuset }: GuestCell, pins: Pins, threads: number, rules: Rules): Topology {
  const all = cpuset.length + pcpuset.length
  const shown = gcd(threads, all % threads)
  const vcpus = rules.pinnedTopology === 'cores of all vCPUs' ? all : pins.length
  return { sockets: 1, cores: Math.floor(vcpus / shown), threads: shown }
}

const gcd = (a: number, b: number): number => (b === 0 ? a : gcd(b, a % b))
