import { type CellMapView, type CellState, cellStates, type MapLayout } from './cell-map.ts'

/** What is drawn for a cell at the origin: a shape for each state, so that colour is not alone. */
type Draw = (on: CanvasRenderingContext2D, x: number, y: number, edge: number) => void

const full: Draw = (on, x, y, edge) => on.fillRect(x, y, edge, edge)
const inner: Draw = (on, x, y, edge) => on.fillRect(x + 1, y + 1, edge - 2, edge - 2)
const lowerHalf: Draw = (on, x, y, edge) => on.fillRect(x, y + edge / 2, edge, edge / 2)
const frame: Draw = (on, x, y, edge) => {
  const thick = Math.max(Math.round(edge / 6), 1)
  on.fillRect(x, y, edge, thick)
  on.fillRect(x, y + edge - thick, edge, thick)
  on.fillRect(x, y, thick, edge)
  on.fillRect(x + edge - thick, y, thick, edge)
}
const dot: Draw = (on, x, y, edge) => {
  const size = Math.max(Math.round(edge / 3), 2)
  on.fillRect(x + (edge - size) / 2, y + (edge - size) / 2, size, size)
}

const shapes: Record<CellState, { readonly draw: Draw; readonly colour: string }> = {
  fails: { draw: full, colour: '--bad' },
  drifts: { draw: lowerHalf, colour: '--warn' },
  idle: { draw: frame, colour: '--hidden' },
  'not compared': { draw: dot, colour: '--muted' },
  agrees: { draw: inner, colour: '--freeline' },
}

/** Draws every cell, state by state, so that the brush changes its colour five times and not twenty thousand. */
export function drawCellMap(
  canvas: HTMLCanvasElement,
  { stateOf }: CellMapView,
  layout: MapLayout,
  theme: 'light' | 'dark',
) {
  const on = canvas.getContext('2d')
  if (!on) return
  const ratio = window.devicePixelRatio || 1
  const { edge, pitch, x, row, height } = layout
  canvas.width = Math.round(canvas.clientWidth * ratio)
  canvas.height = Math.round(height * ratio)
  on.scale(ratio, ratio)
  const colours = getComputedStyle(canvas)
  for (const [state, name] of cellStates.entries()) {
    const { draw, colour } = shapes[name]
    on.fillStyle = used(colours.getPropertyValue(colour), theme)
    for (let cell = 0; cell < stateOf.length; cell++)
      if (stateOf[cell] === state) draw(on, x[cell] ?? 0, (row[cell] ?? 0) * pitch, edge)
  }
}

/** `light-dark()` is no colour to a canvas: the one of the two that the page shows. */
function used(value: string, theme: 'light' | 'dark'): string {
  const pair = /^light-dark\(([^,]+),([^)]+)\)/.exec(value)
  return pair ? (pair[theme === 'light' ? 1 : 2] ?? value).trim() : value
}
