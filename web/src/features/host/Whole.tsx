import { figure } from '@headroom/shared'
import { useId, useState } from 'react'
import { LineList } from '../../components/LineList.tsx'
import { Figure, Memory } from '../../components/Quantity.tsx'
import { RowOpener } from '../../components/RowOpener.tsx'
import type { Told, WholeLine, WholeWhat } from './whole.ts'

const names: Record<WholeWhat, (of: WholeLine['of']) => string> = {
  'in all': (of) => of,
  used: (of) => (of === 'CPUs' ? 'vCPUs used' : `${of} used`),
  free: (of) => (of === 'CPUs' ? 'CPUs less vCPUs' : `${of} free`),
  'by ratio': (of) => (of === 'CPUs' ? 'vCPUs left by ratio' : `${of} left by ratio`),
  grown: () => 'left once sparse disks have grown',
}

const nameOf = ({ of, what, ratio }: WholeLine): string =>
  `${names[what](of)}${ratio === undefined ? '' : ` ${figure(ratio)}`}`

const Amount = ({ of, unit }: { readonly of: number | undefined; readonly unit: WholeLine['of'] }) =>
  of === undefined || unit === 'CPUs' || unit === 'PCPUs' ? <Figure of={of} /> : <Memory kib={of} />

/** Memory, CPUs and disk of the whole host by each book; every number opens into the lines it is the sum of. */
export function Whole({ lines }: { readonly lines: readonly WholeLine[] }) {
  if (lines.length === 0) return null
  const withPlacement = lines.some(({ placement }) => placement)
  return (
    <section aria-label="Memory, CPUs and disk" className="panel min-w-0 px-4 py-3.5">
      <h2 className="font-semibold">Memory, CPUs and disk</h2>
      <table className="cards mt-1 w-full">
        <thead>
          <tr className="text-right text-xs text-muted [&>th]:py-1.5 [&>th]:pl-4 [&>th]:font-semibold">
            <th scope="col" className="pl-0! text-left">
              The whole host
            </th>
            <th scope="col">Nova’s book</th>
            {withPlacement && <th scope="col">Placement’s</th>}
            <th scope="col">the host’s</th>
            <th scope="col">difference</th>
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => (
            <Line key={`${line.of} ${line.what}`} line={line} withPlacement={withPlacement} />
          ))}
        </tbody>
      </table>
    </section>
  )
}

function Line({ line, withPlacement }: { readonly line: WholeLine; readonly withPlacement: boolean }) {
  const [open, setOpen] = useState(false)
  const id = useId()
  const { of, nova, placement, host } = line
  const sums = [
    ['In Nova’s book', nova],
    ['In Placement’s', placement],
    ['On the host', host],
  ] as const
  const opens = sums.some(([, told]) => told && told.lines.length > 0)
  return (
    <>
      <tr className="border-t border-line [&>td]:py-2 [&>td]:pl-4 [&>td]:text-right">
        <th scope="row" className="py-2 text-left font-normal">
          <RowOpener name={nameOf(line)} opens={opens} isOpen={open} onOpen={setOpen} row={id} />
        </th>
        <td data-name="Nova’s book">
          <Amount of={nova?.amount} unit={of} />
        </td>
        {withPlacement && (
          <td data-name="Placement’s">
            <Amount of={placement?.amount} unit={of} />
          </td>
        )}
        <td data-name="the host’s">
          <Amount of={host?.amount} unit={of} />
        </td>
        <td data-name="difference">
          <Apart line={line} />
        </td>
      </tr>
      {open && (
        <tr id={id}>
          <td data-wide="true" colSpan={withPlacement ? 5 : 4} className="pb-2 pl-4">
            <div className="grid w-full gap-x-8 gap-y-2 sm:grid-cols-3">
              {sums.map(([title, told]) => (
                <Sum key={title} title={title} told={told} />
              ))}
            </div>
          </td>
        </tr>
      )}
    </>
  )
}

const Sum = ({ title, told }: { readonly title: string; readonly told: Told | undefined }) =>
  told && told.lines.length > 0 ? <LineList title={title} lines={told.lines} /> : null

/**
 * What the host has beyond Nova’s book. Of totals alone: what Nova calls used is promised to guests, and what the kernel calls
 * used is touched or set aside.
 */
function Apart({ line: { of, what, nova, host } }: { readonly line: WholeLine }) {
  if (!nova || !host || what !== 'in all') return <Figure of={undefined} />
  const apart = host.amount - nova.amount
  return (
    <span className={`whitespace-nowrap ${apart === 0 ? 'text-muted' : ''}`}>
      {apart > 0 ? '+' : apart < 0 ? '−' : ''}
      <Amount of={Math.abs(apart)} unit={of} />
    </span>
  )
}
