import { figure, pageSizeText } from '@headroom/shared'
import { useId, useState } from 'react'
import { type BookLine, standOf } from '../../components/bar-books.ts'
import { CellBar } from '../../components/CellBar.tsx'
import { LineList } from '../../components/LineList.tsx'
import { Difference, Figure, roughly } from '../../components/Quantity.tsx'
import { RowOpener } from '../../components/RowOpener.tsx'
import { CpuMap } from './CpuMap.tsx'
import type { CellView, OpenLine, PoolView } from './view-model.ts'

/** One cell: a bar for each page size, and under it the numbers it is drawn from. */
export function HostCell({ host, cell }: { readonly host: string; readonly cell: CellView }) {
  return (
    <section aria-labelledby={`cell-${cell.id}`} className="panel flex min-w-0 flex-col gap-4 px-4 py-3.5">
      <h2 id={`cell-${cell.id}`} className="font-semibold">
        Cell {cell.id}{' '}
        <small className="text-xs font-normal text-muted">
          {cell.cpuCount > 0 && `${cell.cpuCount} CPUs (${cell.cpus})`}
          {cell.memory !== undefined && `${cell.cpuCount > 0 ? ' · ' : ''}${roughly(cell.memory)}`}
        </small>
      </h2>
      {cell.pools.length === 0 && <p className="text-muted">No pages above the base size.</p>}
      {cell.pools.map((pool) => (
        <Pool key={pool.bar.size} of={`${host} cell ${cell.id}`} pool={pool} />
      ))}
      <CpuMap cell={cell.id} cores={cell.cores} />
    </section>
  )
}

const names: Record<BookLine['name'], string> = {
  claimed: 'claimed by guests',
  'third party': 'third party, reserved',
  'holder unseen': 'holder unseen',
  'holder not read': 'in use, holder not read',
  free: 'free',
  total: 'in all',
}

/** A line that opens into what its two numbers are the sums of. */
function PoolLine({ line, tone }: { readonly line: OpenLine; readonly tone: 'bad' | 'ok' | undefined }) {
  const [open, setOpen] = useState(false)
  const id = useId()
  const { name, nova, host, difference, entries, holders } = line
  const opens = entries.length + (holders?.length ?? 0) > 0
  return (
    <>
      <tr className="border-t border-line text-right [&>td]:py-2 [&>td]:pl-3">
        <th scope="row" className="pr-2 text-left font-normal">
          <RowOpener name={names[name]} opens={opens} isOpen={open} onOpen={setOpen} row={id} />
        </th>
        <td>
          <Figure of={nova} />
        </td>
        <td>
          <Figure of={host} />
        </td>
        <td>
          <Difference of={difference} tone={tone} />
        </td>
      </tr>
      {open && (
        <tr id={id}>
          <td colSpan={4} className="pb-2 pl-4">
            <div className="grid gap-x-8 gap-y-2 sm:grid-cols-2">
              <LineList title="In Nova’s book" lines={entries} />
              {holders ? (
                <LineList title="On the host" lines={holders} />
              ) : (
                <p className="text-xs text-warn">What the host has here was not read.</p>
              )}
            </div>
          </td>
        </tr>
      )}
    </>
  )
}

function Pool({ of, pool: { bar, lines } }: { readonly of: string; readonly pool: PoolView }) {
  const size = pageSizeText(bar.size)
  const total = bar.host?.total ?? bar.nova?.total ?? 0
  const stand = standOf(bar)
  const tone = stand === 'phantom' ? 'bad' : stand === 'hidden' ? 'ok' : undefined
  return (
    <div>
      <p className="flex justify-between text-xs text-muted">
        <span>{size} pages</span>
        <span className="figure">{figure(total)}</span>
      </p>
      <CellBar books={bar} of={of} size="full" />
      <table className="mt-1 w-full" aria-label={`${of}, ${size} pages by both books`}>
        <thead>
          <tr className="text-right text-xs text-muted align-bottom [&>th]:py-1.5 [&>th]:pl-3 [&>th]:font-semibold">
            <td />
            <th scope="col">Nova’s book</th>
            <th scope="col">the host’s</th>
            <th scope="col">difference</th>
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => (
            <PoolLine key={line.name} line={line} tone={line.name === 'free' ? tone : undefined} />
          ))}
        </tbody>
      </table>
    </div>
  )
}
