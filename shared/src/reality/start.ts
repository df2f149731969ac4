import { isNonEmpty } from '../collections.ts'
import type { CellId } from '../model/ids.ts'
import type { Gap } from '../model/snapshot.ts'
import { exceeds, KiB, minus, type PageSize, Pages, plus, sum } from '../units.ts'
import type { Domain, DomainCell } from './domain.ts'
import { poolOf, promisedOf } from './observe.ts'
import type { NodePool, Reality } from './reality.ts'
import type { Refusal, Words } from './refusal.ts'
import type { StartVerdict } from './start-verdict.ts'
import { atLeast, versionOf } from './version.ts'

/** What one check found: what stops the guest, what becomes of it, what is not known, what is taken for granted. */
interface Findings {
  readonly refusals: readonly Refusal[]
  readonly remarks: readonly Refusal[]
  readonly gaps: readonly Gap[]
  readonly assumes: readonly Gap[]
}

const nothing: Findings = { refusals: [], remarks: [], gaps: [], assumes: [] }

/**
 * What kernel, QEMU and libvirt say to starting this domain now, huge pages preallocated and bound strictly, as Nova
 * asks. A guest on base pages always starts: its memory is taken as it is touched, so a shortage is only a remark.
 */
export function startCheck(reality: Reality, domain: Domain): StartVerdict {
  const { host } = reality
  const sums = checkSum(reality, domain)
  const shrunk = sums.remarks.some(({ kind }) => kind === 'shrunk-to-cells')
  const found = [
    sums,
    ...boundNodes(domain).map((node) => checkNode(reality, node)),
    ...pageSizes(domain).map((size) => checkMount(reality, size)),
    checkPools(reality, domain),
    ...checkBasePages(reality, domain, shrunk ? sumOfCells(domain) : domain.memory),
  ]
  const refusals = found.flatMap((one) => one.refusals)
  const gaps = found.flatMap((one) => one.gaps)
  if (isNonEmpty(refusals)) return { host, outcome: 'refuses', refusals }
  if (isNonEmpty(gaps)) return { host, outcome: 'unknown', gaps }
  const remarks = found.flatMap((one) => one.remarks)
  return { host, outcome: 'starts', remarks, assumes: found.flatMap((one) => one.assumes) }
}

const gap = (reality: Reality, what: string, why: Gap['why'] = 'not given'): Gap =>
  reality.gaps.find((one) => one.what === what) ?? {
    source: undefined,
    host: reality.host,
    guest: undefined,
    what,
    why,
  }

const words = (seenWith: string, says: string): Words => ({ seenWith, says })
const qemu = (says: string) => words('QEMU 7.2', says)
const libvirt = (says: string) => words('libvirt 9.0', says)

const mib = KiB(1024)
/** libvirt hands QEMU whole MiB, each cell rounded up. */
const wholeMiB = (memory: KiB) => KiB(Math.ceil(memory / mib) * mib)
/** QEMU prints sizes as bytes in hexadecimal. */
const hex = (memory: KiB) => `0x${(BigInt(memory) * 1024n).toString(16)}`

/**
 * Cells that do not add up to the guest's memory. libvirt 9 makes their sum the memory and says nothing; the libvirt of
 * 2014 hands both to QEMU, which compares them since 2.1. What stands between was not seen.
 */
function checkSum(reality: Reality, domain: Domain): Findings {
  const { memory, cells } = domain
  const total = sumOfCells(domain)
  if (cells.length === 0 || total === memory) return nothing
  const sums = { cells: total, memory } as const

  const libvirtVersion = versionOf(reality.libvirt)
  if (!libvirtVersion) return { ...nothing, gaps: [gap(reality, 'libvirt')] }
  if (atLeast(libvirtVersion, [9])) {
    return {
      ...nothing,
      remarks: [{ kind: 'shrunk-to-cells', moment: 'define', words: undefined, ...sums }],
    }
  }
  if (atLeast(libvirtVersion, [1, 2, 10])) {
    return { ...nothing, gaps: [gap(reality, 'cells unequal memory', 'not modelled')] }
  }

  const qemuVersion = versionOf(reality.qemu)
  if (!qemuVersion) return { ...nothing, gaps: [gap(reality, 'qemu')] }
  if (!atLeast(qemuVersion, [2, 1])) {
    return { ...nothing, remarks: [{ kind: 'wrong-topology', moment: 'start', words: undefined, ...sums }] }
  }
  const handed = sum(cells.map((cell) => wholeMiB(cell.memory)))
  const says = `total memory for NUMA nodes (${hex(handed)}) should equal RAM size (${hex(memory)})`
  return {
    ...nothing,
    refusals: [{ kind: 'cells-unequal-memory', moment: 'start', words: qemu(says), ...sums }],
  }
}

