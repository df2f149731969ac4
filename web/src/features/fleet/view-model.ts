import {
  briefStart,
  type Cause,
  type CellId,
  type Cloud,
  explainStanding,
  groupBy,
  type HostId,
  type KiB,
  type PageSize,
  Pages,
  type Room,
  ramRoom,
  replay,
  type Sentence,
  type Snapshot,
  type Standing,
  type StartVerdict,
  sum,
  verdictsOn,
  worstFirst,
} from '@headroom/shared'
import {
  type BarBooks,
  type BarSum,
  barBooks,
  idleReserve,
  novaFree,
  promisedBeyond,
  sumOfOneBook,
  sumOfPools,
} from '../../components/bar-books.ts'
import {
  type DivergenceRow,
  divergenceRow,
  type FindingTone,
  type Found,
  toneOf,
} from '../../components/found.ts'
import type { FleetSort } from '../../url/search.ts'
import { type CellBooks, type HostBooks, type ServiceWord, serviceWord } from '../../worker/books.ts'

/** What the page asks of the fleet. Undefined and false are the plain view. */
export interface FleetQuery {
  readonly filter: string | undefined
  readonly size: number | undefined
  readonly diverges: boolean
  readonly sort: FleetSort
  readonly descending: boolean
}

/** How a host's books stand in the page size shown. Pages are summed over the cells that differ this way. */
export type RowStanding =
  | {
      readonly kind: 'phantom' | 'hidden'
      readonly pages: number
      readonly cells: readonly { readonly id: CellId; readonly pages: number }[]
      /** Of the pages: held by nobody visible, or set aside by configuration and idle. */
      readonly because: 'unseen' | 'reserved' | undefined
    }
  | { readonly kind: 'agree' }
  | { readonly kind: 'not compared'; readonly why: 'host not read' | 'no Nova row' | 'no such pages' }

export interface FleetRow {
  readonly host: HostId
  readonly zone: string | undefined
  readonly aggregates: readonly string[]
  readonly state: ServiceWord
  readonly cells: readonly { readonly id: CellId; readonly books: BarBooks | undefined }[]
  readonly standing: RowStanding
  /** RAM by Nova's count; undefined where its row was not read. */
  readonly ram: Room<KiB> | undefined
  /** In use, and processes were not looked at. */
  readonly holdersNotRead: boolean
  /** The older of the host's two sources. */
  readonly readAt: string | undefined
}

/** A row in view: with what would come of the next boot of each flavor there, and all that its books disagree about. */
export interface ShownRow extends FleetRow {
  /** Where a boot does not simply start. */
  readonly risks: readonly Risk[]
  readonly divergences: number
  readonly worst: { readonly cause: Cause; readonly tone: FindingTone } | undefined
}

/** All divergences of one cause. */
export interface CauseLine {
  readonly cause: Cause
  readonly divergences: number
  readonly hosts: number
  readonly worst: DivergenceRow
}

/** A boot that Nova accepts and the host refuses, or starts otherwise than was asked. */
export interface Risk {
  readonly flavor: string
  readonly host: HostId
  readonly how: 'refused' | 'refused, runs elsewhere' | 'not as asked'
  /** What the host says, in a few words. */
  readonly words: Sentence
}

/** What the next boot of each flavor comes to, wherever Nova would send it. */
export interface BootsView {
  readonly flavors: number
  readonly atRisk: readonly Risk[]
  readonly unknown: number
}

/** Over all hosts, whatever the filter hides. */
export interface FleetTotals {
  readonly sizes: readonly PageSize[]
  /** Undefined where no host has pages above the base size. */
  readonly size: PageSize | undefined
  readonly headline: { readonly tone: 'bad' | 'ok' | 'plain'; readonly sentence: Sentence }
  /** Over the cells read on both books. */
  readonly sum: BarSum | undefined
  /** Where no cell was read on both: the one book there is, over the cells it has. */
  readonly alone: { readonly books: BarBooks; readonly cells: number } | undefined
  readonly cells: {
    readonly all: number
    readonly compared: number
    readonly phantom: number
    readonly hidden: number
  }
  readonly hidden: { readonly pages: number; readonly hosts: number; readonly reserved: number }
  readonly worst: { readonly host: HostId; readonly cell: CellId; readonly pages: number } | undefined
  /** Hosts of which something is not known. */
  readonly unread: {
    readonly host: number
    readonly nova: number
    readonly holders: number
  }
  readonly hosts: number
}

