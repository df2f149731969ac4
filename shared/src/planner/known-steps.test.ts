import { expect, test } from 'vitest'
import { plain } from '../explain/sentence.ts'
import { explainStep } from '../explain/step.ts'
import { releaseById } from '../releases/index.ts'
import { stepRows } from '../scenarios/known-disagreements/steps.ts'
import { blame } from './blame.ts'
import { cloudOf } from './cloud.ts'
import { replay } from './replay.ts'

test.each(stepRows)(
  '$shows in $release: $rule',
  ({ release: id, on, actions, says, because, by, mended }) => {
    const release = releaseById(id)
    if (!release) throw new Error(`no ${id}`)
    const cloud = cloudOf(on, release)
    const step = replay(cloud, actions).at(-1)
    if (!step) throw new Error('no step')
    const { headline, details } = explainStep(step)
    expect(plain(headline).slice(0, says.length)).toBe(says)
    expect(details.map((detail) => plain(detail).slice(0, because.length))).toContain(because)
    const blamed = blame(cloud, actions)
    expect(blamed.map(({ rule }) => rule)).toEqual(by)
    expect(blamed[0]?.mended?.since).toBe(mended)
  },
)

test('nobody is to blame where both books agree, or where every rule of the release comes to the same', () => {
  const [fine] = stepRows.filter(({ shows }) => shows.includes('D57'))
  const release = releaseById('zed')
  expect(fine && release && blame(cloudOf(fine.on, release), fine.actions)).toEqual([])
})
