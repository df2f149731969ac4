import { figure, memoryText, pageSizeText } from '@headroom/shared'
import type { ReactNode } from 'react'
import { type Column, DataTable } from '../../components/DataTable.tsx'
import { Figure, Memory, PageCount } from '../../components/Quantity.tsx'
import { Say } from '../../components/Say.tsx'
import type { CellGuestView, CellView, HolderView } from './view-model.ts'

const marks: Record<HolderView['of'], { readonly words: string; readonly fill: string }> = {
  nova: { words: 'guest of Nova’s', fill: 'var(--claimed)' },
  'third party': { words: 'third party', fill: 'url(#bar-third-party)' },
  unseen: { words: 'nobody visible', fill: 'url(#bar-unseen)' },
}

const Mark = ({ of }: { readonly of: HolderView['of'] }) => (
  <span className="whitespace-nowrap text-muted">
    <svg aria-hidden="true" width="12" height="12" className="mr-1.5 inline-block align-[-1px]">
      <rect x="0.5" y="0.5" width="11" height="11" fill={marks[of].fill} stroke="var(--freeline)" />
    </svg>
    {marks[of].words}
  </span>
)

type HolderLine = HolderView & { readonly cell: number }

const holderColumns: readonly Column<HolderLine>[] = [
  { name: 'Holder', of: ({ name }) => <Say sentence={name} /> },
  { name: 'Kind', of: (line) => <Mark of={line.of} /> },
  { name: 'Cell', right: true, of: ({ cell }) => cell },
  { name: 'Pages', right: true, of: ({ pages, size }) => <PageCount pages={pages} size={size} /> },
  { name: 'Memory', right: true, of: ({ memory }) => <Memory kib={memory} /> },
]

/** Who holds huge pages beside Nova's guests, which have a table of their own. */
export function Holders({ cells }: { readonly cells: readonly CellView[] }) {
  const lines = cells.flatMap(({ id, holders }) => holders.map((holder) => ({ cell: id, ...holder })))
  const others = lines.filter((line) => line.of !== 'nova')
  const notRead = cells.filter(({ holdersNotRead }) => holdersNotRead).map(({ id }) => id)
  if (others.length === 0 && notRead.length === 0) return null
  return (
    <DataTable
      title="Pages held beside Nova’s guests"
      columns={holderColumns}
      rows={others}
      idOf={({ cell, size }, i) => `${cell} ${size} ${i}`}
    >
      {notRead.length > 0 && (
        <p className="mt-1 text-warn">
          Nobody looked at processes, so who holds the pages in use on{' '}
          {notRead.length === 1 ? 'cell' : 'cells'} {notRead.join(', ')} is not known.
        </p>
      )}
    </DataTable>
  )
}

const guestColumns: readonly Column<CellGuestView>[] = [
  { name: 'Flavor', of: ({ flavor }) => flavor },
  {
    name: 'State',
    of: ({ state }) => <span className={state === 'active' ? 'text-muted' : 'text-warn'}>{state}</span>,
  },
  {
    name: 'vCPUs',
    right: true,
    of: ({ vcpus, pins }) => (
      <span className="whitespace-nowrap">
        {figure(vcpus)}
        {pins && <span className="text-muted"> on {pins}</span>}
      </span>
    ),
  },
  { name: 'Memory', right: true, of: ({ memory }) => <span className="figure">{memoryText(memory)}</span> },
  { name: 'Pages', right: true, of: (guest) => <Booked guest={guest} /> },
]

const Booked = ({ guest: { pages, size } }: { readonly guest: CellGuestView }): ReactNode =>
  size === undefined ? (
    <span className="text-muted">no size asked</span>
  ) : pages === undefined ? (
    pageSizeText(size)
  ) : (
    <PageCount pages={pages} size={size} />
  )

type GuestLine = CellGuestView & { readonly cell: number }

const lineColumns: readonly Column<GuestLine>[] = [
  { name: 'Guest', of: ({ name }) => name },
  { name: 'Cell', right: true, of: ({ cell }) => cell },
  ...guestColumns,
  {
    name: 'Held on the host',
    right: true,
    of: ({ held, pages }) => (
      <span className={held !== undefined && pages !== undefined && held < pages ? 'text-warn' : ''}>
        <Figure of={held} />
      </span>
    ),
  },
]

/** Guests by the cell Nova has them on, with what the host sees them hold; one on two cells stands on both lines. */
export function CellGuests({ cells }: { readonly cells: readonly CellView[] }) {
  const lines = cells.flatMap(({ id, guests }) => guests.map((guest) => ({ cell: id, ...guest })))
  if (lines.length === 0) return null
  return (
    <DataTable
      title="Guests by cell"
      columns={lineColumns}
      rows={lines}
      idOf={({ cell, id }) => `${cell} ${id}`}
    />
  )
}

const floatingColumns: readonly Column<CellGuestView>[] = [
  { name: 'Guest', of: ({ name }) => name },
  ...guestColumns,
]

export function FloatingGuests({ guests }: { readonly guests: readonly CellGuestView[] }) {
  if (guests.length === 0) return null
  return <DataTable title="Guests on no cell" columns={floatingColumns} rows={guests} idOf={({ id }) => id} />
}
