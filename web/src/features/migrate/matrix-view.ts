import {
  explainGateSays,
  type Guest,
  groupBy,
  type MatrixCell,
  matrixCsv,
  nameGateOfMatrix,
  type Sentence,
} from '@headroom/shared'
import type { MatrixQuery } from '../../url/search.ts'

/** The guests of a host against every other host, as every gate answered. */
export interface OpenMatrix {
  readonly guests: readonly Guest[]
  readonly hosts: readonly string[]
  /** By guest, then by host. */
  readonly cells: ReadonlyMap<string, ReadonlyMap<string, MatrixCell>>
}

type Taken = MatrixCell['taken']

/** Who takes a guest, best first. */
export const takenKinds = [
  'by both',
  'by the host alone',
  'by Nova alone',
  'by neither',
  'not known',
] as const satisfies readonly Taken[]

/** Added to a cell's place in `takenKinds` where booting is answered otherwise. */
const differs = 8

export interface MatrixHead {
  readonly guests: number
  readonly hosts: number
  readonly counts: Readonly<Record<Taken, number>>
  readonly disagree: number
}

/** A guest, or a host: how many of the others take it or are taken there. */
export interface MatrixLine {
  readonly id: string
  readonly name: string
  readonly note: string
  readonly fits: number
  readonly disagree: number
}

/** Lines as sorted and filtered; a cell a byte, row by row. */
export interface MatrixView {
  readonly guests: readonly MatrixLine[]
  readonly hosts: readonly MatrixLine[]
  readonly codes: Uint8Array
}

/** What a byte of a view says. */
export const cellOfCode = (code: number): { readonly taken: Taken; readonly disagree: boolean } => ({
  taken: takenKinds[code % differs] ?? 'not known',
  disagree: code >= differs,
})

const codeOf = ({ taken, disagree }: MatrixCell): number =>
  takenKinds.indexOf(taken) + (disagree ? differs : 0)

export function openMatrix(guests: readonly Guest[], cells: readonly MatrixCell[]): OpenMatrix {
  const byGuest = groupBy(cells, ({ guest }) => guest)
  return {
    guests,
    hosts: [...new Set(cells.map(({ host }) => host as string))],
    cells: new Map(
      [...byGuest].map(([guest, all]) => [guest, new Map(all.map((cell) => [cell.host as string, cell]))]),
    ),
  }
}

const allCells = ({ cells }: OpenMatrix): readonly MatrixCell[] =>
  [...cells.values()].flatMap((row) => [...row.values()])

export function matrixHead(matrix: OpenMatrix): MatrixHead {
  const cells = allCells(matrix)
  const count = (taken: Taken) => cells.filter((cell) => cell.taken === taken).length
  return {
    guests: matrix.guests.length,
    hosts: matrix.hosts.length,
    counts: {
      'by both': count('by both'),
      'by the host alone': count('by the host alone'),
      'by Nova alone': count('by Nova alone'),
      'by neither': count('by neither'),
      'not known': count('not known'),
    },
    disagree: cells.filter(({ disagree }) => disagree).length,
  }
}

const lineOf = (
  id: string,
  name: string,
  note: string,
  cells: readonly (MatrixCell | undefined)[],
): MatrixLine => ({
  id,
  name,
  note,
  fits: cells.filter((cell) => cell?.taken === 'by both').length,
  disagree: cells.filter((cell) => cell?.disagree).length,
})

const order: Readonly<Record<NonNullable<MatrixQuery['guests']>, (a: MatrixLine, b: MatrixLine) => number>> =
  {
    name: (a, b) => a.name.localeCompare(b.name, 'en', { numeric: true }),
    fits: (a, b) => b.fits - a.fits,
    disagree: (a, b) => b.disagree - a.disagree,
  }

export function matrixView(matrix: OpenMatrix, { guests, hosts, differing }: MatrixQuery): MatrixView {
  const { cells } = matrix
  const asked = (line: MatrixLine) => !differing || line.disagree > 0
  const rows = matrix.guests
    .map(({ id, name, flavor }) =>
      lineOf(
        id,
        name,
        flavor.name,
        matrix.hosts.map((host) => cells.get(id)?.get(host)),
      ),
    )
    .filter(asked)
    .toSorted(order[guests ?? 'name'])
  const columns = matrix.hosts
    .map((host) =>
      lineOf(
        host,
        host,
        '',
        matrix.guests.map(({ id }) => cells.get(id)?.get(host)),
      ),
    )
    .filter(asked)
    .toSorted(order[hosts ?? 'name'])
  const codes = new Uint8Array(rows.length * columns.length)
  for (const [row, { id }] of rows.entries()) {
    const of = cells.get(id)
    for (const [column, host] of columns.entries()) {
      const cell = of?.get(host.id)
      codes[row * columns.length + column] = cell ? codeOf(cell) : takenKinds.indexOf('not known')
    }
  }
  return { guests: rows, hosts: columns, codes }
}

/** One cell opened: every gate with its reason. */
export interface MatrixCellView {
  readonly taken: Taken
  readonly disagree: boolean
  readonly gates: readonly { readonly name: Sentence; readonly asked: boolean; readonly says: Sentence }[]
}

/** Undefined where there is no such cell. */
export function matrixCellView(
  { cells }: OpenMatrix,
  guest: string,
  host: string,
): MatrixCellView | undefined {
  const cell = cells.get(guest)?.get(host)
  return (
    cell && {
      taken: cell.taken,
      disagree: cell.disagree,
      gates: cell.gates.map((one) => ({
        name: nameGateOfMatrix(one.gate),
        asked: one.asked,
        says: explainGateSays(one),
      })),
    }
  )
}

/** The cells of a view for a spreadsheet, in its order. */
export function matrixText(matrix: OpenMatrix, query: MatrixQuery): string {
  const { guests, hosts } = matrixView(matrix, query)
  return matrixCsv(
    guests.flatMap(({ id }) => hosts.flatMap((host) => matrix.cells.get(id)?.get(host.id) ?? [])),
  )
}

/** Why hosts do not take a guest. */
export interface Refusals {
  readonly gate: Sentence
  readonly example: Sentence
  readonly hosts: number
}

export const refusalsOf = ({ cells }: OpenMatrix, guest: string): readonly Refusals[] =>
  reasonsOf([...(cells.get(guest)?.values() ?? [])])

/** The most frequent first. */
export function reasonsOf(cells: readonly MatrixCell[]): readonly Refusals[] {
  const refusals = groupBy(
    cells.filter(({ taken }) => taken !== 'by both'),
    keyOf,
  )
  return [...refusals.values()]
    .flatMap((all) => {
      const says = all[0] && obstacle(all[0])
      return says
        ? [{ gate: nameGateOfMatrix(says.gate), example: explainGateSays(says), hosts: all.length }]
        : []
    })
    .sort((one, other) => other.hosts - one.hosts)
}

/** What keeps the guest from there: the first gate on its path that refuses, else the first that does not know. */
const obstacle = ({ gates }: MatrixCell) =>
  gates.find(({ asked, outcome }) => asked && outcome === 'refuses') ??
  gates.find(({ asked, outcome }) => asked && outcome === 'not known')

function keyOf(cell: MatrixCell): string {
  const says = obstacle(cell)
  if (!says || !('why' in says)) return `${says?.gate} ${says?.outcome}`
  return `${says.gate} ${says.gate === 'host' ? says.why.kind : `${says.why.by} ${says.why.reason.kind}`}`
}