const sumOfCells = ({ cells }: Domain): KiB => sum(cells.map(({ memory }) => memory))

const boundNodes = ({ cells }: Domain): CellId[] => [
  ...new Set(cells.flatMap(({ backing }) => (backing.node === undefined ? [] : [backing.node]))),
]

const pageSizes = ({ cells }: Domain): PageSize[] => [
  ...new Set(cells.flatMap(({ backing }) => (backing.kind === 'huge pages' ? [backing.size] : []))),
]

function checkNode(reality: Reality, node: CellId): Findings {
  const there = reality.nodes.find(({ id }) => id === node)
  if (!there) {
    const says = libvirt(`unsupported configuration: NUMA node ${node} is unavailable`)
    return { ...nothing, refusals: [{ kind: 'node-absent', moment: 'start', words: says, node }] }
  }
  if (there.memory !== 0) return nothing
  const says = qemu('cannot bind memory to host NUMA nodes: Invalid argument')
  return { ...nothing, refusals: [{ kind: 'node-without-memory', moment: 'start', words: says, node }] }
}

function checkMount(reality: Reality, size: PageSize): Findings {
  const unusable = libvirt(`Unable to find any usable hugetlbfs mount for ${size} KiB`)
  const known = reality.nodes.some(({ pools }) => pools.some((pool) => pool.size === size))
  if (!known && promisedOf(reality, size) === undefined) {
    const refusal = { kind: 'page-size-unknown-to-kernel', moment: 'start', words: unusable, size } as const
    return { ...nothing, refusals: [refusal] }
  }
  if (!reality.mounts) return { ...nothing, assumes: [gap(reality, 'mounts')] }
  if (reality.mounts.includes(size)) return nothing
  const none = libvirt('hugetlbfs filesystem is not mounted or disabled by administrator config')
  const says = reality.mounts.length === 0 ? none : unusable
  return { ...nothing, refusals: [{ kind: 'no-hugetlbfs-mount', moment: 'start', words: says, size }] }
}

/** Pages the domain's cells take, one after the other as QEMU allocates them. */
type Taken = ReadonlyMap<string, Pages>
const takenOf = (taken: Taken, node: CellId, size: PageSize) => taken.get(`${node} ${size}`) ?? Pages(0)

function checkPools(reality: Reality, domain: Domain): Findings {
  const allowed = boundNodes(domain)
  const found: Findings[] = []
  let taken: Taken = new Map()
  for (const cell of domain.cells) {
    const [findings, after] = checkCell(reality, cell, allowed, taken)
    found.push(findings)
    taken = after
  }
  return {
    refusals: found.flatMap((one) => one.refusals),
    remarks: [],
    gaps: found.flatMap((one) => one.gaps),
    assumes: found.flatMap((one) => one.assumes).slice(0, 1),
  }
}

/**
 * One cell on huge pages. libvirt confines QEMU to the guest's nodes; mmap asks whether those nodes together have the
 * pages and whether the machine has them beside what it promised, preallocation whether the cell's own node has.
 */
