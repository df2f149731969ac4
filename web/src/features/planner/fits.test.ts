import { finished, plain, play } from '@headroom/shared'
import { scenarioById } from '@headroom/shared/scenarios'
import { expect, test } from 'vitest'
import { cloudUnder } from '../../testing/sketch.ts'
import { fitViews } from './view-model.ts'

const scenario = scenarioById('pages-nobody-told-nova-about')
if (!scenario) throw new Error('no such scenario')
const cloud = cloudUnder(scenario.snapshot, 'liberty')
const { actions } = scenario.plans[0].plan

/** What would make the step of this number work. */
function fitsOf(number: number) {
  const asked = actions[number - 1]
  if (!asked) throw new Error(`no step ${number}`)
  return finished(fitViews(play(cloud, actions.slice(0, number - 1)).at(-1)?.cloud ?? cloud, asked))
}

test('for the sixteenth guest the vSwitch gives back its pages, or the release is one that can be told of them', () => {
  const fits = fitsOf(2)
  expect(fits.map(({ says }) => plain(says))).toContain(
    'ovs-vswitchd gives back 256 × 2 MiB on compute-07, node 0.',
  )
})

test('a change that is one step can be put before', () => {
  const [first] = fitsOf(2).filter(({ insert }) => insert)
  expect(first?.insert).toMatchObject({ do: 'give-pages-back', host: 'compute-07', pages: 256 })
})

test('a step that works needs nothing', () => {
  expect(fitsOf(1)).toEqual([])
})
