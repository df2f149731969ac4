/** A place in a grid: rows and columns from 0, the header among the rows. */
export interface GridPlace {
  readonly row: number
  /** Stays as it was in rows that have fewer. */
  readonly column: number
}

export interface GridShape {
  readonly rows: number
  readonly columns: number
  /** How many rows PageUp and PageDown go by. */
  readonly page: number
}

/** Where a key leads in a grid (WAI-ARIA, grid pattern); undefined for a key that leads nowhere. */
export function placeAfter(
  key: string,
  { row, column }: GridPlace,
  { rows, columns, page }: GridShape,
): GridPlace | undefined {
  const to = (row: number, column: number): GridPlace => ({
    row: Math.min(Math.max(row, 0), rows - 1),
    column: Math.min(Math.max(column, 0), columns - 1),
  })
  switch (key) {
    case 'ArrowDown':
      return to(row + 1, column)
    case 'ArrowUp':
      return to(row - 1, column)
    case 'ArrowRight':
      return to(row, column + 1)
    case 'ArrowLeft':
      return to(row, column - 1)
    case 'PageDown':
      return to(row + page, column)
    case 'PageUp':
      return to(row - page, column)
    case 'Home':
      return to(row, 0)
    case 'End':
      return to(row, columns - 1)
    case 'Ctrl+Home':
      return to(0, 0)
    case 'Ctrl+End':
      return to(rows - 1, columns - 1)
    default:
      return undefined
  }
}
