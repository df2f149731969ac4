import { figure, plain, type Sentence } from '@headroom/shared'
import { Link } from '@tanstack/react-router'
import { GridCell } from '../../components/GridCell.tsx'
import type { PlaceProps } from '../../components/grid-focus.ts'
import { Say } from '../../components/Say.tsx'
import type { Opened } from './CheckDetails.tsx'
import type { CheckCell, CheckGroup, CheckRow, ChecksHead } from './checks-view.ts'

/** The first column stays in view as the others scroll. */
export const stuck = 'sticky left-0 bg-panel'

interface GroupLineProps {
  readonly group: CheckGroup
  readonly isOpen: boolean
  /** Columns of the grid. */
  readonly span: number
  readonly onTurn: () => void
  readonly place: PlaceProps
}

/** How many hosts say the same; opens into them. */
export function GroupLine({ group, isOpen, span, onTurn, place }: GroupLineProps) {
  return (
    <GridCell place={place} span={span} onPress={onTurn} className="bg-soft px-2 py-2 sm:col-span-full">
      <span className="sticky left-2 inline-flex max-w-[calc(100cqw-1rem)] items-baseline gap-2">
        <span aria-hidden="true" className={`inline-block text-muted ${isOpen ? 'rotate-90' : ''}`}>
          ▸
        </span>
        <span className="min-w-0">
          <b className="figure">{figure(group.hosts)}</b> {group.hosts === 1 ? 'host' : 'hosts'}:{' '}
          <Said group={group} />
        </span>
      </span>
    </GridCell>
  )
}

function Said({ group }: { readonly group: CheckGroup }) {
  switch (group.kind) {
    case 'tried':
      return 'taken by Nova'
    case 'passes':
      return 'every check passes'
    case 'refused':
      return (
        <>
          <code>{group.by}</code>, <Say sentence={group.says} links={false} />
        </>
      )
    case 'unknown':
      return <Say sentence={group.says} links={false} />
  }
}

interface HostLineProps {
  /** Undefined while it is asked for. */
  readonly row: CheckRow | undefined
  readonly head: ChecksHead
  readonly placeProps: (column: number) => PlaceProps
  readonly onOpen: (opened: Opened) => void
}

export function HostLine({ row, head: { checks, attempts }, placeProps, onOpen }: HostLineProps) {
  if (!row)
    return (
      <GridCell place={placeProps(0)} className="py-2 text-muted sm:col-span-full">
        …
      </GridCell>
    )
  const { host, attempt, checks: cells, starts } = row
  return (
    <>
      <GridCell
        role="rowheader"
        className={`min-w-0 pt-2 pr-3 pb-1 font-semibold break-words sm:pb-2 ${stuck}`}
      >
        <Link to="/hosts/$host" params={{ host }} {...placeProps(0)} className="hover:underline">
          {host}
        </Link>
        {attempt !== undefined && attempts > 1 && (
          <span className="block text-xs font-normal text-muted">attempt {attempt}</span>
        )}
      </GridCell>
      {[...cells, starts].map((cell, i) => (
        <Cell
          key={checks[i] ?? 'starts?'}
          cell={cell}
          check={checks[i] ?? 'starts?'}
          place={placeProps(i + 1)}
          onOpen={(element) => onOpen({ host, check: checks[i] ?? 'starts?', cell, element })}
        />
      ))}
    </>
  )
}

const signs = {
  passes: { sign: '✓', words: 'passes', tone: 'text-ok' },
  remarks: { sign: '!', words: 'with a remark', tone: '' },
  objects: { sign: '✗', words: 'refuses', tone: 'text-bad' },
  unknown: { sign: '?', words: 'cannot be told', tone: 'text-muted' },
  'not asked': { sign: '–', words: 'not asked', tone: 'text-muted' },
} as const

const toneOf = (cell: CheckCell): string =>
  cell.kind === 'remarks' ? (cell.tone === 'altered' ? 'text-bad' : 'text-warn') : signs[cell.kind].tone

/** Whether there is more to say than the cell does. */
const opens = (cell: CheckCell): boolean =>
  cell.kind === 'passes' ? cell.counted.length > 0 : cell.kind !== 'not asked'

interface CheckCellProps {
  readonly cell: CheckCell
  readonly check: string
  readonly place: PlaceProps
  readonly onOpen: (element: HTMLElement) => void
}

function Cell({ cell, check, place, onOpen }: CheckCellProps) {
  const { sign, words } = signs[cell.kind]
  const isMore = opens(cell)
  return (
    <GridCell
      place={place}
      onPress={isMore ? onOpen : undefined}
      opensDialog={isMore}
      className={`flex justify-between gap-4 py-0.5 sm:block sm:py-2 sm:pr-3 ${toneOf(cell)}`}
    >
      <span aria-hidden="true" className="text-xs text-muted sm:hidden">
        {check}
      </span>
      <span
        className={`max-sm:text-right [&_b]:font-semibold ${isMore ? 'underline decoration-dotted underline-offset-4' : ''}`}
      >
        <span aria-hidden="true">{sign} </span>
        <span className="sr-only">{words} </span>
        <Brief cell={cell} />
      </span>
    </GridCell>
  )
}

function Brief({ cell }: { readonly cell: CheckCell }) {
  switch (cell.kind) {
    case 'passes':
    case 'remarks':
      return cell.brief && <Say sentence={cell.brief} links={false} />
    case 'objects':
      return <Objections brief={cell.brief} />
    case 'unknown':
      return 'not known'
    case 'not asked':
      return null
  }
}

/** Objections of a cell that are named in it; the others are a press away. */
const mostNamed = 2

function Objections({ brief }: { readonly brief: readonly Sentence[] }) {
  const named = [...new Map(brief.map((sentence) => [plain(sentence), sentence])).entries()]
  const more = named.length - mostNamed
  return (
    <>
      {named.slice(0, mostNamed).map(([text, sentence], i) => (
        <span key={text}>
          {i > 0 && '; '}
          <Say sentence={sentence} links={false} />
        </span>
      ))}
      {more > 0 && `; ${figure(more)} more`}
    </>
  )
}
