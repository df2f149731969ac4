import { scaled } from '../evidence/scaled.ts'
import { type CpuSet, formatCpus, union, without } from '../model/cpus.ts'
import { type CellId, CellId as cellId } from '../model/ids.ts'
import type { Place } from '../parsing/parsed.ts'
import { childOf, childrenOf, type Element } from '../parsing/xml.ts'
import type { Reality } from '../reality/reality.ts'
import { atLeast, versionOf } from '../reality/version.ts'
import { KiB, sum } from '../units.ts'
import { type Asked, boundBy, pageOf } from './asked.ts'
import type { Amount, Finding, Matter, Severity } from './inspection.ts'

const finding = (severity: Severity, at: Place, about: Matter): Finding => ({ severity, at, about })

export const placeOf = ({ line, path }: Element): Place => ({ line, path })

/** An element's amount, its text or one of its attributes; undefined where it could not be read. */
export function amountOf(element: Element | undefined, part: 'text' | '@memory'): Amount | undefined {
  if (!element) return undefined
  const written = (part === 'text' ? element.text : element.attributes.memory) ?? ''
  const { unit } = element.attributes
  const read = /^\d+$/.test(written.trim()) ? scaled(Number(written), unit) : undefined
  if (read === undefined) return undefined
  const at = part === 'text' ? placeOf(element) : { line: element.line, path: `${element.path}/@memory` }
  return { at, written: written.trim(), unit, read }
}

/** What the XML itself says that an operator may not have meant, whatever the host. */
export const textMatters = (asked: Asked): readonly Finding[] => [
  ...asked.problems.map((problem) => finding('wrong', problem.at, { kind: 'not-read', problem })),
  ...amounts(asked).flatMap(unitMatters),
  ...currentMatters(asked),
  ...sumMatters(asked),
  ...pageMatters(asked),
  ...bindingMatters(asked),
]

/** What the XML says of CPUs, held against those of a host. */
export const cpuMatters = (asked: Asked, reality: Reality): readonly Finding[] =>
  reality.nodes.every(({ cpus }) => cpus.length === 0)
    ? []
    : [...pinsElsewhere(asked, reality), ...pinsAbsent(asked, reality)]

/** What this host's libvirt makes of what stands there: it reads a cell's unit since 1.2.11. */
export function versionMatters(asked: Asked, { libvirt }: Reality): readonly Finding[] {
  const version = versionOf(libvirt)
  if (libvirt === undefined || !version || atLeast(version, [1, 2, 11])) return []
  return cellElements(asked).flatMap((cell) => {
    const amount = amountOf(cell, '@memory')
    if (!amount?.unit || amount.read === Number(amount.written)) return []
    const { at, written, unit, read: meant } = amount
    return [finding('wrong', at, { kind: 'unit-not-heard', written, unit, meant, libvirt })]
  })
}

const cellElements = ({ element }: Asked): readonly Element[] =>
  childrenOf(childOf(element, 'cpu', 'numa'), 'cell')

/** The element of a guest cell, counted where it has no id. */
export const cellElement = (asked: Asked, cell: number): Element | undefined =>
  cellElements(asked).find(({ attributes }, at) => Number(attributes.id ?? at) === cell)

const amounts = (asked: Asked): readonly Amount[] => [
  ...['memory', 'currentMemory'].flatMap((name) => amountOf(childOf(asked.element, name), 'text') ?? []),
  ...cellElements(asked).flatMap((cell) => amountOf(cell, '@memory') ?? []),
]

function unitMatters({ at, written, unit, read }: Amount): readonly Finding[] {
  if (unit === undefined) return [finding('note', at, { kind: 'unit-unsaid', written, read })]
  const [, prefix] = /^([KMGTPE])B$/i.exec(unit.trim()) ?? []
  const meant = prefix ? scaled(Number(written), `${prefix}iB`) : undefined
  if (meant === undefined || meant === read) return []
  return [finding('wrong', at, { kind: 'decimal-unit', written, unit, read, meant })]
}

function currentMatters({ element, facts: { memory, currentMemory: current } }: Asked): readonly Finding[] {
  const stands = childOf(element, 'currentMemory')
  if (!stands || memory === undefined || current === undefined || current === memory) return []
  return current > memory
    ? [finding('wrong', placeOf(stands), { kind: 'current-above-memory', current, memory })]
    : [finding('note', placeOf(stands), { kind: 'current-below-memory', current, memory })]
}

const mib = 1024

