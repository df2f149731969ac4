import { useLayoutEffect, useRef, useState } from 'react'
import type { BarBooks, BarSum } from './bar-books.ts'
import { barGeometry, barPages, type Ground } from './cell-bar-geometry.ts'
import { barWords } from './cell-bar-words.ts'

const fills: Record<Ground, string> = {
  claimed: 'var(--claimed)',
  'third-party': 'url(#bar-third-party)',
  unseen: 'url(#bar-unseen)',
  'not-read': 'url(#bar-not-known)',
  absent: 'url(#bar-absent)',
  reserved: 'url(#bar-reserved)',
  free: 'var(--free)',
  'free-not-known': 'url(#bar-not-known)',
  'not-known': 'url(#bar-not-known)',
}

/** The bar's patterns, once a page: a bar refers to them by id, so it must stand in the same document. */
export function BarPatterns() {
  return (
    <svg aria-hidden="true" width="0" height="0" className="absolute">
      <defs>
        <pattern
          id="bar-third-party"
          width="6"
          height="6"
          patternUnits="userSpaceOnUse"
          patternTransform="rotate(45)"
        >
          <rect width="6" height="6" fill="var(--third-ground)" />
          <rect width="3" height="6" fill="var(--third)" />
        </pattern>
        <pattern id="bar-unseen" width="6" height="6" patternUnits="userSpaceOnUse">
          <rect width="6" height="6" fill="var(--panel)" />
          <circle cx="1.5" cy="1.5" r="1" fill="var(--unseen)" />
          <circle cx="4.5" cy="4.5" r="1" fill="var(--unseen)" />
        </pattern>
        <pattern
          id="bar-not-known"
          width="5"
          height="5"
          patternUnits="userSpaceOnUse"
          patternTransform="rotate(-45)"
        >
          <rect width="5" height="5" fill="var(--panel)" />
          <rect width="1" height="5" fill="var(--unseen)" />
        </pattern>
        <pattern id="bar-absent" width="6" height="6" patternUnits="userSpaceOnUse">
          <rect width="6" height="6" fill="var(--panel)" />
          <path d="M1 1l4 4M5 1l-4 4" stroke="var(--unseen)" strokeWidth="0.9" />
        </pattern>
        <pattern id="bar-reserved" width="4" height="4" patternUnits="userSpaceOnUse">
          <rect width="4" height="4" fill="var(--free)" />
          <rect width="1.2" height="4" fill="var(--reserved)" />
        </pattern>
      </defs>
    </svg>
  )
}

const sizes = { row: { bar: 14, over: 5, tip: 3.5 }, full: { bar: 26, over: 7, tip: 4.5 } } as const

interface CellBarProps {
  readonly books: BarBooks | BarSum
  /** What the bar is of, for who hears it: `compute-07 cell 0`. */
  readonly of: string
  readonly size?: keyof typeof sizes
}

/** One page size of one cell on both books: the host's truth as ground, Nova's belief as a tick, the difference framed. */
export function CellBar({ books, of, size = 'row' }: CellBarProps) {
  const [ref, width] = useWidth()
  const { bar, over, tip } = sizes[size]
  const { ground, tick, frames } = barGeometry(barPages(books), width - 2)
  const top = over + 1

  return (
    <span ref={ref} className="block min-w-0">
      <svg
        role="img"
        aria-label={barWords(books, of)}
        width={width}
        height={bar + 2 * over + 2}
        className="block overflow-visible"
        shapeRendering="crispEdges"
      >
        <g transform={`translate(1 ${top})`}>
          {ground.map(({ of, x, width }) => (
            <rect key={of} data-ground={of} x={x} width={width} height={bar} fill={fills[of]} />
          ))}
          <rect x="-0.5" y="-0.5" width={width - 1} height={bar + 1} fill="none" stroke="var(--freeline)" />
          {frames.map(({ of, x, width }) => (
            <rect
              key={of}
              data-frame={of}
              x={x}
              y="-2"
              width={width}
              height={bar + 4}
              fill="none"
              stroke={of === 'phantom' ? 'var(--phantom)' : 'var(--hidden)'}
              strokeWidth="2"
              strokeDasharray={of === 'hidden' ? '5 2' : undefined}
            />
          ))}
          {tick !== undefined && (
            <g data-tick={tick} fill="var(--ink)">
              <rect x={tick - 1} y={-over} width="2" height={bar + 2 * over} />
              <path
                d={`M${tick - tip} ${-over - 1}h${2 * tip}l${-tip} ${tip + 1}z`}
                shapeRendering="geometricPrecision"
              />
            </g>
          )}
        </g>
      </svg>
    </span>
  )
}

/** Width of an element in whole pixels; a guess where nothing is laid out. */
function useWidth(): [(element: HTMLElement | null) => void, number] {
  const [width, setWidth] = useState(240)
  const [element, setElement] = useState<HTMLElement | null>(null)
  const known = useRef(width)
  useLayoutEffect(() => {
    if (!element) return
    const measure = () => {
      const now = Math.floor(element.getBoundingClientRect().width)
      if (now > 0 && now !== known.current) {
        known.current = now
        setWidth(now)
      }
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [element])
  return [setElement, width]
}
