import { describe, expect, test } from 'vitest'
import { plain } from '../explain/sentence.ts'
import { explainStep } from '../explain/step.ts'
import { CellId, GuestId, HostId } from '../model/ids.ts'
import { releaseById } from '../releases/index.ts'
import { scenarioById } from '../scenarios/index.ts'
import { PageSize, Pages } from '../units.ts'
import type { Action } from './action.ts'
import { poolsOf } from './books.ts'
import { type Cloud, cloudOf } from './cloud.ts'
import { play, replay } from './replay.ts'

const host = HostId('compute-07')
const size = PageSize(2048)
const guest = GuestId('a-1')

function cloud(): Cloud {
  const snapshot = scenarioById('pages-nobody-told-nova-about')?.snapshot
  const release = releaseById('liberty')
  if (!snapshot || !release) throw new Error('no scenario, or no release')
  return cloudOf(snapshot, release)
}

const boot = (id: string, count = 1, on: HostId | undefined = host): Action => ({
  do: 'boot',
  id,
  flavor: 'm1.small',
  image: {},
  count,
  on: on && { host: on, how: 'requested' },
})
const take = (pages: number): Action => ({
  do: 'take-pages',
  by: 'spdk',
  host,
  cell: CellId(0),
  size,
  pages: Pages(pages),
})
const off: Action = { do: 'power-off', guest }
const on: Action = { do: 'power-on', guest }
const service = (state: 'enabled' | 'disabled' | 'up' | 'down', of = host): Action => ({
  do: 'set-service',
  host: of,
  state,
})

const says = (...actions: readonly Action[]) =>
  replay(cloud(), actions).map((step) => plain(explainStep(step).headline))

/** Free pages of cell 0 after the plan: Nova's, the kernel's. */
const free = (id: HostId, ...actions: readonly Action[]) => {
  const last = play(cloud(), actions).at(-1)
  const pool = last && poolsOf(last.cloud, id).find((one) => one.cell === 0 && one.size === size)
  return [pool?.nova?.free, pool?.kernel?.free]
}

describe('a guest that is shut off', () => {
  test('gives its pages back to the host, and none to Nova', () => {
    expect(free(host, boot('a'), off)).toEqual([15360, 16128])
  })

  test('has them again once it starts', () => {
    expect(free(host, boot('a'), off, on)).toEqual([15360, 15104])
  })

  test('starts only if the host still has room: Nova is not asked', () => {
    expect(says(boot('a'), off, take(16000), on).at(-1)).toMatch(
      /^Nova asks nobody but compute-07, and it cannot start there\. It needs 1,024 × 2 MiB; node 0 has 128 free/,
    )
  })

  test.each<[string, readonly Action[], RegExp]>([
    [
      'is not shut off twice',
      [boot('a'), off, off],
      /^The API refuses: a-1 is stopped, and must be one of: active, error\.$/,
    ],
    ['does not start while it runs', [boot('a'), on], /is active, and must be one of: stopped/],
    ['does not start on a host that is down', [boot('a'), off, service('down'), on], /compute-07 is down/],
    ['is to be there', [off], /no guest a-1/],
  ])('%s', (_, actions, words) => {
    expect(says(...actions).at(-1)).toMatch(words)
  })

  test('keeps its turn in Nova’s audit', () => {
    const last = play(cloud(), [boot('a', 3), off]).at(-1)?.cloud
    expect(last?.residents.get(host)?.map(({ id, vmState }) => `${id} ${vmState}`)).toEqual([
      'a-1 stopped',
      'a-2 active',
      'a-3 active',
    ])
  })
})

describe('a compute service', () => {
  test.each<[string, readonly Action[], string]>([
    ['that is disabled is sent nothing', [service('disabled')], 'No valid host was found'],
    ['that is down is sent nothing', [service('down')], 'No valid host was found'],
    ['that is enabled again is sent guests', [service('disabled'), service('enabled')], 'It runs'],
    ['that is up again is sent guests', [service('down'), service('up')], 'It runs'],
  ])('%s', (_, before, words) => {
    expect(says(...before, boot('a')).at(-1)).toContain(words)
  })

  test('of which nothing was read is not known to be up because it is enabled', () => {
    const before = cloud()
    const hosts = before.snapshot.hosts.map((one) => ({ ...one, service: undefined }))
    const blind = cloudOf({ ...before.snapshot, hosts }, before.release)
    expect(replay(blind, [service('enabled')])[0]?.outcome).toEqual({
      kind: 'not-possible',
      reason: { kind: 'no-service-record', host },
    })
    expect(replay(blind, [service('disabled')])[0]?.outcome.kind).toBe('host-set')
  })
})

describe('a host like another', () => {
  const added = HostId('compute-10')
  const add: Action = { do: 'add-host', id: added, like: host }

  test('has none of its guests, and the pages that other processes hold', () => {
    expect(free(added, boot('a', 3), add)).toEqual([16384, 16128])
  })

  test('is sent guests', () => {
    expect(says(add, boot('a', 1, added)).at(-1)).toBe('It runs on compute-10, host cell 0.')
  })

  test('is of the aggregates of the other', () => {
    const before = cloud()
    const aggregate = { id: 'x', name: 'x', zone: 'nova', hosts: [host], metadata: {} } as never
    const inOne = cloudOf({ ...before.snapshot, aggregates: [aggregate] }, before.release)
    const after = play(inOne, [add]).at(-1)?.cloud
    expect(after?.snapshot.aggregates.map(({ hosts }) => hosts)).toEqual([[host, added]])
  })

  test('is not there already', () => {
    expect(says(add, add).at(-1)).toBe('There is a host compute-10 already.')
  })
})

describe('a host that fails', () => {
  const lost: Action = { do: 'lose-host', host }

  test('takes its guests down, which Nova goes on counting', () => {
    expect(says(boot('a', 3), lost).at(-1)).toBe(
      '3 guests down; Nova has them there until they are evacuated.',
    )
    expect(free(host, boot('a', 3), lost)).toEqual([16384 - 3 * 1024, 16128])
  })

  test('is sent nothing', () => {
    expect(says(lost, boot('a')).at(-1)).toContain('No valid host')
  })
})
