/** Where in a text something stands: a line counted from 1, a path into a document, or both. */
export interface Place {
  readonly line?: number
  /** `nodes[1].pools[0].free`, or an element's path. */
  readonly path?: string
}

/** Something in a file that is not as its format has it. Parsing goes on; nothing that was understood is lost. */
export interface Problem {
  /** An error lost a fact; a warning lost none. */
  readonly severity: 'error' | 'warning'
  readonly at: Place
  /** What stands there, cut to a line. */
  readonly found?: string
  /** What the format has there. */
  readonly expected: string
}

/** Facts of a text and everything that was wrong with it. `facts` is undefined when nothing could be understood. */
export interface Parsed<T> {
  readonly facts: T | undefined
  readonly problems: readonly Problem[]
}
