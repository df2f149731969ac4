import type { CpuSet } from '../model/cpus.ts'
import { CellId } from '../model/ids.ts'
import type { Parsed } from '../parsing/parsed.ts'
import { childOf, childrenOf, type Element, readXml } from '../parsing/xml.ts'
import { type KiB, PageSize, Pages } from '../units.ts'
import { listOf, memoryOf, type Notes, note, wholeOf } from './elements.ts'

/** A `<cell>` of libvirt's capabilities: totals only, whoever uses them. */
export interface CapabilityCell {
  readonly id: CellId
  /** Undefined where libvirt gives none: a node without memory. */
  readonly memory: KiB | undefined
  /** Every page size, the base page first; its total leaves out what is set aside as huge pages. */
  readonly pages: readonly { readonly size: PageSize; readonly total: Pages }[]
  /** SLIT distances by node; empty where libvirt is too old to say. */
  readonly distances: readonly { readonly node: CellId; readonly value: number }[]
  readonly cpus: readonly CapabilityCpu[]
}

export interface CapabilityCpu {
  readonly id: number
  readonly socket: number | undefined
  /** Threads of its core, itself included; undefined where the CPU is offline or libvirt does not say. */
  readonly siblings: CpuSet | undefined
}

export interface Capabilities {
  /** The machine's own uuid. */
  readonly uuid: string | undefined
  readonly cells: readonly CapabilityCell[]
}

/** What `virsh capabilities` prints. Nova builds a host's NUMA topology from it (driver.py: _get_host_numa_topology). */
export function parseCapabilities(text: string): Parsed<Capabilities> {
  const { roots, problems: faults } = readXml(text)
  const root = roots.find(({ name }) => name === 'capabilities')
  if (!root) return { facts: undefined, problems: faults }

  const notes: Notes = []
  const host = childOf(root, 'host')
  const list = childOf(host, 'topology', 'cells')
  if (!list) note(notes, host ?? root, 'text', 'topology/cells')
  const cells = childrenOf(list, 'cell').flatMap((cell) => cellOf(cell, notes))
  return {
    facts: { uuid: childOf(host, 'uuid')?.text, cells },
    problems: [...faults, ...notes],
  }
}

function cellOf(cell: Element, notes: Notes): CapabilityCell[] {
  const id = wholeOf(cell, '@id', notes)
  if (id === undefined) return []
  const memory = childOf(cell, 'memory')
  return [
    {
      id: CellId(id),
      memory: memory && memoryOf(memory, 'text', notes),
      pages: childrenOf(cell, 'pages').flatMap((pages) => poolOf(pages, notes)),
      distances: childrenOf(childOf(cell, 'distances'), 'sibling').flatMap((sibling) => {
        const node = wholeOf(sibling, '@id', notes)
        const value = wholeOf(sibling, '@value', notes)
        return node === undefined || value === undefined ? [] : [{ node: CellId(node), value }]
      }),
      cpus: childrenOf(childOf(cell, 'cpus'), 'cpu').flatMap((cpu) => cpuOf(cpu, notes)),
    },
  ]
}

function poolOf(pages: Element, notes: Notes): CapabilityCell['pages'] {
  const size = memoryOf(pages, '@size', notes)
  const total = wholeOf(pages, 'text', notes)
  return size === undefined || total === undefined ? [] : [{ size: PageSize(size), total: Pages(total) }]
}

function cpuOf(cpu: Element, notes: Notes): CapabilityCpu[] {
  const id = wholeOf(cpu, '@id', notes)
  if (id === undefined) return []
  const { socket_id: socket, siblings } = cpu.attributes
  return [
    {
      id,
      socket: socket === undefined ? undefined : wholeOf(cpu, '@socket_id', notes),
      siblings: siblings === undefined ? undefined : listOf(cpu, '@siblings', notes),
    },
  ]
}
