import type { CpuSet } from '../model/cpus.ts'
import { CellId, GuestId } from '../model/ids.ts'
import type { Parsed } from '../parsing/parsed.ts'
import { childOf, childrenOf, type Element, readXml } from '../parsing/xml.ts'
import { type KiB, PageSize } from '../units.ts'
import { listOf, memoryOf, type Notes, note, wholeOf } from './elements.ts'

/** What a libvirt domain XML asks for. Undefined is an element that is not there. */
export interface Domain {
  /** Undefined in an XML that was never defined. */
  readonly uuid: GuestId | undefined
  readonly name: string | undefined
  readonly memory: KiB | undefined
  readonly currentMemory: KiB | undefined
  readonly vcpus: number | undefined
  /** `<vcpupin>`: host CPUs a vCPU may run on. */
  readonly vcpuPins: readonly { readonly vcpu: number; readonly cpus: CpuSet }[]
  readonly emulatorPin: CpuSet | undefined
  /** `<numa>`: the guest's own cells. */
  readonly cells: readonly DomainCell[]
  /** `<numatune><memory>`: host nodes of the whole guest. */
  readonly numaMemory: NumaMemory | undefined
  /** `<memnode>`: host nodes of one guest cell. */
  readonly memnodes: readonly (NumaMemory & { readonly cell: CellId })[]
  /** `<hugepages>`; undefined where the guest is on base pages. */
  readonly hugepages: readonly HugePages[] | undefined
  /** The name that Nova put into the metadata, and the flavor's. */
  readonly nova: { readonly name: string | undefined; readonly flavor: string | undefined } | undefined
}

export interface DomainCell {
  readonly id: CellId
  /** vCPUs. */
  readonly cpus: CpuSet
  readonly memory: KiB
}

export interface NumaMemory {
  /** `strict`, `preferred`, `interleave`, `restrictive`. */
  readonly mode: string
  /** Host nodes; undefined with placement='auto'. */
  readonly nodeset: CpuSet | undefined
}

export interface HugePages {
  /** Undefined is the host's default size. */
  readonly size: PageSize | undefined
  /** Guest cells; undefined is all the others. */
  readonly cells: CpuSet | undefined
}

/** `virsh dumpxml`, one domain or several after one another; what Nova wrote, or a file of /run/libvirt/qemu. */
export function parseDomains(text: string): Parsed<readonly Domain[]> {
  const { roots, problems: faults } = readXml(text)
  const notes: Notes = []
  const domains = domainElements(roots).map((domain) => readDomain(domain, notes))
  return { facts: domains.length > 0 ? domains : undefined, problems: [...faults, ...notes] }
}

/** A domain stands alone, or within the status that libvirtd keeps of it. */
export const domainElements = (roots: readonly Element[]): readonly Element[] =>
  roots.flatMap((root) => (root.name === 'domain' ? [root] : childrenOf(root, 'domain')))

/** One `<domain>`; what is not in shape is noted and left out. */
export function readDomain(domain: Element, notes: Notes): Domain {
  const named = (...names: string[]) => childOf(domain, ...names)
  const memory = named('memory')
  const currentMemory = named('currentMemory')
  const vcpu = named('vcpu')
  const uuid = named('uuid')?.text
  const emulatorPin = named('cputune', 'emulatorpin')
  const numaMemory = named('numatune', 'memory')
  if (!memory && !named('cpu', 'numa')) note(notes, domain, 'text', 'a memory element')
  return {
    uuid: uuid ? GuestId(uuid) : undefined,
    name: named('name')?.text || undefined,
    memory: memory && memoryOf(memory, 'text', notes),
    currentMemory: currentMemory && memoryOf(currentMemory, 'text', notes),
    vcpus: vcpu && wholeOf(vcpu, 'text', notes),
    vcpuPins: childrenOf(named('cputune'), 'vcpupin').flatMap((pin) => {
      const number = wholeOf(pin, '@vcpu', notes)
      const cpus = listOf(pin, '@cpuset', notes)
      return number === undefined || !cpus ? [] : [{ vcpu: number, cpus }]
    }),
    emulatorPin: emulatorPin && listOf(emulatorPin, '@cpuset', notes),
    cells: childrenOf(named('cpu', 'numa'), 'cell').flatMap((cell, i) => cellOf(cell, i, notes)),
    numaMemory: numaMemory && numaMemoryOf(numaMemory, notes),
    memnodes: childrenOf(named('numatune'), 'memnode').flatMap((memnode) => {
      const cell = wholeOf(memnode, '@cellid', notes)
      return cell === undefined ? [] : [{ cell: CellId(cell), ...numaMemoryOf(memnode, notes) }]
    }),
    hugepages: hugePagesOf(named('memoryBacking', 'hugepages'), notes),
    nova: novaOf(domain),
  }
}

/** libvirt counts cells without an id in their order. */
function cellOf(cell: Element, order: number, notes: Notes): DomainCell[] {
  const { id, cpus } = cell.attributes
  const number = id === undefined ? order : wholeOf(cell, '@id', notes)
  const memory = memoryOf(cell, '@memory', notes)
  const vcpus = cpus === undefined ? [] : listOf(cell, '@cpus', notes)
  if (number === undefined || memory === undefined || !vcpus) return []
  return [{ id: CellId(number), cpus: vcpus, memory }]
}

const numaMemoryOf = (element: Element, notes: Notes): NumaMemory => ({
  mode: element.attributes.mode ?? 'strict',
  nodeset: element.attributes.nodeset === undefined ? undefined : listOf(element, '@nodeset', notes),
})

function hugePagesOf(hugepages: Element | undefined, notes: Notes): readonly HugePages[] | undefined {
  if (!hugepages) return undefined
  const pages = childrenOf(hugepages, 'page')
  if (pages.length === 0) return [{ size: undefined, cells: undefined }]
  return pages.flatMap((page) => {
    const size = memoryOf(page, '@size', notes)
    const { nodeset } = page.attributes
    if (size === undefined) return []
    return [
      { size: PageSize(size), cells: nodeset === undefined ? undefined : listOf(page, '@nodeset', notes) },
    ]
  })
}

function novaOf(domain: Element): Domain['nova'] {
  const instance = childOf(domain, 'metadata', 'nova:instance')
  if (!instance) return undefined
  return {
    name: childOf(instance, 'nova:name')?.text || undefined,
    flavor: childOf(instance, 'nova:flavor')?.attributes.name,
  }
}
