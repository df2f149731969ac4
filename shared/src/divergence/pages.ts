import { memoryOf, minus, Pages } from '../units.ts'
import { divergences } from './compare.ts'
import { detector } from './detector.ts'
import type { PoolDivergence, Suspect } from './divergence.ts'
import { type Finding, finding, pagesOfSize, type Severity } from './finding.ts'
import type { Ask, HostBooks } from './host-books.ts'

export type PagesCause =
  | 'pages-held-by-others'
  | 'pool-resized'
  | 'reserved-too-much'
  | 'guest-not-running'
  | 'guest-on-other-cell'
  | 'move-counted-twice'
  | 'pages-unexplained'

/** Huge pages free by Nova’s book and by the kernel’s. What the row has beyond its guests is drift, and told as that. */
export const pages = detector(['nova', 'kernel'], (books) =>
  divergences(books.pools)
    .filter(
      ({ suspects }) =>
        !suspects.every(({ kind }) => kind === 'stored-beyond-guests') || suspects.length === 0,
    )
    .map((one) => pagesFinding(one, books)),
)

/** A pool’s divergence, and the numbers behind both sides. */
export interface PagesFinding extends Finding<PagesCause> {
  readonly pool: Pick<PoolDivergence, 'nova' | 'kernel' | 'held'>
}

function pagesFinding(one: PoolDivergence, { cloud }: HostBooks): PagesFinding {
  const { host, cell, size, expected, observed, entries, kernel, suspects, remedy, nova, held } = one
  const [first] = suspects
  return {
    ...finding(first ? causeOf(first) : 'pages-unexplained', {
      kind: first?.kind === 'guest-holds-otherwise' ? 'wrong-cell' : one.kind,
      where: { host, cell, size },
      resource: pagesOfSize(size),
      expected: { by: 'nova', amount: expected },
      observed: { by: 'kernel', amount: observed },
      entries,
      holders: kernel.holders,
      suspects,
      severity: severityOf(one, cloud.asks),
      remedy,
    }),
    pool: { nova, kernel, held },
  }
}

function causeOf(suspect: Suspect): PagesCause {
  switch (suspect.kind) {
    case 'unlisted-consumer':
      return 'pages-held-by-others'
    case 'guest-holds-otherwise':
      return 'guest-on-other-cell'
    case 'counted-twice':
      return 'move-counted-twice'
    case 'pool-resized':
    case 'reserved-too-much':
    case 'guest-not-running':
      return suspect.kind
    case 'booked-not-held':
    case 'stored-beyond-guests':
    case 'overbooked':
    case 'another-release':
      return 'pages-unexplained'
  }
}

/** It is the next flavor that tells. */
function severityOf({ kind, size, expected, observed }: PoolDivergence, asks: readonly Ask[]): Severity {
  const amount = (pages: Pages) => ({ amount: memoryOf(pages, size), unit: 'KiB' }) as const
  const difference = Pages(Math.abs(minus(expected, observed)))
  if (kind === 'hidden-capacity') return { next: 'capacity-wasted', ...amount(difference) }
  const fails = asks.some(({ topology }) =>
    topology?.cells.some((cell) => {
      const needed = cell.pageSize === size ? cell.memory / size : Number.NaN
      return needed > observed && needed <= expected
    }),
  )
  return { next: fails || observed === 0 ? 'next-boot-fails' : 'later-boot-fails', ...amount(difference) }
}
