import type { CSSProperties, KeyboardEvent, ReactNode } from 'react'
import type { PlaceProps } from './grid-focus.ts'

interface GridCellProps {
  /** Absent where something within takes the focus instead. */
  readonly place?: PlaceProps
  readonly role?: 'gridcell' | 'rowheader' | 'columnheader'
  /** Columns it stands for. */
  readonly span?: number
  /** Its column, from 1, where those between are not in the document. */
  readonly index?: number
  /** Columns that rows are sorted by say which way. */
  readonly sorted?: 'ascending' | 'descending' | 'none' | undefined
  readonly className?: string
  readonly style?: CSSProperties
  /** By a click, Enter and the space bar. */
  readonly onPress?: ((cell: HTMLElement) => void) | undefined
  /** A press opens what is to be read. */
  readonly opensDialog?: boolean
  readonly children: ReactNode
}

/** A cell of a grid, which may be pressed whole. */
export function GridCell(props: GridCellProps) {
  const { place, role = 'gridcell', span, index, sorted, className, style } = props
  const { onPress, opensDialog, children } = props
  const press = onPress && {
    onClick: (event: { readonly currentTarget: HTMLElement }) => onPress(event.currentTarget),
    onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
      if (event.key !== 'Enter' && event.key !== ' ') return
      event.preventDefault()
      onPress(event.currentTarget)
    },
  }
  const aria = {
    role,
    'aria-colspan': span,
    'aria-colindex': index,
    'aria-sort': sorted,
    'aria-haspopup': opensDialog ? ('dialog' as const) : undefined,
  }
  return (
    <div
      {...aria}
      {...place}
      {...press}
      style={style}
      className={`-outline-offset-2! ${className ?? ''} ${press ? 'cursor-default' : ''}`}
    >
      {children}
    </div>
  )
}
