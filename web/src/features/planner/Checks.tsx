import { figure } from '@headroom/shared'
import { useQueries, useQuery } from '@tanstack/react-query'
import { useVirtualizer } from '@tanstack/react-virtual'
import { type CSSProperties, type KeyboardEvent, useRef, useState } from 'react'
import { useDesk } from '../../api/desk.tsx'
import { rowsAWindow } from '../../api/queries.ts'
import { FilterBox } from '../../components/FilterBox.tsx'
import { GridCell } from '../../components/GridCell.tsx'
import { useGridFocus } from '../../components/grid-focus.ts'
import { Failure } from '../../components/States.tsx'
import type { CloudAsk } from '../../worker/desk.ts'
import { CheckDetails, type Opened } from './CheckDetails.tsx'
import { GroupLine, HostLine, stuck } from './CheckLines.tsx'
import { type ChecksLine, checksLayout } from './checks-layout.ts'
import type { CheckGroup, CheckRow, ChecksHead, ChecksQuery } from './checks-view.ts'
import { checkGroupsQuery, checkRowsQuery } from './queries.ts'
import { usePlanSearch } from './use-plan-search.ts'
import type { PlanAsk } from './view-model.ts'

interface ChecksProps {
  readonly head: ChecksHead
  /** Which guest of a step with several. */
  readonly about: string | undefined
  readonly cloud: CloudAsk
  /** The plan up to and with the step. */
  readonly plan: PlanAsk
}

/** Hosts × checks: the number each check found, and what the host said where it was tried. */
export function Checks({ head, about, cloud, plan }: ChecksProps) {
  const [{ find = '', sort, descending = false }, change] = usePlanSearch()
  const query: ChecksQuery = { host: find, sort, descending }
  const { data: groups, error, refetch } = useQuery(checkGroupsQuery(useDesk(), cloud, plan, query))
  const { hosts, attempts, passedByAll } = head
  const facts = [
    `${figure(hosts)} ${hosts === 1 ? 'host' : 'hosts'}`,
    `${attempts} ${attempts === 1 ? 'attempt' : 'attempts'} played out`,
    ...(about ? [`guest ${about}`] : []),
  ]
  return (
    <section aria-labelledby="checks" className="panel px-4 py-3.5">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h2 id="checks" className="font-semibold">
          Hosts × checks <span className="text-xs text-muted">{facts.join(' · ')}</span>
        </h2>
        {(hosts > searchedAbove || find !== '') && (
          <FilterBox
            label="Find a host"
            placeholder="Part of a host’s name"
            value={find}
            onChange={(host) => change({ find: host.trim() || undefined })}
          />
        )}
      </div>
      {error && <Failure what="The hosts cannot be listed." error={error} again={() => void refetch()} />}
      {groups?.length === 0 && <p className="mt-2 text-muted">No host has “{find}” in its name.</p>}
      {groups && groups.length > 0 && <Grid {...{ head, groups, query, cloud, plan }} />}
      {passedByAll.length > 0 && (
        <p className="mt-1 text-xs text-muted">
          Every host passes{' '}
          {passedByAll.map((check, i) => (
            <span key={check}>
              {i > 0 && ', '}
              <code>{check}</code>
            </span>
          ))}
          .
        </p>
      )}
    </section>
  )
}

/** More hosts than this are searched by name. */
const searchedAbove = 8
/** Of more hosts than this groups are folded until they are opened, but for the hosts that were tried. */
const foldedAbove = 20

interface GridProps extends Pick<ChecksProps, 'head' | 'cloud' | 'plan'> {
  readonly groups: readonly CheckGroup[]
  readonly query: ChecksQuery
}

