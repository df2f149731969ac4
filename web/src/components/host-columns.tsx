import { figure } from '@headroom/shared'
import { Link } from '@tanstack/react-router'
import type { Column } from './DataTable.tsx'
import { Figure } from './Quantity.tsx'

/** A host, as the way to its page. */
export const hostColumn = <Row extends { readonly host: string }>(name: string): Column<Row> => ({
  name,
  of: ({ host }) => (
    <Link to="/hosts/$host" params={{ host }} className="link whitespace-nowrap">
      {host}
    </Link>
  ),
})

export const guestsColumn = <Row extends { readonly guests: number }>(): Column<Row> => ({
  name: 'Guests',
  right: true,
  of: ({ guests }) => <Figure of={guests} />,
})

/** A count of which any is too many. */
export const badColumn = <Row,>(name: string, of: (row: Row) => number): Column<Row> => ({
  name,
  right: true,
  of: (row) => (
    <span className={`figure ${of(row) > 0 ? 'font-semibold text-bad' : 'text-muted'}`}>
      {figure(of(row))}
    </span>
  ),
})
