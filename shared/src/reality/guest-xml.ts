import type { GuestCell, GuestTopology, HostCell } from '../model/cell.ts'
import { type CpuSet, cpuSet, formatCpus, union, without } from '../model/cpus.ts'
import type { Flavor } from '../model/flavor.ts'
import { CellId } from '../model/ids.ts'
import type { Rules } from '../releases/rules.ts'
import { inMiB, KiB, type PageSize } from '../units.ts'
import { type Binding, boundTo, type Domain, unbound } from './domain.ts'

/** What Nova writes of memory, cells, pages and pins into a domain's XML (nova/virt/libvirt/driver.py, config.py). */
export interface GuestXml {
  /** `<memory>`. */
  readonly memory: WrittenMemory
  readonly vcpus: number
  /** `<vcpu cpuset>`: where vCPUs without cells may run; undefined is anywhere. */
  readonly cpuset: CpuSet | undefined
  /** `<cpu><topology>`; undefined where it was not worked out. */
  readonly topology: CpuTopology | undefined
  /** `<cpu><numa><cell>`. */
  readonly cells: readonly GuestXmlCell[]
  /** `<numatune>`, strict. */
  readonly numatune: NumaTune | undefined
  /** `<memoryBacking><hugepages><page>`, by guest cell. */
  readonly hugePages: readonly { readonly size: PageSize; readonly cell: number }[]
  /** `<nosharepages>`. */
  readonly keepsPagesApart: boolean
  /** `<locked>`. */
  readonly locked: boolean
  /** `<vcpupin>`, in the order of vCPUs. */
  readonly vcpuPins: readonly { readonly vcpu: number; readonly cpus: CpuSet }[]
  readonly emulatorPin: CpuSet | undefined
  readonly ioThreadPins: readonly { readonly thread: number; readonly cpus: CpuSet }[]
  /** `<vcpusched>`: vCPUs with real time. */
  readonly realtime: CpuSet | undefined
}

/** A number that the XML gives without unit. libvirt reads KiB; `unit` is what Nova counted in. */
export interface WrittenMemory {
  readonly value: number
  readonly unit: 'MiB' | 'KiB'
}

export interface GuestXmlCell {
  readonly id: number
  readonly cpus: CpuSet
  readonly memory: WrittenMemory
  readonly access: 'shared' | undefined
}

interface NumaTune {
  readonly nodeset: CpuSet
  readonly memnodes: readonly { readonly cell: number; readonly node: number }[]
}

export interface CpuTopology {
  readonly sockets: number
  readonly cores: number
  readonly threads: number
}

/** A guest as it is handed to the driver. */
export interface PlacedGuest {
  readonly flavor: Flavor
  /** Cells with host cell ids; undefined for a guest without. */
  readonly topology: GuestTopology | undefined
  readonly cpuTopology: CpuTopology | undefined
  /** vCPUs with real time; undefined for a guest without. */
  readonly realtime: CpuSet | undefined
  readonly lockedMemory: boolean
}

/** The host as the driver sees it. */
export interface DriverHost {
  readonly cells: readonly HostCell[] | 'none'
  /** `vcpu_pin_set` or `cpu_shared_set`, where guests without cells float. */
  readonly floating: CpuSet | undefined
  /** `cpu_shared_set`, where the operator set it. */
  readonly cpuSharedSet: CpuSet | 'invalid' | undefined
}

export type Written =
  | { readonly kind: 'written'; readonly xml: GuestXml }
  /** The driver ends the start with this exception. */
  | { readonly kind: 'raises'; readonly exception: string; readonly detail: string }

const kib = (memory: KiB): WrittenMemory => ({ value: memory, unit: 'KiB' })

