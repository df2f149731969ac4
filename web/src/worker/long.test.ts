import { type Action, cloudOf, type Long, play, releaseById } from '@headroom/shared'
import { describe, expect, test } from 'vitest'
import { sketch } from '../testing/sketch.ts'
import { replaysInTurn, run, untold } from './long.ts'

const zed = releaseById('zed')
if (!zed) throw new Error('Zed is gone')
const hosts = Array.from({ length: 3 }, (_, i) => ({
  name: `compute-${i}`,
  cells: [{ total: 4096, guests: [1024] }],
}))
const cloud = () => cloudOf(sketch('three', 'zed', hosts), zed)
const boot = (id: string): Action => ({
  do: 'boot',
  id,
  flavor: 'm1.small',
  image: {},
  count: 1,
  on: undefined,
})

/** Goes on until it is stopped; each turn takes longer than a slice. */
function* endless(): Long<never> {
  for (let done = 0; ; done += 1) {
    const began = performance.now()
    while (performance.now() - began < 50);
    yield { done, of: 10 }
  }
}

test('a long answer stops at the first report that is not to go on', async () => {
  const told: number[] = []
  const answer = run(endless(), ({ done }) => told.push(done) < 3)
  await expect(answer).rejects.toThrow('Stopped.')
  expect(told).toEqual([0, 1, 2])
})

test('others are answered between two slices of a long answer', async () => {
  const order: string[] = []
  const answer = run(endless(), ({ done }) => order.push(`slice ${done}`) < 4).catch(() =>
    order.push('stopped'),
  )
  setTimeout(() => order.push('another'))
  await answer
  expect(order.indexOf('another')).toBeLessThan(order.indexOf('stopped'))
})

describe('replays of one cloud', () => {
  test('go one after another', async () => {
    const played = replaysInTurn()
    const on = cloud()
    const order: string[] = []
    const asked = (name: string) =>
      played(on, [boot('a')], ({ done }) => {
        if (done === 0) order.push(`${name} begins`)
        return true
      }).then(() => order.push(`${name} ends`))
    await Promise.all([asked('first'), asked('second')])
    expect(order).toEqual(['first begins', 'first ends', 'second begins', 'second ends'])
  })

  test('have the steps of a replay in one go', async () => {
    const steps = await replaysInTurn()(cloud(), [boot('a'), boot('b')], untold)
    expect(steps.map(({ step }) => step)).toEqual(
      play(cloud(), [boot('a'), boot('b')]).map(({ step }) => step),
    )
  })

  test('are not begun where nobody waits any more', async () => {
    const played = replaysInTurn()
    const on = cloud()
    const stopped = played(on, [boot('a')], () => false)
    const next = played(on, [boot('a')], untold)
    await expect(stopped).rejects.toThrow('Stopped.')
    expect(await next).toHaveLength(1)
  })
})
