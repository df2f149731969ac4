import { describe, expect, test } from 'vitest'
import { plain } from '../explain/sentence.ts'
import { explainStep } from '../explain/step.ts'
import { CellId, HostId } from '../model/ids.ts'
import { releaseById } from '../releases/index.ts'
import { scenarioById } from '../scenarios/index.ts'
import { PageSize, Pages } from '../units.ts'
import type { Action } from './action.ts'
import { poolsOf } from './books.ts'
import { type Cloud, cloudOf } from './cloud.ts'
import { play, replay } from './replay.ts'

const host = HostId('compute-07')
const size = PageSize(2048)
const scenario = scenarioById('pages-nobody-told-nova-about')?.snapshot
const release = releaseById('liberty')

function cloud(): Cloud {
  if (!scenario || !release) throw new Error('no scenario, or no release')
  return cloudOf(scenario, release)
}

const boot = (count: number): Action => ({
  do: 'boot',
  id: 'a',
  flavor: 'm1.small',
  image: {},
  count,
  on: { host, how: 'requested' },
})
const reboot = (
  resumeGuests: boolean,
  ...pages: readonly (readonly [cell: number, count: number])[]
): Action => ({
  do: 'reboot-host',
  host,
  pools: pages.map(([cell, count]) => ({ cell: CellId(cell), size, count: Pages(count) })),
  resumeGuests,
})
const last = (...actions: readonly Action[]) => {
  const step = replay(cloud(), actions).at(-1)
  return step ? plain(explainStep(step).headline) : ''
}
const ended = (...actions: readonly Action[]) => play(cloud(), actions).at(-1)?.cloud ?? cloud()

/** One pool of compute-07: total and free of Nova, total and free of the kernel. */
const pool = (now: Cloud, cell: number, of = size) => {
  const one = poolsOf(now, host).find((pool) => pool.cell === cell && pool.size === of)
  return [one?.nova?.total, one?.nova?.free, one?.kernel?.total, one?.kernel?.free]
}

describe('a host that boots', () => {
  test('leaves guests off where nova-compute is not to start them', () => {
    const after = ended(boot(3), reboot(false))
    expect(last(boot(3), reboot(false))).toMatch(/^The host is back, and 3 guests stay off/)
    expect([...after.guests.values()].map(({ vmState, powerState }) => `${vmState} ${powerState}`)).toEqual([
      'stopped 4',
      'stopped 4',
      'stopped 4',
    ])
    expect(pool(after, 0)).toEqual([16384, 13312, 16384, 16128])
  })

  test('leaves a guest that waits to be confirmed in that state', () => {
    const move: Action = { do: 'cold-migrate', guest: 'a-1' as never, to: undefined }
    const other: Action = {
      ...(reboot(false) as Extract<Action, { do: 'reboot-host' }>),
      host: HostId('compute-08'),
    }
    const after = ended(boot(1), move, other)
    expect([...after.guests.values()].map(({ vmState, powerState }) => [vmState, powerState])).toEqual([
      ['resized', 4],
    ])
  })

  test('starts them where it is, beside what other processes take again', () => {
    expect(last(boot(3), reboot(true))).toBe('3 of 3 guests are back.')
    expect(pool(ended(boot(3), reboot(true)), 0)).toEqual([16384, 13312, 16384, 13056])
  })

  test('with fewer pages has no room for some: they are in error, and Nova counts them still', () => {
    const after = ended(boot(3), reboot(true, [0, 2500]))
    const [step] = replay(cloud(), [boot(3), reboot(true, [0, 2500])]).slice(-1)
    expect(step && plain(explainStep(step).headline)).toBe(
      '2 of 3 guests are back. The others do not start, or it is not known.',
    )
    expect([...after.guests.values()].map(({ vmState }) => vmState)).toEqual(['active', 'active', 'error'])
    expect(pool(after, 0)).toEqual([2500, -572, 2500, 196])
  })

  test('gives memory that is no longer set aside back to the small pages of its cell', () => {
    const small = PageSize(4)
    const before = pool(cloud(), 0, small)[0] ?? 0
    expect(pool(ended(reboot(true, [0, 16384 - 1024])), 0, small)[0]).toBe(before + 1024 * 512)
    expect(pool(ended(reboot(true, [0, 16384 - 1024])), 1, small)[0]).toBe(8388608)
  })

  test('has room for more once it has more pages', () => {
    const more = {
      do: 'boot',
      id: 'b',
      flavor: 'm1.small',
      image: {},
      count: 1,
      on: { host, how: 'requested' },
    } as const
    const full = boot(15)
    expect(last(full, more)).toContain('cannot start there')
    expect(last(full, reboot(true, [0, 18000]), more)).toBe('It runs on compute-07, host cell 0.')
  })

  test('comes back from a failure', () => {
    const lost: Action = { do: 'lose-host', host }
    expect(last(boot(3), lost, reboot(true))).toBe('3 of 3 guests are back.')
    expect(ended(boot(3), lost, reboot(true)).hosts.get(host)?.service?.up).toBe(true)
  })

  test('gives other processes no more than there is', () => {
    expect(pool(ended(reboot(true, [0, 100])), 0)).toEqual([100, 100, 100, 0])
  })

  test.each<[string, Action, string]>([
    ['more than the node has', reboot(true, [0, 36864]), 'Node 0 of compute-07 has 64 GiB; 72 GiB cannot'],
    ['a node that is not there', reboot(true, [7, 1]), 'There is no node 7'],
  ])('cannot set aside %s', (_, action, words) => {
    expect(last(action)).toContain(words)
  })
})