export interface FleetView extends FleetTotals {
  /** Rows that pass the filter. */
  readonly matches: number
}

/** Sizes that any cell has, most memory first. */
export function pageSizes(books: readonly HostBooks[]): readonly PageSize[] {
  const memory = new Map<PageSize, number>()
  for (const { cells } of books)
    for (const { pools } of cells)
      for (const { size, nova, kernel } of pools)
        memory.set(size, (memory.get(size) ?? 0) + size * Math.max(nova?.total ?? 0, kernel?.total ?? 0))
  return [...memory].sort(([, a], [, b]) => b - a).map(([size]) => size)
}

/** Every host as a row, in the page size shown. */
export function fleetRows(
  snapshot: Snapshot,
  books: readonly HostBooks[],
  size: PageSize | undefined,
): readonly FleetRow[] {
  const readAt = new Map(snapshot.sources.map((source) => [source.id, source.readAt]))
  const aggregates = new Map<HostId, string[]>()
  for (const { name, hosts } of snapshot.aggregates)
    for (const host of hosts) aggregates.set(host, [...(aggregates.get(host) ?? []), name])

  return books.map(({ host, state, cells }): FleetRow => {
    const shown = cells.map((cell) => ({ id: cell.id, books: poolOf(cell, size) }))
    const times = [host.nova?.source, host.observed?.source]
      .flatMap((source) => (source === undefined ? [] : [readAt.get(source)]))
      .flatMap((time) => (time === undefined ? [] : [time]))
    return {
      host: host.id,
      zone: host.zone,
      aggregates: aggregates.get(host.id) ?? [],
      state: serviceWord(host),
      cells: shown,
      standing: rowStanding(shown, host.observed ? (host.nova ? undefined : 'no Nova row') : 'host not read'),
      ram: ramRoom(state),
      holdersNotRead: shown.some(({ books }) => (books?.host?.notRead ?? 0) > 0),
      readAt: times.sort()[0],
    }
  })
}

function poolOf({ pools }: CellBooks, size: PageSize | undefined): BarBooks | undefined {
  const pool = pools.find((one) => one.size === size)
  return pool && barBooks(pool)
}

function rowStanding(
  cells: FleetRow['cells'],
  absent: 'host not read' | 'no Nova row' | undefined,
): RowStanding {
  const compared = cells.flatMap(({ id, books }) => {
    const beyond = books && promisedBeyond(books)
    return books && beyond !== undefined ? [{ id, books, beyond }] : []
  })
  if (compared.length === 0) return { kind: 'not compared', why: absent ?? 'no such pages' }

  const phantom = compared.filter(({ beyond }) => beyond > 0)
  if (phantom.length > 0) {
    const unseen = phantom.every(({ books, beyond }) => (books.host?.unseen ?? 0) >= beyond)
    return {
      kind: 'phantom',
      ...summed(phantom.map(({ id, beyond }) => ({ id, pages: beyond }))),
      because: unseen ? 'unseen' : undefined,
    }
  }
  const hidden = compared.filter(({ beyond }) => beyond < 0)
  if (hidden.length > 0) {
    const reserved = hidden.every(({ books, beyond }) => idleReserve(books) === -beyond)
    return {
      kind: 'hidden',
      ...summed(hidden.map(({ id, beyond }) => ({ id, pages: -beyond }))),
      because: reserved ? 'reserved' : undefined,
    }
  }
  return { kind: 'agree' }
}

const summed = (cells: readonly { readonly id: CellId; readonly pages: number }[]) => ({
  pages: cells.reduce((sum, { pages }) => sum + pages, 0),
  cells,
})

export function shownRow(cloud: Cloud, row: FleetRow, found: readonly Found[]): ShownRow {
  const [worst] = found
  return {
    ...row,
    risks: cloud.snapshot.flavors
      .flatMap((flavor) =>
        verdictsOn(cloud, [row.host], flavor, {}).flatMap(({ start }) => riskOf(flavor.name, start, false)),
      )
      .toSorted((a, b) => Number(a.how === 'not as asked') - Number(b.how === 'not as asked')),
    divergences: found.length,
    worst: worst && { cause: worst.of.cause, tone: toneOf(worst.of.severity) },
  }
}

