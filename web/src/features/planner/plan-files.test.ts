import { readPlan } from '@headroom/shared'
import { scenarioById } from '@headroom/shared/scenarios'
import { expect, test } from 'vitest'
import { cloudUnder } from '../../testing/sketch.ts'
import { planText } from './plan-files.ts'

const scenario = scenarioById('pages-nobody-told-nova-about')
if (!scenario) throw new Error('no such scenario')
const cloud = cloudUnder(scenario.snapshot, 'liberty')
const { actions } = scenario.plans[0].plan

test('a plan that was taken away opens as the same plan', () => {
  expect(readPlan(JSON.parse(planText(cloud, actions, 'plan'))).facts?.actions).toEqual(actions)
})

test.each([
  ['report', '| Step | What is asked |'],
  ['commands', 'check m1.small openstack flavor show'],
  ['table', 'step,action,asked'],
] as const)('the %s has %s', (as, words) => {
  expect(planText(cloud, actions, as)).toContain(words)
})
