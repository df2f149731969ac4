import { describe, expect, test } from 'vitest'
import { expectRefused, type Refused, testApp } from '../testing.ts'

const path = '/api/v1/plans'
const plan = (name: string) => ({
  headroom_plan: 1,
  snapshot: 'pages-nobody-told-nova-about',
  actions: [{ do: 'boot', id: name, flavor: 'm1.small', image: {}, count: 1 }],
})

interface Saved {
  readonly id: string
  readonly name: string
  readonly version: string
  readonly created_at: string
  readonly changed_at: string
}

async function saved(name = 'Friday’s drain') {
  const { request, post } = testApp()
  const created = await post(path, { name, plan: plan('vm') })
  const put = (id: string, body: unknown, headers: Record<string, string>) =>
    request(`${path}/${id}`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    })
  return { request, post, put, created, first: (await created.json()) as Saved }
}

test('a plan is saved under a name, and read back as it was asked', async () => {
  const { request, created, first } = await saved()
  expect(created.status).toBe(201)
  const read = await request(created.headers.get('location') ?? '')
  expect(read.headers.get('etag')).toBe(`"${first.version}"`)
  expect(await read.json()).toMatchObject({ ...first, name: 'Friday’s drain', plan: plan('vm') })
})

test('the list has the last changed first, and no plan whole', async () => {
  const { request, post, put, first } = await saved('one')
  await post(path, { name: 'two', plan: plan('vm') })
  await put(first.id, { name: 'one again', plan: plan('vm') }, { 'if-match': `"${first.version}"` })
  const { plans } = (await (await request(path)).json()) as { plans: Saved[] }
  expect(plans.map(({ name }) => name)).toEqual(['one again', 'two'])
  expect(plans[0]).not.toHaveProperty('plan')
})

test('a change is made from the version read, and has a version of its own', async () => {
  const { put, first } = await saved()
  const changed = await put(
    first.id,
    { name: 'Monday', plan: plan('vm-2') },
    { 'if-match': `"${first.version}"` },
  )
  expect(changed.status).toBe(200)
  const now = (await changed.json()) as Saved
  expect(now).toMatchObject({ id: first.id, name: 'Monday', created_at: first.created_at })
  expect(now.version).not.toBe(first.version)
  expect(now.changed_at > first.changed_at).toBe(true)
})

test('of two that change the same version the second is told, and loses nothing of the first', async () => {
  const { request, put, first } = await saved()
  const from = { 'if-match': `"${first.version}"` }
  await put(first.id, { name: 'hers', plan: plan('hers') }, from)
  const late = await put(first.id, { name: 'his', plan: plan('his') }, from)
  expect(late.status).toBe(412)
  expect(await (await request(`${path}/${first.id}`)).json()).toMatchObject({ name: 'hers' })
})

test('a change that names no version is asked for one', async () => {
  const { put, first } = await saved()
  expect((await put(first.id, { name: 'x', plan: plan('x') }, {})).status).toBe(428)
})

test('what is removed is gone, once', async () => {
  const { request, first } = await saved()
  const gone = async () => (await request(`${path}/${first.id}`, { method: 'DELETE' })).status
  expect([await gone(), await gone()]).toEqual([204, 404])
  expect((await request(`${path}/${first.id}`)).status).toBe(404)
})

const refused: readonly Refused[] = [
  {
    name: 'a plan without a name',
    body: { plan: plan('vm') },
    status: 400,
    errors: [{ pointer: '#/name', expected: 'a name of 1 to 200 characters' }],
  },
  {
    name: 'an action that is none, at its place',
    body: { name: 'x', plan: { ...plan('vm'), actions: [{ do: 'dance' }] } },
    status: 400,
    errors: [{ pointer: '#/plan/actions/0/do' }],
  },
]

describe('refused', () => {
  test.each(refused)('$name', async (row) => {
    const { post } = testApp()
    await expectRefused(await post(path, row.body), row)
  })
})
