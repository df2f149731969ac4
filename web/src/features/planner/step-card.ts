import {
  answersOf,
  type DivergenceKind,
  disagreementsIn,
  explainAction,
  explainStep,
  type Sentence,
  type Step,
  type StepAnswers,
} from '@headroom/shared'

/** A step as the list shows it. A book that is not asked says nothing. */
export interface StepCard extends StepAnswers {
  readonly title: Sentence
  /** What came of it, in one sentence. */
  readonly says: Sentence
  /** In what ways the books, or two gates of Nova's, answer otherwise. */
  readonly differs: readonly DivergenceKind[]
}

/** The step in one line, and what each book says of it. */
export const stepCard = (step: Step): StepCard => ({
  title: explainAction(step.action),
  says: explainStep(step).headline,
  ...answersOf(step.outcome),
  differs: disagreementsIn(step),
})
