import type { AddressInfo } from 'node:net'
import type { Long } from '@headroom/shared'
import { type ServerType, serve } from '@hono/node-server'
import { Hono } from 'hono'
import { afterEach, expect, test } from 'vitest'
import { answerLong } from './long.ts'

let server: ServerType | undefined
afterEach(() => new Promise((done) => (server ? server.close(done) : done(undefined))))

/** A server of 127.0.0.1 with a route whose answer never comes, and the promise that its work has ended. */
async function neverDone() {
  let ended: () => void = () => {}
  const end = new Promise<void>((done) => {
    ended = done
  })
  function* endless(): Long<object> {
    try {
      for (let done = 0; ; done += 1) yield { done, of: Number.MAX_SAFE_INTEGER }
    } finally {
      ended()
    }
  }
  const app = new Hono()
    .get('/long', (c) => answerLong(c, { long: endless(), bodyOf: (answer) => answer }, () => {}))
    .get('/short', (c) => c.text('answered'))
  const url = await new Promise<string>((listening) => {
    server = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }, ({ port }: AddressInfo) =>
      listening(`http://127.0.0.1:${port}`),
    )
  })
  return { url, end }
}

const ways = ['application/json', 'application/x-ndjson', 'text/event-stream']

test.each(ways)('who asked for %s and goes away ends the work', async (accept) => {
  const { url, end } = await neverDone()
  const gone = new AbortController()
  const asked = fetch(`${url}/long`, { headers: { accept }, signal: gone.signal }).catch(() => undefined)
  // Answered only once the long one has run for a slice.
  expect(await (await fetch(`${url}/short`)).text()).toBe('answered')
  gone.abort()
  await end
  await asked
})

test('others are answered while a long answer is told', async () => {
  const { url, end } = await neverDone()
  const gone = new AbortController()
  const answer = await fetch(`${url}/long`, {
    headers: { accept: 'application/x-ndjson' },
    signal: gone.signal,
  })
  const told = answer.body?.getReader()
  const first = await told?.read()
  expect(new TextDecoder().decode(first?.value)).toMatch(/^\{"progress":\{"done":/)
  expect(await (await fetch(`${url}/short`)).text()).toBe('answered')
  gone.abort()
  await end
})
