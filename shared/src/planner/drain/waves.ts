import type { Move } from './plan.ts'

/**
 * Moves in order, together as many as may: none waits for room that another of its wave leaves, and so both ends may be
 * booked at once. A turn or a return begins once the moves before it are over.
 */
export function wavesOf(moves: readonly Move[], atOnce: number): readonly (readonly Move[])[] {
  const most = Math.max(atOnce, 1)
  const waves: Move[][] = []
  let wave: Move[] = []
  for (const move of moves) {
    const waits = wave.some(({ from }) => from === move.to)
    if (wave.length >= most || waits) {
      waves.push(wave)
      wave = []
    }
    wave.push(move)
  }
  return wave.length > 0 ? [...waves, wave] : waves
}
