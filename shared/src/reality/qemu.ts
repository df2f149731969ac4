import type { CellId } from '../model/ids.ts'
import { exceeds, KiB, type PageSize, Pages, sum } from '../units.ts'
import type { Binding } from './domain.ts'
import { type Findings, gapOf, nothing, qemuSays, refused, remarked, together, unknown } from './findings.ts'
import { mapPages, nothingTaken, type Taken, type Wish } from './hugetlb.ts'
import type { Backend, Launch, LaunchCell } from './launch.ts'
import type { Reality } from './reality.ts'
import type { Refusal } from './refusal.ts'
import { atLeast, versionOf } from './version.ts'

/** QEMU prints sizes as bytes in hexadecimal. */
const hex = (memory: KiB) => `0x${(BigInt(memory) * 1024n).toString(16)}`

/** The largest node number QEMU knows, and one (MAX_NODES of include/sysemu/numa.h). */
const maxNodes = 128

/** What QEMU and the kernel under it say to this launch: backends in their order, then the machine's cells. */
export function launchCheck(reality: Reality, launch: Launch): Findings {
  const found: Findings[] = [...launch.backends.map(argumentsCheck)]
  let taken: Taken = nothingTaken
  for (const backend of launch.backends) {
    const [findings, after] = backendCheck(reality, backend, launch.allowed, taken)
    found.push(findings)
    taken = after
  }
  return together([...found, machineCheck(reality, launch), basePagesCheck(reality, launch)])
}

/** What is wrong with a backend whatever the host. */
function argumentsCheck({ binding: { mode, nodes }, preallocated, reserved }: Backend): Findings {
  const beyond = nodes.find((node) => node >= maxNodes)
  if (beyond !== undefined) {
    const words = qemuSays(`Invalid host-nodes value: ${beyond}`)
    return refused({ kind: 'node-beyond-qemu', moment: 'start', words, node: beyond })
  }
  if (preallocated && !reserved) {
    const words = qemuSays("'prealloc=on' and 'reserve=off' are incompatible")
    return refused({ kind: 'preallocated-unreserved', moment: 'start', words })
  }
  if (mode !== 'default' && nodes.length === 0) {
    const policy = mode === 'strict' ? 'bind' : mode
    const words = qemuSays(`host-nodes must be set for policy ${policy}`)
    return refused({ kind: 'binding-without-nodes', moment: 'start', words })
  }
  if (mode === 'default' && nodes.length > 0) {
    const words = qemuSays(
      'host-nodes must be empty for policy default, or you should explicitly specify a policy other than default',
    )
    return refused({ kind: 'nodes-without-binding', moment: 'start', words, nodes })
  }
  return nothing
}

function backendCheck(
  reality: Reality,
  backend: Backend,
  allowed: Launch['allowed'],
  taken: Taken,
): readonly [Findings, Taken] {
  const bound = bindingCheck(reality, backend.binding)
  if (backend.pages === 'base') return [bound, taken]
  const { size, source } = backend.pages
  const sized = source === 'memfd' ? memfdCheck(reality, backend, size) : fileCheck(backend, size)
  if (sized.refusals.length > 0 || !isKnown(reality, size)) return [together([sized, bound]), taken]
  const [mapped, after] = mapPages(reality, wishOf(backend, size), allowed, taken)
  return [together([bound.refusals.length > 0 ? bound : together([mapped, bound]), sized]), after]
}

export const wishOf = ({ memory, binding, preallocated, reserved }: Backend, size: PageSize): Wish => ({
  size,
  needed: Pages(Math.ceil(memory / size)),
  binding,
  preallocated,
  reserved,
})

const isKnown = (reality: Reality, size: PageSize): boolean =>
  reality.nodes.some(({ pools }) => pools.some((pool) => pool.size === size))

/** A file in a hugetlbfs mount is rounded up to whole pages, once it has one. */
function fileCheck({ memory }: Backend, size: PageSize): Findings {
  if (memory < size) {
    const words = qemuSays(
      `memory size ${hex(memory)} must be equal to or larger than page size ${hex(KiB(size))}`,
    )
    return refused({ kind: 'cell-below-page-size', moment: 'start', words, memory, size })
  }
  if (memory % size === 0) return nothing
  const pages = Pages(Math.ceil(memory / size))
  return remarked({ kind: 'rounded-up', moment: 'start', words: undefined, memory, size, pages })
}

function memfdCheck(reality: Reality, { memory }: Backend, size: PageSize): Findings {
  if (!isKnown(reality, size) && reality.nodes.some(({ pools }) => pools.length > 0)) {
    const flags = 0x7 + Math.log2(size * 1024) * 2 ** 26
    const words = qemuSays(`failed to create memfd with flags 0x${flags.toString(16)}: No such device`)
    return refused({ kind: 'page-size-unknown-to-kernel', moment: 'start', words, size })
  }
  if (memory % size === 0) return nothing
  const words = qemuSays(`failed to resize memfd to ${BigInt(memory) * 1024n}: Invalid argument`)
  return refused({ kind: 'not-whole-pages', moment: 'start', words, memory, size })
}

