import { groupBy } from '../collections.ts'
import { type CpuSet, coresOf, parseCpus } from '../model/cpus.ts'
import { holderClass } from '../model/holder-class.ts'
import type {
  GlobalPool,
  HostObservation,
  KernelPool,
  MachineMemory,
  ObservedNode,
  PageHolder,
} from '../model/host.ts'
import { CellId, GuestId, type HostId, type SourceId } from '../model/ids.ts'
import type { Gap, GapReason } from '../model/snapshot.ts'
import { KiB, memoryOf, PageSize, Pages, sum } from '../units.ts'
import type { Capabilities, CapabilityCell } from './capabilities.ts'
import type { FreePages } from './freepages.ts'
import type { MemInfo } from './meminfo.ts'
import { placed } from './placing.ts'
import type { ProbeDocument } from './probe.ts'
import type { SysfsTree } from './sysfs.ts'

/** The host's book as a probe saw it. */
export function fromProbe(probe: ProbeDocument, source: SourceId): HostObservation {
  return {
    source,
    kernel: probe.kernel ?? undefined,
    basePage: probe.base_page_kib === null ? undefined : PageSize(probe.base_page_kib),
    nodes: probe.nodes.map((node) => ({
      id: CellId(node.id),
      cpus: listed(node.cpus),
      memory: maybe(node.memory_total_kib, KiB),
      memoryFree: maybe(node.memory_free_kib, KiB),
      distances: node.distances,
      pools: node.pools.map(kernelPool),
      online: node.online ?? undefined,
    })),
    pools: probe.pools.map((pool) => ({
      ...kernelPool(pool),
      reserved: maybe(pool.reserved, Pages),
      overcommit: maybe(pool.overcommit, Pages),
    })),
    holders: probe.holders ? [...probe.holders.map(processHolder), ...placed(probe)] : undefined,
    guests: probe.guests?.flatMap(({ uuid, name, command, pid }) =>
      uuid === null ? [] : [{ id: GuestId(uuid), name: name ?? command, pid }],
    ),
    siblings: coresOf(probe.cpus.map(({ siblings }) => listed(siblings))),
    mounts: [...new Set(probe.mounts.map(({ size_kib }) => size_kib))].map(PageSize),
    libvirt: undefined,
    qemu: undefined,
    memory: {
      total: maybe(probe.memory.total_kib, KiB),
      free: maybe(probe.memory.free_kib, KiB),
      available: maybe(probe.memory.available_kib, KiB),
      hugetlb: maybe(probe.memory.hugetlb_kib, KiB),
    },
    defaultPage: maybe(probe.memory.default_hugepage_kib, PageSize),
    ...normalIn(probe),
    limits: probe.cgroups.map(({ path, size_kib, limit_kib, reservation_limit_kib, nodes }) => ({
      path,
      size: PageSize(size_kib),
      limit: ceiling(limit_kib),
      reservationLimit: ceiling(reservation_limit_kib),
      used: nodes === null ? undefined : sum(nodes.map(({ pages }) => Pages(pages))),
    })),
  }
}

function normalIn({ nodes }: ProbeDocument): Pick<HostObservation, 'normalMemory'> {
  const normal = nodes.filter((node) => node.normal_memory === true).map(({ id }) => CellId(id))
  return normal.length > 0 ? { normalMemory: normal } : {}
}

const ceiling = (limit: number | 'max' | null) =>
  limit === 'max' ? 'none' : limit === null ? undefined : KiB(limit)

/** What a probe says it could not read, of this host. */
export const probeGaps = (probe: ProbeDocument, source: SourceId, host: HostId): readonly Gap[] =>
  probe.unread.map(({ path, why }) => ({ source, host, guest: undefined, what: path, why: reasons[why] }))

const reasons: Readonly<Record<ProbeDocument['unread'][number]['why'], GapReason>> = {
  'not permitted': 'not permitted',
  absent: 'absent',
  'not given': 'not given',
  changed: 'not understood',
  'not understood': 'not understood',
}

/** The host's book from the kernel's files: nobody looked at processes. */
export const fromSysfs = (
  { nodes, pools, siblings, normalMemory }: SysfsTree,
  source: SourceId,
): HostObservation => ({
  ...notLookedAt(source),
  nodes: nodes.length > 0 ? nodes : onlyNode(pools, undefined),
  pools,
  siblings,
  ...(normalMemory && { normalMemory }),
})

/** A kernel without NUMA has no nodes: libvirt takes all of it for one, and so does this. */
const onlyNode = (
  pools: readonly GlobalPool[],
  memory: MachineMemory | undefined,
): readonly ObservedNode[] => [
  {
    id: CellId(0),
    cpus: [],
    memory: memory?.total,
    memoryFree: memory?.free,
    distances: [],
    pools: pools.map(({ size, total, free, surplus }) => ({ size, total, free, surplus })),
  },
]

/** Nodes of `numactl --hardware`: their pools were not read. */
export const fromNumactl = (nodes: readonly ObservedNode[], source: SourceId): HostObservation => ({
  ...notLookedAt(source),
  nodes,
})

