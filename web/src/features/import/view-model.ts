import {
  type CellId,
  explainGap,
  type HostId,
  type Import,
  type ImportedFile,
  type Problem,
  type Sentence,
} from '@headroom/shared'
import { type BarBooks, barBooks } from '../../components/bar-books.ts'
import type { HostBooks } from '../../worker/books.ts'

/** Something in a file that is not as its format has it. */
export interface ProblemView {
  readonly severity: 'error' | 'warning'
  readonly line: number | undefined
  readonly path: string | undefined
  /** The line as it stands there, cut to a width that can be read; undefined where no line is known or it has no word. */
  readonly quoted: string | undefined
  readonly found: string | undefined
  readonly expected: string
}

export interface FileView {
  readonly name: string
  /** The format that was recognised; undefined where it is none. */
  readonly format: string | undefined
  readonly understood: readonly { readonly what: string; readonly count: number }[]
  /** The first of them. */
  readonly problems: readonly ProblemView[]
  readonly problemsInAll: number
}

/** A host that the files give, with every pool above the base page. */
export interface ImportedHost {
  readonly host: HostId
  readonly cells: readonly { readonly id: CellId; readonly pools: readonly BarBooks[] }[]
  /** The books there are. */
  readonly books: 'both' | 'Nova’s alone' | 'the host’s alone' | 'none'
}

export interface SourceView {
  readonly kind: string
  readonly name: string
  readonly readAt: string | undefined
}

/** Everything dropped so far. */
export interface ImportView {
  readonly files: readonly FileView[]
  readonly name: string
  /** The first of them. */
  readonly hosts: readonly ImportedHost[]
  readonly hostsInAll: number
  readonly guests: number
  readonly sources: readonly SourceView[]
  readonly gaps: readonly Sentence[]
  readonly gapsInAll: number
}

/** Problems of one file that are shown. */
const mostProblems = 50
const mostHosts = 24
const mostGaps = 24
/** Letters of a line that are quoted. */
const mostLetters = 120

/** A file as it was read, from what was made of it and its text. */
export function fileView({ name, format, understood, problems }: ImportedFile, text: string): FileView {
  const lines = problems.some(({ at }) => at.line !== undefined) ? text.split(/\r?\n/) : []
  return {
    name,
    format,
    understood,
    problems: problems.slice(0, mostProblems).map((problem) => problemView(problem, lines)),
    problemsInAll: problems.length,
  }
}

function problemView({ severity, at, found, expected }: Problem, lines: readonly string[]): ProblemView {
  const line = at.line === undefined ? undefined : lines[at.line - 1]
  return {
    severity,
    line: at.line,
    path: at.path,
    quoted: line !== undefined && /\w/.test(line) ? quoted(line, found) : undefined,
    found,
    expected,
  }
}

/** A long line is cut around what was found in it. */
function quoted(line: string, found: string | undefined): string {
  const text = line.trim()
  if (text.length <= mostLetters) return text
  const at = found === undefined ? 0 : Math.max(text.indexOf(found), 0)
  const from = Math.max(Math.min(at - mostLetters / 2, text.length - mostLetters), 0)
  const to = from + mostLetters
  return `${from > 0 ? '…' : ''}${text.slice(from, to)}${to < text.length ? '…' : ''}`
}

/** Everything dropped so far; `files` are in the order of the import. */
export function importView(
  { snapshot }: Import,
  files: readonly FileView[],
  books: readonly HostBooks[],
): ImportView {
  return {
    files,
    name: snapshot.name,
    hosts: books.slice(0, mostHosts).map(importedHost),
    hostsInAll: books.length,
    guests: snapshot.guests.length,
    sources: snapshot.sources.map(({ kind, name, readAt }) => ({ kind, name, readAt })),
    gaps: snapshot.gaps.slice(0, mostGaps).map(explainGap),
    gapsInAll: snapshot.gaps.length,
  }
}

const importedHost = ({ host, cells }: HostBooks): ImportedHost => ({
  host: host.id,
  cells: cells.map(({ id, pools }) => ({ id, pools: pools.map(barBooks) })),
  books: host.nova ? (host.observed ? 'both' : 'Nova’s alone') : host.observed ? 'the host’s alone' : 'none',
})
