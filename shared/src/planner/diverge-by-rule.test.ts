import { expect, test } from 'vitest'
import type { Divergence } from '../divergence/detectors.ts'
import { explainDiverging } from '../explain/diverging.ts'
import { plain } from '../explain/sentence.ts'
import { releaseById } from '../releases/index.ts'
import { ruleRows } from '../scenarios/known-disagreements/rules.ts'
import { diverge } from './books.ts'
import { cloudOf } from './cloud.ts'

const found = (id: string, on: (typeof ruleRows)[number]['on']) => {
  const release = releaseById(id)
  if (!release) throw new Error(`no ${id}`)
  return diverge(cloudOf(on, release))
}

const ruleIn = (one: Divergence) => ('rule' in one ? one.rule : undefined)

test.each(ruleRows)(
  '$shows in $release: $rule',
  ({ release, on, cause, by, expected, observed, says, remedy }) => {
    const one = found(release, on).find(
      (one) => one.cause === cause && ruleIn(one) === by && one.observed?.amount === observed,
    )
    expect(one?.expected?.amount).toBe(expected)
    expect(one && plain(explainDiverging(one).headline)).toBe(says)
    expect(one?.remedy?.lines[0]).toBe(remedy)
  },
)

test.each(ruleRows)('$shows in $release: by no other rule', ({ release, on, by }) => {
  const rules = found(release, on).flatMap((one) => ruleIn(one) ?? [])
  expect(new Set(rules)).toEqual(new Set(by ? [by] : []))
})
