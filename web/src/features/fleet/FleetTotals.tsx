import { figure, memoryOf, Pages, pageSizeText } from '@headroom/shared'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useDesk } from '../../api/desk.tsx'
import { bootsQuery } from '../../api/queries.ts'
import { novaFree } from '../../components/bar-books.ts'
import { CellBar } from '../../components/CellBar.tsx'
import { Figure, Memory, roughly } from '../../components/Quantity.tsx'
import { Say } from '../../components/Say.tsx'
import type { CloudAsk } from '../../worker/desk.ts'
import type { FleetView } from './view-model.ts'

interface FleetTotalsProps {
  readonly ask: CloudAsk
  readonly fleet: FleetView
}

export function FleetTotals({ ask, fleet }: FleetTotalsProps) {
  const { size, hidden, cells, worst } = fleet
  if (size === undefined)
    return (
      <section aria-label="Totals" className="grid gap-3 sm:grid-cols-3">
        <BootsCard ask={ask} />
      </section>
    )
  const none = fleet.sum ? 'on no cell' : 'nothing was compared'
  return (
    <section
      aria-label="Totals"
      className="grid grid-cols-2 gap-3 lg:grid-cols-[minmax(0,2fr)_repeat(4,minmax(0,1fr))]"
    >
      <PagesCard fleet={fleet} size={size} />
      <BootsCard ask={ask} />
      <Card
        title="Promised, not there"
        tone={fleet.sum && fleet.sum.phantom > 0 ? 'text-bad' : 'text-ink'}
        value={fleet.sum ? <Memory pages={fleet.sum.phantom} size={size} /> : <Figure of={undefined} />}
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
          none
        )}
      </Card>
      <Card
        title="Hidden capacity"
        tone={hidden.pages > 0 ? 'text-ok' : 'text-ink'}
        value={fleet.sum ? <Memory pages={hidden.pages} size={size} /> : <Figure of={undefined} />}
      >
        {hidden.pages === 0
          ? none
          : hidden.reserved === hidden.pages
            ? `reserved and idle on ${hosts(hidden.hosts)}`
            : hidden.reserved > 0
              ? `${roughly(memoryOf(Pages(hidden.reserved), size))} reserved and idle; ${hosts(hidden.hosts)}`
              : `free on ${hosts(hidden.hosts)}, Nova will not use it`}
      </Card>
      <Card
        title="Books disagree"
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
          ? `${figure(cells.all - cells.compared)} more have no such pages, or one book`
          : 'every cell was compared'}
      </Card>
    </section>
  )
}

/** Played out with retries, for each flavor; the page does not wait for it. */
function BootsCard({ ask }: { readonly ask: CloudAsk }) {
  const { data: boots, error } = useQuery(bootsQuery(useDesk(), ask))
  if (error)
    return (
      <Card title="Next boot at risk" tone="text-warn" value="–">
        {error.message}
      </Card>
    )
  if (!boots)
    return (
      <Card title="Next boot at risk" tone="text-muted" value="…">
        playing out each flavor
      </Card>
    )
  const [first] = boots.atRisk
  return (
    <Card
      title="Next boot at risk"
      tone={first ? (first.how === 'not as asked' ? 'text-warn' : 'text-bad') : 'text-ink'}
      value={
        <>
          <Figure of={boots.atRisk.length} />{' '}
          <small className="text-xs font-normal tracking-normal text-muted">
            of <Figure of={boots.flavors} /> {boots.flavors === 1 ? 'flavor' : 'flavors'}
          </small>
        </>
      }
    >
      {first && (
        <>
          {first.flavor} on{' '}
          <Link to="/hosts/$host" params={{ host: first.host }} className="link">
            {first.host}
          </Link>
          : <Say sentence={first.words} />
          {first.how === 'refused, runs elsewhere' && '; runs elsewhere'}
        </>
      )}
      {boots.unknown > 0 && `${first ? '; ' : ''}${boots.unknown} cannot be told`}
      {!first && boots.unknown === 0 && (boots.flavors === 0 ? 'no flavor was read' : 'Nova’s choices start')}
    </Card>
  )
}

const hosts = (n: number) => (n === 1 ? '1 host' : `${figure(n)} hosts`)

function PagesCard({
  fleet,
  size,
}: {
  readonly fleet: FleetView
  readonly size: NonNullable<FleetView['size']>
}) {
  const { sum, alone, cells } = fleet
  return (
    <div className="panel col-span-2 px-4 py-3 lg:col-span-1">
      <h2 className="text-xs text-muted">
        {pageSizeText(size)} pages,{' '}
        {cells.compared === cells.all || alone?.cells === cells.all
          ? 'all cells'
          : `${figure(alone?.cells ?? cells.compared)} of ${figure(cells.all)} cells`}
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
      ) : alone ? (
        <>
          <div className="my-1">
            <CellBar books={alone.books} of="All cells" size="full" />
          </div>
          <p className="text-xs text-muted">
            <b className="text-ink">
              <Figure of={alone.books.nova ? novaFree(alone.books.nova) : alone.books.host?.free} />
            </b>{' '}
            of <Figure of={(alone.books.nova ?? alone.books.host)?.total} /> free, by{' '}
            {alone.books.nova ? 'Nova’s book' : 'the hosts’ book'} alone
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
  readonly children: ReactNode
}

const Card = ({ title, value, tone, children }: CardProps) => (
  <div className="panel px-4 py-3">
    <h2 className="text-xs text-muted">{title}</h2>
    <p className={`mt-1.5 text-2xl leading-8 font-bold tracking-tight ${tone}`}>{value}</p>
    <p className="mt-1 text-xs text-muted">{children}</p>
  </div>
)
