/** Steps that are marked to be moved, left out or removed together. */
export interface Marks {
  /** Checkboxes are shown. */
  readonly isOn: boolean
  /** From 0, rising. */
  readonly at: readonly number[]
  /** Where a range begins. */
  readonly anchor: number
}

export const noMarks: Marks = { isOn: false, at: [], anchor: 0 }

const rising = (places: Iterable<number>): readonly number[] => [...new Set(places)].sort((a, b) => a - b)

export const markAll = (count: number): Marks => ({
  isOn: count > 0,
  at: Array.from({ length: count }, (_, at) => at),
  anchor: 0,
})

/** Marks one more, or takes its mark away. */
export const toggleMark = ({ at, isOn }: Marks, step: number): Marks => {
  const now = at.includes(step) ? at.filter((one) => one !== step) : rising([...at, step])
  return { isOn: isOn || now.length > 0, at: now, anchor: step }
}

/** Marks from the anchor to a step, and nothing else. `from` is the anchor where nothing is marked yet. */
export function markTo({ at, anchor: before }: Marks, from: number, to: number): Marks {
  const anchor = at.length === 0 ? from : before
  const [first, last] = [Math.min(anchor, to), Math.max(anchor, to)]
  return {
    isOn: true,
    at: Array.from({ length: last - first + 1 }, (_, i) => first + i),
    anchor,
  }
}

/** Marks on steps that are there. */
export const marksWithin = (marks: Marks, count: number): Marks =>
  marks.at.every((at) => at < count) ? marks : { ...marks, at: marks.at.filter((at) => at < count) }

/** What a command is for: the marked, where the step at hand is one of them, else that step alone. */
export const concerned = ({ at }: Marks, step: number): readonly number[] => (at.includes(step) ? at : [step])

/** Where steps come to stand that are dropped into the gap before `gap`; their place among the others. */
export const landing = (moved: readonly number[], gap: number): number =>
  gap - moved.filter((at) => at < gap).length

/** The gap among steps that a height falls into: before the first whose middle lies below it. */
export const gapAt = (middles: readonly number[], y: number): number =>
  middles.filter((middle) => middle < y).length
