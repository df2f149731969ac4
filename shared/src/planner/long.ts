/** How far a long answer is; a part that is under way counts as a fraction. */
export interface Progress {
  readonly done: number
  readonly of: number
}

/** A long answer: whoever runs it may stop between any two reports of progress. */
export type Long<Answer> = Generator<Progress, Answer, void>

/** The answer, without a stop. */
export function finished<Answer>(long: Long<Answer>): Answer {
  for (;;) {
    const step = long.next()
    if (step.done) return step.value
  }
}

/** A long answer as one part of a longer one: how far the whole is, of which so many parts are done. */
export function* part<Answer>(long: Long<Answer>, done: number, of: number): Long<Answer> {
  for (;;) {
    const step = long.next()
    if (step.done) return step.value
    yield { done: done + step.value.done / step.value.of, of }
  }
}
