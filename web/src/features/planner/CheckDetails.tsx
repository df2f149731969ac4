import { type CountedLine, type CountedName, countedNames, type Sentence } from '@headroom/shared'
import { CellPopover } from '../../components/CellPopover.tsx'
import { Say } from '../../components/Say.tsx'
import type { CheckCell } from './checks-view.ts'

/** A cell that was opened, and the element it opens at. */
export interface Opened {
  readonly host: string
  readonly check: string
  readonly cell: CheckCell
  readonly element: HTMLElement
}

interface CheckDetailsProps {
  readonly opened: Opened | undefined
  readonly onClose: () => void
}

/** What one check compared on one host: its sentences, and the numbers cell by cell. */
export function CheckDetails({ opened, onClose }: CheckDetailsProps) {
  if (!opened) return null
  const { host, check, cell, element } = opened
  const counted = 'counted' in cell ? cell.counted : []
  return (
    <CellPopover element={element} label={`${check} of ${host}`} onClose={onClose}>
      <p className="font-semibold">
        {host} · <span className="text-muted">{check}</span>
      </p>
      {sentencesOf(cell).map((sentence, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: objections of one check, in its order
        <p key={i}>
          <Say sentence={sentence} />
        </p>
      ))}
      {counted.length > 0 && <Numbers lines={counted} ofHost={check === 'starts?'} />}
    </CellPopover>
  )
}

function sentencesOf(cell: CheckCell): readonly Sentence[] {
  switch (cell.kind) {
    case 'objects':
      return cell.full
    case 'remarks':
    case 'unknown':
      return [cell.full]
    case 'passes':
    case 'not asked':
      return []
  }
}

const headOf: Readonly<Record<CountedName, string>> = {
  needed: 'needed',
  free: 'free',
  total: 'total',
  used: 'used',
  reserved: 'reserved',
  ratio: 'ratio',
}

function Numbers({ lines, ofHost }: { readonly lines: readonly CountedLine[]; readonly ofHost: boolean }) {
  const names = countedNames.filter((name) => lines.some(({ numbers }) => numbers[name] !== undefined))
  return (
    <table className="cards w-full text-xs">
      <caption className="sr-only">The numbers</caption>
      <thead className="text-muted">
        <tr className="text-right [&>th]:py-1 [&>th]:pl-4 [&>th]:font-semibold">
          <th scope="col" className="pl-0! text-left">
            compared
          </th>
          {names.map((name) => (
            <th key={name} scope="col">
              {headOf[name]}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {lines.map((line, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines of one answer, in its order
          <tr key={i} className="border-t border-line">
            <th scope="row" className="py-1.5 text-left font-normal">
              <Say sentence={line.of} />
              <Where line={line} ofHost={ofHost} />
            </th>
            {names.map((name) => {
              const word = line.numbers[name]
              return (
                <td key={name} data-name={headOf[name]} className="figure py-1.5 pl-4 text-right">
                  {word === undefined ? <span className="text-muted">–</span> : <Say sentence={[word]} />}
                </td>
              )
            })}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Where({
  line: { guestCell, hostCell },
  ofHost,
}: {
  readonly line: CountedLine
  readonly ofHost: boolean
}) {
  if (hostCell === undefined) return null
  return (
    <span className="block text-muted">
      {guestCell !== undefined && `guest cell ${guestCell} on `}
      {ofHost ? 'node' : 'host cell'} {hostCell}
    </span>
  )
}
