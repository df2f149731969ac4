import { type Domain as ReadDomain, readDomain } from '../evidence/domain.ts'
import type { Notes } from '../evidence/elements.ts'
import { CellId } from '../model/ids.ts'
import type { Problem } from '../parsing/parsed.ts'
import { childOf, type Element } from '../parsing/xml.ts'
import { type Backing, type Binding, type Domain, unbound } from '../reality/domain.ts'
import { KiB, sum } from '../units.ts'

/** A `<domain>` as evidence has it and as the host is asked, with what was not understood. */
export interface Asked {
  readonly element: Element
  readonly facts: ReadDomain
  readonly domain: Domain
  readonly problems: readonly Problem[]
}

export function readAsked(element: Element): Asked {
  const notes: Notes = []
  const facts = readDomain(element, notes)
  return { element, facts, domain: askedOf(element, facts), problems: notes }
}

function askedOf(element: Element, facts: ReadDomain): Domain {
  const cells = facts.cells.map(({ id, cpus, memory }) => ({
    id,
    cpus,
    memory,
    backing: backingOf(element, facts, id),
  }))
  const { numaMemory } = facts
  const confines = numaMemory?.mode === 'strict' || numaMemory?.mode === 'restrictive'
  return {
    memory: facts.memory ?? sum(cells.map(({ memory }) => memory)) ?? KiB(0),
    vcpus: facts.vcpus ?? cells.flatMap(({ cpus }) => cpus).length,
    cells,
    backing: backingOf(element, facts, undefined),
    confinedTo: confines ? numaMemory.nodeset?.map(CellId) : undefined,
    pagedCells: (facts.hugepages ?? []).flatMap(({ cells }) => cells ?? []),
  }
}

/** The `<page>` of a guest cell: one that names it, else one that names none. */
export const pageOf = ({ hugepages }: ReadDomain, cell: number | undefined) =>
  hugepages?.find(({ cells }) => cell !== undefined && cells?.includes(cell)) ??
  hugepages?.find(({ cells }) => cells === undefined || cell === undefined)

/** What binds a guest cell: its `<memnode>`, else `<numatune><memory>`. */
export const boundBy = ({ memnodes, numaMemory }: ReadDomain, cell: number | undefined) =>
  memnodes.find((one) => one.cell === cell) ?? numaMemory

function backingOf(element: Element, facts: ReadDomain, cell: number | undefined): Backing {
  const binding = bindingOf(facts, cell)
  const page = pageOf(facts, cell)
  if (!page) return { kind: 'base pages', binding }
  const memfd = childOf(element, 'memoryBacking', 'source')?.attributes.type === 'memfd'
  return { kind: 'huge pages', size: page.size, binding, source: memfd ? 'memfd' : 'file' }
}

/** In `restrictive` mode libvirt leaves QEMU's own policy alone. */
function bindingOf(facts: ReadDomain, cell: number | undefined): Binding {
  const bound = boundBy(facts, cell)
  if (!bound?.nodeset || bound.mode === 'restrictive') return unbound
  const nodes = bound.nodeset.map(CellId)
  const { mode } = bound
  return mode === 'preferred' || mode === 'interleave' ? { mode, nodes } : { mode: 'strict', nodes }
}
