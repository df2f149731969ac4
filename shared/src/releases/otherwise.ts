import { memo } from '../collections.ts'
import { releases } from './index.ts'
import type { Evidence, Release } from './release.ts'
import type { RuleName, Rules } from './rules.ts'

/** One rule, and a value it may have. */
export type Otherwise = {
  readonly [Name in RuleName]: { readonly rule: Name; readonly is: Rules[Name] }
}[RuleName]

/** A release as it would be with some rules otherwise; the same value whenever the same list is given. */
export const releaseWith = (release: Release, otherwise: readonly Otherwise[]): Release =>
  releasesWith(release)(otherwise)

const releasesWith = memo((release: Release) =>
  memo(
    (otherwise: readonly Otherwise[]): Release => ({
      ...release,
      rules: rulesWith(release.rules, otherwise),
    }),
  ),
)

/** Rules with some of them otherwise; likewise the same value. */
export const rulesWith = (rules: Rules, otherwise: readonly Otherwise[]): Rules =>
  otherwise.length === 0 ? rules : allRulesWith(rules)(otherwise)

const allRulesWith = memo((rules: Rules) =>
  memo(
    (otherwise: readonly Otherwise[]): Rules => ({
      ...rules,
      ...Object.fromEntries(otherwise.map(({ rule, is }) => [rule, is])),
    }),
  ),
)

/** The change of a rule, and the release that has it first. */
export interface Turn extends Evidence {
  readonly release: string
  readonly name: string
}

/** The first release after this one that has the rule so, and its change; undefined where none has. */
export function mendedBy({ id }: Release, { rule, is }: Otherwise): Turn | undefined {
  const at = releases.findIndex((release) => release.id === id)
  const later = releases.slice(at + 1).find(({ rules }) => rules[rule] === is)
  return later && broughtBy(later, rule)
}

/**
 * What made a release have a rule as it does: the youngest of its changes and those before it that is of this rule.
 * Undefined where it always was so.
 */
export function broughtBy(release: Release, rule: RuleName): Turn | undefined {
  const { commit, since, bug, repository, note } = release.changes[rule] ?? {}
  if (commit !== undefined && since !== undefined && note !== undefined) {
    return {
      release: release.id,
      name: release.name,
      commit,
      since,
      note,
      ...(bug === undefined ? {} : { bug }),
      ...(repository === undefined ? {} : { repository }),
    }
  }
  const before = releases.find(({ id }) => id === release.before)
  return before && broughtBy(before, rule)
}
