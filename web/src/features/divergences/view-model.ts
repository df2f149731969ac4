import {
  amountOf,
  type Cause,
  type Divergence,
  type DivergenceKind,
  divergences,
  explainCause,
  explainDivergence,
  explainDiverging,
  explainRemedy,
  type HostId,
  type KiB,
  memoryOf,
  minus,
  nameWitness,
  type PageSize,
  type PoolBooks,
  type PoolDivergence,
  plain,
  type Sentence,
  type Snapshot,
  type Word,
  worstFirst,
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

/** A divergence and where its host is. */
export interface Found {
  /** `compute-07/0/2048`: host, cell and page size; then the cause and what else tells it from others. */
  readonly id: string
  readonly of: Divergence
  readonly host: HostId
  /** Both books of the pool, where it is of one. */
  readonly pool: PoolDivergence | undefined
  readonly places: readonly string[]
  /** Memory promised beyond what is there; below zero, what will not be used. */
  readonly beyond: KiB
}

/** A divergence as the list shows it, with everything it opens into. */
export interface DivergenceRow {
  readonly id: string
  readonly host: HostId
  readonly cell: number | undefined
  readonly kind: DivergenceKind
  readonly cause: Cause
  readonly headline: Sentence
  readonly details: readonly Sentence[]
  readonly size: PageSize | undefined
  /** Both numbers, by who says them. */
  readonly figures: readonly { readonly name: string; readonly is: Word }[]
  /** The host's less Nova's free, of a pool. */
  readonly difference: number | undefined
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
  /** Divergences that are not of a pool. */
  readonly others: number
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

/** Every divergence of one host; what was not read, or not at one time, stands apart. */
export function foundOn(
  books: HostBooks,
  aggregates: readonly string[],
  all: readonly Divergence[],
): readonly Found[] {
  const places = [...new Set([...(books.host.zone === undefined ? [] : [books.host.zone]), ...aggregates])]
  const pools = divergences(poolsOf(books))
  return all
    .filter(({ kind }) => kind !== 'stale')
    .map((of): Found => {
      const { cell, size, guest } = of.where
      const pool = 'pool' in of ? pools.find((one) => one.cell === cell && one.size === size) : undefined
      const host = books.host.id
      const other = [host, cell, size, of.cause, guest, apartFrom(of)].filter((one) => one !== undefined)
      return {
        id: pool ? `${host}/${cell}/${size}` : other.join('/'),
        of,
        host,
        pool,
        places,
        beyond: pool ? beyond(pool) : (0 as KiB),
      }
    })
}

/** What tells two of one cause on one cell apart. */
function apartFrom(of: Divergence): string | undefined {
  if ('counted' in of) return of.counted
  if ('resourceClass' in of) return of.resourceClass
  return 'consumer' in of ? of.consumer : undefined
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
  byName(a.host, b.host) ||
  (a.of.where.cell ?? -1) - (b.of.where.cell ?? -1) ||
  (a.of.where.size ?? 0) - (b.of.where.size ?? 0)

const orders: Record<DivergenceSort, (a: Found, b: Found) => number> = {
  /** What fails next before what is merely wrong, each the largest first. */
  worst: (a, b) => worstFirst(a.of, b.of) || byPlace(a, b),
  host: byPlace,
}

const headlineOf = ({ of, pool }: Found): Sentence =>
  pool ? explainDivergence(pool).headline : explainCause(of)

/** What the filter box looks through, in lower case. */
const wordsOf = (one: Found): string =>
  [one.host, one.of.kind, one.of.cause, ...one.places, plain(headlineOf(one))].join('\n').toLowerCase()

export function selectedFrom(all: readonly Found[], query: DivergenceQuery): readonly Found[] {
  const terms = (query.filter ?? '').toLowerCase().split(/\s+/).filter(Boolean)
  return all
    .filter(({ of }) => query.kind === undefined || of.kind === query.kind)
    .filter(({ of }) => query.cause === undefined || of.cause === query.cause)
    .filter(({ host }) => query.host === undefined || host === query.host)
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
  hosts: new Set(all.map(({ host }) => host)).size,
  phantom: memoryIn(all, 1),
  hidden: memoryIn(all, -1),
  others: all.filter(({ pool }) => !pool).length,
  matches: matches.length,
  mended: new Set(matches.filter(({ of }) => of.remedy).map(({ host }) => host)).size,
  kinds: options(all.map(({ of }) => of.kind)),
  causes: options(all.map(({ of }) => of.cause)),
  places: options(all.flatMap(({ places }) => places)),
  apart,
})

export function divergenceRow(one: Found): DivergenceRow {
  const { id, of, host, pool } = one
  const { cell, size } = of.where
  return {
    id,
    host,
    cell,
    kind: of.kind,
    cause: of.cause,
    headline: headlineOf(one),
    details: pool ? explainDivergence(pool).details : explainDiverging(of).details,
    size,
    figures: pool ? poolFigures(pool) : figuresOf(of),
    difference: pool && pool.observed - pool.expected,
    entries: pool
      ? entryLines(of.entries)
      : entryLines(of.entries, (amount) => ({ is: amountOf(of.resource, amount) })),
    holders: pool ? holderLines(pool.kernel, pool.held, ['nova', 'third party', 'unseen']) : [],
    holdersRead: pool?.kernel.holdersRead ?? true,
    remedy: of.remedy && { place: explainRemedy(of.remedy), lines: of.remedy.lines },
  }
}

const poolFigures = ({ expected, observed }: PoolDivergence): DivergenceRow['figures'] => [
  { name: 'Nova’s free', is: { count: expected } },
  { name: 'the host’s', is: { count: observed } },
]

/** Of two numbers by one witness the second is what it should be. */
const figuresOf = ({ resource, expected, observed }: Divergence): DivergenceRow['figures'] =>
  [expected, observed].flatMap((said, index) =>
    said
      ? [
          {
            name: index === 1 && said.by === expected?.by ? 'by its entries' : nameWitness(said.by),
            is: amountOf(resource, said.amount),
          },
        ]
      : [],
  )

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
  return [...new Set(matches.map(({ host }) => host))].sort(byName).flatMap((host) => {
    const books = booksOf(host)
    const its = matches.filter((one) => one.host === host)
    const remedies = books
      ? remediesOf(
          its.map(({ of }) => of),
          poolsOf(books),
        )
      : []
    if (remedies.length === 0) return []
    const lines = [
      `# ${host}`,
      ...its.map((one) => `# ${plain(headlineOf(one))}`),
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
