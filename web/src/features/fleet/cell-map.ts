import type { Cause, CellId, HostId } from '@headroom/shared'
import { novaFree } from '../../components/bar-books.ts'
import { type Found, toneOf } from '../../components/found.ts'
import type { FleetRow } from './view-model.ts'

/** How a cell stands, worst first; what is drawn for each is told apart by its shape too. */
export const cellStates = ['fails', 'drifts', 'idle', 'not compared', 'agrees'] as const
export type CellState = (typeof cellStates)[number]

/** Every cell of the hosts that pass, host by host, as columns: ten thousand hosts cross to the page at once. */
export interface CellMapView {
  readonly hosts: readonly HostId[]
  /** By cell: index of its host, and its id there. */
  readonly hostOf: Uint32Array
  readonly cellOf: Uint16Array
  /** By cell: index into `cellStates`. */
  readonly stateOf: Uint8Array
  /** By cell: index into `causes` of the worst that was found on it, one more than that; 0 is none. */
  readonly causeOf: Uint8Array
  readonly causes: readonly Cause[]
  /** By cell: pages free by Nova's book and by the host's; below zero where that was not read. */
  readonly novaFree: Int32Array
  readonly hostFree: Int32Array
}

const notRead = -1

/** The map of these rows, in their order. */
export function cellMapOf(
  rows: readonly FleetRow[],
  foundOn: (host: HostId) => readonly Found[],
): CellMapView {
  const cells = rows.flatMap((row, host) => row.cells.map((cell) => ({ ...cell, row, host })))
  const worst = cells.map(({ row, id }) => worstOf(foundOn(row.host), id))
  const causes = [...new Set(worst.flatMap((one) => one?.of.cause ?? []))]
  return {
    hosts: rows.map(({ host }) => host),
    hostOf: Uint32Array.from(cells, ({ host }) => host),
    cellOf: Uint16Array.from(cells, ({ id }) => id),
    stateOf: Uint8Array.from(cells, ({ row }, i) => cellStates.indexOf(stateOf(row, worst[i]))),
    causeOf: Uint8Array.from(worst, (one) => (one ? causes.indexOf(one.of.cause) + 1 : 0)),
    causes,
    novaFree: Int32Array.from(cells, ({ books }) =>
      books?.nova ? Math.max(novaFree(books.nova), 0) : notRead,
    ),
    hostFree: Int32Array.from(cells, ({ books }) => books?.host?.free ?? notRead),
  }
}

/** Of the host's findings, worst first, the first that is of this cell or of the whole host. */
const worstOf = (found: readonly Found[], id: CellId): Found | undefined =>
  found.find(({ of }) => of.where.cell === undefined || of.where.cell === id)

function stateOf({ standing }: FleetRow, worst: Found | undefined): CellState {
  if (worst) {
    const tone = toneOf(worst.of.severity)
    return tone === 'bad' ? 'fails' : tone === 'ok' ? 'idle' : 'drifts'
  }
  const apart = standing.kind === 'not compared' && standing.why !== 'no such pages'
  return apart ? 'not compared' : 'agrees'
}

/** Where each cell is drawn, in whole pixels. */
export interface MapLayout {
  /** Edge of a cell's square. */
  readonly edge: number
  /** From one row of squares to the next. */
  readonly pitch: number
  readonly x: Float32Array
  readonly row: Uint32Array
  /** First cell of each row, and the number of cells at the end. */
  readonly rows: readonly number[]
  readonly height: number
}

const sizes = [
  { upTo: 400, edge: 18, gap: 2, between: 6 },
  { upTo: 3000, edge: 11, gap: 1, between: 4 },
  { upTo: Number.POSITIVE_INFINITY, edge: 6, gap: 1, between: 3 },
]

/** Cells of a host stand together in a row; hosts follow each other and wrap. */
export function layOut({ hostOf }: Pick<CellMapView, 'hostOf'>, width: number): MapLayout {
  const cells = hostOf.length
  const { edge, gap, between } = sizes.find(({ upTo }) => cells <= upTo) ?? { edge: 6, gap: 1, between: 3 }
  const x = new Float32Array(cells)
  const row = new Uint32Array(cells)
  const rows: number[] = cells > 0 ? [0] : []
  const step = edge + gap
  let at = 0
  for (let first = 0; first < cells; ) {
    let end = first + 1
    while (end < cells && hostOf[end] === hostOf[first]) end++
    const wide = (end - first) * step - gap
    if (at > 0 && at + wide > width) {
      rows.push(first)
      at = 0
    }
    for (let cell = first; cell < end; cell++) {
      x[cell] = at + (cell - first) * step
      row[cell] = rows.length - 1
    }
    at += wide + between
    first = end
  }
  const pitch = edge + gap + 2
  return { edge, pitch, x, row, rows: [...rows, cells], height: rows.length * pitch }
}

/** The cell drawn at a point, or beside it within the gap; undefined where there is none. */
export function cellAt({ edge, pitch, x, rows }: MapLayout, left: number, top: number): number | undefined {
  const row = Math.floor(top / pitch)
  const [first, end] = [rows[row], rows[row + 1]]
  if (first === undefined || end === undefined || top < 0) return undefined
  const cell = nearest(x, first, end, left - edge / 2)
  const off = left - (x[cell] ?? 0)
  return off >= -2 && off <= edge + 2 ? cell : undefined
}

/** Of the cells from `first` up to but without `end`, the one that begins nearest to `left`. */
function nearest(x: Float32Array, first: number, end: number, left: number): number {
  let [low, high] = [first, end - 1]
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if ((x[middle] ?? 0) <= left) low = middle
    else high = middle - 1
  }
  const next = Math.min(low + 1, end - 1)
  return Math.abs((x[next] ?? 0) - left) < Math.abs((x[low] ?? 0) - left) ? next : low
}

/** Where a key leads from a cell; undefined for a key that leads nowhere. */
export function cellAfter(key: string, cell: number, { x, row, rows }: MapLayout): number | undefined {
  const last = x.length - 1
  const inRow = (to: number): number => {
    const wanted = Math.min(Math.max(to, 0), rows.length - 2)
    return nearest(x, rows[wanted] ?? 0, rows[wanted + 1] ?? 1, x[cell] ?? 0)
  }
  const here = row[cell] ?? 0
  switch (key) {
    case 'ArrowRight':
      return Math.min(cell + 1, last)
    case 'ArrowLeft':
      return Math.max(cell - 1, 0)
    case 'ArrowDown':
      return inRow(here + 1)
    case 'ArrowUp':
      return inRow(here - 1)
    case 'Home':
      return 0
    case 'End':
      return last
    default:
      return undefined
  }
}
