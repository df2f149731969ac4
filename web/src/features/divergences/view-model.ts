import {
  type DivergenceKind,
  divergences,
  explainDivergence,
  explainRemedy,
  type HostId,
  type KiB,
  memoryOf,
  minus,
  type PoolBooks,
  type PoolDivergence,
  plain,
  type Sentence,
  type Snapshot,
  type Suspect,
} from '@headroom/shared'
import { entryLines, holderLines, type Line } from '../../components/lines.ts'
import type { DivergenceSort } from '../../url/search.ts'
import type { HostBooks } from '../../worker/books.ts'
import { remediesOf } from '../../worker/remedies.ts'

/** What the page asks for. Undefined is all of them. */
export interface DivergenceQuery {
  readonly filter: string | undefined
  readonly kind: string | undefined
  readonly cause: string | undefined
  readonly host: string | undefined
  readonly place: string | undefined
  readonly sort: DivergenceSort
}

export type Cause = Suspect['kind'] | 'unknown'

/** A divergence and where its host is. */
export interface Found {
  /** `compute-07/0/2048`: host, cell and page size. */
  readonly id: string
  readonly of: PoolDivergence
  readonly cause: Cause
  readonly places: readonly string[]
  /** Memory promised beyond what is there; below zero, what will not be used. */
  readonly beyond: KiB
}

/** A divergence as the list shows it, with everything it opens into. */
export interface DivergenceRow {
  readonly id: string
  readonly host: HostId
  readonly cell: number
  readonly kind: DivergenceKind
  readonly cause: Cause
  readonly headline: Sentence
  readonly details: readonly Sentence[]
  readonly size: PoolDivergence['size']
  readonly nova: number
  readonly kernel: number
  readonly entries: readonly Line[]
  readonly holders: readonly Line[]
  readonly holdersRead: boolean
  readonly remedy: { readonly place: Sentence; readonly lines: readonly string[] } | undefined
}

export interface Option {
  readonly id: string
  readonly count: number
}

/** Hosts whose books cannot be held against each other. */
export interface Apart {
  readonly why: 'host not read' | 'no Nova row' | 'holders not read'
  readonly hosts: number
  /** A few of them. */
  readonly names: readonly HostId[]
}

export interface DivergencesView {
  /** Before any filter. */
  readonly all: number
  readonly hosts: number
  readonly phantom: KiB
  readonly hidden: KiB
  readonly matches: number
  /** Hosts among the matches that have a line to paste. */
  readonly mended: number
  readonly kinds: readonly Option[]
  readonly causes: readonly Option[]
  readonly places: readonly Option[]
  readonly apart: readonly Apart[]
}

const poolsOf = ({ cells }: HostBooks): readonly PoolBooks[] => cells.flatMap(({ pools }) => pools)

const beyond = ({ expected, observed, size }: PoolDivergence): KiB =>
  memoryOf(minus(expected, observed), size)

/** Every divergence of one host. */
export function foundOn(books: HostBooks, aggregates: readonly string[]): readonly Found[] {
  const places = [...(books.host.zone === undefined ? [] : [books.host.zone]), ...aggregates]
  return divergences(poolsOf(books)).map((of) => ({
    id: `${of.host}/${of.cell}/${of.size}`,
    of,
    cause: of.suspects[0]?.kind ?? 'unknown',
    places: [...new Set(places)],
    beyond: beyond(of),
  }))
}

/** Names of the aggregates of each host. */
export function aggregatesByHost({ aggregates }: Snapshot): ReadonlyMap<HostId, readonly string[]> {
  const names = new Map<HostId, string[]>()
  for (const { name, hosts } of aggregates)
    for (const host of hosts) names.set(host, [...(names.get(host) ?? []), name])
  return names
}

const byName = new Intl.Collator('en', { numeric: true }).compare
const byPlace = (a: Found, b: Found) =>
  byName(a.of.host, b.of.host) || a.of.cell - b.of.cell || a.of.size - b.of.size

const orders: Record<DivergenceSort, (a: Found, b: Found) => number> = {
  /** Promises that cannot be kept before room that is not used, each the largest first. */
  worst: (a, b) =>
    Number(b.beyond > 0) - Number(a.beyond > 0) || Math.abs(b.beyond) - Math.abs(a.beyond) || byPlace(a, b),
  host: byPlace,
}

/** What the filter box looks through, in lower case. */
const wordsOf = ({ of, cause, places }: Found): string =>
  [of.host, of.kind, cause, ...places, plain(explainDivergence(of).headline)].join('\n').toLowerCase()

