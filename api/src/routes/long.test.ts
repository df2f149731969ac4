import {
  cloudOf,
  comparePlans,
  drain,
  drainRequest,
  finished,
  HostId,
  headroom,
  headroomAsked,
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

function cloud(id = 'zed') {
  const release = releaseById(id)
  if (!release) throw new Error(`no ${id}`)
  return cloudOf(asStored(), release)
}
interface On {
  readonly snapshot: string
  readonly release: string
}
const flavors = snapshot.flavors.slice(0, 4).map(({ name }) => name)

const boot = (id: string, count: number) => ({ do: 'boot', id, flavor: flavors[0] ?? '', image: {}, count })
const actions = [boot('a', 3), boot('b', 1), { do: 'lose-host', host: 'compute-1' }]
const asActions = (wire: readonly object[]) =>
  readPlan({ headroom_plan: 1, actions: wire }).facts?.actions ?? []

const asked = [
  {
    name: 'headroom',
    path: '/api/v1/headroom',
    body: (on: On) => ({ ...on, request: { flavors, image: {} } }),
    core: () => ({
      release: 'zed',
      flavors: finished(headroom(cloud(), asStored().flavors.slice(0, 4))),
    }),
  },
  {
    name: 'headroom of flavors that share, without a host',
    path: '/api/v1/headroom',
    body: (on: On) => ({
      ...on,
      request: { flavors, image: {}, weights: { [flavors[0] ?? '']: 2 }, lost: ['compute-0'] },
    }),
    core: () => ({
      release: 'zed',
      ...finished(
        headroomAsked(cloud(), {
          flavors: asStored().flavors.slice(0, 4),
          image: {},
          weights: { [flavors[0] ?? '']: 2 },
          lost: [HostId('compute-0')],
        }),
      ),
    }),
  },
  {
    name: 'a drain',
    path: '/api/v1/drain',
    body: (on: On) => ({ ...on, request: { hosts: ['compute-0'], at_once: 2 } }),
    core: () => ({
      release: 'zed',
      ...finished(drain(cloud(), drainRequest([HostId('compute-0')], { atOnce: 2 }))),
    }),
  },
  {
    name: 'a replay',
    path: '/api/v1/plans/replay',
    body: (on: On) => ({ headroom_plan: 1, ...on, actions }),
    core: () => ({ release: 'zed', steps: replay(cloud(), asActions(actions)) }),
  },
  {
    name: 'a comparison of two plans',
    path: '/api/v1/plans/compare',
    body: (on: On) => ({
      plans: [
        { headroom_plan: 1, ...on, actions },
        { headroom_plan: 1, ...on, release: 'train', actions: actions.slice(1) },
      ],
    }),
    core: () => ({
      releases: ['zed', 'train'],
      ...comparePlans(
        { cloud: cloud(), actions: asActions(actions) },
        { cloud: cloud('train'), actions: asActions(actions.slice(1)) },
      ),
    }),
  },
] as const

describe.each(asked)('$name', ({ path, body, core }) => {
  test('has byte for byte what the core makes of the same snapshot', async () => {
    const { id, post } = await stored()
    const answer = await post(path, body({ snapshot: id, release: 'zed' }))
    expect(answer.status).toBe(200)
    expect(await answer.text()).toBe(JSON.stringify(core()))
  })

  test('ends a stream of lines with the same', async () => {
    const { id, post } = await stored()
    const answer = await post(path, body({ snapshot: id, release: 'zed' }), {
      accept: 'application/x-ndjson',
    })
    expect(answer.headers.get('content-type')).toBe('application/x-ndjson')
    const lines = (await answer.text()).trimEnd().split('\n')
    expect(lines.at(-1)).toBe(JSON.stringify({ answer: core() }))
    expect(lines.slice(0, -1).every((line) => 'progress' in JSON.parse(line))).toBe(true)
  })

  test('ends a stream of events with the same', async () => {
    const { id, post } = await stored()
    const answer = await post(path, body({ snapshot: id, release: 'zed' }), { accept: 'text/event-stream' })
    expect(answer.headers.get('content-type')).toMatch(/^text\/event-stream/)
    const events = (await answer.text()).split('\n\n')
    expect(events.at(-2)).toBe(`event: answer\ndata: ${JSON.stringify(core())}`)
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
    name: 'a lost host that is not of the snapshot',
    body: { path: '/api/v1/headroom', request: { flavors: [], image: {}, lost: ['nope'] } },
    status: 400,
    errors: [{ pointer: '#/request/lost/0', found: 'nope' }],
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
