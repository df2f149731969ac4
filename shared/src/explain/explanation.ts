import type { Sentence } from './sentence.ts'

/** The one thing to know, and what stands behind it. */
export interface Explanation {
  readonly headline: Sentence
  readonly details: readonly Sentence[]
}
