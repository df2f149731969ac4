import { figure } from '@headroom/shared'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useVirtualizer } from '@tanstack/react-virtual'
import { useRef, useState } from 'react'
import { useDesk } from '../../api/desk.tsx'
import { CellPopover } from '../../components/CellPopover.tsx'
import { GridCell } from '../../components/GridCell.tsx'
import { useGridFocus } from '../../components/grid-focus.ts'
import { Say } from '../../components/Say.tsx'
import type { CloudAsk } from '../../worker/desk.ts'
import { cellOfCode, type MatrixLine, type MatrixView } from './matrix-view.ts'
import { matrixCellQuery } from './queries.ts'
import { takenSigns, takenWords } from './taken.ts'

interface MatrixGridProps {
  readonly cloud: CloudAsk
  /** The host that the guests leave. */
  readonly host: string
  readonly view: MatrixView
}

/** Pixels of a row, a column, the guests' column and the hosts' row. */
const sizes = { row: 44, column: 40, guest: 176, head: 112 } as const

interface Opened {
  readonly guest: MatrixLine
  readonly to: MatrixLine
  readonly element: HTMLElement
}

/** Guests × hosts, a sign a cell: those in view alone are in the document, both ways. */
export function MatrixGrid({ cloud, host, view: { guests, hosts, codes } }: MatrixGridProps) {
  const scroller = useRef<HTMLDivElement>(null)
  const grid = useRef<HTMLDivElement>(null)
  const [opened, setOpened] = useState<Opened>()
  const rows = useVirtualizer({
    count: guests.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => sizes.row,
    overscan: 6,
  })
  const columns = useVirtualizer({
    horizontal: true,
    count: hosts.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => sizes.column,
    overscan: 6,
  })
  const focus = useGridFocus(grid, {
    rows: guests.length + 1,
    columns: hosts.length + 1,
    page: 10,
    show: ({ row, column }) => {
      if (row > 0) rows.scrollToIndex(row - 1)
      if (column > 0) columns.scrollToIndex(column - 1)
    },
  })
  const shown = columns.getVirtualItems().flatMap(({ index, start }) => {
    const line = hosts[index]
    return line ? [{ index, start, line }] : []
  })
  // What is out of view is not in the document, so that no table lays it out: a grid by role.
  const gridProps = {
    role: 'grid',
    tabIndex: -1,
    'aria-label': `Guests of ${host} against every other host`,
    'aria-rowcount': guests.length + 1,
    'aria-colcount': hosts.length + 1,
    onFocus: focus.onFocus,
    onKeyDown: focus.onKeyDown,
  }
  return (
    <div
      ref={scroller}
      data-scrolls
      className="relative mt-2 max-h-[70vh] overflow-auto rounded-md border border-line"
      style={{ scrollPaddingTop: sizes.head, scrollPaddingLeft: sizes.guest }}
    >
      <div
        ref={grid}
        {...gridProps}
        className="relative"
        style={{
          width: sizes.guest + columns.getTotalSize(),
          height: sizes.head + rows.getTotalSize(),
        }}
      >
        <div
          {...focus.rowProps(0)}
          className="sticky top-0 z-2 border-b border-line bg-panel"
          style={{ height: sizes.head }}
        >
          <GridCell
            role="columnheader"
            place={focus.placeProps(0, 0)}
            className="sticky left-0 z-1 flex h-full items-end bg-panel px-2 pb-2 text-xs font-semibold text-muted"
            style={{ width: sizes.guest }}
          >
            Guest
          </GridCell>
          {shown.map(({ index, start, line }) => (
            <GridCell
              key={line.id}
              role="columnheader"
              index={index + 2}
              className="absolute top-0 flex h-full items-end justify-center pb-2"
              style={{ left: sizes.guest + start, width: sizes.column }}
            >
              <Link
                to="/hosts/$host"
                params={{ host: line.id }}
                {...focus.placeProps(0, index + 1)}
                className="max-h-24 truncate text-xs [writing-mode:sideways-lr] hover:underline"
                title={line.name}
              >
                {line.name}
              </Link>
            </GridCell>
          ))}
        </div>
        {rows.getVirtualItems().map(({ index: row, start: top }) => {
          const guest = guests[row]
          return (
            guest && (
              <div
                key={guest.id}
                {...focus.rowProps(row + 1)}
                className="absolute inset-x-0 border-b border-line"
                style={{ top: sizes.head + top, height: sizes.row }}
              >
                <GuestHead guest={guest} of={hosts.length} place={focus.placeProps(row + 1, 0)} />
                {shown.map(({ index, start, line }) => {
                  const { taken, disagree } = cellOfCode(codes[row * hosts.length + index] ?? 0)
                  return (
                    <GridCell
                      key={line.id}
                      index={index + 2}
                      place={focus.placeProps(row + 1, index + 1)}
                      onPress={(element) => setOpened({ guest, to: line, element })}
                      opensDialog
                      className={`absolute top-0 grid h-full place-items-center ${takenSigns[taken].tone} ${disagree ? 'bg-soft' : ''}`}
                      style={{ left: sizes.guest + start, width: sizes.column }}
                    >
                      <span aria-hidden="true" className="font-semibold">
                        {takenSigns[taken].sign}
                        {disagree && <sup className="text-warn">≠</sup>}
                      </span>
                      <span className="sr-only">
                        {takenWords[taken]}
                        {disagree && ', booting differs'}
                      </span>
                    </GridCell>
                  )
                })}
              </div>
            )
          )
        })}
      </div>
      {opened && <CellDetails {...opened} cloud={cloud} host={host} onClose={() => setOpened(undefined)} />}
    </div>
  )
}

