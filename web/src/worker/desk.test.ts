import { expect, test } from 'vitest'
import { scenarioOf, sketch } from '../testing/sketch.ts'
import { createDesk, type Progress, type Shelves } from './desk.ts'

const many = sketch(
  'many',
  'zed',
  Array.from({ length: 120 }, (_, i) => ({ name: `compute-${i}`, cells: [{ total: 1024 }] })),
)
const plainQuery = {
  filter: undefined,
  size: undefined,
  diverges: false,
  sort: 'host',
  descending: false,
} as const

const desk = (fetchSnapshot: Shelves['fetchSnapshot'] = async () => undefined) =>
  createDesk({
    scenarios: [scenarioOf('many', many)],
    fetchSnapshot,
    storeSnapshot: async () => 'stored',
  })

const ask = { snapshot: 'many', release: undefined }

test('a window of rows is those rows of the whole order', async () => {
  const rows = await desk().fleetRows(ask, { ...plainQuery, descending: true }, 10, 13)
  expect(rows.map(({ host }) => host)).toEqual(['compute-109', 'compute-108', 'compute-107'])
})

test('the count is of the rows that pass, the totals are of all', async () => {
  const view = await desk().fleet(ask, { ...plainQuery, filter: 'compute-11' })
  expect(view.matches).toBe(11)
  expect(view.hosts).toBe(120)
  expect(view.cells.all).toBe(120)
})

test('a page size no host has is as if none were asked for', async () => {
  const view = await desk().fleet(ask, { ...plainQuery, size: 1048576 })
  expect(view.size).toBe(2048)
})

test('a snapshot nobody has is refused by name', async () => {
  await expect(desk().cloud({ snapshot: 'gone', release: undefined })).rejects.toThrow('“gone”')
})

test('an API that failed once is asked again', async () => {
  const answers = [Promise.reject(new Error('The API answered 503.')), Promise.resolve(many)]
  const asking = desk(() => answers.shift() ?? Promise.resolve(undefined))
  const stored = { snapshot: 'stored', release: undefined }
  await expect(asking.cloud(stored)).rejects.toThrow('503')
  expect((await asking.cloud(stored)).hosts).toBe(120)
})

test('a host nobody has is undefined, not an error', async () => {
  expect(await desk().host(ask, 'compute-999')).toBeUndefined()
})

test.each([
  { asked: undefined, own: 'zed', is: 'zed', assumed: false },
  { asked: 'liberty', own: 'zed', is: 'liberty', assumed: false },
  { asked: 'no-such-release', own: 'zed', is: 'zed', assumed: false },
])('asked for $asked, a cloud of $own is counted as $is', async ({ asked, is, assumed }) => {
  const view = await desk().cloud({ snapshot: 'many', release: asked })
  expect(view.release.id).toBe(is)
  expect(view.releaseAssumed).toBe(assumed)
})

test('who watches is told how far a snapshot is, byte by byte, then that it is counted', async () => {
  const heard: Progress[] = []
  const fetching = desk(async (_, tell) => {
    tell(10, 20)
    return many
  })
  await fetching.watch((progress) => heard.push(progress))
  await fetching.cloud({ snapshot: 'stored', release: undefined })
  expect(heard).toEqual([
    { snapshot: 'stored', stage: 'fetching', bytes: 10, of: 20 },
    { snapshot: 'stored', stage: 'counting' },
  ])
})

test('books read further apart than the tolerance are set apart, never called divergent', async () => {
  const apart = sketch('apart', 'zed', [
    {
      name: 'compute-1',
      cells: [{ total: 1024, third: { 'ovs-vswitchd': 256 } }],
      readAt: '2026-03-02T10:10:00Z',
    },
  ])
  const asking = createDesk({
    scenarios: [scenarioOf('apart', apart)],
    fetchSnapshot: async () => undefined,
    storeSnapshot: async () => 'stored',
  })
  const all = { filter: undefined, kind: undefined, cause: undefined, host: undefined, place: undefined }
  const within = (tolerance: number | undefined) =>
    asking.divergences(
      { snapshot: 'apart', release: undefined },
      { ...all, sort: 'worst', group: undefined, tolerance },
    )
  expect(await within(undefined)).toMatchObject({ all: 0, apart: [{ why: 'read too far apart', hosts: 1 }] })
  expect(await within(900)).toMatchObject({ all: 1, apart: [] })
})
