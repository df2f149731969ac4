import {
  type Amount,
  explainFinding,
  explainStart,
  explainStorm,
  formatCpus,
  type HostId,
  type InspectedCell,
  type InspectedDomain,
  inspect,
  type KiB,
  nameSeverity,
  type PageSize,
  type Reality,
  type Sentence,
  type Severity,
  type StartVerdict,
} from '@headroom/shared'

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
  readonly line: number | undefined
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
}

export interface InspectView {
  readonly domains: readonly DomainView[]
  readonly problems: readonly {
    readonly line: number | undefined
    readonly text: string
    readonly expected: string
  }[]
  /** All of them started together. */
  readonly together: Sentence | undefined
  /** The host they are held against; `'not found'` and `'not read'` where that cannot be. */
  readonly against: HostId | 'none' | 'not found' | 'not read'
}

/** What there is to say of a text of domain XML. */
export function inspectView(
  text: string,
  reality: Reality | undefined,
  against: InspectView['against'],
): InspectView {
  const lines = text.split(/\r?\n/)
  const at = (line: number | undefined) => (line === undefined ? '' : (lines[line - 1] ?? '').trim())
  const { domains, problems, together } = inspect(text, reality)
  return {
    domains: domains.map((domain) => domainView(domain, at)),
    problems: problems.map(({ at: { line }, found, expected }) => ({
      line,
      text: found ?? at(line),
      expected,
    })),
    together: together && explainStorm(together),
    against,
  }
}

const domainView = (
  { name, id, at: { line }, memory, currentMemory, vcpus, cells, findings, start }: InspectedDomain,
  textAt: (line: number | undefined) => string,
): DomainView => ({
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
    text: textAt(finding.at.line),
  })),
  start: start && { outcome: start.outcome, words: explainStart(start) },
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
