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

test('the API describes itself: every route, and a problem for what goes wrong', async () => {
  const document = (await (await request('/api/openapi.json')).json()) as {
    openapi: string
    paths: Record<string, Record<string, { responses: Record<string, unknown> }>>
    components: { schemas: Record<string, unknown> }
  }
  expect(document.openapi).toBe('3.1.0')
  expect(Object.keys(document.paths)).toEqual(
    expect.arrayContaining(['/healthz', '/readyz', '/api/v1/releases', '/api/v1/releases/{id}']),
  )
  expect(Object.keys(document.paths['/api/v1/releases/{id}']?.get?.responses ?? {})).toEqual(['200', '404'])
  expect(document.components.schemas).toHaveProperty('Problem')
})
