import { figure, nameCause, type PageSize, pageSizeText } from '@headroom/shared'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import {
  type KeyboardEvent,
  type MouseEvent,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { useDesk } from '../../api/desk.tsx'
import { cellMapQuery } from '../../api/queries.ts'
import { Opening } from '../../components/Opening.tsx'
import { Failure } from '../../components/States.tsx'
import type { CloudAsk } from '../../worker/desk.ts'
import { type CellMapView, type CellState, cellAfter, cellAt, cellStates, layOut } from './cell-map.ts'
import { drawCellMap } from './draw-cell-map.ts'
import { useShownTheme } from './use-shown-theme.ts'
import type { FleetQuery } from './view-model.ts'

interface CellMapProps {
  readonly ask: CloudAsk
  readonly query: FleetQuery
  readonly size: PageSize | undefined
}

/** Every cell of the hosts that pass, a square each, by the worst that was found on it. */
export function CellMap({ ask, query, size }: CellMapProps) {
  const { data, error, refetch } = useQuery(cellMapQuery(useDesk(), ask, query))
  if (error) return <Failure what="The cells cannot be mapped." error={error} again={() => void refetch()} />
  if (!data) return <Opening snapshot={ask.snapshot} />
  return <Drawn map={data} size={size} />
}

const words: Record<CellState, string> = {
  fails: 'something fails next',
  drifts: 'a number is wrong',
  idle: 'room that is not used',
  'not compared': 'not compared',
  agrees: 'both books agree',
}

function Drawn({ map, size }: { readonly map: CellMapView; readonly size: PageSize | undefined }) {
  const navigate = useNavigate()
  const box = useRef<HTMLDivElement>(null)
  const canvas = useRef<HTMLCanvasElement>(null)
  const width = useWidth(box)
  const theme = useShownTheme()
  const layout = useMemo(() => layOut(map, width), [map, width])
  const [at, setAt] = useState<number>()
  useEffect(() => {
    if (canvas.current && width > 0) drawCellMap(canvas.current, map, layout, theme)
  }, [map, layout, width, theme])

  const open = (cell: number | undefined) => {
    const host = cell === undefined ? undefined : map.hosts[map.hostOf[cell] ?? 0]
    if (host === undefined || cell === undefined) return
    void navigate({ to: '/hosts/$host', params: { host }, hash: `cell-${map.cellOf[cell]}` })
  }
  const pointed = (event: MouseEvent<HTMLElement>) => {
    const { left, top } = event.currentTarget.getBoundingClientRect()
    return cellAt(layout, event.clientX - left, event.clientY - top)
  }
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key === 'Enter') return open(at)
    const to = cellAfter(event.key, at ?? 0, layout)
    if (to === undefined) return
    event.preventDefault()
    setAt(to)
    const top = (box.current?.getBoundingClientRect().top ?? 0) + (layout.row[to] ?? 0) * layout.pitch
    if (top < 40 || top > window.innerHeight - 40) window.scrollBy({ top: top - window.innerHeight / 2 })
  }
  return (
    <section aria-label="Map" className="panel px-4 py-3.5">
      <Legend map={map} />
      <p role="status" className="mt-2 min-h-10 text-xs text-muted sm:min-h-5">
        {at === undefined
          ? 'Point at a cell, or go from cell to cell with the arrow keys; a press opens its host.'
          : told(map, at, size)}
      </p>
      <div
        ref={box}
        role="application"
        aria-label="Cells of all hosts, by arrow keys; Enter opens the host"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it is moved in by keys and opens what it is at
        tabIndex={0}
        onKeyDown={onKeyDown}
        onFocus={() => setAt((before) => before ?? 0)}
        onPointerMove={(event) => setAt((before) => pointed(event) ?? before)}
        onClick={(event) => open(pointed(event))}
        className="relative mt-1 cursor-default"
      >
        <canvas ref={canvas} className="block w-full" style={{ height: layout.height }} />
        {at !== undefined && at < layout.x.length && (
          <span
            aria-hidden="true"
            className="pointer-events-none absolute border-2 border-ink"
            style={{
              left: (layout.x[at] ?? 0) - 3,
              top: (layout.row[at] ?? 0) * layout.pitch - 3,
              width: layout.edge + 6,
              height: layout.edge + 6,
            }}
          />
        )}
      </div>
    </section>
  )
}

/** `compute-7, cell 0: pages held by others. 2 MiB pages free: 13,516 by Nova, 12,492 on the host.` */
function told(map: CellMapView, cell: number, size: PageSize | undefined): string {
  const host = map.hosts[map.hostOf[cell] ?? 0]
  if (host === undefined) return ''
  const cause = map.causes[(map.causeOf[cell] ?? 0) - 1]
  const state = cellStates[map.stateOf[cell] ?? 0] ?? 'not compared'
  const free = (pages: number | undefined) => (pages === undefined || pages < 0 ? 'not known' : figure(pages))
  const pages =
    size === undefined
      ? ''
      : ` ${pageSizeText(size)} pages free: ${free(map.novaFree[cell])} by Nova, ${free(map.hostFree[cell])} on the host.`
  return `${host}, cell ${map.cellOf[cell]}: ${cause ? nameCause(cause) : words[state]}.${pages}`
}

function Legend({ map: { stateOf } }: { readonly map: CellMapView }) {
  const counts = cellStates.map((_, state) => stateOf.reduce((n, one) => n + Number(one === state), 0))
  return (
    <ul aria-label="Cells by state" className="flex flex-wrap gap-x-4 gap-y-1 text-xs text-muted">
      {cellStates.map((state, i) => (
        <li key={state} className="flex items-center gap-1.5">
          <Swatch of={state} />
          <b className="figure text-ink">{figure(counts[i] ?? 0)}</b> {words[state]}
        </li>
      ))}
    </ul>
  )
}

const Swatch = ({ of }: { readonly of: CellState }) => (
  <svg aria-hidden="true" width="12" height="12" className="shrink-0">
    {
      {
        fails: <rect width="12" height="12" fill="var(--bad)" />,
        drifts: <rect y="6" width="12" height="6" fill="var(--warn)" />,
        idle: <rect x="1" y="1" width="10" height="10" fill="none" stroke="var(--hidden)" strokeWidth="2" />,
        'not compared': <rect x="4" y="4" width="4" height="4" fill="var(--muted)" />,
        agrees: <rect x="1" y="1" width="10" height="10" fill="var(--freeline)" />,
      }[of]
    }
  </svg>
)

/** The inner width of a box, as it changes. */
function useWidth(box: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0)
  useLayoutEffect(() => {
    const element = box.current
    if (!element) return
    setWidth(element.clientWidth)
    const watch = new ResizeObserver(() => setWidth(element.clientWidth))
    watch.observe(element)
    return () => watch.disconnect()
  }, [box])
  return width
}