function sumMatters({ element, facts: { memory, cells } }: Asked): readonly Finding[] {
  const stands = childOf(element, 'memory')
  const numa = childOf(element, 'cpu', 'numa')
  const total = sum(cells.map((cell) => cell.memory))
  const rounded = cells.flatMap(({ memory }) => (memory % mib === 0 ? [] : [memory]))
  const odd = cells.length === 0 && memory !== undefined && memory % mib !== 0 ? [memory] : rounded
  const at = placeOf(numa ?? stands ?? element)
  const ups = odd.map((memory) =>
    finding('note', at, {
      kind: 'rounded-to-mib',
      memory,
      given: KiB(Math.ceil(memory / mib) * mib),
    }),
  )
  if (cells.length === 0 || memory === undefined || total === memory) return ups
  const kind = total * mib === memory ? 'cells-in-mib' : 'cells-unequal'
  return [finding('wrong', at, { kind, cells: total, memory }), ...ups]
}

function pageMatters(asked: Asked): readonly Finding[] {
  const { element, facts } = asked
  const named = (facts.hugepages ?? []).flatMap(({ cells }) => cells ?? [])
  const twice = [...new Set(named.filter((cell, at) => named.indexOf(cell) !== at))]
  const stands = placeOf(childOf(element, 'memoryBacking', 'hugepages') ?? element)
  const without = facts.hugepages ? facts.cells.filter(({ id }) => !pageOf(facts, id)) : []
  return [
    ...twice.map((cell) => finding('wrong', stands, { kind: 'pages-named-twice', cell })),
    ...without.map(({ id }) =>
      finding('wrong', placeOf(cellElement(asked, id) ?? element), { kind: 'cell-without-pages', cell: id }),
    ),
  ]
}

function bindingMatters(asked: Asked): readonly Finding[] {
  const { element, facts } = asked
  const allowed = facts.numaMemory?.nodeset?.map(cellId)
  const memnodes = childrenOf(childOf(element, 'numatune'), 'memnode')
  const placeOfNode = (cell: number) =>
    placeOf(memnodes.find(({ attributes }) => Number(attributes.cellid) === cell) ?? element)
  const outside = facts.memnodes.flatMap(({ cell, nodeset }) => {
    const nodes = nodeset?.map(cellId) ?? []
    const beyond = allowed ? without(nodes, allowed) : []
    return beyond.length > 0 && allowed
      ? [finding('wrong', placeOfNode(cell), { kind: 'memnode-outside-memory', cell, nodes, allowed })]
      : []
  })
  const absent = facts.memnodes
    .filter(({ cell }) => !facts.cells.some(({ id }) => id === cell))
    .map(({ cell }) => finding('refused', placeOfNode(cell), { kind: 'memnode-for-absent-cell', cell }))
  const free = facts.cells
    .filter(({ id }) => !boundBy(facts, id))
    .map(({ id }) =>
      finding('note', placeOf(cellElement(asked, id) ?? element), { kind: 'bound-nowhere', cell: id }),
    )
  return [...outside, ...absent, ...free]
}

/** CPUs that a cell's vCPUs are pinned to, against the nodes its memory is bound to. */
function pinsElsewhere(asked: Asked, reality: Reality): readonly Finding[] {
  return asked.facts.cells.flatMap(({ id, cpus }) => {
    const memory = boundBy(asked.facts, id)?.nodeset?.map(cellId)
    const pins = asked.facts.vcpuPins.filter(({ vcpu }) => cpus.includes(vcpu))
    if (!memory || pins.length === 0) return []
    const local = reality.nodes.filter((node) => memory.includes(node.id)).flatMap((node) => node.cpus)
    if (local.length === 0) return []
    const away = pins.filter((pin) => pin.cpus.every((cpu) => !local.includes(cpu)))
    const nodes = nodesOf(
      reality,
      away.reduce<CpuSet>((all, pin) => union(all, pin.cpus), []),
    )
    if (away.length === 0 || nodes.length === 0) return []
    const vcpus = away.map(({ vcpu }) => vcpu)
    return [
      finding('risk', pinPlace(asked, vcpus[0] as number), {
        kind: 'pinned-elsewhere',
        cell: id,
        vcpus,
        nodes,
        memory,
      }),
    ]
  })
}

const nodesOf = (reality: Reality, cpus: CpuSet): readonly CellId[] =>
  reality.nodes.filter((node) => node.cpus.some((cpu) => cpus.includes(cpu))).map(({ id }) => id)

function pinsAbsent(asked: Asked, reality: Reality): readonly Finding[] {
  const online = reality.nodes.flatMap(({ cpus }) => cpus)
  return asked.facts.vcpuPins.flatMap(({ vcpu, cpus }) => {
    const absent = without(
      cpus,
      [...online].sort((a, b) => a - b),
    )
    return absent.length === 0
      ? []
      : [
          finding(absent.length === cpus.length ? 'refused' : 'wrong', pinPlace(asked, vcpu), {
            kind: 'pinned-to-absent-cpus',
            vcpu,
            cpus: absent,
          }),
        ]
  })
}

const pinPlace = ({ element }: Asked, vcpu: number): Place =>
  placeOf(
    childrenOf(childOf(element, 'cputune'), 'vcpupin').find(
      ({ attributes }) => attributes.vcpu === formatCpus([vcpu]),
    ) ?? element,
  )
