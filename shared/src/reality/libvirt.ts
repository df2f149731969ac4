import type { PageLimit } from '../model/host.ts'
import type { CellId } from '../model/ids.ts'
import { KiB, type PageSize, Pages, plus, sum } from '../units.ts'
import type { Backing, Domain } from './domain.ts'
import {
  type Findings,
  gapOf,
  libvirtSays,
  nothing,
  refused,
  remarked,
  together,
  unknown,
} from './findings.ts'
import type { Backend, Launch } from './launch.ts'
import { promisedOf } from './observe.ts'
import { launchCheck } from './qemu.ts'
import type { Reality } from './reality.ts'
import { atLeast, versionOf } from './version.ts'

/** What libvirt refuses when a domain is defined, whatever the host (src/conf/numa_conf.c, src/conf/domain_conf.c). */
export function defineCheck({ cells, vcpus, pagedCells }: Domain): Findings {
  if (cells.length === 0) return nothing
  const ids = cells.map(({ id }) => id)
  if (ids.some((id) => id >= cells.length) || new Set(ids).size < ids.length) {
    const words = libvirtSays(
      "XML error: Exactly one 'cell' element per guest NUMA cell allowed, non-contiguous ranges or ranges not starting from 0 are not allowed",
    )
    return refused({ kind: 'cell-ids-not-counted', moment: 'define', words, ids })
  }
  return together([
    ...cells.map((cell, at) => overlapCheck(cell, cells.slice(0, at))),
    beyondCheck(cells, vcpus),
    ...pagedCells.filter((cell) => !ids.includes(cell)).map(absentCellCheck),
    uncoveredCheck(cells, vcpus),
  ])
}

function overlapCheck({ id, cpus }: Domain['cells'][number], before: Domain['cells']): Findings {
  const other = before.find((one) => one.cpus.some((vcpu) => cpus.includes(vcpu)))
  if (!other) return nothing
  const vcpus = cpus.filter((vcpu) => other.cpus.includes(vcpu))
  const says = `unsupported configuration: NUMA cells ${id} and ${other.id} have overlapping vCPU ids`
  return refused({
    kind: 'vcpus-in-two-cells',
    moment: 'define',
    words: libvirtSays(says),
    cells: [other.id, id],
    vcpus,
  })
}

function beyondCheck(cells: Domain['cells'], vcpus: number): Findings {
  const [cell] = cells.filter(({ cpus }) => cpus.some((vcpu) => vcpu >= vcpus))
  if (!cell) return nothing
  const vcpu = Math.max(...cell.cpus)
  const words = libvirtSays('internal error: Number of CPUs in <numa> exceeds the <vcpu> count')
  return refused({ kind: 'vcpu-beyond', moment: 'define', words, cell: cell.id, vcpu, vcpus })
}

const absentCellCheck = (cell: number): Findings =>
  refused({
    kind: 'pages-for-absent-cell',
    moment: 'define',
    words: libvirtSays(`hugepages: node ${cell} not found`),
    cell,
  })

function uncoveredCheck(cells: Domain['cells'], vcpus: number): Findings {
  const left = Array.from({ length: vcpus }, (_, vcpu) => vcpu).filter(
    (vcpu) => !cells.some(({ cpus }) => cpus.includes(vcpu)),
  )
  return left.length === 0 || left.length === vcpus
    ? nothing
    : remarked({ kind: 'vcpus-in-no-cell', moment: 'define', words: undefined, vcpus: left })
}

const mib = KiB(1024)
/** libvirt hands QEMU whole MiB, each cell rounded up. */
const wholeMiB = (memory: KiB) => KiB(Math.ceil(memory / mib) * mib)

const sumOfCells = ({ cells }: Domain): KiB => sum(cells.map(({ memory }) => memory))

/**
 * Cells that do not add up to the guest's memory. libvirt 9 makes their sum the memory and says nothing; the libvirt of
 * 2014 hands both to QEMU, which compares them. What stands between was not seen.
 */
export function sumsCheck(reality: Reality, domain: Domain): Findings {
  const { memory, cells } = domain
  const total = sumOfCells(domain)
  if (cells.length === 0 || total === memory) return nothing
  const version = versionOf(reality.libvirt)
  if (!version) return unknown(gapOf(reality, 'libvirt'))
  if (atLeast(version, [9])) {
    return remarked({ kind: 'shrunk-to-cells', moment: 'define', words: undefined, cells: total, memory })
  }
  return atLeast(version, [1, 2, 10])
    ? unknown(gapOf(reality, 'cells unequal memory', 'not modelled'))
    : nothing
}

/** What this host says to it at start: libvirt, then QEMU and the kernel as libvirt starts it. */
export function hostCheck(reality: Reality, domain: Domain): Findings {
  const backings = backingsOf(domain)
  const sizes = [...new Set(backings.map((one) => sizeOf(reality, one)))].filter((size) => size !== 'base')
  if (sizes.includes(undefined)) return unknown(gapOf(reality, 'default huge page size'))
  const known = sizes as readonly PageSize[]
  const nodes = nodesOf(domain)
  const before = together([
    ...nodes.map((node) => nodeCheck(reality, node)),
    ...known.map((size) => mountCheck(reality, size)),
  ])
  const launched = launchCheck(reality, launchOf(reality, domain))
  const said = new Set(before.refusals.map(({ kind }) => kind))
  const after = { ...launched, refusals: launched.refusals.filter(({ kind }) => !said.has(kind)) }
  return together([before, after, ...known.map((size) => limitCheck(reality, domain, size))])
}

