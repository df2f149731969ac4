import {
  cloudOf,
  drain,
  finished,
  HostId,
  headroom,
  readPlan,
  readSnapshot,
  releaseById,
  replay,
  type Snapshot,
  writeSnapshot,
} from '@headroom/shared'
import { cloudAtRandom, seeded } from '@headroom/shared/testing'
import { describe, expect, test } from 'vitest'
import { expectRefused, type Refused, testApp } from '../testing.ts'

const zed = releaseById('zed')
if (!zed) throw new Error('no zed')
const snapshot = cloudAtRandom({ hosts: 6, cells: [2] }, zed, seeded(7))

/** As the API has it: what was stored is read again. */
function asStored(): Snapshot {
  const { facts } = readSnapshot(JSON.parse(JSON.stringify(writeSnapshot(snapshot))))
  if (!facts) throw new Error('it does not read back')
  return facts
}

async function stored() {
  const { request, post } = testApp({ maxBodyBytes: 10_000_000 })
  const { id } = (await (await post('/api/v1/snapshots', writeSnapshot(snapshot))).json()) as { id: string }
  return { id, request, post }
}

const cloud = () => cloudOf(asStored(), zed)
const flavors = snapshot.flavors.slice(0, 4).map(({ name }) => name)

const asked = [
  {
    name: 'headroom',
    path: '/api/v1/headroom',
    request: { flavors, image: {} },
    core: () => ({
      release: 'zed',
      flavors: finished(headroom(cloud(), asStored().flavors.slice(0, 4))),
    }),
  },
  {
    name: 'a drain',
    path: '/api/v1/drain',
    request: { hosts: ['compute-0'], at_once: 2 },
    core: () => ({
      release: 'zed',
      ...finished(drain(cloud(), { hosts: [HostId('compute-0')], atOnce: 2 })),
    }),
  },
] as const

test('the replay of a plan has byte for byte what the core makes of it', async () => {
  const { id, post } = await stored()
  const [flavor = ''] = flavors
  const boot = { do: 'boot', id: 'vm', flavor, image: {}, count: 3 } as const
  const plan = { headroom_plan: 1, snapshot: id, release: 'zed', actions: [boot] }
  const actions = readPlan(plan).facts?.actions ?? []
  const answer = await post('/api/v1/plans/replay', plan)
  expect(await answer.text()).toBe(JSON.stringify({ release: 'zed', steps: replay(cloud(), actions) }))
})

describe.each(asked)('$name', ({ path, request, core }) => {
  test('has byte for byte what the core makes of the same snapshot', async () => {
    const { id, post } = await stored()
    const answer = await post(path, { snapshot: id, release: 'zed', request })
    expect(answer.status).toBe(200)
    expect(await answer.text()).toBe(JSON.stringify(core()))
  })

  test('ends a stream of lines with the same', async () => {
    const { id, post } = await stored()
    const answer = await post(
      path,
      { snapshot: id, release: 'zed', request },
      { accept: 'application/x-ndjson' },
    )
    expect(answer.headers.get('content-type')).toBe('application/x-ndjson')
    const lines = (await answer.text()).trimEnd().split('\n')
    expect(lines.at(-1)).toBe(JSON.stringify({ answer: core() }))
    expect(lines.slice(0, -1).every((line) => 'progress' in JSON.parse(line))).toBe(true)
  })

  test('ends a stream of events with the same', async () => {
    const { id, post } = await stored()
    const answer = await post(
      path,
      { snapshot: id, release: 'zed', request },
      { accept: 'text/event-stream' },
    )
    expect(answer.headers.get('content-type')).toMatch(/^text\/event-stream/)
    expect(await answer.text()).toMatch(/event: answer\ndata: (.*)\n\n$/)
  })
})

const refused: readonly Refused<{ path: string; request: object }>[] = [
  {
    name: 'a flavor that is not of the snapshot',
    body: { path: '/api/v1/headroom', request: { flavors: ['nope'], image: {} } },
    status: 400,
    errors: [{ pointer: '#/request/flavors/0', found: 'nope' }],
  },
  {
    name: 'a host that is not of the snapshot',
    body: { path: '/api/v1/drain', request: { hosts: ['nope'], at_once: 1 } },
    status: 400,
    errors: [{ pointer: '#/request/hosts/0', found: 'nope' }],
  },
]

describe('refused', () => {
  test.each(refused)('$name', async (row) => {
    const { post } = testApp()
    const { path, request } = row.body
    await expectRefused(await post(path, { snapshot: 'pages-nobody-told-nova-about', request }), row)
  })
})
