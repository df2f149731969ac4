import {
  type Cloud,
  type ComparedStep,
  comparing,
  explainParting,
  groupBy,
  type Long,
  type Parting,
  type PlanSide,
  partingKey,
  type Sentence,
} from '@headroom/shared'
import { type StepCard, stepCard } from './step-card.ts'

/** One way in which two answers part. */
export interface PartingView {
  /** What the first says, then what the second says. */
  readonly says: Sentence
  /** Hosts or guests that part alike and are not named. */
  readonly more: number
}

/** Steps that ask the same beside each other, or one that is of one plan alone. */
export interface ComparedRow {
  /** From 0 in each plan; undefined where it has no such step. */
  readonly at: readonly [number | undefined, number | undefined]
  readonly cards: readonly [StepCard | undefined, StepCard | undefined]
  readonly partings: readonly PartingView[]
}

export interface CompareView {
  readonly rows: readonly ComparedRow[]
  /** Place in `rows` of the first that parts; undefined where none does. */
  readonly first: number | undefined
  /** Rows that part. */
  readonly parted: number
  /** Releases the two were judged under. */
  readonly releases: readonly [string, string]
}

export function* compareView(one: PlanSide, other: PlanSide): Long<CompareView> {
  const { steps, first } = yield* comparing(one, other)
  const rows = steps.map(rowOf)
  return {
    rows,
    first,
    parted: steps.filter((step) => step.kind === 'only' || step.partings.length > 0).length,
    releases: [nameOf(one.cloud), nameOf(other.cloud)],
  }
}

const nameOf = ({ release }: Cloud): string => release.name

function rowOf(step: ComparedStep): ComparedRow {
  if (step.kind === 'both') {
    const [left, right] = step.steps
    return { at: step.at, cards: [stepCard(left), stepCard(right)], partings: partingsOf(step.partings) }
  }
  const card = stepCard(step.step)
  return step.of === 0
    ? { at: [step.at, undefined], cards: [card, undefined], partings: [] }
    : { at: [undefined, step.at], cards: [undefined, card], partings: [] }
}

/** Those that part alike, once: in the order in which they were found. */
const partingsOf = (partings: readonly Parting[]): readonly PartingView[] =>
  [...groupBy(partings, partingKey).values()].flatMap(([first, ...others]) =>
    first ? [{ says: explainParting(first), more: others.length }] : [],
  )