function Grid({ head, groups, query, cloud, plan }: GridProps) {
  const scroller = useRef<HTMLDivElement>(null)
  const grid = useRef<HTMLTableElement>(null)
  const [turned, setTurned] = useState<ReadonlyMap<string, boolean>>(new Map())
  const [opened, setOpened] = useState<Opened>()
  const areFolded = groups.reduce((all, { hosts }) => all + hosts, 0) > foldedAbove
  const layout = checksLayout(groups, ({ key, kind }) => turned.get(key) ?? (!areFolded || kind === 'tried'))
  const turn = (group: CheckGroup, open: boolean) => setTurned(new Map(turned).set(group.key, open))

  const columns = head.checks.length + 2
  const focus = useGridFocus(grid, {
    rows: layout.lines + 1,
    columns,
    page: 10,
    columnsOf: (row) => (row > 0 && layout.lineAt(row - 1)?.kind === 'group' ? 1 : columns),
    show: ({ row }) => (row > 0 ? virtual.scrollToIndex(row - 1) : virtual.scrollToOffset(0)),
  })
  const virtual = useVirtualizer({
    count: layout.lines,
    getScrollElement: () => scroller.current,
    estimateSize: () => 38,
    overscan: 10,
  })
  const items = virtual.getVirtualItems()
  const lines = items.map(({ index }) => ({ index, line: layout.lineAt(index) }))
  const rowOf = useRows(
    lines.flatMap(({ line }) => (line?.kind === 'host' ? [line.at] : [])),
    { query, cloud, plan },
  )

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const line = focus.row > 0 ? layout.lineAt(focus.row - 1) : undefined
    const open = line?.kind === 'group' && !event.ctrlKey ? foldKeys[event.key]?.(line.isOpen) : undefined
    if (line?.kind !== 'group' || open === undefined) return focus.onKeyDown(event)
    event.preventDefault()
    turn(line.group, open)
  }

  return (
    <div
      ref={scroller}
      data-scrolls
      className="@container relative mt-2 max-h-[70vh] scroll-pt-9 overflow-auto rounded-md border-b border-line"
    >
      <div
        ref={grid}
        role="treegrid"
        tabIndex={-1}
        aria-labelledby="checks"
        aria-rowcount={layout.lines + 1}
        aria-colcount={columns}
        onFocus={focus.onFocus}
        onKeyDown={onKeyDown}
        style={{ '--columns': columnsOf(head.checks.length) } as CSSProperties}
        className="w-full min-w-fit"
      >
        <Header checks={head.checks} query={query} focus={focus} />
        <div
          style={{
            paddingTop: items[0]?.start ?? 0,
            paddingBottom: Math.max(virtual.getTotalSize() - (items.at(-1)?.end ?? 0), 0),
          }}
        >
          {lines.map(({ index, line }) => (
            <div
              key={index}
              ref={virtual.measureElement}
              data-index={index}
              {...focus.rowProps(index + 1)}
              {...treeProps(line, groups.length)}
              className="border-t border-line first:border-t-0 sm:grid sm:grid-cols-(--columns)"
            >
              {line?.kind === 'group' && (
                <GroupLine
                  group={line.group}
                  isOpen={line.isOpen}
                  span={columns}
                  onTurn={() => turn(line.group, !line.isOpen)}
                  place={focus.placeProps(index + 1, 0)}
                />
              )}
              {line?.kind === 'host' && (
                <HostLine
                  row={rowOf(line.at)}
                  head={head}
                  placeProps={(column) => focus.placeProps(index + 1, column)}
                  onOpen={setOpened}
                />
              )}
            </div>
          ))}
        </div>
      </div>
      <CheckDetails opened={opened} onClose={() => setOpened(undefined)} />
    </div>
  )
}

/** Where a line stands among groups and their hosts. */
const treeProps = (line: ChecksLine | undefined, groups: number) => ({
  'aria-level': line?.kind === 'group' || groups === 1 ? 1 : 2,
  'aria-expanded': line?.kind === 'group' ? line.isOpen : undefined,
})

/** What a key on a group makes of it. */
const foldKeys: Readonly<Record<string, (isOpen: boolean) => boolean>> = {
  ArrowRight: () => true,
  ArrowLeft: () => false,
  Enter: (isOpen) => !isOpen,
  ' ': (isOpen) => !isOpen,
}

/** The rows of these places in the order of all: a window of them at a time. */
function useRows(
  places: readonly number[],
  { query, cloud, plan }: Pick<GridProps, 'query' | 'cloud' | 'plan'>,
) {
  const desk = useDesk()
  const windows = [...new Set(places.map((at) => Math.floor(at / rowsAWindow)))]
  const answers = useQueries({
    queries: windows.map((window) => checkRowsQuery(desk, cloud, plan, query, window)),
  })
  return (at: number): CheckRow | undefined =>
    answers[windows.indexOf(Math.floor(at / rowsAWindow))]?.data?.[at % rowsAWindow]
}

/** The host, every check, and whether it starts. */
const columnsOf = (checks: number) =>
  `minmax(7.5rem, 1.2fr) repeat(${checks}, minmax(9rem, 1fr)) minmax(7rem, 1fr)`

interface HeaderProps {
  readonly checks: readonly string[]
  readonly query: ChecksQuery
  readonly focus: Pick<ReturnType<typeof useGridFocus>, 'rowProps' | 'placeProps'>
}

function Header({ checks, query: { sort, descending }, focus }: HeaderProps) {
  const [, change] = usePlanSearch()
  const look = 'py-1.5 pr-3 font-semibold'
  const sorts = [{ name: 'Host', id: 'host' }, ...checks.map((check) => ({ name: check, id: check }))]
  const turn = (id: string) =>
    change(
      sort !== id
        ? { sort: id, descending: undefined }
        : descending
          ? { sort: undefined, descending: undefined }
          : { descending: true },
    )
  return (
    <div className="sticky top-0 z-1 hidden bg-panel text-xs text-muted sm:block">
      <div {...focus.rowProps(0)} className="grid grid-cols-(--columns) border-b border-line">
        {sorts.map(({ name, id }, column) => (
          <GridCell
            key={id}
            role="columnheader"
            place={focus.placeProps(0, column)}
            sorted={sort === id ? (descending ? 'descending' : 'ascending') : 'none'}
            onPress={() => turn(id)}
            className={`${look} hover:text-ink ${column === 0 ? stuck : ''}`}
          >
            {name} {sort === id && <span aria-hidden="true">{descending ? '↓' : '↑'}</span>}
          </GridCell>
        ))}
        <GridCell role="columnheader" place={focus.placeProps(0, sorts.length)} className={look}>
          starts?
        </GridCell>
      </div>
    </div>
  )
}
