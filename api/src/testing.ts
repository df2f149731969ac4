import { expect } from 'vitest'
import { createApp } from './app.ts'
import { storeEvents } from './events.ts'
import { memoryStore } from './store/memory.ts'
import type { Store } from './store/store.ts'

/** The API over an empty memory store, at a clock that moves a second with every look. */
export function testApp({
  store = memoryStore(),
  maxBodyBytes = 100_000,
}: Partial<{ store: Store; maxBodyBytes: number }> = {}) {
  const reported: unknown[] = []
  let seconds = 0
  const events = storeEvents()
  const app = createApp({
    store,
    events,
    maxBodyBytes,
    now: () => {
      seconds += 1
      return new Date(Date.UTC(2026, 0, 1, 0, 0, seconds)).toISOString()
    },
    report: (error) => reported.push(error),
  })
  const request = async (path: string, init?: RequestInit) => app.request(path, init)
  const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
    request(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    })
  return { request, post, reported, events }
}

/** A request that the API refuses, with what it says is wrong. The name is the rule. */
export interface Refused<Body = object> {
  readonly name: string
  readonly body: Body
  readonly status: number
  readonly errors?: readonly object[]
}

export async function expectRefused(response: Response, { status, errors }: Refused<unknown>): Promise<void> {
  expect(response.status).toBe(status)
  expect(response.headers.get('content-type')).toBe('application/problem+json')
  if (errors) expect(await response.json()).toMatchObject({ errors })
}
