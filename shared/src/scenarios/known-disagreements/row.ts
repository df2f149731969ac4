import type { Cause } from '../../divergence/detectors.ts'
import type { Shape } from './snapshot.ts'

/** One way in which the books part, on the smallest snapshot that has it, and what is said of it. */
export interface Row {
  /** Of the table of known disagreements: D1 … */
  readonly shows: readonly string[]
  readonly rule: string
  /** Id of the release; Zed where none is named. */
  readonly release?: string
  readonly on: Shape
  readonly cause: Cause
  /** Both numbers, in the unit of the finding's resource; undefined where a witness was not heard. */
  readonly expected: number | undefined
  readonly observed: number | undefined
  /** How the sentence begins. */
  readonly says: string
  /** Its first line. */
  readonly remedy: string | undefined
}
