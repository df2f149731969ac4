import { createApp } from '@headroom/api/app'
import { storeEvents } from '@headroom/api/events'
import { memoryStore } from '@headroom/api/memory'
import { expect, test } from 'vitest'
import { addressOf, curlOf, exampleOf, readDescription, referenceView } from './view-model.ts'

const api = createApp({
  store: memoryStore(),
  events: storeEvents(),
  now: () => '2026-01-01T00:00:00.000Z',
  report: () => {},
  maxBodyBytes: 1000,
})
const view = referenceView(readDescription(await (await api.request('/api/openapi.json')).json()))

function route(id: string) {
  const found = view.groups.flatMap(({ operations }) => operations).find((one) => one.id === id)
  if (!found) throw new Error(`no route ${id}`)
  return found
}

test('routes of one kind of thing stand together', () => {
  expect(view.groups.map(({ title }) => title)).toEqual(
    expect.arrayContaining(['plans', 'snapshots', 'server']),
  )
  const plans = view.groups.find(({ title }) => title === 'plans')?.operations.map(({ id }) => id)
  expect(plans).toEqual(expect.arrayContaining(['get-api-v1-plans', 'post-api-v1-plans-replay']))
})

test('what reads may be tried, but what never ends', () => {
  expect(route('get-api-v1-plans').canBeTried).toBe(true)
  expect(route('get-api-v1-events').canBeTried).toBe(false)
  expect(route('post-api-v1-plans').canBeTried).toBe(false)
})

test('an example has what is required, and is a body the API reads', async () => {
  const { example = '' } = route('post-api-v1-plans-replay')
  expect(JSON.parse(example)).toMatchObject({ headroom_plan: 1, actions: [] })
  const body = JSON.stringify({ ...JSON.parse(example), snapshot: 'pages-nobody-told-nova-about' })
  const headers = { 'content-type': 'application/json' }
  const response = await api.request('/api/v1/plans/replay', { method: 'POST', headers, body })
  expect(response.status).toBe(200)
})

test('a schema that holds itself has an example that ends', () => {
  const schemas = { Tree: { type: 'object', required: ['tree'], properties: { tree: { $ref: '#/x/Tree' } } } }
  expect(JSON.stringify(exampleOf({ $ref: '#/x/Tree' }, schemas))).toMatch(/^\{"tree":\{.*\}\}$/)
})

test('a request’s address has its path’s parameters, and those of the query that have a value', () => {
  expect(addressOf(route('get-api-v1-plans-id'), { id: 'a/b' })).toBe('/api/v1/plans/a%2Fb')
  const divergences = route('get-api-v1-divergences')
  expect(addressOf(divergences, { snapshot: 'x', host: '' })).toBe('/api/v1/divergences?snapshot=x')
})

test('each route has a line for a shell', () => {
  expect(curlOf(route('delete-api-v1-plans-id'), 'http://127.0.0.1:8080')).toEqual([
    'curl -X DELETE http://127.0.0.1:8080/api/v1/plans/ID',
  ])
  const [first, ...rest] = curlOf(route('post-api-v1-plans-replay'), 'http://h')
  expect(first).toBe("curl --json @- http://h/api/v1/plans/replay <<'EOF'")
  expect(rest.at(-1)).toBe('EOF')
})
