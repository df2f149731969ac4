import { type PointerEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { gapAt } from './marks.ts'

/** Pixels a pointer goes before it drags. */
const slack = 5
/** Pixels from the edge of the window within which it scrolls, and how far in a frame. */
const edge = 48
const speed = 10

interface Drag {
  /** The step that is held. */
  readonly from: number
  /** The gap it would fall into, from 0. */
  readonly gap: number
}

/**
 * Items of a list are dragged by mouse, pen or finger: a mouse takes any part of an item that is no control, a finger its
 * handle (`data-handle`), so that the list still scrolls. Items carry `data-step`. Escape lets go.
 */
export function useDragOrder(list: RefObject<HTMLElement | null>, drop: (from: number, gap: number) => void) {
  const [drag, setDrag] = useState<Drag>()
  const stop = useRef<() => void>(undefined)
  useEffect(() => () => stop.current?.(), [])

  const hold = (from: number, startX: number, startY: number) => {
    let current: Drag | undefined
    let y = startY
    let frame = 0
    const items = () => [...(list.current?.querySelectorAll<HTMLElement>('[data-step]') ?? [])]
    const follow = () => {
      const middles = items().map((item) => {
        const { top, height } = item.getBoundingClientRect()
        return top + height / 2
      })
      current = { from, gap: gapAt(middles, y) }
      setDrag(current)
    }
    const scroll = () => {
      const by = y < edge ? -speed : y > window.innerHeight - edge ? speed : 0
      if (by !== 0) {
        window.scrollBy(0, by)
        follow()
      }
      frame = requestAnimationFrame(scroll)
    }
    const onMove = (event: globalThis.PointerEvent) => {
      y = event.clientY
      if (!current && Math.hypot(event.clientX - startX, y - startY) < slack) return
      if (!current) frame = requestAnimationFrame(scroll)
      event.preventDefault()
      follow()
    }
    const end = () => {
      cancelAnimationFrame(frame)
      window.removeEventListener('pointermove', onMove)
      window.removeEventListener('pointerup', onUp)
      window.removeEventListener('pointercancel', end)
      window.removeEventListener('keydown', onKey, true)
      stop.current = undefined
      setDrag(undefined)
    }
    const onUp = () => {
      if (current) {
        swallowClick()
        drop(current.from, current.gap)
      }
      end()
    }
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      event.stopPropagation()
      end()
    }
    window.addEventListener('pointermove', onMove, { passive: false })
    window.addEventListener('pointerup', onUp)
    window.addEventListener('pointercancel', end)
    window.addEventListener('keydown', onKey, true)
    stop.current = end
  }

  return {
    drag,
    onPointerDown: (event: PointerEvent, at: number) => {
      if (event.button !== 0 || event.shiftKey || event.ctrlKey || event.metaKey) return
      const target = event.target as Element
      const isHandle = target.closest('[data-handle]') !== null
      const isControl = target.closest('input, a, [data-controls], button:not([data-title])') !== null
      if (isHandle || (event.pointerType === 'mouse' && !isControl)) hold(at, event.clientX, event.clientY)
    },
  }
}

/** The click that ends a drag is none. */
function swallowClick() {
  const swallow = (event: MouseEvent) => {
    event.stopPropagation()
    event.preventDefault()
  }
  window.addEventListener('click', swallow, { capture: true, once: true })
  setTimeout(() => window.removeEventListener('click', swallow, true))
}