/** nova/virt/libvirt/driver.py: _get_guest_numa_config, _get_guest_memory_backing_config. */
export function guestXml(guest: PlacedGuest, host: DriverHost, rules: Rules): Written {
  const { flavor, realtime } = guest
  const plain: GuestXml = {
    memory: kib(flavor.memory),
    vcpus: flavor.vcpus,
    cpuset: host.floating,
    topology: guest.cpuTopology,
    cells: [],
    numatune: undefined,
    hugePages: [],
    keepsPagesApart: realtime !== undefined,
    locked: realtime !== undefined || guest.lockedMemory,
    vcpuPins: [],
    emulatorPin: undefined,
    ioThreadPins: [],
    realtime: undefined,
  }
  const guests = guest.topology?.cells ?? []
  if (!guest.topology || guests.length === 0) return { kind: 'written', xml: plain }
  if (host.cells === 'none')
    return { kind: 'written', xml: { ...plain, cells: xmlCells(guests, 'none', rules) } }

  const fault =
    sharedSetFault(guest.topology, host, rules) ??
    pinFault(guests, host.cells, rules) ??
    realtimeFault(guest, guest.topology, host, rules) ??
    pageFault(guests, host.cells)
  if (fault) return fault
  const cells = xmlCells(guests, host.cells, rules)
  const pins = vcpuPins(guests, host.cells)
  const emulatorPin = emulatorPinOf(guest, guest.topology, host, pins, rules)
  return {
    kind: 'written',
    xml: {
      ...plain,
      cpuset: undefined,
      cells,
      numatune: rules.xmlMemoryPolicy === 'strict' ? numaTune(guests, host.cells, cells) : undefined,
      hugePages: hugePages(guests, host.cells, cells),
      vcpuPins: pins,
      emulatorPin,
      ioThreadPins:
        rules.xmlIoThread === 'one' && emulatorPin?.length ? [{ thread: 1, cpus: emulatorPin }] : [],
      realtime,
    },
  }
}

/** What libvirt makes of it: every number is KiB. */
export const asLibvirtReads = ({ value }: WrittenMemory): KiB => KiB(value)

/** The domain that libvirt reads out of the XML. */
export function domainOf(xml: GuestXml): Domain {
  const bindingOf = (cell: number): Binding => {
    const memnode = xml.numatune?.memnodes.find((one) => one.cell === cell)
    return memnode ? boundTo(CellId(memnode.node)) : unbound
  }
  return {
    memory: asLibvirtReads(xml.memory),
    vcpus: xml.vcpus,
    cells: xml.cells.map(({ id, cpus, memory }) => {
      const size = xml.hugePages.find(({ cell }) => cell === id)?.size
      const binding = bindingOf(id)
      return {
        id,
        cpus,
        memory: asLibvirtReads(memory),
        backing:
          size === undefined
            ? { kind: 'base pages', binding }
            : { kind: 'huge pages', size, binding, source: 'file' },
      }
    }),
    backing: { kind: 'base pages', binding: unbound },
    confinedTo: xml.numatune?.nodeset.map(CellId),
    pagedCells: xml.hugePages.map(({ cell }) => cell),
  }
}

const vcpusOf = (cell: GuestCell): CpuSet => union(cell.cpuset, cell.pcpuset)

const sizesOf = (hosts: readonly HostCell[]): readonly PageSize[] =>
  (hosts[0]?.mempages ?? []).map(({ size }) => size).sort((a, b) => a - b)

function xmlCells(
  guests: readonly GuestCell[],
  hosts: readonly HostCell[] | 'none',
  rules: Rules,
): readonly GuestXmlCell[] {
  const larger = hosts === 'none' ? [] : sizesOf(hosts).slice(1)
  const onHugePages = guests.some(({ pageSize }) => typeof pageSize === 'number' && larger.includes(pageSize))
  return guests.map((guest, index) => ({
    id: rules.xmlCellIds === 'counted' && hosts !== 'none' ? index : guest.id,
    cpus: vcpusOf(guest),
    memory: rules.xmlCellMemory === 'MiB' ? { value: inMiB(guest.memory), unit: 'MiB' } : kib(guest.memory),
    access: onHugePages && rules.xmlPageAccess === 'shared' ? 'shared' : undefined,
  }))
}

/** Pairs of a guest cell, by its place in the guest, with the host cell it is on; none where its id is no host cell's. */
const onHosts = (guests: readonly GuestCell[], hosts: readonly HostCell[]) =>
  guests.flatMap((guest, index) => {
    const host = hosts.find(({ id }) => id === guest.id)
    return host ? [{ guest, index, host }] : []
  })

const numaTune = (
  guests: readonly GuestCell[],
  hosts: readonly HostCell[],
  cells: readonly GuestXmlCell[],
): NumaTune => {
  const pairs = onHosts(guests, hosts)
  return {
    nodeset: cpuSet(pairs.map(({ host }) => host.id)),
    memnodes: pairs.map(({ index, host }) => ({ cell: cells[index]?.id ?? index, node: host.id })),
  }
}

