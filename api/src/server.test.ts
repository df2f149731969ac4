import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { jsonLog } from './log.ts'
import { type Running, start } from './server.ts'

let folder: string
let lines: string[]
let running: Running

const log = jsonLog(
  (line) => lines.push(line),
  () => '2026-01-01T00:00:00.000Z',
)

const config = (port = 0) => ({ port, data: join(folder, 'data'), database: undefined, maxBodyBytes: 1024 })

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'headroom-server-'))
  mkdirSync(join(folder, 'web/assets'), { recursive: true })
  writeFileSync(join(folder, 'web/index.html'), '<title>Headroom</title>')
  writeFileSync(join(folder, 'web/assets/index-1a2b.js'), 'void 0')
  lines = []
  running = await start(config(), log, join(folder, 'web'))
})
afterEach(async () => {
  await running.stop()
  rmSync(folder, { recursive: true, force: true })
})

const get = (path: string) => fetch(`${running.url}${path}`)

test('it listens on loopback', () => {
  expect(running.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/)
})

test('it is ready when its database answers', async () => {
  const response = await get('/readyz')
  expect(response.status).toBe(200)
  expect(await response.json()).toEqual({ status: 'ok' })
})

test.each(['/', '/hosts/cmp-1', '/plan?release=newton', '/api'])(
  '%s is a page of the application',
  async (path) => {
    const response = await get(path)
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toMatch(/^text\/html/)
    expect(response.headers.get('cache-control')).toBe('no-cache')
    expect(await response.text()).toBe('<title>Headroom</title>')
  },
)

test('a built file may be kept for ever', async () => {
  const response = await get('/assets/index-1a2b.js')
  expect(response.headers.get('content-type')).toMatch(/javascript/)
  expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
})

test('Prometheus is answered in its own text, of what was asked before too', async () => {
  await get('/healthz')
  const response = await get('/metrics')
  expect(response.headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/)
  expect(await response.text()).toContain('headroom_http_requests_total{method="GET",status="200"} 1')
})

test('what is not in the API is a problem, not a page', async () => {
  const response = await get('/api/v1/nothing')
  expect(response.status).toBe(404)
  expect(response.headers.get('content-type')).toBe('application/problem+json')
})

test('a page takes no writes', async () => {
  const response = await fetch(`${running.url}/plan`, { method: 'POST' })
  expect(response.status).toBe(404)
  expect(response.headers.get('content-type')).toBe('application/problem+json')
})

test('every answer tells the browser to load nothing from elsewhere', async () => {
  for (const path of ['/', '/healthz', '/api/v1/nothing']) {
    const { headers } = await get(path)
    expect(headers.get('content-security-policy')).toContain("default-src 'self'")
    expect(headers.get('x-content-type-options')).toBe('nosniff')
  }
})

test('a foreign name for this machine is refused', async () => {
  const { port } = new URL(running.url)
  const status = await new Promise((resolve, reject) => {
    request({ host: '127.0.0.1', port, path: '/', headers: { host: 'rebound.example' } }, (response) => {
      response.resume()
      resolve(response.statusCode)
    })
      .on('error', reject)
      .end()
  })
  expect(status).toBe(403)
})

test('a request is one line of JSON in the log', async () => {
  await get('/healthz?from=test')
  expect(lines).toHaveLength(1)
  expect(JSON.parse(lines[0] ?? '')).toEqual({
    time: '2026-01-01T00:00:00.000Z',
    level: 'info',
    event: 'request',
    method: 'GET',
    path: '/healthz',
    status: 200,
    ms: expect.any(Number),
  })
})

test('a port in use is refused with the system’s error', async () => {
  const port = Number(new URL(running.url).port)
  await expect(start({ ...config(port), data: join(folder, 'other') }, log)).rejects.toMatchObject({
    code: 'EADDRINUSE',
  })
})

test('once stopped it answers no more', async () => {
  await running.stop()
  await expect(get('/healthz')).rejects.toThrow()
  running = await start(config(), log, join(folder, 'web'))
})

test('text is gzipped for who takes it, files and answers alike', async () => {
  writeFileSync(join(folder, 'web/assets/large-3c4d.js'), 'void 0\n'.repeat(1000))
  for (const path of ['/assets/large-3c4d.js', '/api/openapi.json']) {
    const plain = await fetch(`${running.url}${path}`, { headers: { 'accept-encoding': 'identity' } })
    const packed = await fetch(`${running.url}${path}`, { headers: { 'accept-encoding': 'gzip' } })
    expect([plain, packed].map(({ headers }) => headers.get('content-encoding'))).toEqual([null, 'gzip'])
    expect(packed.headers.get('vary')).toBe('Accept-Encoding')
    expect(await packed.text()).toBe(await plain.text())
  }
})

test('who listens to events is let go when the server stops', async () => {
  const events = await get('/api/v1/events')
  expect(events.headers.get('content-encoding')).toBeNull()
  await running.stop()
  expect(await events.text()).toBe('retry: 2000\n\n')
  running = await start(config(), log, join(folder, 'web'))
})
