import kept from './conformance.json' with { type: 'json' }

/** By release: of Nova's recorded answers kept with the tests, how many ours are, and what they tell of the rules. */
export interface Conformance {
  readonly [release: string]: {
    readonly kinds: Readonly<Record<string, { readonly agreeing: number; readonly total: number }>>
    /** Of a rule that changed since the release recorded before: recorded requests answered otherwise without the change. */
    readonly rules: Readonly<Record<string, number>>
  }
}

/** Written by `npm run conformance -- --write`; the tests compare it with what they replay. */
export const conformance: Conformance = kept