/** mbind refuses a set of nodes of which none has memory, whatever the mode. */
function bindingCheck(reality: Reality, { nodes }: Binding): Findings {
  const [first] = nodes
  if (first === undefined || nodes.some((node) => node >= maxNodes)) return nothing
  const words = qemuSays('cannot bind memory to host NUMA nodes: Invalid argument')
  const there = nodes.flatMap((node) => reality.nodes.find(({ id }) => id === node) ?? [])
  const absent = nodes.filter((node) => !there.some(({ id }) => id === node))
  if (there.length === 0) return refused({ kind: 'node-absent', moment: 'start', words, node: first })
  if (there.every(({ memory }) => memory === 0)) {
    return refused({ kind: 'node-without-memory', moment: 'start', words, node: first })
  }
  return absent.length > 0
    ? remarked({ kind: 'nodes-partly-absent', moment: 'start', words: undefined, absent })
    : nothing
}

/** hw/core/numa.c: parse_numa_node, complete_init_numa_state. */
function machineCheck(reality: Reality, { memory, vcpus, cells, backends }: Launch): Findings {
  const [only, ...others] = backends
  if (cells.length === 0) {
    if (!only || others.length > 0 || only.memory === memory) return nothing
    const words = qemuSays('Machine memory size does not match the size of the memory backend')
    return refused({ kind: 'backend-unequal-memory', moment: 'start', words, backend: only.memory, memory })
  }
  return together([...cells.map((cell, at) => cellCheck(cell, cells.slice(0, at), vcpus)), ...cellsCheck()])

  function cellsCheck(): readonly Findings[] {
    const missing = cells.map((_, at) => at).find((at) => !cells.some(({ id }) => id === at))
    if (missing !== undefined) {
      const words = qemuSays(`numa: Node ID missing: ${missing}`)
      const ids = cells.map(({ id }) => id)
      return [refused({ kind: 'cell-ids-not-counted', moment: 'start', words, ids })]
    }
    return [sumCheck(reality, memory, cells), coverCheck(cells, vcpus)]
  }
}

function cellCheck({ id, cpus }: LaunchCell, before: readonly LaunchCell[], vcpus: number): Findings {
  const beyond = cpus.find((vcpu) => vcpu >= vcpus)
  if (beyond !== undefined) {
    const words = qemuSays(`CPU index (${beyond}) should be smaller than maxcpus (${vcpus})`)
    return refused({ kind: 'vcpu-beyond', moment: 'start', words, cell: id, vcpu: beyond, vcpus })
  }
  const other = before.find((one) => one.cpus.some((vcpu) => cpus.includes(vcpu)))
  if (!other) return nothing
  const words = qemuSays(`CPU is already assigned to node-id: ${other.id}`)
  const twice = cpus.filter((vcpu) => other.cpus.includes(vcpu))
  return refused({ kind: 'vcpus-in-two-cells', moment: 'start', words, cells: [other.id, id], vcpus: twice })
}

/** QEMU compares since 2.1. */
function sumCheck(reality: Reality, memory: KiB, cells: readonly LaunchCell[]): Findings {
  const total = sum(cells.map((cell) => cell.memory))
  if (total === memory) return nothing
  const version = versionOf(reality.qemu)
  if (!version) return unknown(gapOf(reality, 'qemu'))
  const sums = { cells: total, memory } as const
  if (!atLeast(version, [2, 1])) {
    return remarked({ kind: 'wrong-topology', moment: 'start', words: undefined, ...sums })
  }
  const words = qemuSays(`total memory for NUMA nodes (${hex(total)}) should equal RAM size (${hex(memory)})`)
  return refused({ kind: 'cells-unequal-memory', moment: 'start', words, ...sums })
}

function coverCheck(cells: readonly LaunchCell[], vcpus: number): Findings {
  const left = Array.from({ length: vcpus }, (_, vcpu) => vcpu).filter(
    (vcpu) => !cells.some(({ cpus }) => cpus.includes(vcpu)),
  )
  return left.length === 0 || cells.every(({ cpus }) => cpus.length === 0)
    ? nothing
    : remarked({ kind: 'vcpus-in-no-cell', moment: 'start', words: undefined, vcpus: left })
}

/** Base pages are taken as they are touched: each node's bound ones against what it has free, the others against all. */
function basePagesCheck(reality: Reality, { backends }: Launch): Findings {
  const base = backends.filter(({ pages }) => pages === 'base')
  const nodeOf = ({ binding: { mode, nodes } }: Backend) =>
    mode === 'strict' && nodes.length === 1 ? nodes[0] : undefined
  const nodes = [...new Set(base.map(nodeOf))]
  return together(
    nodes.map((node) =>
      freeCheck(reality, node, sum(base.filter((one) => nodeOf(one) === node).map(({ memory }) => memory))),
    ),
  )
}

function freeCheck(reality: Reality, node: CellId | undefined, needed: KiB): Findings {
  const available = node === undefined ? reality.memory?.available : undefined
  const nodes = reality.nodes.filter(({ id }) => node === undefined || id === node)
  const unread = nodes.find(({ memoryFree }) => memoryFree === undefined)
  if (available === undefined && unread) {
    return { ...nothing, assumes: [gapOf(reality, `node${unread.id}/meminfo MemFree`)] }
  }
  const free = available ?? sum(nodes.map(({ memoryFree }) => memoryFree ?? KiB(0)))
  if (!exceeds(needed, free)) return nothing
  return remarked({ kind: 'memory-short', moment: 'touch', words: undefined, node, needed, free } as Refusal)
}
