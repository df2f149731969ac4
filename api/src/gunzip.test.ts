import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { expectRefused, type Refused, testApp } from './testing.ts'

const plan = { headroom_plan: 1, snapshot: 'pages-nobody-told-nova-about', actions: [] }
const gzipped = { 'content-type': 'application/json', 'content-encoding': 'gzip' }
const replay = (body: Uint8Array<ArrayBuffer>, headers: Record<string, string>, maxBodyBytes = 1000) =>
  testApp({ maxBodyBytes }).request('/api/v1/plans/replay', { method: 'POST', headers, body })
const zipped = (text: string) => new Uint8Array(gzipSync(text))

test('a gzipped body is read as what it was before', async () => {
  const response = await replay(zipped(JSON.stringify(plan)), gzipped)
  expect(response.status).toBe(200)
  expect(await response.json()).toEqual({ release: 'liberty', steps: [] })
})

const refused: Refused<() => Promise<Response>>[] = [
  {
    name: 'a body counts as large as it was before it was gzipped',
    body: () => replay(zipped(JSON.stringify({ ...plan, more: ' '.repeat(2000) })), gzipped),
    status: 413,
  },
  {
    name: 'a body that says it is gzipped is',
    body: () => replay(new TextEncoder().encode('{}'), gzipped),
    status: 400,
  },
  {
    name: 'a body cut short is refused',
    body: () => replay(zipped(JSON.stringify(plan)).slice(0, -9), gzipped),
    status: 400,
  },
  {
    name: 'another encoding is refused by name',
    body: () => replay(zipped('{}'), { ...gzipped, 'content-encoding': 'br' }),
    status: 415,
  },
]
test.each(refused)('$name', async (refusal) => {
  await expectRefused(await refusal.body(), refusal)
})
