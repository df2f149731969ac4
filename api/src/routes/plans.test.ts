import type { Step } from '@headroom/shared'
import { describe, expect, test } from 'vitest'
import { expectRefused, type Refused, testApp } from '../testing.ts'

const { request, post } = testApp()
const path = '/api/v1/plans/replay'
const scenario = 'pages-nobody-told-nova-about'

const boot = (id: string, count: number) => ({
  do: 'boot',
  id,
  flavor: 'm1.small',
  image: {},
  count,
  on: { host: 'compute-07', how: 'requested' },
})
const plan = { headroom_plan: 1, snapshot: scenario, actions: [boot('vm', 15), boot('sixteenth', 1)] }

test('a plan is replayed on both books, step by step', async () => {
  const response = await post(path, plan)
  expect(response.status).toBe(200)
  const { release, steps } = (await response.json()) as { release: string; steps: Step[] }
  expect(release).toBe('liberty')
  expect(steps.map(({ action, touched }) => [action.do, touched])).toEqual([
    ['boot', ['compute-07']],
    ['boot', []],
  ])
  expect(steps[1]?.outcome).toMatchObject({
    kind: 'boots',
    boots: [
      {
        attempts: [
          { chosen: 'compute-07', start: { outcome: 'refuses' } },
          expect.not.objectContaining({ chosen: expect.anything() }),
        ],
        result: { kind: 'no-valid-host', after: 1 },
      },
    ],
  })
})

test('the same in sentences, for who asks for text', async () => {
  const response = await post(path, plan, { accept: 'text/plain' })
  expect(response.headers.get('content-type')).toMatch(/^text\/plain/)
  expect(await response.text()).toMatchInlineSnapshot(`
    "1. Boot 15 × m1.small on compute-07
       15 run, on compute-07, host cell 0.
       - Nova takes compute-07, host cell 0 with 2 MiB pages. It starts.

    2. Boot 1 × m1.small on compute-07
       No valid host was found after 1 attempt: Nova accepts it on compute-07, and it cannot start there.
       - Nova takes compute-07, host cell 0 with 2 MiB pages. It needs 1,024 × 2 MiB; node 0 has 768 free: ovs-vswitchd (pid 2417) holds 256 × 2 MiB. Node 1 has 16,128 free.
       - QEMU 7.2 says: unable to map backing store for guest RAM: Cannot allocate memory
    "
  `)
})

test('a plan may be for another release than its snapshot names', async () => {
  const reserve = {
    do: 'set-reserved-huge-pages',
    host: 'compute-07',
    reserved: [{ node: 0, size_kib: 2048, pages: 256 }],
  }
  const outcomeOn = async (release: string) => {
    const answer = (await (await post(path, { ...plan, release, actions: [reserve] })).json()) as {
      steps: Step[]
    }
    return answer.steps[0]?.outcome.kind
  }
  expect(await outcomeOn('liberty')).toBe('not-possible')
  expect(await outcomeOn('newton')).toBe('configured')
})

test('a stored snapshot is planned on like a scenario', async () => {
  const { snapshot } = (await (await request(`/api/v1/scenarios/${scenario}`)).json()) as { snapshot: object }
  const { id } = (await (await post('/api/v1/snapshots', snapshot)).json()) as { id: string }
  const onStored = await (await post(path, { ...plan, snapshot: id })).json()
  expect(onStored).toEqual(await (await post(path, plan)).json())
  await request(`/api/v1/snapshots/${id}`, { method: 'DELETE' })
  expect((await post(path, { ...plan, snapshot: id })).status).toBe(404)
})

