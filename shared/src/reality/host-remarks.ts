import { within } from '../model/cpus.ts'
import type { Host, HostObservation, MachineMemory, ObservedNode, PageLimit } from '../model/host.ts'
import type { CellId } from '../model/ids.ts'
import { exceeds, KiB, MiB, memoryOf, minus, plus, sum } from '../units.ts'
import type { HostRemark } from './host-remark.ts'

/** What is peculiar about a host's nodes and pools, and what its memory cannot carry; of a host nobody looked at, what is configured. */
export const hostRemarks = (
  { observed, config }: Host,
  guests: readonly GuestMemory[] = [],
): HostRemark[] => [...fileBacked(config), ...(observed ? seenRemarks(observed, config, guests) : [])]

const seenRemarks = (
  observed: HostObservation,
  config: Host['config'],
  guests: readonly GuestMemory[],
): HostRemark[] => [
  ...observed.nodes.flatMap((node) => nodeRemarks(observed, node)),
  ...overlaps(observed.nodes),
  ...exceeding(observed),
  ...poolRemarks(observed),
  ...(observed.limits ?? []).flatMap(limitRemarks),
  ...starving(observed),
  ...boundBeyond(observed, guests),
  ...memoryRisks(observed.memory, config.reservedHostMemory ?? defaultReserved, guests),
]

function fileBacked({ fileBackedMemory: memory, reservedHostMemory }: Host['config']): HostRemark[] {
  if (memory === undefined) return []
  const reserved = reservedHostMemory ?? defaultReserved
  return [{ kind: 'file-backed-memory', memory, reserved, starts: exceeds(memory, reserved) }]
}

/** SLIT distance from which memory without CPUs is taken for a device's: another socket of a host is nearer. */
const far = 60

function nodeRemarks(observed: HostObservation, node: ObservedNode): HostRemark[] {
  const { id, cpus, memory, online } = node
  if (online === false) return [{ kind: 'node-offline', node: id }]
  if (memory === 0) return [{ kind: 'node-without-memory', node: id, cpus }]
  if (memory === undefined || cpus.length > 0 || !knowsCpus(observed)) return []
  const movable = observed.normalMemory && !observed.normalMemory.includes(id)
  const nearest = Math.min(...node.distances.filter((_, at) => observed.nodes[at]?.id !== id))
  if (movable || (observed.normalMemory === undefined && nearest >= far && nearest < Infinity)) {
    const because = movable ? 'movable only' : 'far and without CPUs'
    return [{ kind: 'device-memory', node: id, memory, because }]
  }
  return [{ kind: 'node-without-cpus', node: id, memory }]
}

const knowsCpus = ({ nodes }: HostObservation) => nodes.some(({ cpus }) => cpus.length > 0)

const overlaps = (nodes: readonly ObservedNode[]): HostRemark[] =>
  nodes.flatMap((node, at) =>
    nodes.slice(at + 1).flatMap((other): HostRemark[] => {
      const cpus = within(node.cpus, other.cpus)
      return cpus.length > 0 ? [{ kind: 'nodes-share-cpus', nodes: [node.id, other.id], cpus }] : []
    }),
  )

/** Old kernels count what a node spans, holes too: no alarm below 2 percent. */
const spanned = 1.02

function exceeding({ nodes, memory }: HostObservation): HostRemark[] {
  const all = sum(nodes.map((node) => node.memory ?? KiB(0)))
  const total = memory?.total
  return total !== undefined && all > total * spanned
    ? [{ kind: 'nodes-exceed-memory', nodes: all, memory: total }]
    : []
}

function poolRemarks({ nodes, pools }: HostObservation): HostRemark[] {
  const surplus = nodes.flatMap(({ id, pools }) =>
    pools.flatMap(({ size, surplus, free }): HostRemark[] =>
      surplus > 0 ? [{ kind: 'surplus-pages', node: id, size, pages: surplus, free }] : [],
    ),
  )
  const promised = pools.flatMap(({ size, reserved, free }): HostRemark[] =>
    reserved !== undefined && reserved > 0 ? [{ kind: 'promised-pages', size, pages: reserved, free }] : [],
  )
  return [...surplus, ...promised]
}

const limitRemarks = ({ path, size, limit, reservationLimit, used }: PageLimit): HostRemark[] => {
  const told = [
    { of: 'pages', limit },
    { of: 'promises', limit: reservationLimit },
  ] as const
  return told.flatMap(({ of, limit }): HostRemark[] =>
    typeof limit === 'number' ? [{ kind: 'page-limit', path, size, limit, used, of }] : [],
  )
}

/** What a host needs to be available for itself. */
export const healthy = MiB(2048)

function starving({ memory, pools }: HostObservation): HostRemark[] {
  const free = sum(pools.map((pool) => memoryOf(pool.free, pool.size)))
  const hugetlb = memory?.hugetlb ?? sum(pools.map((pool) => memoryOf(pool.total, pool.size)))
  const available = memory?.available
  return available !== undefined && hugetlb > 0 && exceeds(healthy, available)
    ? [{ kind: 'huge-pages-starve-host', available, hugetlb, free }]
    : []
}

/** A guest's share of the host's memory beside huge pages. */
export interface GuestMemory {
  readonly vcpus: number
  /** On base pages; zero for a guest on huge pages. */
  readonly memory: KiB
  /** Of it, what is bound to a node. */
  readonly bound?: readonly { readonly node: CellId; readonly memory: KiB }[]
}

function boundBeyond({ nodes }: HostObservation, guests: readonly GuestMemory[]): HostRemark[] {
  return nodes.flatMap(({ id: node, memory: all, pools }): HostRemark[] => {
    const there = guests.flatMap(({ bound = [] }) => {
      const memory = sum(bound.filter((one) => one.node === node).map((one) => one.memory))
      return memory > 0 ? [memory] : []
    })
    const bound = sum(there)
    if (all === undefined) return []
    const memory = minus(all, sum(pools.map((pool) => memoryOf(pool.total, pool.size))))
    return there.length > 0 && exceeds(bound, memory)
      ? [{ kind: 'bound-beyond-node', node, guests: there.length, bound, memory }]
      : []
  })
}

/** `reserved_host_memory_mb` where nobody said. */
const defaultReserved = MiB(512)

/** Resident memory of QEMU 7.2 beside the guest's: 38 MiB, its devices 5, 0.3 a vCPU, as measured; others take more. */
const measured = ({ vcpus }: GuestMemory): KiB => KiB(43 * 1024 + 307 * vcpus)

/** Whether guests, their QEMUs and the host have room beside the huge pages once all is touched. */
export function memoryRisks(
  memory: MachineMemory | undefined,
  reserved: KiB,
  guests: readonly GuestMemory[],
  overheadOf: (guest: GuestMemory) => KiB = measured,
): HostRemark[] {
  const overhead = sum(guests.map(overheadOf))
  const wanted = sum(guests.map((guest) => guest.memory))
  const beyond: HostRemark[] = exceeds(overhead, reserved)
    ? [{ kind: 'overhead-beyond-reserved', guests: guests.length, overhead, reserved }]
    : []
  if (memory?.total === undefined) return beyond
  const base = minus(memory.total, memory.hugetlb ?? KiB(0))
  return exceeds(plus(wanted, overhead), base)
    ? [...beyond, { kind: 'guests-beyond-memory', guests: guests.length, wanted, overhead, memory: base }]
    : beyond
}