/** What /proc/meminfo says beyond an observation that has no word of the whole machine; never against it. */
export function withMemInfo(
  observed: HostObservation,
  { memory, defaultPage, pool }: MemInfo,
): HostObservation {
  const known = observed.pools.find(({ size }) => size === pool?.size)
  const [node, ...others] = observed.nodes
  const whole = node && others.length === 0 && node.memory === undefined
  return {
    ...observed,
    nodes: whole ? [{ ...node, memory: memory.total, memoryFree: memory.free }] : observed.nodes,
    pools: known
      ? observed.pools.map((one) =>
          one === known ? { ...one, reserved: one.reserved ?? pool?.reserved } : one,
        )
      : [...observed.pools, ...(pool ? [pool] : [])],
    memory: observed.memory ?? memory,
    defaultPage: observed.defaultPage ?? defaultPage,
  }
}

export const fromMemInfo = (meminfo: MemInfo, source: SourceId): HostObservation =>
  withMemInfo(notLookedAt(source), meminfo)

/** Totals by node and size, for what `virsh freepages` leaves out. */
export type Totals = readonly {
  readonly id: CellId
  readonly pools: readonly { readonly size: PageSize; readonly total: Pages }[]
}[]

/** libvirt's totals and its free pages. Without capabilities there are no CPUs and no memory, only `totals`. */
export function fromLibvirt(
  free: readonly FreePages[],
  capabilities: Capabilities | undefined,
  totals: Totals,
  source: SourceId,
): HostObservation {
  const nodes = free.map(({ node: id, pools }): ObservedNode => {
    const cell = capabilities?.cells.find((one) => one.id === id)
    const known = totals.find((one) => one.id === id)?.pools ?? []
    const [base, ...huge] = [...pools].sort((a, b) => a.size - b.size)
    return {
      id,
      cpus: cell ? cell.cpus.map((cpu) => cpu.id).sort((a, b) => a - b) : [],
      memory: cell && (cell.memory ?? KiB(0)),
      memoryFree: base && memoryOf(base.free, base.size),
      distances: cell ? free.flatMap(({ node }) => distanceTo(cell, node)) : [],
      pools: huge.flatMap(({ size, free }) => {
        const total = known.find((one) => one.size === size)?.total
        return total === undefined || total < free ? [] : [{ size, total, free, surplus: Pages(0) }]
      }),
    }
  })
  const sizes = groupBy(
    nodes.flatMap((node) => node.pools),
    ({ size }) => size,
  )
  return {
    ...notLookedAt(source),
    basePage: free[0]?.pools.map(({ size }) => size).sort((a, b) => a - b)[0],
    nodes,
    pools: [...sizes].map(([size, pools]) => wholeMachine(size, pools)),
    siblings:
      capabilities &&
      coresOf(capabilities.cells.flatMap(({ cpus }) => cpus.map((cpu) => cpu.siblings ?? []))),
  }
}

const wholeMachine = (size: PageSize, pools: readonly KernelPool[]): GlobalPool => ({
  size,
  total: sum(pools.map(({ total }) => total)),
  free: sum(pools.map(({ free }) => free)),
  surplus: sum(pools.map(({ surplus }) => surplus)),
  reserved: undefined,
  overcommit: undefined,
})

const distanceTo = ({ distances }: CapabilityCell, node: CellId): readonly number[] =>
  distances.filter((one) => one.node === node).map(({ value }) => value)

const notLookedAt = (source: SourceId): HostObservation => ({
  source,
  kernel: undefined,
  basePage: undefined,
  nodes: [],
  pools: [],
  holders: undefined,
  guests: undefined,
  siblings: undefined,
  mounts: undefined,
  libvirt: undefined,
  qemu: undefined,
})

type ProbePool = ProbeDocument['nodes'][number]['pools'][number]
const kernelPool = ({ size_kib, total, free, surplus }: ProbePool): KernelPool => ({
  size: PageSize(size_kib),
  total: Pages(total),
  free: Pages(free),
  surplus: Pages(surplus),
})

type ProbeHolder = NonNullable<ProbeDocument['holders']>[number]
const processHolder = (holder: ProbeHolder): PageHolder => ({
  kind: holder.guest === null ? 'process' : 'guest',
  name: holder.guest_name ?? nameOf(holder),
  pid: holder.pid,
  guest: holder.guest === null ? undefined : GuestId(holder.guest),
  node: CellId(holder.node),
  size: PageSize(holder.size_kib),
  pages: Pages(holder.pages),
  shared: Pages(holder.shared_pages),
})

/** A command is cut at 15 bytes, and a thread may have renamed it: then the program's own name says more. */
function nameOf({ command, exe }: ProbeHolder): string {
  const program = exe
    ?.split('/')
    .at(-1)
    ?.replace(/ \(deleted\)$/, '')
  if (program === undefined) return command
  const cut = command.length === 15 && program.startsWith(command)
  return cut || (holderClass(program) !== 'other' && holderClass(command) === 'other') ? program : command
}

const maybe = <T>(value: number | null, brand: (n: number) => T): T | undefined =>
  value === null ? undefined : brand(value)

const listed = (list: string | null): CpuSet => (list === null ? [] : (parseCpus(list) ?? []))
