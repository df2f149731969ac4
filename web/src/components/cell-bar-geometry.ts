import { type BarBooks, type BarSum, type HostPool, idleReserve, novaFree } from './bar-books.ts'

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

export type Frame = 'phantom' | 'hidden'

/**
 * The bar in pages: the ground from left to right, and where on it Nova's free begins. Free stands at the right on both
 * books, so that what lies between the tick and the ground's free edge is exactly what they differ by.
 */
export interface BarPages {
  readonly total: number
  readonly ground: readonly Stretch<Ground>[]
  /** Undefined without Nova's book, and for a sum that differs both ways: its free has no one beginning. */
  readonly tick: number | undefined
  readonly frames: readonly { readonly of: Frame; readonly from: number; readonly to: number }[]
}

const clamp = (n: number, low: number, high: number) => Math.min(Math.max(n, low), high)
const some = (ground: readonly Stretch<Ground>[]) => ground.filter(({ pages }) => pages > 0)

/** Both books of a pool, or of a sum of pools, laid over each other. */
export function barPages(books: BarBooks | BarSum): BarPages {
  const { nova, host } = books
  if (host) return onGround(books, host)
  if (!nova) return { total: 1, ground: [{ of: 'not-known', pages: 1 }], tick: undefined, frames: [] }
  const used = clamp(nova.used, 0, nova.total)
  const reserved = clamp(nova.reserved, 0, nova.total - used)
  const ground = some([
    { of: 'claimed', pages: used },
    { of: 'reserved', pages: reserved },
    { of: 'free-not-known', pages: nova.total - used - reserved },
  ])
  return { total: nova.total, ground, tick: used + reserved, frames: [] }
}

function onGround(books: BarBooks | BarSum, host: HostPool): BarPages {
  const total = Math.max(host.total, books.nova?.total ?? 0)
  const edge = total - host.free
  const begins = books.nova && clamp(total - novaFree(books.nova), 0, total)
  const idle = 'idle' in books ? books.idle : idleReserve(books)
  const phantom = 'phantom' in books ? books.phantom : begins === undefined ? 0 : Math.max(edge - begins, 0)
  const hidden = 'hidden' in books ? books.hidden : begins === undefined ? 0 : Math.max(begins - edge, 0)
  return {
    total,
    ground: some([
      { of: 'claimed', pages: host.claimed },
      { of: 'third-party', pages: host.thirdParty },
      { of: 'unseen', pages: host.unseen },
      { of: 'not-read', pages: host.notRead },
      { of: 'absent', pages: total - host.total },
      { of: 'reserved', pages: idle },
      { of: 'free', pages: host.free - idle },
    ]),
    tick: phantom > 0 && hidden > 0 ? undefined : begins,
    frames: [
      ...(phantom > 0 ? [{ of: 'phantom', from: Math.max(edge - phantom, 0), to: edge } as const] : []),
      ...(hidden > 0 ? [{ of: 'hidden', from: edge, to: Math.min(edge + hidden, total) } as const] : []),
    ],
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
  readonly frames: readonly Span<Frame>[]
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
  if (bar.total <= 0) return { width, ground: [], tick: undefined, frames: [] }
  const edges = [0]
  for (const { pages } of bar.ground) edges.push((edges.at(-1) ?? 0) + pages)
  const marks = [
    ...bar.frames.flatMap(({ from, to }) => [from, to]),
    ...(bar.tick === undefined ? [] : [bar.tick]),
  ]
  const cuts = [...new Set([...edges, ...marks])].sort((a, b) => a - b)
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
    frames: bar.frames.map(({ of, from, to }) => ({
      of,
      pages: to - from,
      x: px(from),
      width: px(to) - px(from),
    })),
  }
}
