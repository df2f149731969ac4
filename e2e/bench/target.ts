/** What was measured beside what it should be. */
export interface Target {
  readonly name: string
  readonly measured: number
  /** At least so much, or at most. */
  readonly bound: { readonly atLeast: number } | { readonly atMost: number }
  readonly unit: string
  /** What the number was made of. */
  readonly of?: string
}

/** `    46 ms  met (at most 50)  name`; a target that was missed says by how much. */
export function targetLine({ name, measured, bound, unit, of }: Target): string {
  const [word, limit] = 'atLeast' in bound ? ['at least', bound.atLeast] : ['at most', bound.atMost]
  const short = 'atLeast' in bound ? limit / measured : measured / limit
  const said = short <= 1 ? 'met' : `MISSED by ${Math.ceil((short - 1) * 100)} %`
  const figure = measured < 20 ? measured.toFixed(1) : `${Math.round(measured)}`
  return `${`${figure}${unit}`.padStart(9)}  ${said} (${word} ${limit}${unit})  ${name}${of ? `: ${of}` : ''}`
}

/** The least of some rounds: what else the machine did then only adds to it. */
export const least = (rounds: readonly number[]): number => Math.min(...rounds)

export const middle = (rounds: readonly number[]): number =>
  rounds.toSorted((a, b) => a - b)[rounds.length >> 1] ?? Number.NaN

/** Milliseconds of one call. */
export function timed(once: () => unknown): number {
  const began = performance.now()
  once()
  return performance.now() - began
}