/** libvirt backs no guest with the smallest page size by name; the first host cell says which that is. */
function hugePages(
  guests: readonly GuestCell[],
  hosts: readonly HostCell[],
  cells: readonly GuestXmlCell[],
): GuestXml['hugePages'] {
  const smallest = sizesOf(hosts)[0]
  return onHosts(guests, hosts).flatMap(({ guest, index }) => {
    const { pageSize } = guest
    if (typeof pageSize !== 'number' || smallest === undefined || pageSize <= smallest) return []
    return [{ size: pageSize, cell: cells[index]?.id ?? index }]
  })
}

/** A pinned vCPU has its CPU; any other floats over the shared CPUs of the host cell. */
function vcpuPins(guests: readonly GuestCell[], hosts: readonly HostCell[]): GuestXml['vcpuPins'] {
  return onHosts(guests, hosts)
    .flatMap(({ guest, host }) => {
      const pinned = new Map(guest.cpuPinning)
      return vcpusOf(guest).map((vcpu) => {
        const cpu = pinned.get(vcpu)
        return { vcpu, cpus: cpu === undefined ? host.cpuset : [cpu] }
      })
    })
    .sort((one, other) => one.vcpu - other.vcpu)
}

function emulatorPinOf(
  { realtime }: PlacedGuest,
  { cells, emulatorThreadsPolicy }: GuestTopology,
  { cpuSharedSet }: DriverHost,
  pins: GuestXml['vcpuPins'],
  rules: Rules,
): CpuSet | undefined {
  if (rules.xmlEmulatorPin === 'none') return undefined
  if (rules.xmlEmulatorPin !== 'CPUs of the vCPUs' && emulatorThreadsPolicy === 'isolate') {
    return cpuSet(cells.flatMap(({ cpusetReserved }) => cpusetReserved ?? []))
  }
  const shares =
    rules.xmlEmulatorPin === 'the CPU reserved, or cpu_shared_set' && emulatorThreadsPolicy === 'share'
  if (shares && typeof cpuSharedSet === 'object') return cpuSharedSet
  if (realtime && rules.xmlRealtimeEmulatorPin === 'numbers of the other vCPUs') {
    return without(cpuSet(pins.map(({ vcpu }) => vcpu)), realtime)
  }
  const others = pins.filter(({ vcpu }) => !realtime?.includes(vcpu))
  // vCPUs that float share the set of their host cell.
  const sets = new Set(others.map(({ cpus }) => cpus))
  return cpuSet([...sets].flat())
}

type Fault = Extract<Written, { kind: 'raises' }>

const fault = (exception: string, detail: string): Fault => ({ kind: 'raises', exception, detail })

/** The driver reads cpu_shared_set for every guest with cells, and needs a CPU of it for one that shares them. */
function sharedSetFault(
  { emulatorThreadsPolicy }: GuestTopology,
  { cpuSharedSet }: DriverHost,
  rules: Rules,
): Fault | undefined {
  if (rules.xmlEmulatorPin !== 'the CPU reserved, or cpu_shared_set') return undefined
  const noneToShare = emulatorThreadsPolicy === 'share' && cpuSharedSet?.length === 0
  return cpuSharedSet === 'invalid' || noneToShare ? fault('Invalid', 'cpu_shared_set') : undefined
}

/** Pins that leave a vCPU out. */
function pinFault(guests: readonly GuestCell[], hosts: readonly HostCell[], rules: Rules): Fault | undefined {
  if (rules.dedicatedVcpus !== 'in cpuset') return undefined
  for (const { guest } of onHosts(guests, hosts)) {
    const pinned = new Map(guest.cpuPinning)
    const left = pinned.size === 0 ? undefined : vcpusOf(guest).find((vcpu) => !pinned.has(vcpu))
    if (left !== undefined) return fault('KeyError', `${left}`)
  }
  return undefined
}