/** By cause, that of the worst first. */
export const causeLines = (found: readonly Found[]): readonly CauseLine[] =>
  [...groupBy(found.toSorted(byWorst), ({ of }) => of.cause)].flatMap(([cause, [worst, ...others]]) =>
    worst
      ? [
          {
            cause,
            divergences: others.length + 1,
            hosts: new Set([worst, ...others].map(({ host }) => host)).size,
            worst: divergenceRow(worst),
          },
        ]
      : [],
  )

const byWorst = (a: Found, b: Found) => worstFirst(a.of, b.of)

function riskOf(flavor: string, start: StartVerdict | undefined, elsewhere: boolean): readonly Risk[] {
  if (!start || start.outcome === 'unknown') return []
  if (start.outcome === 'starts' && start.remarks.length === 0) return []
  const how = start.outcome === 'starts' ? 'not as asked' : elsewhere ? 'refused, runs elsewhere' : 'refused'
  return [{ flavor, host: start.host, how, words: briefStart(start) }]
}

const trial = 'next'

/** One boot of each flavor, played out with its retries. */
export function bootsView(cloud: Cloud): BootsView {
  const flavors = cloud.snapshot.flavors.map(({ name }) => name)
  const outcomes = flavors.flatMap((flavor) => {
    const action = { do: 'boot', id: trial, flavor, image: {}, count: 1, on: undefined } as const
    return replay(cloud, [action]).flatMap(({ outcome }) =>
      outcome.kind === 'boots' ? outcome.boots.map((boot) => ({ flavor, boot })) : [],
    )
  })
  return {
    flavors: flavors.length,
    atRisk: outcomes.flatMap(({ flavor, boot: { attempts, result } }) =>
      attempts.flatMap(({ start }) => riskOf(flavor, start, result.kind === 'runs')).slice(0, 1),
    ),
    unknown: outcomes.filter(({ boot }) => boot.result.kind === 'unknown').length,
  }
}

export function fleetTotals(
  rows: readonly FleetRow[],
  sizes: readonly PageSize[],
  size: PageSize | undefined,
): FleetTotals {
  const cells = rows.flatMap((row) => row.cells.map(({ id, books }) => ({ row, id, books })))
  const compared = cells.flatMap(({ row, id, books }) => {
    const beyond = books && promisedBeyond(books)
    return books && beyond !== undefined ? [{ host: row.host, id, books, beyond }] : []
  })
  const worst = compared.reduce<(typeof compared)[number] | undefined>(
    (most, one) => (one.beyond > Math.max(most?.beyond ?? 0, 0) ? one : most),
    undefined,
  )
  const total = sumOfPools(compared.map(({ books }) => books))
  const hiding = compared.filter(({ beyond }) => beyond < 0)
  const phantoms = compared.filter(({ beyond }) => beyond > 0)
  const alone = compared.length > 0 ? undefined : aloneOf(cells.flatMap(({ books }) => books ?? []))
  const standing = standingOf(size, phantoms, hiding, compared.length, alone)

  return {
    sizes,
    size,
    headline: {
      tone:
        standing.kind === 'phantom'
          ? 'bad'
          : standing.kind === 'hidden' || standing.kind === 'agree'
            ? 'ok'
            : 'plain',
      sentence: explainStanding(standing),
    },
    sum: total,
    alone,
    cells: {
      all: cells.length,
      compared: compared.length,
      phantom: phantoms.length,
      hidden: hiding.length,
    },
    hidden: {
      pages: total?.hidden ?? 0,
      hosts: new Set(hiding.map(({ host }) => host)).size,
      reserved: total?.idle ?? 0,
    },
    worst: worst && { host: worst.host, cell: worst.id, pages: worst.beyond },
    unread: {
      host: count(
        rows,
        ({ standing }) => standing.kind === 'not compared' && standing.why === 'host not read',
      ),
      nova: count(rows, ({ standing }) => standing.kind === 'not compared' && standing.why === 'no Nova row'),
      holders: count(rows, ({ holdersNotRead }) => holdersNotRead),
    },
    hosts: rows.length,
  }
}

