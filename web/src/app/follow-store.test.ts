import { QueryClient } from '@tanstack/react-query'
import { afterEach, expect, test } from 'vitest'
import { storedQuery } from '../api/queries.ts'
import { plansKey } from '../features/planner/saved-plans-key.ts'
import { followStore } from './follow-store.ts'

/** The server's events, and how many connections are open to it. */
class FakeServer {
  readonly open = new Set<EventTarget>()
  readonly connect = () => {
    const source = new EventTarget()
    this.open.add(source)
    return Object.assign(source, { close: () => this.open.delete(source) })
  }
  readonly tell = (what: string) => {
    for (const source of this.open) source.dispatchEvent(new Event(what))
  }
}

function following() {
  const client = new QueryClient()
  client.setQueryData(storedQuery.queryKey, [])
  client.setQueryData(plansKey, [])
  const server = new FakeServer()
  const stop = followStore(client, server.connect)
  const isOld = () =>
    [storedQuery.queryKey, plansKey].map((queryKey) => client.getQueryState(queryKey)?.isInvalidated)
  return { server, stop, isOld }
}

const show = (visible: boolean) => {
  Object.defineProperty(document, 'hidden', { configurable: true, value: !visible })
  document.dispatchEvent(new Event('visibilitychange'))
}
afterEach(() => show(true))

test.each([
  ['snapshots', [true, false]],
  ['plans', [false, true]],
  ['open', [true, true]],
])('what the server tells of %s is read again', (what, old) => {
  const { server, stop, isOld } = following()
  expect(isOld()).toEqual([false, false])
  server.tell(what)
  expect(isOld()).toEqual(old)
  stop()
})

test('a page out of sight holds no connection, and has one again when it is looked at', () => {
  const { server, stop } = following()
  show(false)
  expect(server.open.size).toBe(0)
  show(true)
  expect(server.open.size).toBe(1)
  stop()
  expect(server.open.size).toBe(0)
})