/** A real-time guest whose emulator is to share CPUs of which the host names none. */
const realtimeFault = (
  { realtime }: PlacedGuest,
  { emulatorThreadsPolicy }: GuestTopology,
  { cpuSharedSet }: DriverHost,
  rules: Rules,
): Fault | undefined =>
  realtime &&
  emulatorThreadsPolicy === 'share' &&
  cpuSharedSet === undefined &&
  rules.xmlRealtimeBesideShare === 'with cpu_shared_set'
    ? fault('RealtimeMaskNotFoundOrInvalid', 'cpu_shared_set')
    : undefined

/** A page size, where the first host cell names none. */
const pageFault = (guests: readonly GuestCell[], hosts: readonly HostCell[]): Fault | undefined =>
  guests.some(({ pageSize }) => pageSize !== undefined) && sizesOf(hosts).length === 0
    ? fault('IndexError', 'mempages')
    : undefined

interface Element {
  readonly name: string
  readonly attributes?: Readonly<Record<string, string | number | undefined>>
  readonly content?: string | number | readonly Element[]
}

/** The XML as text, each element in the place and form Nova gives it. Elements of which nothing is said are left out. */
export const xmlText = (xml: GuestXml): string => text(domainElement(xml), '')

function domainElement(xml: GuestXml): Element {
  return {
    name: 'domain',
    attributes: { type: 'kvm' },
    content: [
      { name: 'memory', content: xml.memory.value },
      ...group('memoryBacking', [
        ...group(
          'hugepages',
          xml.hugePages.map(({ size, cell }) => ({
            name: 'page',
            attributes: { size, nodeset: cell, unit: 'KiB' },
          })),
        ),
        ...(xml.keepsPagesApart ? [{ name: 'nosharepages' }] : []),
        ...(xml.locked ? [{ name: 'locked' }] : []),
      ]),
      ...group('numatune', numaTuneElements(xml.numatune)),
      {
        name: 'vcpu',
        attributes: { cpuset: xml.cpuset && formatCpus(xml.cpuset) },
        content: xml.vcpus,
      },
      ...group('cputune', cpuTuneElements(xml)),
      {
        name: 'cpu',
        attributes: { mode: 'host-model', match: 'exact' },
        content: [
          ...(xml.topology ? [{ name: 'topology', attributes: { ...xml.topology } }] : []),
          ...group(
            'numa',
            xml.cells.map(({ id, cpus, memory, access }) => ({
              name: 'cell',
              attributes: { id, cpus: formatCpus(cpus), memory: memory.value, memAccess: access },
            })),
          ),
        ],
      },
    ],
  }
}

const group = (name: string, content: readonly Element[]): readonly Element[] =>
  content.length > 0 ? [{ name, content }] : []

const numaTuneElements = (numatune: NumaTune | undefined): readonly Element[] =>
  numatune
    ? [
        { name: 'memory', attributes: { mode: 'strict', nodeset: formatCpus(numatune.nodeset) } },
        ...numatune.memnodes.map(({ cell, node }) => ({
          name: 'memnode',
          attributes: { cellid: cell, mode: 'strict', nodeset: node },
        })),
      ]
    : []

const cpuTuneElements = (xml: GuestXml): readonly Element[] => [
  ...(xml.emulatorPin ? [{ name: 'emulatorpin', attributes: { cpuset: formatCpus(xml.emulatorPin) } }] : []),
  ...xml.ioThreadPins.map(({ thread, cpus }) => ({
    name: 'iothreadpin',
    attributes: { cpuset: formatCpus(cpus), iothread: thread },
  })),
  ...xml.vcpuPins.map(({ vcpu, cpus }) => ({
    name: 'vcpupin',
    attributes: { vcpu, cpuset: formatCpus(cpus) },
  })),
  ...(xml.realtime
    ? [
        {
          name: 'vcpusched',
          attributes: { vcpus: formatCpus(xml.realtime), scheduler: 'fifo', priority: 1 },
        },
      ]
    : []),
]

function text({ name, attributes = {}, content }: Element, indent: string): string {
  const written = Object.entries(attributes)
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => ` ${key}="${value}"`)
    .join('')
  if (content === undefined) return `${indent}<${name}${written}/>\n`
  if (!Array.isArray(content)) return `${indent}<${name}${written}>${content}</${name}>\n`
  const inner = content.map((element) => text(element, `${indent}  `)).join('')
  return `${indent}<${name}${written}>\n${inner}${indent}</${name}>\n`
}
