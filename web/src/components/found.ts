import {
  amountOf,
  type Cause,
  type Divergence,
  type DivergenceKind,
  divergences,
  explainCause,
  explainDivergence,
  explainDiverging,
  type HostId,
  type KiB,
  memoryOf,
  minus,
  nameHolder,
  nameWitness,
  type PageSize,
  type PoolDivergence,
  type Sentence,
  type Word,
} from '@headroom/shared'
import { type HostBooks, poolsIn } from '../worker/books.ts'
import { type RemedyView, remedyView } from '../worker/remedies.ts'
import { entryLines, holderLines, type Line } from './lines.ts'

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
  readonly tone: FindingTone
  readonly details: readonly Sentence[]
  readonly size: PageSize | undefined
  /** Both numbers, by who says them. */
  readonly figures: readonly { readonly name: string; readonly is: Word }[]
  /** The host's less Nova's free, of a pool. */
  readonly difference: number | undefined
  readonly entries: readonly Line[]
  readonly holders: readonly Line[]
  readonly holdersRead: boolean
  readonly remedy: RemedyView | undefined
}

/** How much a finding is to be minded. */
export type FindingTone = 'bad' | 'warn' | 'ok' | 'plain'

const tones: Record<Divergence['severity']['next'], FindingTone> = {
  'guests-fail': 'bad',
  'next-boot-fails': 'bad',
  'later-boot-fails': 'bad',
  'move-fails': 'bad',
  'capacity-wasted': 'ok',
  drift: 'warn',
  'not-known': 'plain',
}

export const toneOf = ({ next }: Divergence['severity']): FindingTone => tones[next]

const beyond = ({ expected, observed, size }: PoolDivergence): KiB =>
  memoryOf(minus(expected, observed), size)

/** Every divergence of one host; what was not read, or not at one time, stands apart. */
export function foundOn(
  books: HostBooks,
  aggregates: readonly string[],
  all: readonly Divergence[],
): readonly Found[] {
  const places = [...new Set([...(books.host.zone === undefined ? [] : [books.host.zone]), ...aggregates])]
  const pools = divergences(poolsIn(books))
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
  if ('flavor' in of) return of.flavor
  return 'consumer' in of ? of.consumer : undefined
}

/** What is wrong, with the cell where it is of one, without the host. */
export const headlineOf = ({ of, pool }: Found): Sentence =>
  pool ? explainDivergence(pool).headline : explainCause(of)

/** As one line that opens. */
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
    tone: toneOf(of.severity),
    details: (pool ? explainDivergence(pool) : explainDiverging(of)).details,
    size,
    figures: pool ? poolFigures(pool) : figuresOf(of),
    difference: pool && pool.observed - pool.expected,
    entries: pool
      ? entryLines(of.entries)
      : entryLines(of.entries, (amount) => ({ is: amountOf(of.resource, amount) })),
    holders: pool
      ? holderLines(pool.kernel, pool.held, ['nova', 'third party', 'unseen'])
      : of.holders.map((holder) => ({ who: nameHolder(holder), note: undefined, amount: holder.pages })),
    holdersRead: pool?.kernel.holdersRead ?? true,
    remedy: of.remedy && remedyView(of.remedy),
  }
}

const poolFigures = ({ expected, observed }: PoolDivergence): DivergenceRow['figures'] => [
  { name: 'Nova’s free', is: { count: expected } },
  { name: 'the host’s', is: { count: observed } },
]

/** Of two numbers by one witness the second is what its entries come to, or what the first is held against. */
const secondOf = (entries: Divergence['entries']): string =>
  entries.length > 0 ? 'by its entries' : 'against'

const figuresOf = ({ resource, expected, observed, entries }: Divergence): DivergenceRow['figures'] =>
  [expected, observed].flatMap((said, index) =>
    said
      ? [
          {
            name: index === 1 && said.by === expected?.by ? secondOf(entries) : nameWitness(said.by),
            is: amountOf(resource, said.amount),
          },
        ]
      : [],
  )
