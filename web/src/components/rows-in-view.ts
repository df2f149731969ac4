import { type QueryKey, type UseQueryOptions, useQueries } from '@tanstack/react-query'
import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { type KeyboardEvent, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { rowsAWindow } from '../api/queries.ts'

interface Ask<Row, Key extends QueryKey> {
  readonly count: number
  /** Pixels, before a row is measured. */
  readonly height: number
  /** What asks for one window of rows. */
  readonly query: (window: number) => UseQueryOptions<readonly Row[], Error, readonly Row[], Key>
  /** What of a row takes the focus. */
  readonly focus: string
}

/**
 * The rows of a long list that are in view: rows out of view are neither asked for nor in the document. Rows carry
 * `data-row` and `data-index`; arrow keys, Home and End go from row to row.
 */
export function useRowsInView<Row, Key extends QueryKey>(
  list: RefObject<HTMLElement | null>,
  { count, height, query, focus }: Ask<Row, Key>,
) {
  const wanted = useRef<number>(undefined)
  const focusWanted = () => {
    const target = list.current?.querySelector<HTMLElement>(`[data-row="${wanted.current}"] ${focus}`)
    if (!target) return
    wanted.current = undefined
    target.focus({ preventScroll: true })
  }
  // A row far away is focused once it has been scrolled to and its window has been answered.
  useEffect(() => {
    if (wanted.current !== undefined) focusWanted()
  })
  const [top, setTop] = useState(0)
  useLayoutEffect(() => setTop(list.current?.offsetTop ?? 0), [list])
  const virtual = useWindowVirtualizer({ count, estimateSize: () => height, overscan: 8, scrollMargin: top })
  const items = virtual.getVirtualItems()
  const windows = [...new Set(items.map(({ index }) => Math.floor(index / rowsAWindow)))]
  const answers = useQueries({ queries: windows.map(query) })
  const focusRow = (index: number) => {
    wanted.current = Math.min(Math.max(index, 0), count - 1)
    virtual.scrollToIndex(wanted.current)
    focusWanted()
  }
  return {
    items,
    measure: virtual.measureElement,
    rowAt: (index: number): Row | undefined =>
      answers[windows.indexOf(Math.floor(index / rowsAWindow))]?.data?.[index % rowsAWindow],
    failed: answers.find(({ error }) => error),
    /** Pixels of the rows above and below those in view. */
    above: (items[0]?.start ?? top) - top,
    below: Math.max(virtual.getTotalSize() - ((items.at(-1)?.end ?? top) - top), 0),
    onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
      const row = (event.target as HTMLElement).closest<HTMLElement>('[data-row]')
      if (!row) return
      const at = Number(row.dataset.row)
      const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: Number.MAX_SAFE_INTEGER }[event.key]
      if (to === undefined) return
      event.preventDefault()
      focusRow(to)
    },
  }
}