function checkCell(
  reality: Reality,
  { memory, backing }: DomainCell,
  allowed: readonly CellId[],
  taken: Taken,
): readonly [Findings, Taken] {
  if (backing.kind === 'base pages') return [nothing, taken]
  const { size, node } = backing
  const pool = poolOf(reality, node, size)
  if (!pool) {
    const seen = reality.nodes.some(({ id }) => id === node)
    return [seen ? { ...nothing, gaps: [gap(reality, `node${node}/hugepages-${size}kB`)] } : nothing, taken]
  }
  const given = wholeMiB(memory)
  if (given < size) {
    const says = qemu(`memory size ${hex(given)} must be equal to or larger than page size ${hex(KiB(size))}`)
    const refusal = { kind: 'cell-below-page-size', moment: 'start', words: says, memory, size } as const
    return [{ ...nothing, refusals: [refusal] }, taken]
  }

  const needed = Pages(Math.ceil(given / size))
  const left = (on: CellId, of: NodePool) => minus(of.free, takenOf(taken, on, size))
  const free = left(node, pool)
  const elsewhere = reality.nodes.flatMap(({ id, pools }) => {
    const other = pools.find((one) => one.size === size)
    return id !== node && other && !exceeds(needed, left(id, other))
      ? [{ node: id, free: left(id, other) }]
      : []
  })
  const short = { kind: 'pool-short', moment: 'start', size, needed, elsewhere } as const

  const promised = promisedOf(reality, size)
  const assumes = promised === undefined ? [gap(reality, 'reserved pages')] : []
  const together = poolsOf(reality, size, allowed)
  const whole = poolsOf(reality, size)
  const freeIn = (pools: readonly Located[]) => sum(pools.map(({ id, pool: one }) => left(id, one)))
  const noMap = qemu('unable to map backing store for guest RAM: Cannot allocate memory')
  const refuse = (refusal: Refusal): readonly [Findings, Taken] => [
    { ...nothing, refusals: [refusal] },
    taken,
  ]

  if (exceeds(needed, freeIn(together))) {
    const one = allowed.length === 1
    const { total, holders } = one ? pool : joined(together)
    return refuse({
      ...short,
      words: noMap,
      node: one ? node : undefined,
      free: freeIn(together),
      promised: Pages(0),
      total,
      holders,
    })
  }
  if (exceeds(plus(needed, promised ?? Pages(0)), freeIn(whole))) {
    const { total, holders } = joined(whole)
    return refuse({
      ...short,
      words: noMap,
      node: undefined,
      free: freeIn(whole),
      promised: promised ?? Pages(0),
      total,
      holders,
    })
  }
  if (exceeds(needed, free)) {
    const bad = qemu('qemu_prealloc_mem: preallocating memory failed: Bad address')
    const { total, holders } = pool
    return refuse({ ...short, words: bad, node, free, promised: Pages(0), total, holders })
  }
  const after = new Map(taken).set(`${node} ${size}`, plus(takenOf(taken, node, size), needed))
  return [{ ...nothing, assumes }, after]
}

interface Located {
  readonly id: CellId
  readonly pool: NodePool
}

const poolsOf = (reality: Reality, size: PageSize, nodes?: readonly CellId[]): Located[] =>
  reality.nodes
    .filter(({ id }) => nodes?.includes(id) ?? true)
    .flatMap(({ id, pools }) => pools.filter((pool) => pool.size === size).map((pool) => ({ id, pool })))

const joined = (pools: readonly Located[]) => ({
  total: sum(pools.map(({ pool }) => pool.total)),
  holders: pools.flatMap(({ pool }) => pool.holders),
})

/** Base pages of each bound cell against what its node has free, or of an unbound guest against the whole host. */
function checkBasePages(reality: Reality, { cells }: Domain, memory: KiB): Findings[] {
  const bound = cells.flatMap(({ memory: needed, backing }) =>
    backing.node === undefined ? [] : [{ needed, node: backing.node, kind: backing.kind }],
  )
  if (bound.length === 0) return [checkFree(reality, undefined, memory)]
  return bound
    .filter(({ kind }) => kind === 'base pages')
    .map(({ needed, node }) => checkFree(reality, node, needed))
}

function checkFree(reality: Reality, node: CellId | undefined, needed: KiB): Findings {
  const nodes = reality.nodes.filter(({ id }) => node === undefined || id === node)
  const unread = nodes.find(({ memoryFree }) => memoryFree === undefined)
  if (unread) return { ...nothing, assumes: [gap(reality, `node${unread.id}/meminfo MemFree`)] }
  const free = sum(nodes.map(({ memoryFree }) => memoryFree ?? KiB(0)))
  if (!exceeds(needed, free)) return nothing
  return {
    ...nothing,
    remarks: [{ kind: 'memory-short', moment: 'touch', words: undefined, node, needed, free }],
  }
}
