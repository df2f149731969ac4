import { groupBy, type HostId, type KiB, nameCause, nameKind, plain, worstFirst } from '@headroom/shared'
import { type DivergenceRow, divergenceRow, type Found, headlineOf } from '../../components/found.ts'
import type { DivergenceGroup, DivergenceSort } from '../../url/search.ts'
import { type HostBooks, poolsIn } from '../../worker/books.ts'
import { remediesOf, remedyText } from '../../worker/remedies.ts'

/** What the page asks for. Undefined is all of them. */
export interface DivergenceQuery {
  readonly filter: string | undefined
  readonly kind: string | undefined
  readonly cause: string | undefined
  readonly host: string | undefined
  readonly place: string | undefined
  readonly sort: DivergenceSort
  /** Those of one host, kind or cause stand together, the group of the worst first. */
  readonly group: DivergenceGroup | undefined
  /** Seconds that two sources of a host may lie apart. */
  readonly tolerance: number | undefined
}

export interface GroupHead {
  readonly name: string
  readonly count: number
}

/** A divergence in the list; the first of a group says which group it is. */
export interface ListedDivergence extends DivergenceRow {
  readonly heads: GroupHead | undefined
}

export interface Option {
  readonly id: string
  readonly count: number
}

/** Hosts whose books cannot be held against each other. */
export interface Apart {
  readonly why: 'host not read' | 'no Nova row' | 'read too far apart' | 'holders not read'
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

/** What the filter box looks through, in lower case. */
const wordsOf = (one: Found): string =>
  [one.host, one.of.kind, one.of.cause, ...one.places, plain(headlineOf(one))].join('\n').toLowerCase()

export function selectedFrom(all: readonly Found[], query: DivergenceQuery): readonly Found[] {
  const terms = (query.filter ?? '').toLowerCase().split(/\s+/).filter(Boolean)
  const sorted = all
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
  return query.group === undefined ? sorted : [...groupBy(sorted, groupOf[query.group]).values()].flat()
}

const groupOf: Record<DivergenceGroup, (one: Found) => string> = {
  host: ({ host }) => host,
  kind: ({ of }) => of.kind,
  cause: ({ of }) => of.cause,
}

const groupNames: Record<DivergenceGroup, (one: Found) => string> = {
  host: ({ host }) => host,
  kind: ({ of }) => nameKind(of.kind),
  cause: ({ of }) => nameCause(of.cause),
}

/** A window of what passes, in its order. */
export function listedFrom(
  matches: readonly Found[],
  { group }: DivergenceQuery,
  from: number,
  to: number,
): readonly ListedDivergence[] {
  if (group === undefined)
    return matches.slice(from, to).map((one) => ({ ...divergenceRow(one), heads: undefined }))
  const key = groupOf[group]
  const counts = groupBy(matches, key)
  return matches.slice(from, to).map((one, index) => {
    const before = matches[from + index - 1]
    const heads = !before || key(before) !== key(one)
    return {
      ...divergenceRow(one),
      heads: heads ? { name: groupNames[group](one), count: counts.get(key(one))?.length ?? 0 } : undefined,
    }
  })
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
export function setApart(books: readonly HostBooks[], isApart: (host: HostId) => boolean): readonly Apart[] {
  const reasons: readonly (readonly [Apart['why'], (books: HostBooks) => boolean])[] = [
    ['host not read', ({ host }) => !host.observed],
    ['no Nova row', ({ host }) => host.observed !== undefined && !host.nova],
    ['read too far apart', ({ host }) => isApart(host.id)],
    ['holders not read', (one) => poolsIn(one).some(({ held }) => held.notRead > 0)],
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

/** What to paste on one host, as the text of a file. */
export interface RemedyFile {
  readonly host: HostId
  readonly text: string
}

/** One text a host; hosts without a remedy have none. */
export function remedyFiles(
  matches: readonly Found[],
  booksOf: (host: HostId) => HostBooks | undefined,
): readonly RemedyFile[] {
  const byHost = groupBy(matches, ({ host }) => host)
  return [...byHost.keys()].sort(byName).flatMap((host) => {
    const books = booksOf(host)
    const its = byHost.get(host) ?? []
    const remedies = books
      ? remediesOf(
          its.map(({ of }) => of),
          poolsIn(books),
        )
      : []
    const text = remedyText(host, its.map(headlineOf), remedies)
    return text === undefined ? [] : [{ host, text }]
  })
}
