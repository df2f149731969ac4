import { domainElements } from '../evidence/domain.ts'
import { CellId, GuestId } from '../model/ids.ts'
import type { Place } from '../parsing/parsed.ts'
import { childOf, readXml } from '../parsing/xml.ts'
import { type StartStorm, startStorms, takenBy, withoutGuests } from '../reality/again.ts'
import { stopGuest } from '../reality/change.ts'
import type { Domain } from '../reality/domain.ts'
import type { Reality } from '../reality/reality.ts'
import type { Refusal } from '../reality/refusal.ts'
import { defineFindings, startCheck } from '../reality/start.ts'
import type { StartVerdict } from '../reality/start-verdict.ts'
import { Pages } from '../units.ts'
import { type Asked, boundBy, pageOf, readAsked } from './asked.ts'
import type { Finding, Got, InspectedCell, InspectedDomain, Inspection, Severity } from './inspection.ts'
import { amountOf, cellElement, cpuMatters, placeOf, textMatters, versionMatters } from './matters.ts'

/**
 * What there is to say of domain XML: one domain, or all of a host one after the other, as `virsh dumpxml` prints them,
 * held against a host where one is given. A guest that runs there is judged as if its own pages were free.
 */
export function inspect(text: string, reality: Reality | undefined): Inspection {
  const { roots, problems } = readXml(text)
  const domains = domainElements(roots).map(readAsked)
  const first = roots[0]
  const none = { severity: 'error', at: first ? placeOf(first) : { line: 1 }, expected: '<domain>' } as const
  return {
    domains: domains.map((asked) => inspectOne(asked, reality)),
    problems: domains.length === 0 && problems.length === 0 ? [none] : problems,
    together: domains.length > 1 && reality ? startedTogether(domains, reality) : undefined,
  }
}

/** Of guests that run there, their own pages are given back first: as after a reboot. */
function startedTogether(domains: readonly Asked[], reality: Reality): StartStorm | undefined {
  const sleepers = domains.map(({ facts, domain }, at) => {
    const guest = facts.uuid ?? GuestId(facts.name ?? `${at}`)
    return { guest, name: facts.nova?.name ?? facts.name ?? guest, domain }
  })
  const ids = sleepers.map(({ guest }) => guest)
  const [listed] = startStorms(withoutGuests(reality, ids), sleepers)
  return listed
}

function inspectOne(asked: Asked, reality: Reality | undefined): InspectedDomain {
  const { element, facts, domain } = asked
  const here = facts.uuid && reality ? stopGuest(reality, facts.uuid) : reality
  const start = here && startCheck(here, domain)
  const said = start ? startFindings(asked, start) : defined(asked)
  const knows = said.some(({ about }) => about.kind === 'start' && isOfSums(about.why))
  const written = textMatters(asked).filter(({ about }) => !(knows && about.kind === 'cells-unequal'))
  const findings = [
    ...said,
    ...written,
    ...(reality ? [...cpuMatters(asked, reality), ...versionMatters(asked, reality)] : []),
  ]
  return {
    at: placeOf(element),
    id: facts.uuid,
    name: facts.nova?.name ?? facts.name,
    memory: amountOf(childOf(element, 'memory'), 'text'),
    currentMemory: amountOf(childOf(element, 'currentMemory'), 'text'),
    vcpus: facts.vcpus,
    cells: inspectedCells(asked),
    findings: findings.sort(
      (a, b) => severities[a.severity] - severities[b.severity] || lineOf(a) - lineOf(b),
    ),
    start,
    gets: here && start?.outcome === 'starts' ? gotBy(here, domain) : undefined,
  }
}

const gotBy = (here: Reality, domain: Domain): readonly Got[] =>
  takenBy(here, domain).map((taken) => ({
    ...taken,
    free:
      here.nodes.find(({ id }) => id === taken.node)?.pools.find(({ size }) => size === taken.size)?.free ??
      Pages(0),
  }))

const severities: Readonly<Record<Severity, number>> = { refused: 0, wrong: 1, risk: 2, note: 3 }

const lineOf = ({ at }: Finding): number => at.line ?? 0

const isOfSums = ({ kind }: Refusal) =>
  kind === 'shrunk-to-cells' || kind === 'wrong-topology' || kind === 'cells-unequal-memory'

function inspectedCells(asked: Asked): readonly InspectedCell[] {
  return asked.facts.cells.flatMap(({ id, cpus }): InspectedCell[] => {
    const element = cellElement(asked, id)
    const memory = amountOf(element, '@memory')
    if (!element || !memory) return []
    const page = pageOf(asked.facts, id)
    const bound = boundBy(asked.facts, id)
    const size = page?.size
    return [
      {
        at: placeOf(element),
        id,
        vcpus: cpus,
        memory,
        pages: page
          ? { size, count: size === undefined ? undefined : Pages(Math.ceil(memory.read / size)) }
          : 'base',
        bound: bound?.nodeset && { mode: bound.mode, nodes: bound.nodeset.map(CellId) },
      },
    ]
  })
}

function defined(asked: Asked): readonly Finding[] {
  const { refusals, remarks } = defineFindings(asked.domain)
  return [
    ...refusals.map((why) => started(asked, 'refused', why)),
    ...remarks.map((why) => started(asked, severityOf(why), why)),
  ]
}

const startFindings = (asked: Asked, verdict: StartVerdict): readonly Finding[] => {
  switch (verdict.outcome) {
    case 'refuses':
      return verdict.refusals.map((why) => started(asked, 'refused', why))
    case 'starts':
      return verdict.remarks.map((why) => started(asked, severityOf(why), why))
    case 'unknown':
      return defined(asked)
  }
}

const started = (asked: Asked, severity: Severity, why: Refusal): Finding => ({
  severity,
  at: whereItStands(asked, why),
  about: { kind: 'start', why },
})

/** How bad what becomes of a guest that starts is. */
function severityOf({ kind }: Refusal): Severity {
  switch (kind) {
    case 'shrunk-to-cells':
    case 'wrong-topology':
    case 'vcpus-in-no-cell':
    case 'nodes-partly-absent':
      return 'wrong'
    case 'rounded-up':
      return 'note'
    default:
      return 'risk'
  }
}

/** The part of the XML that a refusal is about. */
function whereItStands(asked: Asked, why: Refusal): Place {
  const { element } = asked
  const cell = (id: number | undefined) => (id === undefined ? undefined : cellElement(asked, id))
  const stands = () => {
    switch (why.kind) {
      case 'node-absent':
      case 'node-without-memory':
      case 'nodes-partly-absent':
      case 'node-beyond-qemu':
      case 'pages-elsewhere':
        return childOf(element, 'numatune')
      case 'page-size-unknown-to-kernel':
      case 'no-hugetlbfs-mount':
      case 'pool-short':
      case 'needs-surplus':
      case 'cgroup-limit':
      case 'pages-for-absent-cell':
        return childOf(element, 'memoryBacking', 'hugepages')
      case 'cell-below-page-size':
      case 'rounded-up':
      case 'not-whole-pages':
        return childOf(element, 'cpu', 'numa') ?? childOf(element, 'memory')
      case 'vcpus-in-two-cells':
        return cell(why.cells[1])
      case 'vcpu-beyond':
        return cell(why.cell)
      case 'vcpus-in-no-cell':
      case 'cell-ids-not-counted':
        return childOf(element, 'cpu', 'numa')
      default:
        return childOf(element, 'memory')
    }
  }
  return placeOf(stands() ?? element)
}
