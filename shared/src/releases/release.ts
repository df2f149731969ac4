import type { Rules } from './rules.ts'

/** What proves that a release does so: a commit and the first tag that contains it, never a release note or a date. */
export interface Evidence {
  readonly commit: string
  /** First tag that contains the commit: `18.2.0`. */
  readonly since: string
  readonly bug?: number
  /** Whose repository has the commit; Nova's where it is not said. */
  readonly repository?: 'placement'
  /** One sentence an operator understands. */
  readonly note: string
}

/** What a release changed, rule by rule. Only what `Rules` allows can be said. */
export type Changes = {
  readonly [Name in keyof Rules]?: { readonly to: Rules[Name] } & Evidence
}

export interface Release {
  /** Stable, used in URLs and snapshots: `liberty`, `rocky-18.1`, `2024.2`. */
  readonly id: string
  /** `Liberty`, `2024.2 Dalmatian`. */
  readonly name: string
  /** First tag these rules hold for: `12.0.0`. */
  readonly nova: string
  /** Id of the release this one changes: not always the one listed before, since series overlap. */
  readonly before: string | undefined
  readonly rules: Rules
  readonly changes: Changes
}

/** A release is the one before it and what it changed. */
export function after(
  before: Release,
  is: { readonly id: string; readonly name: string; readonly nova: string; readonly changes: Changes },
): Release {
  const changed = Object.entries(is.changes).map(([name, change]) => [name, change.to])
  return {
    ...is,
    before: before.id,
    rules: { ...before.rules, ...(Object.fromEntries(changed) as Partial<Rules>) },
  }
}
