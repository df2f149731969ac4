import { cloudOf, HostId, releaseById, type Stays } from '@headroom/shared'
import { expect, test } from 'vitest'
import { scenarios } from '../../worker/scenarios.ts'
import { sweepView } from './view-model.ts'

const scenario = scenarios.find(({ id }) => id === 'two-gates-two-answers')
const liberty = releaseById('liberty')
if (!scenario || !liberty) throw new Error('the scenario or Liberty is gone')
const [guest] = cloudOf(scenario.snapshot, liberty).snapshot.guests
if (!guest) throw new Error('the scenario has no guest')

test('hosts that cannot be emptied come first, with the reason of one of their guests', () => {
  const stays: Stays = {
    guest: guest.id,
    host: HostId('b'),
    because: undefined,
    certain: true,
    refusals: [
      { by: 'RamFilter', hosts: 2 },
      { by: 'host', hosts: 1 },
    ],
    aside: 'not asked',
    frees: [],
  }
  const { rows, drainable } = sweepView([
    { host: HostId('a'), guests: 3, stays: [] },
    { host: HostId('b'), guests: 1, stays: [stays] },
  ])
  expect(rows.map(({ host, stays, why }) => [host, stays, why])).toEqual([
    ['b', 1, 'RamFilter refuses on 2 hosts, could not start on 1 host'],
    ['a', 0, undefined],
  ])
  expect(drainable).toBe(1)
})
