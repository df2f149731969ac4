import { type Action, type Cloud, cloudOf, finished, HostId, plain, releaseById } from '@headroom/shared'
import { scenarioById } from '@headroom/shared/scenarios'
import { cloudAtRandom, seeded } from '@headroom/shared/testing'
import { expect, test } from 'vitest'
import { compareView } from './compare-view.ts'

function under(release: string): Cloud {
  const scenario = scenarioById('pages-nobody-told-nova-about')
  const found = releaseById(release)
  if (!scenario || !found) throw new Error(`no scenario, or no release ${release}`)
  return cloudOf(scenario.snapshot, found)
}

const boot = (id: string, count: number): Action => ({
  do: 'boot',
  id,
  flavor: 'm1.small',
  image: {},
  count,
  on: { host: HostId('compute-07'), how: 'requested' },
})

const compared = (...sides: Parameters<typeof compareView>) => finished(compareView(...sides))

const fifteenAndOne = [boot('a', 15), boot('b', 1)]

test('one plan under two releases parts where they answer otherwise, with what each side says', () => {
  const view = compared(
    { cloud: under('liberty'), actions: fifteenAndOne },
    { cloud: under('zed'), actions: fifteenAndOne },
  )
  expect(view.first).toBe(0)
  expect(view.releases).toEqual(['Liberty', expect.stringMatching(/^Zed/)])
  const [spread, parted] = view.rows
  expect(spread?.partings.map(({ says }) => plain(says))).toContain(
    'a-2 ends on cell 0 by the first, on cell 1 by the second.',
  )
  expect(parted?.cards.map((card) => card && [card.nova, card.host])).toEqual([
    ['yes', 'no'],
    ['yes', 'yes'],
  ])
  expect(parted?.partings.map(({ says }) => plain(says))).toContain(
    'b-1 ends on no host by the first, on compute-07 by the second.',
  )
})

test('a step of one plan alone has no card on the other side', () => {
  const cloud = under('liberty')
  const { rows, first } = compared(
    { cloud, actions: fifteenAndOne.slice(0, 1) },
    { cloud, actions: fifteenAndOne },
  )
  expect(rows.map(({ at }) => at)).toEqual([
    [0, 0],
    [undefined, 1],
  ])
  expect(rows[1]?.cards.map((card) => card !== undefined)).toEqual([false, true])
  expect(first).toBe(1)
})

test('hosts that part alike are told once, with how many more', () => {
  const zed = releaseById('zed')
  if (!zed) throw new Error('Zed is gone')
  const cloud = cloudOf(cloudAtRandom({ hosts: 300, cells: [2] }, zed, seeded(3)), zed)
  const asked: Action = { do: 'boot', id: 'a', flavor: 'p1.large', image: {}, count: 1, on: undefined }
  const without: Action = { do: 'set-enabled-filters', filters: ['ComputeFilter'] }
  const { rows } = compared({ cloud, actions: [asked] }, { cloud, actions: [without, asked] })
  const [, parted] = rows
  expect(parted?.partings.length).toBeGreaterThan(0)
  expect(parted?.partings.length).toBeLessThan(20)
  expect(parted?.partings.reduce((all, { more }) => all + more, 0)).toBeGreaterThan(50)
})
