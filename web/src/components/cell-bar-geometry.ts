import { novaFree, type PoolBooks } from './pool-books.ts'

/** What a stretch of the bar's ground stands for. */
export type Ground =
  | 'claimed'
  | 'third-party'
  | 'unseen'
  | 'not-read'
  /** Counted by Nova and no longer in the kernel's pool. */
  | 'absent'
  /** Set aside by configuration: free on the host, or not known to be. */
  | 'reserved'
  | 'free'
  /** Free by Nova's book alone: the host was not read. */
  | 'free-not-known'
  | 'not-known'

export interface Stretch<Of> {
  readonly of: Of
  readonly pages: number
}

/**
 * The bar in pages: the ground from left to right, and where on it Nova's free begins. Free stands at the right on both
 * books, so that what lies between the tick and the ground's free edge is exactly what they differ by.
 */
export interface BarPages {
  readonly total: number
  readonly ground: readonly Stretch<Ground>[]
  readonly tick: number | undefined
  readonly divergence:
    | { readonly of: 'phantom' | 'hidden'; readonly from: number; readonly to: number }
    | undefined
}

const clamp = (n: number, low: number, high: number) => Math.min(Math.max(n, low), high)
const some = (ground: readonly Stretch<Ground>[]) => ground.filter(({ pages }) => pages > 0)

/** Both books of a pool laid over each other. */
export function barPages({ nova, host }: PoolBooks): BarPages {
  if (!host && !nova)
    return { total: 1, ground: [{ of: 'not-known', pages: 1 }], tick: undefined, divergence: undefined }
  if (!host && nova) {
    const used = clamp(nova.used, 0, nova.total)
    const reserved = clamp(nova.reserved, 0, nova.total - used)
    const ground = some([
      { of: 'claimed', pages: used },
      { of: 'reserved', pages: reserved },
      { of: 'free-not-known', pages: nova.total - used - reserved },
    ])
    return { total: nova.total, ground, tick: used + reserved, divergence: undefined }
  }
  const known = host as NonNullable<typeof host>
  const total = Math.max(known.total, nova?.total ?? 0)
  const edge = total - known.free
  const tick = nova && clamp(total - novaFree(nova), 0, total)
  const idle = nova && tick !== undefined ? Math.min(nova.reserved, Math.max(tick - edge, 0)) : 0
  return {
    total,
    ground: some([
      { of: 'claimed', pages: known.claimed },
      { of: 'third-party', pages: known.thirdParty },
      { of: 'unseen', pages: known.unseen },
      { of: 'not-read', pages: known.notRead },
      { of: 'absent', pages: total - known.total },
      { of: 'reserved', pages: idle },
      { of: 'free', pages: known.free - idle },
    ]),
    tick,
    divergence:
      tick === undefined || tick === edge
        ? undefined
        : tick < edge
          ? { of: 'phantom', from: tick, to: edge }
          : { of: 'hidden', from: edge, to: tick },
  }
}

export interface Span<Of> extends Stretch<Of> {
  readonly x: number
  readonly width: number
}

/** The bar in whole pixels. */
export interface BarGeometry {
  readonly width: number
  readonly ground: readonly Span<Ground>[]
  readonly tick: number | undefined
  readonly divergence: Span<'phantom' | 'hidden'> | undefined
}

/** What is there is seen, however small. */
export const leastWidth = 3

/** Widths in proportion to the weights, none below the least, that sum to the whole. */
function share(weights: readonly number[], whole: number, least: number): readonly number[] {
  const floor = Math.min(least, whole / weights.length)
  const widths = new Map<number, number>()
  for (;;) {
    const open = weights.flatMap((weight, i) => (widths.has(i) ? [] : [{ weight, i }]))
    const left = whole - widths.size * floor
    const sum = open.reduce((total, { weight }) => total + weight, 0)
    const thin = open.filter(({ weight }) => (weight / sum) * left < floor)
    if (thin.length === 0) {
      for (const { weight, i } of open) widths.set(i, (weight / sum) * left)
      return weights.map((_, i) => widths.get(i) ?? floor)
    }
    for (const { i } of thin) widths.set(i, floor)
  }
}

/**
 * Places a bar on this many pixels. Every edge (of the ground, and the tick) cuts the bar; each piece between two cuts
 * gets its share, at least three pixels where the bar has room, so that edges keep their order and meet exactly.
 */
export function barGeometry(bar: BarPages, width: number): BarGeometry {
  if (bar.total <= 0) return { width, ground: [], tick: undefined, divergence: undefined }
  const edges = [0]
  for (const { pages } of bar.ground) edges.push((edges.at(-1) ?? 0) + pages)
  const cuts = [...new Set([...edges, ...(bar.tick === undefined ? [] : [bar.tick])])].sort((a, b) => a - b)
  const pieces = cuts.slice(1).map((cut, i) => cut - (cuts[i] ?? 0))
  const widths = share(pieces, width, leastWidth)
  const places = new Map<number, number>([[0, 0]])
  let at = 0
  for (const [i, piece] of widths.entries()) {
    at += piece
    places.set(cuts[i + 1] ?? 0, Math.round(at))
  }
  const px = (pages: number) => places.get(pages) ?? 0
  return {
    width,
    ground: bar.ground.map(({ of, pages }, i) => {
      const x = px(edges[i] ?? 0)
      return { of, pages, x, width: px(edges[i + 1] ?? 0) - x }
    }),
    tick: bar.tick === undefined ? undefined : px(bar.tick),
    divergence: bar.divergence && {
      of: bar.divergence.of,
      pages: bar.divergence.to - bar.divergence.from,
      x: px(bar.divergence.from),
      width: px(bar.divergence.to) - px(bar.divergence.from),
    },
  }
}