/** Nova's book where any cell has it, else the hosts'. */
function aloneOf(pools: readonly BarBooks[]): FleetTotals['alone'] {
  const ofNova = pools.filter(({ nova }) => nova)
  const its = ofNova.length > 0 ? ofNova : pools
  const books = sumOfOneBook(its)
  return books && { books, cells: its.length }
}

const count = <T>(all: readonly T[], is: (one: T) => boolean) => all.filter(is).length

interface Differing {
  readonly host: HostId
  readonly id: CellId
  readonly beyond: number
}

function standingOf(
  size: PageSize | undefined,
  phantoms: readonly Differing[],
  hiding: readonly Differing[],
  compared: number,
  alone: FleetTotals['alone'],
): Standing {
  const differing = phantoms.length > 0 ? phantoms : hiding
  const [first, ...rest] = differing
  if (size === undefined) return { kind: 'no pages' }
  if (alone)
    return {
      kind: 'one book',
      book: alone.books.nova ? 'nova' : 'host',
      size,
      free: Pages(alone.books.nova ? Math.max(novaFree(alone.books.nova), 0) : (alone.books.host?.free ?? 0)),
      cells: alone.cells,
    }
  if (compared === 0) return { kind: 'not compared', cells: compared }
  if (!first) return { kind: 'agree', cells: compared }
  const pages = ({ beyond }: Differing) => Pages(Math.abs(beyond))
  const worst = rest.reduce((most, one) => (pages(one) > pages(most) ? one : most), first)
  return {
    kind: phantoms.length > 0 ? 'phantom' : 'hidden',
    size,
    pages: sum(differing.map(pages)),
    cells: differing.length,
    worst: { host: worst.host, cell: worst.id, pages: pages(worst) },
  }
}

/** What the filter box looks through, in lower case. */
export const rowWords = (row: FleetRow, { guests }: HostBooks): string =>
  [
    row.host,
    row.zone,
    ...row.aggregates,
    row.state,
    row.standing.kind,
    ...guests.flatMap(({ name, flavor }) => [name, flavor.name]),
  ]
    .join('\n')
    .toLowerCase()

const byName = new Intl.Collator('en', { numeric: true }).compare

/** Pages free on the host; a host that was not read comes last. */
const freePages = ({ cells }: FleetRow): number => {
  const read = cells.flatMap(({ books }) => (books?.host ? [books.host.free] : []))
  return read.length > 0 ? read.reduce((all, free) => all + free, 0) : Number.POSITIVE_INFINITY
}

type FoundOn = (host: HostId) => readonly Found[]

/** A host with findings before one without, the worst first. */
function byFindings(a: FleetRow, b: FleetRow, foundOn: FoundOn): number {
  const [[one], [other]] = [foundOn(a.host), foundOn(b.host)]
  return one && other ? byWorst(one, other) : Number(other !== undefined) - Number(one !== undefined)
}

const measures: Record<FleetSort, (a: FleetRow, b: FleetRow, foundOn: FoundOn) => number> = {
  host: () => 0,
  books: byFindings,
  free: (a, b) => (freePages(a) === freePages(b) ? 0 : freePages(a) - freePages(b)),
}

/** Whether a selection needs the findings of every host. */
export const asksFindings = ({ diverges, sort }: FleetQuery): boolean => diverges || sort === 'books'

/** Rows that pass, in the order asked. Names decide between equals, so that a window of it is always the same rows. */
export function selected(
  rows: readonly FleetRow[],
  words: (row: FleetRow) => string,
  foundOn: FoundOn,
  { filter, diverges, sort, descending }: FleetQuery,
): readonly FleetRow[] {
  const terms = (filter ?? '').toLowerCase().split(/\s+/).filter(Boolean)
  const sign = descending ? -1 : 1
  return rows
    .filter(({ host }) => !diverges || foundOn(host).length > 0)
    .filter((row) => terms.length === 0 || terms.every((term) => words(row).includes(term)))
    .toSorted((a, b) => sign * (measures[sort](a, b, foundOn) || byName(a.host, b.host)))
}
