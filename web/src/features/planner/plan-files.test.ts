import { play } from '@headroom/shared'
import { scenarioById } from '@headroom/shared/scenarios'
import { expect, test } from 'vitest'
import { cloudUnder } from '../../testing/sketch.ts'
import { type PlanFile, planText } from './plan-files.ts'
import { readPlanText } from './read-plan-file.ts'

const scenario = scenarioById('pages-nobody-told-nova-about')
if (!scenario) throw new Error('no such scenario')
const cloud = cloudUnder(scenario.snapshot, 'liberty')
const { actions } = scenario.plans[0].plan
const textAs = (as: PlanFile, snapshot: string | undefined) =>
  planText(cloud, snapshot, actions, play(cloud, actions), as)

test('a plan that was taken away opens as the same plan, for the same cloud', () => {
  expect(readPlanText('p', textAs('plan', scenario.id))).toMatchObject({
    kind: 'plan',
    plan: { snapshot: scenario.id, release: 'liberty', actions },
  })
})

test('a plan on dropped files names no cloud', () => {
  const read = readPlanText('p', textAs('plan', undefined))
  expect(read.kind === 'plan' && read.plan.snapshot).toBeUndefined()
})

test.each([
  ['report', '| Step | What is asked |'],
  ['commands', 'check m1.small openstack flavor show'],
  ['table', 'step,action,asked'],
] as const)('the %s has %s', (as, words) => {
  expect(textAs(as, scenario.id)).toContain(words)
})
