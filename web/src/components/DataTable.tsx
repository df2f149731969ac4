import { figure } from '@headroom/shared'
import { type ReactNode, useState } from 'react'
import { Button } from './Button.tsx'

/** The first column heads its row. */
export interface Column<Row> {
  readonly name: string
  readonly right?: boolean
  /** Takes a card's whole width: for sentences. */
  readonly wide?: boolean
  readonly of: (row: Row) => ReactNode
}

interface DataTableProps<Row> {
  readonly title: string
  readonly columns: readonly Column<Row>[]
  readonly rows: readonly Row[]
  readonly idOf: (row: Row, index: number) => string
  /** What stands between title and table. */
  readonly children?: ReactNode
}

/** More rows than this fold, one press away. */
const most = 10

/** A panel with a table; where the page is narrow each row is a card, its values named by their columns. */
export function DataTable<Row>({ title, columns, rows, idOf, children }: DataTableProps<Row>) {
  const [all, setAll] = useState(false)
  const shown = all || rows.length <= most ? rows : rows.slice(0, most)
  return (
    <section aria-label={title} className="panel min-w-0 px-4 py-3.5">
      <h2 className="font-semibold">{title}</h2>
      {children}
      {rows.length > 0 && (
        <table className="cards mt-1 w-full">
          <thead>
            <tr className="text-left text-xs text-muted">
              {columns.map(({ name, right }) => (
                <th
                  key={name}
                  scope="col"
                  className={`py-1.5 pr-4 font-semibold last:pr-0 ${right ? 'text-right' : ''}`}
                >
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {shown.map((row, index) => (
              <tr key={idOf(row, index)} className="border-t border-line">
                {columns.map(({ name, right, wide, of }, i) =>
                  i === 0 ? (
                    <th key={name} scope="row" className="py-2 pr-4 text-left font-semibold">
                      {of(row)}
                    </th>
                  ) : (
                    <td
                      key={name}
                      data-name={name}
                      data-wide={wide}
                      className={`py-2 pr-4 last:pr-0 ${right ? 'text-right' : ''}`}
                    >
                      <span className="min-w-0">{of(row)}</span>
                    </td>
                  ),
                )}
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {shown.length < rows.length && (
        <div className="border-t border-line pt-2">
          <Button look="quiet" onPress={() => setAll(true)}>
            Show all {figure(rows.length)}
          </Button>
        </div>
      )}
    </section>
  )
}
