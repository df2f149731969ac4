import {
  type Amount,
  explainFinding,
  explainStart,
  explainStorm,
  formatCpus,
  type Got,
  groupBy,
  type HostId,
  type InspectedCell,
  type InspectedDomain,
  type Inspection,
  inspect,
  type KiB,
  nameSeverity,
  type PageSize,
  type Reality,
  type Sentence,
  type Severity,
  type StartVerdict,
} from '@headroom/shared'

/** A text to inspect, by the name of its file; what was pasted has none. */
export interface NamedText {
  readonly name: string | undefined
  readonly text: string
}

/** A finding beside the line it is about. */
export interface FindingView {
  readonly severity: Severity
  readonly name: string
  readonly words: Sentence
  readonly line: number | undefined
  /** The line as it stands in the text, without its indent. */
  readonly text: string
}

export interface CellView {
  readonly id: number
  readonly line: number | undefined
  readonly vcpus: string
  readonly memory: KiB
  /** As it stands in the XML, with the unit it has there. */
  readonly written: string
  readonly pages: { readonly size: PageSize | undefined; readonly count: number | undefined } | undefined
  /** `strict, node 0`; undefined where nothing binds it. */
  readonly bound: string | undefined
}

export interface DomainView {
  readonly name: string
  /** Of several, the one it stands in. */
  readonly file: string | undefined
  readonly line: number | undefined
  /** Its own part of the text; empty where its line is not known. */
  readonly source: readonly string[]
  readonly worst: Severity | undefined
  readonly vcpus: number | undefined
  readonly memory: KiB | undefined
  readonly currentMemory: KiB | undefined
  /** Undefined without cells. */
  readonly cellSum: KiB | undefined
  readonly cells: readonly CellView[]
  readonly findings: readonly FindingView[]
  /** What the host says to it; undefined without a host. */
  readonly start: { readonly outcome: StartVerdict['outcome']; readonly words: Sentence } | undefined
  /** The huge pages it gets there; undefined where it does not start. */
  readonly gets: readonly Got[] | undefined
}

export interface InspectView {
  readonly domains: readonly DomainView[]
  readonly problems: readonly {
    readonly file: string | undefined
    readonly line: number | undefined
    readonly text: string
    readonly expected: string
  }[]
  /** How many domains have this for their worst finding, worst first. */
  readonly counts: readonly { readonly name: string; readonly severity: Severity; readonly domains: number }[]
  /** Files that hold no domain, beside others that do. */
  readonly skipped: number
  /** All of them started together. */
  readonly together: Sentence | undefined
  /** The host they are held against; `'not found'` and `'not read'` where that cannot be. */
  readonly against: HostId | 'none' | 'not found' | 'not read'
}

interface Inspected {
  readonly file: string | undefined
  readonly text: string
  readonly found: Inspection
}

/** What there is to say of texts of domain XML: one that cannot be read leaves the others as they are. */
export function inspectView(
  texts: readonly NamedText[],
  reality: Reality | undefined,
  against: InspectView['against'],
): InspectView {
  const all = texts.map(
    ({ name, text }): Inspected => ({
      file: texts.length > 1 ? name : undefined,
      text,
      found: inspect(text, reality),
    }),
  )
  const withDomains = all.filter(({ found }) => found.domains.length > 0)
  const told = withDomains.length > 0 ? all.filter((one) => !holdsNone(one)) : all
  const domains = told.flatMap(domainViews)
  const together = startedTogether(withDomains, reality)
  return {
    domains,
    problems: told.flatMap(problemViews),
    counts: countsOf(domains),
    skipped: all.length - told.length,
    together: together && explainStorm(together),
    against,
  }
}

/** Some other file: it is no domain XML, rather than domain XML that cannot be read. */
const holdsNone = ({ text, found }: Inspected) => found.domains.length === 0 && !text.includes('<domain')

function startedTogether(
  all: readonly Inspected[],
  reality: Reality | undefined,
): Inspection['together'] | undefined {
  const whole = all.filter(({ found }) => found.problems.every(({ severity }) => severity !== 'error'))
  const [first, ...others] = whole
  if (!first || others.length === 0) return first?.found.together
  return inspect(whole.map(({ text }) => text.replace(/^<\?xml[^>]*\?>/, '')).join('\n'), reality).together
}

const severities: readonly Severity[] = ['refused', 'wrong', 'risk', 'note']

function countsOf(domains: readonly DomainView[]): InspectView['counts'] {
  const byWorst = groupBy(domains, ({ worst }) => worst)
  return severities.flatMap((severity) => {
    const its = byWorst.get(severity) ?? []
    return its.length > 0 ? [{ name: nameSeverity(severity), severity, domains: its.length }] : []
  })
}

const problemViews = ({ file, text, found }: Inspected): InspectView['problems'] => {
  const lines = linesOf(text)
  return found.problems.map(({ at: { line }, found, expected }) => ({
    file,
    line,
    text: found ?? lineOf(lines, line),
    expected,
  }))
}

const linesOf = (text: string): readonly string[] => text.split(/\r?\n/)

const lineOf = (lines: readonly string[], line: number | undefined): string =>
  line === undefined ? '' : (lines[line - 1] ?? '').trim()

function domainViews({ file, text, found }: Inspected): readonly DomainView[] {
  const lines = linesOf(text)
  const begins = found.domains.flatMap(({ at: { line } }) => (line === undefined ? [] : [line]))
  return found.domains.map((domain) => {
    const from = domain.at.line
    const to = begins.find((line) => from !== undefined && line > from)
    const source = from === undefined ? [] : lines.slice(from - 1, to === undefined ? undefined : to - 1)
    return { ...domainView(domain, lines), file, source: withoutEnd(source) }
  })
}

/** Without the empty lines it ends with. */
const withoutEnd = (lines: readonly string[]): readonly string[] =>
  lines.slice(0, lines.findLastIndex((line) => line.trim() !== '') + 1)

const domainView = (
  { name, id, at: { line }, memory, currentMemory, vcpus, cells, findings, start, gets }: InspectedDomain,
  lines: readonly string[],
): Omit<DomainView, 'file' | 'source'> => ({
  name: name ?? id ?? 'a domain without a name',
  line,
  worst: findings[0]?.severity,
  vcpus,
  memory: memory?.read,
  currentMemory: currentMemory?.read,
  cellSum:
    cells.length > 0 ? (cells.reduce<number>((sum, cell) => sum + cell.memory.read, 0) as KiB) : undefined,
  cells: cells.map(cellView),
  findings: findings.map((finding) => ({
    severity: finding.severity,
    name: nameSeverity(finding.severity),
    words: explainFinding(finding),
    line: finding.at.line,
    text: lineOf(lines, finding.at.line),
  })),
  start: start && { outcome: start.outcome, words: explainStart(start) },
  gets,
})

const written = ({ written, unit }: Amount): string => (unit === undefined ? written : `${written} ${unit}`)

const cellView = ({ id, at, vcpus, memory, pages, bound }: InspectedCell): CellView => ({
  id,
  line: at.line,
  vcpus: formatCpus(vcpus),
  memory: memory.read,
  written: written(memory),
  pages: pages === 'base' ? undefined : pages,
  bound: bound && `${bound.mode}, node ${formatCpus(bound.nodes)}`,
})