const refused: Refused[] = [
  {
    name: 'an action nobody knows is named at its place',
    body: { ...plan, actions: [boot('vm', 1), { do: 'pray' }] },
    status: 400,
    errors: [{ pointer: '#/actions/1/do', line: 1 }],
  },
  {
    name: 'a plan of a version to come is refused',
    body: { ...plan, headroom_plan: 7 },
    status: 400,
    errors: [{ pointer: '#/headroom_plan' }],
  },
  {
    name: 'a plan for nothing is asked what it is for',
    body: { headroom_plan: 1, actions: [] },
    status: 400,
    errors: [{ pointer: '#/snapshot' }],
  },
  {
    name: 'a plan for a snapshot that is not there is refused',
    body: { ...plan, snapshot: 'gone' },
    status: 404,
  },
  {
    name: 'a release nobody knows is named with those that are known',
    body: { ...plan, release: 'austin' },
    status: 400,
    errors: [{ pointer: '#/release', found: 'austin', expected: expect.stringContaining('liberty') }],
  },
]
test.each(refused)('$name', async (refusal) => {
  await expectRefused(await post(path, refusal.body), refusal)
})

test('where neither plan nor snapshot says a release, the plan is asked for it', async () => {
  const { snapshot } = (await (await request(`/api/v1/scenarios/${scenario}`)).json()) as {
    snapshot: Record<string, unknown>
  }
  const { release: _, ...silent } = snapshot
  const { id } = (await (await post('/api/v1/snapshots', silent)).json()) as { id: string }
  const response = await post(path, { ...plan, snapshot: id })
  expect(response.status).toBe(400)
  expect(await response.json()).toMatchObject({ errors: [{ pointer: '#/release' }] })
  expect((await post(path, { ...plan, snapshot: id, release: 'liberty' })).status).toBe(200)
})

describe('a saved plan', () => {
  const saved = async (of: object) => {
    const { id } = (await (await post('/api/v1/plans', { name: 'Sixteen', plan: of })).json()) as {
      id: string
    }
    return `/api/v1/plans/${id}/replay`
  }

  test('is replayed on the snapshot it names', async () => {
    const response = await request(await saved(plan), { method: 'POST' })
    expect(response.status).toBe(200)
    expect(await response.text()).toBe(await (await post(path, plan)).text())
  })

  test('is replayed on the snapshot and under the release that the request names', async () => {
    const { snapshot: _, ...nameless } = plan
    const on = { snapshot: scenario, release: 'newton' }
    const response = await post(await saved(nameless), on)
    expect(await response.text()).toBe(await (await post(path, { ...plan, ...on })).text())
  })

  test('that names no snapshot is asked for one', async () => {
    const { snapshot: _, ...nameless } = plan
    await expectRefused(await request(await saved(nameless), { method: 'POST' }), {
      name: 'no snapshot',
      body: {},
      status: 400,
      errors: [{ pointer: '#/snapshot' }],
    })
  })

  test('that is gone is not there to be replayed', async () => {
    expect((await request('/api/v1/plans/gone/replay', { method: 'POST' })).status).toBe(404)
  })

  test('stands beside one that is sent', async () => {
    const { id } = (await (await post('/api/v1/plans', { name: 'One', plan })).json()) as { id: string }
    const both = [{ saved: id, release: 'newton' }, plan]
    const compared = await post('/api/v1/plans/compare', { plans: both })
    expect(compared.status).toBe(200)
    const sent = await post('/api/v1/plans/compare', { plans: [{ ...plan, release: 'newton' }, plan] })
    expect(await compared.text()).toBe(await sent.text())
  })
})

const uncompared: Refused[] = [
  {
    name: 'one plan alone is not compared',
    body: { plans: [plan] },
    status: 400,
    errors: [{ pointer: '#/plans' }],
  },
  {
    name: 'a mistake in the second of two plans is named at its place',
    body: { plans: [plan, { ...plan, actions: [{ do: 'pray' }] }] },
    status: 400,
    errors: [{ pointer: '#/plans/1/actions/0/do', line: 1 }],
  },
  {
    name: 'a saved plan that is gone is not compared',
    body: { plans: [plan, { saved: 'gone' }] },
    status: 404,
  },
]
test.each(uncompared)('$name', async (refusal) => {
  await expectRefused(await post('/api/v1/plans/compare', refusal.body), refusal)
})
