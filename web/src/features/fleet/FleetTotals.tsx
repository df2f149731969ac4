import { memoryOf, Pages, pageSizeText } from '@headroom/shared'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { novaFree } from '../../components/bar-books.ts'
import { CellBar } from '../../components/CellBar.tsx'
import { Figure, Memory, roughly } from '../../components/Quantity.tsx'
import type { FleetView } from './view-model.ts'

export function FleetTotals({ fleet }: { readonly fleet: FleetView }) {
  const { size, hidden, cells, worst } = fleet
  if (size === undefined) return null
  return (
    <section
      aria-label="Totals"
      className="grid grid-cols-2 gap-3 lg:grid-cols-[minmax(0,2.2fr)_repeat(3,minmax(0,1fr))]"
    >
      <PagesCard fleet={fleet} size={size} />
      <Card
        title="Promised, not there"
        tone={fleet.sum && fleet.sum.phantom > 0 ? 'text-bad' : 'text-ink'}
        value={<Memory pages={fleet.sum?.phantom ?? 0} size={size} />}
      >
        {worst ? (
          <>
            worst{' '}
            <Link to="/hosts/$host" params={{ host: worst.host }} className="link">
              {worst.host}
            </Link>{' '}
            cell {worst.cell}, <Figure of={-worst.pages} /> pages
          </>
        ) : (
          'on no cell'
        )}
      </Card>
      <Card
        title="Hidden capacity"
        tone={hidden.pages > 0 ? 'text-ok' : 'text-ink'}
        value={<Memory pages={hidden.pages} size={size} />}
      >
        {hidden.pages === 0
          ? 'on no cell'
          : hidden.reserved === hidden.pages
            ? `reserved and idle on ${hosts(hidden.hosts)}`
            : hidden.reserved > 0
              ? `${roughly(memoryOf(Pages(hidden.reserved), size))} reserved and idle; ${hosts(hidden.hosts)}`
              : `free on ${hosts(hidden.hosts)}, Nova will not use it`}
      </Card>
      <Card
        title="Books disagree"
        wide
        tone="text-ink"
        value={
          <>
            <Figure of={cells.phantom + cells.hidden} />{' '}
            <small className="text-xs font-normal tracking-normal text-muted">
              of <Figure of={cells.compared} /> cells
            </small>
          </>
        }
      >
        {cells.all > cells.compared
          ? `${cells.all - cells.compared} more could not be compared`
          : 'every cell was compared'}
      </Card>
    </section>
  )
}

const hosts = (n: number) => (n === 1 ? '1 host' : `${n} hosts`)

function PagesCard({
  fleet,
  size,
}: {
  readonly fleet: FleetView
  readonly size: NonNullable<FleetView['size']>
}) {
  const { sum, cells } = fleet
  return (
    <div className="panel col-span-2 px-4 py-3 lg:col-span-1">
      <h2 className="text-xs text-muted">
        {pageSizeText(size)} pages,{' '}
        {cells.compared === cells.all ? 'all cells' : `${cells.compared} of ${cells.all} cells`}
      </h2>
      {sum?.host && sum.nova ? (
        <>
          <div className="my-1">
            <CellBar books={sum} of="All cells" size="full" />
          </div>
          <p className="text-xs text-muted">
            <b className="text-ink">
              <Figure of={sum.host.free} />
            </b>{' '}
            free on the hosts · Nova believes{' '}
            <b className="text-ink">
              <Figure of={novaFree(sum.nova)} />
            </b>{' '}
            of <Figure of={sum.nova.total} />
          </p>
        </>
      ) : (
        <p className="mt-2 text-muted">No cell was read on both books.</p>
      )}
    </div>
  )
}

interface CardProps {
  readonly title: string
  readonly value: ReactNode
  readonly tone: string
  /** Takes a whole line where cards stand two abreast. */
  readonly wide?: boolean
  readonly children: ReactNode
}

const Card = ({ title, value, tone, wide, children }: CardProps) => (
  <div className={`panel px-4 py-3 ${wide ? 'col-span-2 lg:col-span-1' : ''}`}>
    <h2 className="text-xs text-muted">{title}</h2>
    <p className={`mt-1.5 text-2xl leading-8 font-bold tracking-tight ${tone}`}>{value}</p>
    <p className="mt-1 text-xs text-muted">{children}</p>
  </div>
)
