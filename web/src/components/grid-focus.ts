import { type FocusEvent, type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { type GridPlace, type GridShape, placeAfter } from './grid-place.ts'

/** What makes an element the one that takes the focus at a place. */
export interface PlaceProps {
  readonly 'data-cell': string
  readonly tabIndex: number
}

interface Grid extends GridShape {
  /** Cells of a row that has fewer than the others. */
  readonly columnsOf?: (row: number) => number
  /** Brings a place into the document, where it is out of view. */
  readonly show: (place: GridPlace) => void
}

const placeOf = (target: EventTarget): GridPlace | undefined => {
  const cell = target instanceof Element ? target.closest<HTMLElement>('[data-cell]') : null
  const [row, column] = (cell?.dataset.cell ?? '').split(' ').map(Number)
  return row === undefined || column === undefined ? undefined : { row, column }
}

/** One cell of a grid takes the focus, and keys go from cell to cell, to those out of view too. */
export function useGridFocus(element: RefObject<HTMLElement | null>, { columnsOf, show, ...shape }: Grid) {
  const [place, setPlace] = useState<GridPlace>({ row: 0, column: 0 })
  const wanted = useRef(false)
  const at = { row: Math.min(place.row, shape.rows - 1), column: place.column }
  const columnIn = ({ row, column }: GridPlace) => Math.min(column, (columnsOf?.(row) ?? shape.columns) - 1)
  useEffect(() => {
    if (!wanted.current) return
    const cell = element.current?.querySelector<HTMLElement>(`[data-cell="${at.row} ${columnIn(at)}"]`)
    if (!cell) return
    wanted.current = false
    cell.focus({ preventScroll: true })
    cell.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  })
  return {
    /** The row that has the focus, or would have it. */
    row: at.row,
    rowProps: (row: number) => ({ role: 'row', 'aria-rowindex': row + 1 }),
    placeProps: (row: number, column: number): PlaceProps => ({
      'data-cell': `${row} ${column}`,
      tabIndex: row === at.row && column === columnIn(at) ? 0 : -1,
    }),
    onFocus: ({ target }: FocusEvent<HTMLElement>) => {
      const to = placeOf(target)
      if (to && (to.row !== at.row || to.column !== columnIn(at))) setPlace(to)
    },
    onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
      if (event.defaultPrevented || event.altKey || event.metaKey || !placeOf(event.target)) return
      const to = placeAfter(`${event.ctrlKey ? 'Ctrl+' : ''}${event.key}`, at, shape)
      if (!to) return
      event.preventDefault()
      wanted.current = true
      setPlace(to)
      show(to)
    },
  }
}
