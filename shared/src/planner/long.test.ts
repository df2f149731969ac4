import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { HostId } from '../model/ids.ts'
import { releaseById } from '../releases/index.ts'
import { cloudAtRandom, seeded } from '../testing/clouds.ts'
import type { Action } from './action.ts'
import { cloudOf } from './cloud.ts'
import { comparePlans, comparing } from './compare-plans.ts'
import { finished, type Long, type Progress, part } from './long.ts'
import { play, playing } from './replay.ts'
import { tryChanges, whatWouldFit } from './what-would-fit.ts'

const zed = releaseById('zed')
if (!zed) throw new Error('Zed is gone')
const snapshot = cloudAtRandom({ hosts: 120, cells: [2] }, zed, seeded(11))
const few = cloudAtRandom({ hosts: 8, cells: [2] }, zed, seeded(11))
/** With nothing counted yet: what follows from a snapshot is kept with it. */
const fresh = (of = snapshot) => cloudOf({ ...of }, zed)

const boot = (id: string, count = 1): Action => ({
  do: 'boot',
  id,
  flavor: snapshot.flavors[0]?.name ?? '',
  image: {},
  count,
  on: undefined,
})
const tooMany: Action = { ...boot('c', 400), on: { host: HostId('compute-1'), how: 'requested' } } as Action

function heard<Answer>(long: Long<Answer>) {
  const told: Progress[] = []
  for (;;) {
    const step = long.next()
    if (step.done) return { told, answer: step.value }
    told.push(step.value)
  }
}

const long = [
  {
    name: 'a replay',
    told: () => playing(fresh(), [boot('a', 3), boot('b')]),
    whole: () => play(fresh(), [boot('a', 3), boot('b')]),
  },
  {
    name: 'what would make a step work',
    told: () => tryChanges(fresh(few), tooMany),
    whole: () => whatWouldFit(fresh(few), tooMany),
  },
  {
    name: 'two plans beside each other',
    told: () =>
      comparing({ cloud: fresh(), actions: [boot('a')] }, { cloud: fresh(), actions: [boot('a', 2)] }),
    whole: () =>
      comparePlans({ cloud: fresh(), actions: [boot('a')] }, { cloud: fresh(), actions: [boot('a', 2)] }),
  },
]

describe.each(long)('$name', ({ told, whole }) => {
  test('comes to the same when it is told how far it is', () => {
    expect(JSON.stringify(heard<unknown>(told()).answer)).toBe(JSON.stringify(whole()))
  })

  test('never falls back, nor goes beyond its end', () => {
    const { told: reports } = heard<unknown>(told())
    const shares = reports.map(({ done, of }) => done / of)
    expect(shares.length).toBeGreaterThan(1)
    expect(shares).toEqual(shares.toSorted((a, b) => a - b))
    expect(Math.max(...shares)).toBeLessThanOrEqual(1)
  })
})

describe('a replay', () => {
  test('can be stopped while the hosts are counted, before the first step is done', () => {
    const first = playing(fresh(), [boot('a')]).next()
    expect(first.done).toBe(false)
    expect(first.value).toMatchObject({ done: expect.closeTo(100 / 120), of: 1 })
  })

  test('can be stopped between two guests of one step', () => {
    const { told } = heard(playing(fresh(), [boot('a', 4)]))
    expect(told.map(({ done }) => done)).toEqual(expect.arrayContaining([0.25, 0.5, 0.75, 1]))
  })

  test('that was stopped goes on from the steps that were done', () => {
    const cloud = fresh()
    const actions = [boot('a', 5), boot('b', 5)]
    const stopped = playing(cloud, actions)
    for (const { done } of stopped) if (done > 1) break
    const { told, answer } = heard(playing(cloud, actions))
    expect(told[0]?.done).toBe(1)
    expect(answer).toEqual(play(fresh(), actions))
  })
})

test('of a long answer whose parts are told, each part fills its own share', () => {
  function* counting(to: number): Long<number> {
    for (let done = 1; done <= to; done += 1) yield { done, of: to }
    return to
  }
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 9 }), fc.nat(8), (to, done) => {
      const { told, answer } = heard(part(counting(to), done, 9))
      expect(answer).toBe(finished(counting(to)))
      expect(told.at(-1)).toEqual({ done: done + 1, of: 9 })
    }),
  )
})
