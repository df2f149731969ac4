import { expect, test } from 'vitest'
import { testApp } from '../testing.ts'

const plan = { headroom_plan: 1, snapshot: 'pages-nobody-told-nova-about', actions: [] }

/** What is told from here on, each event as its lines. */
async function listening({ request }: Pick<ReturnType<typeof testApp>, 'request'>) {
  const response = await request('/api/v1/events')
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  const next = async (): Promise<string> => {
    while (!text.includes('\n\n')) {
      const read = await reader?.read()
      if (!read || read.done) return 'ended'
      text += read.value
    }
    const [event = '', ...rest] = text.split('\n\n')
    text = rest.join('\n\n')
    return event
  }
  expect(response.headers.get('content-type')).toMatch(/^text\/event-stream/)
  expect(await next()).toBe('retry: 2000')
  return { next, leave: () => reader?.cancel() }
}

const told = (of: string, id: string, now: string) => `event: ${of}\ndata: ${JSON.stringify({ id, now })}`

test('a plan that is saved, changed and removed is told each time', async () => {
  const app = testApp()
  const { next, leave } = await listening(app)
  const saved = await app.post('/api/v1/plans', { name: 'One', plan })
  const { id, version } = (await saved.json()) as { id: string; version: string }
  expect(await next()).toBe(told('plans', id, 'stored'))
  await app.request(`/api/v1/plans/${id}`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json', 'if-match': `"${version}"` },
    body: JSON.stringify({ name: 'Two', plan }),
  })
  expect(await next()).toBe(told('plans', id, 'changed'))
  await app.request(`/api/v1/plans/${id}`, { method: 'DELETE' })
  expect(await next()).toBe(told('plans', id, 'removed'))
  await leave()
})

test('a snapshot is told when it is stored, and not when it was there already', async () => {
  const app = testApp()
  const scenario = await app.request('/api/v1/scenarios/pages-nobody-told-nova-about')
  const { snapshot } = (await scenario.json()) as { snapshot: object }
  const { next, leave } = await listening(app)
  const { id } = (await (await app.post('/api/v1/snapshots', snapshot)).json()) as { id: string }
  expect(await next()).toBe(told('snapshots', id, 'stored'))
  await app.post('/api/v1/snapshots', snapshot)
  await app.request(`/api/v1/snapshots/${id}`, { method: 'DELETE' })
  expect(await next()).toBe(told('snapshots', id, 'removed'))
  await leave()
})

test('what was refused is not told', async () => {
  const app = testApp()
  const { next } = await listening(app)
  await app.request('/api/v1/plans/gone', { method: 'DELETE' })
  app.events.end()
  expect(await next()).toBe('ended')
})