interface GuestHeadProps {
  readonly guest: MatrixLine
  readonly of: number
  readonly place: ReturnType<ReturnType<typeof useGridFocus>['placeProps']>
}

/** The guest, which leads to why hosts do not take it. */
const GuestHead = ({ guest: { id, name, note, fits, disagree }, of, place }: GuestHeadProps) => (
  <GridCell
    role="rowheader"
    className="sticky left-0 z-1 flex h-full flex-col justify-center border-r border-line bg-panel px-2 leading-tight"
    style={{ width: sizes.guest }}
  >
    <Link
      to="/migrate"
      search={(before) => ({ ...before, guest: id })}
      resetScroll={false}
      {...place}
      className="link truncate font-semibold"
    >
      {name}
    </Link>
    <span className="truncate text-xs text-muted" title={note}>
      {figure(fits)} of {figure(of)} fit
      {disagree > 0 && (
        <>
          {' '}
          · {figure(disagree)} <span aria-hidden="true">≠</span>
          <span className="sr-only">differ</span>
        </>
      )}
    </span>
  </GridCell>
)

interface CellDetailsProps extends Opened {
  readonly cloud: CloudAsk
  readonly host: string
  readonly onClose: () => void
}

function CellDetails({ cloud, host, guest, to, element, onClose }: CellDetailsProps) {
  const { data, error } = useQuery(matrixCellQuery(useDesk(), cloud, host, guest.id, to.id))
  return (
    <CellPopover element={element} label={`${guest.name} to ${to.name}`} onClose={onClose}>
      <p className="font-semibold">
        {guest.name} → {to.name}
        {data && (
          <span className="font-normal text-muted">
            {' '}
            · {takenWords[data.taken]}
            {data.disagree && ' · booting differs'}
          </span>
        )}
      </p>
      {error && <p className="text-bad">{error.message}</p>}
      <ul className="flex flex-col gap-1 text-xs">
        {data?.gates.map(({ name, asked, says }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: gates stand in their order
          <li key={index} className={asked ? '' : 'text-muted'}>
            <Say sentence={name} />
            {asked ? ': ' : ' (not asked): '}
            <Say sentence={says} />
          </li>
        ))}
      </ul>
    </CellPopover>
  )
}