const backingsOf = ({ cells, backing }: Domain): readonly Backing[] =>
  cells.length > 0 ? cells.map((cell) => cell.backing) : [backing]

const nodesOf = (domain: Domain): readonly CellId[] => [
  ...new Set([...backingsOf(domain).flatMap(({ binding }) => binding.nodes), ...(domain.confinedTo ?? [])]),
]

/** Undefined where it is the host's default and that was not read. */
const sizeOf = (reality: Reality, backing: Backing): PageSize | 'base' | undefined =>
  backing.kind === 'base pages' ? 'base' : (backing.size ?? reality.defaultPage)

/** QEMU as libvirt starts it for this domain (src/qemu/qemu_command.c: qemuBuildMemoryBackendProps). */
export function launchOf(reality: Reality, domain: Domain): Launch {
  const { cells, vcpus, confinedTo: allowed } = domain
  const backend = (memory: KiB, backing: Backing): Backend => {
    const size = sizeOf(reality, backing)
    const huge = backing.kind === 'huge pages' && typeof size === 'number'
    return {
      memory: wholeMiB(memory),
      pages: huge ? { size, source: backing.source } : 'base',
      binding: backing.binding,
      preallocated: huge,
      reserved: true,
    }
  }
  if (cells.length === 0) {
    const memory = wholeMiB(domain.memory)
    return { memory, vcpus, backends: [backend(memory, domain.backing)], cells: [], allowed }
  }
  const handed = cells.map(({ id, cpus, memory }) => ({ id, cpus, memory: wholeMiB(memory) }))
  const compares = atLeast(versionOf(reality.libvirt) ?? [9], [1, 2, 10])
  const unequal = sumOfCells(domain) !== domain.memory
  return {
    memory: compares || !unequal ? sum(handed.map((cell) => cell.memory)) : domain.memory,
    vcpus,
    backends: cells.map(({ memory, backing }) => backend(memory, backing)),
    cells: handed.map((cell, at) => ({
      ...cell,
      cpus: at === 0 ? withUncovered(cell.cpus, domain) : cell.cpus,
    })),
    allowed,
  }
}

/** libvirt gives the first cell the vCPUs that no cell names. */
const withUncovered = (cpus: readonly number[], { cells, vcpus }: Domain): readonly number[] => [
  ...cpus,
  ...Array.from({ length: vcpus }, (_, vcpu) => vcpu).filter(
    (vcpu) => !cells.some((cell) => cell.cpus.includes(vcpu)),
  ),
]

function nodeCheck(reality: Reality, node: CellId): Findings {
  if (reality.nodes.some(({ id }) => id === node)) return nothing
  const words = libvirtSays(`unsupported configuration: NUMA node ${node} is unavailable`)
  return refused({ kind: 'node-absent', moment: 'start', words, node })
}

function mountCheck(reality: Reality, size: PageSize): Findings {
  const { mounts } = reality
  const words =
    mounts?.length === 0
      ? libvirtSays('internal error: hugetlbfs filesystem is not mounted or disabled by administrator config')
      : libvirtSays(`internal error: Unable to find any usable hugetlbfs mount for ${size} KiB`)
  const known = reality.nodes.some(({ pools }) => pools.some((pool) => pool.size === size))
  if (!known && promisedOf(reality, size) === undefined) {
    return refused({ kind: 'page-size-unknown-to-kernel', moment: 'start', words, size })
  }
  if (!mounts) return { ...nothing, assumes: [gapOf(reality, 'mounts')] }
  return mounts.includes(size)
    ? nothing
    : refused({ kind: 'no-hugetlbfs-mount', moment: 'start', words, size })
}

/** Cgroups that libvirt starts guests under. */
const guestCgroup = /^\/machine(\.slice)?$/

/** Limits of the cgroup all guests are in (Documentation/admin-guide/cgroup-v2: hugetlb.SIZE.max, .rsvd.max). */
function limitCheck(reality: Reality, domain: Domain, size: PageSize): Findings {
  const parts = domain.cells.length > 0 ? domain.cells : [domain]
  const needed = sum(
    parts
      .filter(({ backing }) => sizeOf(reality, backing) === size)
      .map(({ memory }) => Pages(Math.ceil(wholeMiB(memory) / size))),
  )
  return together(
    reality.limits
      .filter((one) => one.size === size && guestCgroup.test(one.path))
      .map((one) => withinLimit(one, needed)),
  )
}

function withinLimit({ path, size, limit, reservationLimit, used }: PageLimit, needed: Pages): Findings {
  const limits = [limit, reservationLimit].flatMap((one) => (typeof one === 'number' ? [one] : []))
  if (limits.length === 0) return nothing
  const most = Pages(Math.floor(Math.min(...limits) / size))
  const held = used ?? Pages(0)
  return plus(held, needed) > most
    ? refused({
        kind: 'cgroup-limit',
        moment: 'start',
        words: undefined,
        path,
        size,
        needed,
        used: held,
        limit: most,
      })
    : nothing
}
