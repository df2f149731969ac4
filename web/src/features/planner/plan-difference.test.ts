import { type Action, GuestId } from '@headroom/shared'
import { expect, test } from 'vitest'
import { planDifference } from './plan-difference.ts'

const steps = (names: string): readonly Action[] =>
  [...names].map((name) => ({ do: 'delete', guest: GuestId(name) }))
const namesOf = (actions: readonly Action[]) =>
  actions.map((action) => ('guest' in action ? action.guest : '')).join('')

test.each([
  ['abc', 'abc', '', '', false],
  ['abc', 'abd', 'c', 'd', false],
  ['aab', 'ab', 'a', '', false],
  ['abc', 'cab', '', '', true],
  ['', 'a', '', 'a', false],
])('%s against %s: mine alone %s, theirs alone %s', (mine, theirs, onlyMine, onlyTheirs, reordered) => {
  const { isReordered, ...only } = planDifference(steps(mine), steps(theirs))
  expect([namesOf(only.mine), namesOf(only.theirs), isReordered]).toEqual([onlyMine, onlyTheirs, reordered])
})