export function selectedFrom(all: readonly Found[], query: DivergenceQuery): readonly Found[] {
  const terms = (query.filter ?? '').toLowerCase().split(/\s+/).filter(Boolean)
  return all
    .filter(({ of }) => query.kind === undefined || of.kind === query.kind)
    .filter(({ cause }) => query.cause === undefined || cause === query.cause)
    .filter(({ of }) => query.host === undefined || of.host === query.host)
    .filter(({ places }) => query.place === undefined || places.includes(query.place))
    .filter((one) => {
      if (terms.length === 0) return true
      const words = wordsOf(one)
      return terms.every((term) => words.includes(term))
    })
    .toSorted(orders[query.sort])
}

function options(ids: readonly string[]): readonly Option[] {
  const counts = new Map<string, number>()
  for (const id of ids) counts.set(id, (counts.get(id) ?? 0) + 1)
  return [...counts]
    .map(([id, count]) => ({ id, count }))
    .sort((a, b) => b.count - a.count || byName(a.id, b.id))
}

const fewNames = 3

/** Hosts that could not be compared, or not in full: apart from divergences, since nothing is known to be wrong. */
export function setApart(books: readonly HostBooks[]): readonly Apart[] {
  const reasons: readonly (readonly [Apart['why'], (books: HostBooks) => boolean])[] = [
    ['host not read', ({ host }) => !host.observed],
    ['no Nova row', ({ host }) => host.observed !== undefined && !host.nova],
    ['holders not read', (one) => poolsOf(one).some(({ held }) => held.notRead > 0)],
  ]
  return reasons.flatMap(([why, is]) => {
    const hosts = books.filter(is).map(({ host }) => host.id)
    return hosts.length > 0 ? [{ why, hosts: hosts.length, names: hosts.slice(0, fewNames) }] : []
  })
}

const memoryIn = (all: readonly Found[], sign: 1 | -1): KiB =>
  all.reduce((sum, { beyond }) => sum + Math.max(sign * beyond, 0), 0) as KiB

export const divergencesView = (
  all: readonly Found[],
  matches: readonly Found[],
  apart: readonly Apart[],
): DivergencesView => ({
  all: all.length,
  hosts: new Set(all.map(({ of }) => of.host)).size,
  phantom: memoryIn(all, 1),
  hidden: memoryIn(all, -1),
  matches: matches.length,
  mended: new Set(matches.filter(({ of }) => of.remedy).map(({ of }) => of.host)).size,
  kinds: options(all.map(({ of }) => of.kind)),
  causes: options(all.map(({ cause }) => cause)),
  places: options(all.flatMap(({ places }) => places)),
  apart,
})

export function divergenceRow({ id, of, cause }: Found): DivergenceRow {
  const { headline, details } = explainDivergence(of)
  return {
    id,
    host: of.host,
    cell: of.cell,
    kind: of.kind,
    cause,
    headline,
    details,
    size: of.size,
    nova: of.expected,
    kernel: of.observed,
    entries: entryLines(of.entries),
    holders: holderLines(of.kernel, of.held, ['nova', 'third party', 'unseen']),
    holdersRead: of.kernel.holdersRead,
    remedy: of.remedy && { place: explainRemedy(of.remedy), lines: of.remedy.lines },
  }
}

/** What to paste on one host, as the text of a file. */
export interface RemedyFile {
  readonly host: HostId
  readonly text: string
}

/** One text a host, with what it mends as comments; hosts without a remedy have none. */
export function remedyFiles(
  matches: readonly Found[],
  booksOf: (host: HostId) => HostBooks | undefined,
): readonly RemedyFile[] {
  return [...new Set(matches.map(({ of }) => of.host))].sort(byName).flatMap((host) => {
    const books = booksOf(host)
    const its = matches.filter(({ of }) => of.host === host).map(({ of }) => of)
    const remedies = books ? remediesOf(its, poolsOf(books)) : []
    if (remedies.length === 0) return []
    const lines = [
      `# ${host}`,
      ...its.map((one) => `# ${plain(explainDivergence(one).headline)}`),
      ...remedies.flatMap((remedy) => [
        '',
        `# ${plain(explainRemedy(remedy))}`,
        ...(remedy.section === undefined ? [] : [`[${remedy.section}]`]),
        ...remedy.lines,
      ]),
    ]
    return [{ host, text: `${lines.join('\n')}\n` }]
  })
}
