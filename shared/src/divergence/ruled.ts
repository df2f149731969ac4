import type { NonEmpty } from '../collections.ts'
import { broughtBy, mendedBy, type Otherwise, type Turn } from '../releases/otherwise.ts'
import type { Release } from '../releases/release.ts'
import type { RuleName, Rules } from '../releases/rules.ts'
import type { Remedy } from './divergence.ts'

/** What is a release's own doing: the rule, and where that came from and went. */
export interface Ruled {
  readonly rule: RuleName
  readonly is: Rules[RuleName]
  /** The value that counts what the host has. */
  readonly right: Rules[RuleName]
  /** The change that made it so; undefined where it always was. */
  readonly brought: Turn | undefined
  /** The change of a later release that mends it; undefined where none does. */
  readonly mended: Turn | undefined
}

export const ruled = (release: Release, [right]: NonEmpty<Otherwise>): Ruled => ({
  rule: right.rule,
  is: release.rules[right.rule],
  right: right.is,
  brought: broughtBy(release, right.rule),
  mended: mendedBy(release, right),
})

/** The release to upgrade to. */
export const remedyOfRule = ({ mended }: Ruled): Remedy | undefined =>
  mended && { file: 'release', lines: [`nova ${mended.since}`] }
