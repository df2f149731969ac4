import type { CellId, HostId } from '../model/ids.ts'
import type { PageSize, Pages } from '../units.ts'
import { memoryOf } from '../units.ts'
import { type Sentence, say } from './sentence.ts'

/** The cell where the books differ most. */
export interface WorstCell {
  readonly host: HostId
  readonly cell: CellId
  readonly pages: Pages
}

/** How the two books of many cells stand to each other, by what matters most: promises that cannot be kept. */
export type Standing =
  | {
      readonly kind: 'phantom' | 'hidden'
      readonly size: PageSize
      /** Summed over the cells that differ this way. */
      readonly pages: Pages
      readonly cells: number
      readonly worst: WorstCell
    }
  | { readonly kind: 'agree'; readonly cells: number }
  /** No cell was read on both books; some were on this one. */
  | {
      readonly kind: 'one book'
      readonly book: 'nova' | 'host'
      readonly size: PageSize
      readonly free: Pages
      readonly cells: number
    }
  /** No cell was read on both books. */
  | { readonly kind: 'not compared'; readonly cells: number }
  /** There are no pages above the base size. */
  | { readonly kind: 'no pages' }

const counted = (cells: number) => ({ count: cells, of: cells === 1 ? 'cell' : 'cells' })

export function explainStanding(standing: Standing): Sentence {
  switch (standing.kind) {
    case 'phantom': {
      const { pages, size, cells, worst } = standing
      return [
        ...say`Nova would promise ${{ pages, size }} (${{ memory: memoryOf(pages, size) }}) that the hosts do not have, on ${counted(cells)}`,
        ...most(cells, worst, size),
      ]
    }
    case 'hidden': {
      const { pages, size, cells, worst } = standing
      return [
        ...say`${{ pages, size }} (${{ memory: memoryOf(pages, size) }}) are free that Nova will not use, on ${counted(cells)}`,
        ...most(cells, worst, size),
      ]
    }
    case 'agree':
      return say`Both books agree on ${counted(standing.cells)}.`
    case 'one book': {
      const { book, size, free, cells } = standing
      const room = say`${{ pages: free, size }} (${{ memory: memoryOf(free, size) }})`
      return book === 'nova'
        ? [
            ...say`By Nova’s book alone `,
            ...room,
            ...say` are free on ${counted(cells)}; no host was read, so nothing can be compared.`,
          ]
        : [
            ...room,
            ...say` are free on ${counted(cells)} of the hosts; no row of Nova’s was read, so nothing can be compared.`,
          ]
    }
    case 'not compared':
      return say`Nothing to compare: no cell was read on both books.`
    case 'no pages':
      return say`There are no pages above the base size.`
  }
}

const most = (cells: number, { host, cell, pages }: WorstCell, size: PageSize): Sentence =>
  cells === 1
    ? say`: ${{ host }}, ${{ hostCell: cell }}.`
    : say`; most on ${{ host }}, ${{ hostCell: cell }}: ${{ pages, size }}.`
