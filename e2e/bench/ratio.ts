/** Something that can be timed; what it needs is made before, outside the time. */
export type Timed = () => () => unknown

/** Two things measured in turns in one run, so that a busy machine slows both alike. */
export interface Ratio {
  readonly name: string
  readonly of: Timed
  readonly to: Timed
}

const rounds = 9

const timeOf = (timed: Timed): number => {
  const run = timed()
  const began = performance.now()
  run()
  return performance.now() - began
}

const median = (all: readonly number[]): number =>
  all.toSorted((a, b) => a - b)[all.length >> 1] ?? Number.NaN

/** The median time of each in milliseconds, and how many times the second the first takes. */
export function measure({ of, to }: Ratio): {
  readonly of: number
  readonly to: number
  readonly ratio: number
} {
  timeOf(of)
  timeOf(to)
  const pairs = Array.from({ length: rounds }, () => [timeOf(of), timeOf(to)] as const)
  const times = { of: median(pairs.map(([time]) => time)), to: median(pairs.map(([, time]) => time)) }
  return { ...times, ratio: times.of / times.to }
}
