import fc from 'fast-check'

/** What an arbitrary makes. */
export type Choice<A> = A extends fc.Arbitrary<infer T> ? T : never

/** One of these; the more often it is named the likelier, and the first is the simplest. */
export const chosen = <const T>(...values: readonly T[]): fc.Arbitrary<T> => fc.constantFrom(...values)
