import { expect, test } from 'vitest'
import { memoryStore } from './store/memory.ts'
import { testApp } from './testing.ts'

const { request } = testApp()

test('what is not there is a problem that names the path', async () => {
  const response = await request('/api/v1/nothing')
  expect(response.status).toBe(404)
  expect(response.headers.get('content-type')).toBe('application/problem+json')
  expect(await response.json()).toEqual({
    type: 'about:blank',
    title: 'There is no such thing',
    status: 404,
    detail: 'Nothing is at /api/v1/nothing.',
  })
})

test('a method that a path does not take is a problem that names those it takes', async () => {
  const response = await request('/api/v1/releases', { method: 'DELETE' })
  expect(response.status).toBe(405)
  expect(response.headers.get('allow')).toBe('GET, HEAD')
  expect(await response.json()).toMatchObject({ detail: '/api/v1/releases takes GET, HEAD.' })
})

test.each([
  ['another site’s page', { 'sec-fetch-site': 'cross-site' }, 403],
  ['another site’s page in an old browser', { origin: 'https://elsewhere.example', host: 'localhost' }, 403],
  ['its own page', { 'sec-fetch-site': 'same-origin' }, 404],
  ['its own page in an old browser', { origin: 'http://localhost', host: 'localhost' }, 404],
  ['a program', {}, 404],
])('a write from %s', async (_, headers, status) => {
  expect((await request('/api/v1/nothing', { method: 'POST', headers })).status).toBe(status)
})

test('the server is alive', async () => {
  expect(await (await request('/healthz')).json()).toEqual({ status: 'ok' })
})

test('a store that does not answer makes the server not ready, and alive all the same', async () => {
  const failure = new Error('disk I/O error')
  const app = testApp({ store: { ...memoryStore(), ready: () => Promise.reject(failure) } })
  expect((await app.request('/readyz')).status).toBe(503)
  expect((await app.request('/healthz')).status).toBe(200)
  expect(app.reported).toEqual([failure])
})

interface Described {
  readonly openapi: string
  readonly paths: Readonly<Record<string, Readonly<Record<string, { readonly responses: object }>>>>
  readonly components: { readonly schemas: Readonly<Record<string, unknown>> }
}
const description = async () => (await (await request('/api/openapi.json')).json()) as Described

test('the API describes every route it has', async () => {
  const { openapi, paths } = await description()
  expect(openapi).toBe('3.1.0')
  const routes = Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  )
  expect(routes.sort()).toEqual([
    'DELETE /api/v1/plans/{id}',
    'DELETE /api/v1/snapshots/{id}',
    'GET /api/v1/divergences',
    'GET /api/v1/events',
    'GET /api/v1/plans',
    'GET /api/v1/plans/{id}',
    'GET /api/v1/releases',
    'GET /api/v1/releases/{id}',
    'GET /api/v1/scenarios',
    'GET /api/v1/scenarios/{id}',
    'GET /api/v1/snapshots',
    'GET /api/v1/snapshots/{id}',
    'GET /healthz',
    'GET /readyz',
    'POST /api/v1/drain',
    'POST /api/v1/headroom',
    'POST /api/v1/plans',
    'POST /api/v1/plans/compare',
    'POST /api/v1/plans/replay',
    'POST /api/v1/plans/{id}/replay',
    'POST /api/v1/snapshots',
    'POST /api/v1/verdicts',
    'PUT /api/v1/plans/{id}',
  ])
})

test('whatever the description refers to is in it', async () => {
  const document = await description()
  const references = [...JSON.stringify(document).matchAll(/"\$ref":"#\/components\/schemas\/([^"]+)"/g)].map(
    ([, name]) => name,
  )
  expect(references).toEqual(
    expect.arrayContaining(['Problem', 'Snapshot', 'Files', 'Plan', 'VerdictRequest']),
  )
  expect(references.filter((name) => !(name && name in document.components.schemas))).toEqual([])
  expect(JSON.stringify(document)).not.toContain('#/$defs')
})
