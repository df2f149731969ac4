import { figure, type More, memoryText, pageSizeText } from '@headroom/shared'
import type { ReactNode } from 'react'
import { type Column, DataTable } from '../../components/DataTable.tsx'
import { Figure, Memory, PageCount } from '../../components/Quantity.tsx'
import { Say } from '../../components/Say.tsx'
import type { Answer, BootView, CellGuestView, CellView, HolderView } from './view-model.ts'

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
      <span className="md:whitespace-nowrap">
        {figure(vcpus)}
        {pins && <span className="break-words text-muted"> on {pins.replaceAll(',', ',\u200b')}</span>}
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

const tones: Record<Answer, string> = {
  yes: 'text-ok',
  'not as asked': 'text-warn',
  no: 'text-bad',
  unknown: 'text-muted',
}
const words: Record<Answer, { readonly nova: string; readonly host: string }> = {
  yes: { nova: 'fits', host: 'starts' },
  'not as asked': { nova: 'fits', host: 'starts, but' },
  no: { nova: 'refuses', host: 'refuses' },
  unknown: { nova: 'not known', host: 'not known' },
}

const Said = ({ book, answer }: { readonly book: 'nova' | 'host'; readonly answer: Answer | undefined }) =>
  answer === undefined ? (
    <span className="text-muted">not asked</span>
  ) : (
    <span className={`font-semibold whitespace-nowrap ${tones[answer]}`}>{words[answer][book]}</span>
  )

const HowMany = ({ more }: { readonly more: More | undefined }) => (
  <span className="whitespace-nowrap">
    <Figure of={more?.count} />
    {more?.atLeast && ' or more'}
  </span>
)

const bootColumns: readonly Column<BootView>[] = [
  {
    name: 'Flavor',
    of: ({ flavor, memory, vcpus }) => (
      <>
        <span className="whitespace-nowrap">{flavor}</span>{' '}
        <small className="text-xs font-normal whitespace-nowrap text-muted">
          {memoryText(memory)}, {vcpus} {vcpus === 1 ? 'vCPU' : 'vCPUs'}
        </small>
      </>
    ),
  },
  { name: 'Nova', of: ({ nova }) => <Said book="nova" answer={nova.answer} /> },
  { name: 'the host', of: ({ host }) => <Said book="host" answer={host?.answer} /> },
  {
    name: 'what happens',
    wide: true,
    of: ({ happens }) => <Say sentence={happens} />,
  },
  { name: 'more by Nova', right: true, of: ({ moreByNova }) => <HowMany more={moreByNova} /> },
  { name: 'of those start', right: true, of: ({ moreTogether }) => <HowMany more={moreTogether} /> },
  { name: 'more by the host', right: true, of: ({ moreByHost }) => <HowMany more={moreByHost} /> },
]

/** One more of each flavor on this host, by both books, and how many more until one of them refuses. */
export const Boots = ({ boots }: { readonly boots: readonly BootView[] }) =>
  boots.length > 0 && (
    <DataTable
      title="What would boot here next"
      columns={bootColumns}
      rows={boots}
      idOf={({ flavor }) => flavor}
    />
  )
