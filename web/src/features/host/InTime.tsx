import { figure, type NodePages, wordText } from '@headroom/shared'
import { type Column, DataTable } from '../../components/DataTable.tsx'
import { Figure, PageCount } from '../../components/Quantity.tsx'
import { Say } from '../../components/Say.tsx'
import type { SleeperView, StormLine, StormView } from './in-time.ts'

const OnNodes = ({ pages }: { readonly pages: readonly NodePages[] | undefined }) => {
  if (!pages) return <Figure of={undefined} />
  if (pages.length === 0) return <span className="text-muted">no huge pages</span>
  return pages.map(({ node, size, pages }) => (
    <span key={`${node} ${size}`} className="block">
      <PageCount pages={pages} size={size} /> <span className="text-muted">on node {node}</span>
    </span>
  ))
}

const sleeperColumns: readonly Column<SleeperView>[] = [
  { name: 'Guest', of: ({ name }) => name },
  { name: 'State', of: ({ state }) => <span className="text-warn">{state}</span> },
  {
    name: 'Nova counts',
    right: true,
    wide: true,
    of: ({ counts }) =>
      counts.length === 0 ? (
        <span className="text-muted">nothing</span>
      ) : (
        <span className="figure">{counts.map(wordText).join(', ')}</span>
      ),
  },
  { name: 'holds now', right: true, wide: true, of: ({ holds }) => <OnNodes pages={holds} /> },
  { name: 'takes to start again', right: true, wide: true, of: ({ takes }) => <OnNodes pages={takes} /> },
]

/** Guests that are off, saved or on their way: what Nova counts, what the host has of them, what they take again. */
export const Sleepers = ({ sleepers }: { readonly sleepers: readonly SleeperView[] }) =>
  sleepers.length > 0 && (
    <DataTable title="Guests that do not run" columns={sleeperColumns} rows={sleepers} idOf={({ id }) => id}>
      <p className="mt-1 text-xs text-muted">What they do not hold is anybody’s until they start again.</p>
    </DataTable>
  )

/** More than these are only counted. */
const few = 3

const stormColumns = (guests: number): readonly Column<StormLine>[] => [
  { name: 'Started', of: ({ order }) => <span className="font-normal">{order}</span> },
  {
    name: 'run',
    right: true,
    of: ({ started }) => (
      <span className={started < guests ? 'font-semibold text-bad' : 'text-ok'}>
        {figure(started)} of {figure(guests)}
      </span>
    ),
  },
  {
    name: 'what does not',
    wide: true,
    of: ({ left }) =>
      left.length === 0 ? (
        <span className="text-muted">all run</span>
      ) : (
        <>
          {left.slice(0, few).map(({ name, why }) => (
            <span key={name} className="block">
              <b>{name}</b>: {why ? <Say sentence={why} /> : 'not known'}
            </span>
          ))}
          {left.length > few && <span className="text-muted">{figure(left.length - few)} more</span>}
        </>
      ),
  },
]

/** Several guests started one after the other: in which order how many run, and what stops the others. */
export function Storm({ title, storm }: { readonly title: string; readonly storm: StormView | undefined }) {
  if (!storm) return null
  if (storm.allRun)
    return (
      <section aria-label={title} className="panel px-4 py-3.5">
        <h2 className="font-semibold">{title}</h2>
        <p className="mt-1 text-muted">
          All {figure(storm.guests)} run, <span className="text-ok">in whatever order</span>.
        </p>
      </section>
    )
  return (
    <DataTable
      title={title}
      columns={stormColumns(storm.guests)}
      rows={storm.orders}
      idOf={({ order }) => order}
    >
      {storm.short.map(({ node, size, pages, free }) => (
        <p key={`${node} ${size}`} className="mt-1 text-warn">
          Together they want <PageCount pages={pages} size={size} /> on node {node}, where {figure(free)} are
          free.
        </p>
      ))}
    </DataTable>
  )
}
