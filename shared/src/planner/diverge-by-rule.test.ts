import { expect, test } from 'vitest'
import { explainDiverging } from '../explain/diverging.ts'
import { plain } from '../explain/sentence.ts'
import { releaseById } from '../releases/index.ts'
import { ruleRows } from '../testing/known-disagreements/rules.ts'
import { diverge } from './books.ts'
import { cloudOf } from './cloud.ts'

const found = (id: string, on: (typeof ruleRows)[number]['on']) => {
  const release = releaseById(id)
  if (!release) throw new Error(`no ${id}`)
  return diverge(cloudOf(on, release)).flatMap((one) => ('rule' in one ? [one] : []))
}

test.each(ruleRows)(
  '$shows in $release: $rule',
  ({ release, on, cause, by, expected, observed, says, remedy }) => {
    const one = found(release, on).find(
      (one) => one.cause === cause && one.rule === by && one.observed?.amount === observed,
    )
    expect(one?.expected?.amount).toBe(expected)
    expect(one && plain(explainDiverging(one).headline)).toBe(says)
    expect(one?.remedy?.lines[0]).toBe(remedy)
  },
)

test.each(ruleRows)('$shows in $release: by no other rule', ({ release, on, by }) => {
  expect(found(release, on).map(({ rule }) => rule)).toEqual(found(release, on).map(() => by))
})
