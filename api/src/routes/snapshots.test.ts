import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { memoryStore } from '../store/memory.ts'
import { expectRefused, type Refused, testApp } from '../testing.ts'

const empty = {
  headroom_snapshot: 1,
  name: 'lab',
  settings: {},
  hosts: [],
  guests: [],
  guests_listed: true,
  flavors: [],
  aggregates: [],
  migrations: [],
  sources: [],
  gaps: [],
}
const path = '/api/v1/snapshots'

test('a stored snapshot comes back as it was written', async () => {
  const { post, request } = testApp()
  const created = await post(path, { ...empty, release: 'liberty', taken_at: '2025-12-31T23:00:00Z' })
  expect(created.status).toBe(201)
  const stored = await created.json()
  expect(stored).toEqual({
    id: expect.stringMatching(/^[0-9a-f]{32}$/),
    name: 'lab',
    release: 'liberty',
    taken_at: '2025-12-31T23:00:00Z',
    stored_at: '2026-01-01T00:00:01.000Z',
    hosts: 0,
    guests: 0,
    bytes: expect.any(Number),
  })
  const location = created.headers.get('location') ?? ''
  const read = await request(location)
  expect(read.status).toBe(200)
  expect(read.headers.get('content-type')).toBe('application/json')
  expect(await read.json()).toEqual({ ...empty, release: 'liberty', taken_at: '2025-12-31T23:00:00Z' })
})

test('a snapshot stored twice is one', async () => {
  const { post, request } = testApp()
  const first = await (await post(path, empty)).json()
  const again = await post(path, empty)
  expect(again.status).toBe(200)
  expect(await again.json()).toEqual(first)
  expect(await (await request(path)).json()).toEqual({ snapshots: [first] })
})

test('a snapshot never changes: who has it is not sent it again', async () => {
  const { post, request } = testApp()
  const location = (await post(path, empty)).headers.get('location') ?? ''
  const read = await request(location)
  expect(read.headers.get('cache-control')).toContain('immutable')
  const etag = read.headers.get('etag') ?? ''
  const again = await request(location, { headers: { 'if-none-match': etag } })
  expect(again.status).toBe(304)
  expect(await again.text()).toBe('')
})

test('the list is newest first, a page at a time', async () => {
  const { post, request } = testApp()
  for (const name of ['a', 'b', 'c']) await post(path, { ...empty, name })
  const names = async (query: string) => {
    const page = (await (await request(`${path}${query}`)).json()) as {
      snapshots: { name: string }[]
      next?: string
    }
    return { names: page.snapshots.map(({ name }) => name), next: page.next }
  }
  const first = await names('?limit=2')
  expect(first.names).toEqual(['c', 'b'])
  const second = await names(`?limit=2&after=${encodeURIComponent(first.next ?? '')}`)
  expect(second).toEqual({ names: ['a'], next: undefined })
})

test('a removed snapshot is gone, once', async () => {
  const { post, request } = testApp()
  const location = (await post(path, empty)).headers.get('location') ?? ''
  expect((await request(location, { method: 'DELETE' })).status).toBe(204)
  expect((await request(location)).status).toBe(404)
  expect((await request(location, { method: 'DELETE' })).status).toBe(404)
})

const refused: (Refused<string> & { readonly type?: string })[] = [
  {
    name: 'a body that is no JSON is named at its line',
    body: '{\n  "headroom_snapshot": 1,\n  "name": }',
    status: 400,
    errors: [{ pointer: '#/name', line: 3, expected: 'a JSON value', found: '}' }],
  },
  {
    name: 'a snapshot of a version to come is refused, not guessed at',
    body: JSON.stringify({ ...empty, headroom_snapshot: 9 }),
    status: 400,
    errors: [{ pointer: '#/headroom_snapshot', line: 1, expected: 'a version, at most 1', found: '9' }],
  },
  {
    name: 'every mistake is named at its line and place',
    body: JSON.stringify({ ...empty, guests_listed: 'yes', hosts: [{ id: 7 }] }, null, 1),
    status: 400,
    errors: [
      expect.objectContaining({ pointer: '#/hosts/0/id', line: 7, expected: 'string', found: '7' }),
      expect.objectContaining({ pointer: '#/hosts/0/config', line: 6 }),
      expect.objectContaining({ pointer: '#/guests_listed', line: 11, expected: 'boolean' }),
    ],
  },
  { name: 'no body is no snapshot', body: '', status: 400 },
  {
    name: 'another media type is refused by name',
    body: 'name: lab',
    type: 'application/yaml',
    status: 415,
  },
  { name: 'a body beyond the limit is refused', body: ' '.repeat(100_001), status: 413 },
]
test.each(refused)('$name', async ({ type = 'application/json', ...refusal }) => {
  const { post, request, reported } = testApp()
  await expectRefused(await post(path, refusal.body, { 'content-type': type }), refusal)
  expect(await (await request(path)).json()).toEqual({ snapshots: [] })
  expect(reported).toEqual([])
})

test.each([
  ['limit=0', { parameter: 'limit', expected: 'at least 1' }],
  ['limit=many', { parameter: 'limit', expected: 'number' }],
  ['after=yesterday', { parameter: 'after', expected: expect.any(String) }],
])('?%s is named as the parameter that is wrong', async (query, error) => {
  const response = await testApp().request(`${path}?${query}`)
  expect(response.status).toBe(400)
  expect(await response.json()).toMatchObject({ errors: [error] })
})

test('what no route foresaw is reported whole and answered without its inside', async () => {
  const failure = new Error('disk I/O error in /var/lib/secret')
  const { request, reported } = testApp({ store: { ...memoryStore(), list: () => Promise.reject(failure) } })
  const response = await request(path)
  expect(response.status).toBe(500)
  expect(await response.text()).not.toContain('secret')
  expect(reported).toEqual([failure])
})

const text = (name: string) => readFileSync(join(import.meta.dirname, '../../../e2e/inputs', name), 'utf8')
const probe = { name: 'compute-07.json', text: text('probe/n2-seed-a.json') }
const row = { name: 'compute_nodes.json', text: text('nova/compute-07-numa-topology.json') }

test('files of one host make one snapshot, with what was understood of each', async () => {
  const { post, request } = testApp()
  const created = await post(path, { name: 'lab', release: 'liberty', files: [probe, row] })
  expect(created.status).toBe(201)
  const answer = (await created.json()) as { id: string; files: { name: string; format: string }[] }
  expect(answer).toMatchObject({ name: 'lab', release: 'liberty', hosts: 1 })
  expect(answer.files.map(({ name, format }) => [name, format])).toEqual([
    ['compute-07.json', 'headroom-probe'],
    ['compute_nodes.json', expect.stringContaining('nova')],
  ])
  const snapshot = await (await request(`${path}/${answer.id}`)).json()
  expect(snapshot).toMatchObject({
    hosts: [{ id: 'compute-07', nova: expect.any(Object), observed: expect.any(Object) }],
  })
})

test('files come as a form, as curl sends them', async () => {
  const form = new FormData()
  form.append('release', 'liberty')
  form.append('file', new File([probe.text], probe.name))
  form.append('file', new File([row.text], row.name))
  const created = await testApp().request(path, { method: 'POST', body: form })
  expect(created.status).toBe(201)
  expect(await created.json()).toMatchObject({ release: 'liberty', hosts: 1 })
})

test('of a file that was understood in part, the answer says what was not, and where', async () => {
  const half = { name: 'half.json', text: row.text.slice(0, -100) }
  const created = await testApp().post(path, { files: [probe, half] })
  expect(created.status).toBe(201)
  const { files } = (await created.json()) as { files: { name: string; problems: object[] }[] }
  expect(files.find(({ name }) => name === 'half.json')?.problems).toContainEqual(
    expect.objectContaining({ severity: 'error', line: expect.any(Number), expected: expect.any(String) }),
  )
})

test('files of which nothing is understood are refused with what is wrong with each', async () => {
  const { post, request } = testApp()
  const response = await post(path, { files: [{ name: 'note.txt', text: 'remember the milk' }] })
  expect(response.status).toBe(422)
  expect(await response.json()).toMatchObject({
    status: 422,
    files: [{ name: 'note.txt', understood: [] }],
  })
  expect(await (await request(path)).json()).toEqual({ snapshots: [] })
})

const noFiles = new FormData()
noFiles.append('release', 'liberty')
const wrongRelease = new FormData()
wrongRelease.append('release', 'austin')
wrongRelease.append('file', new File([probe.text], probe.name))

test.each([
  ['a form without a file', noFiles, '#/files'],
  ['a form with a release nobody knows', wrongRelease, '#/release'],
])('%s is refused with what is wrong with it', async (_, body, pointer) => {
  const response = await testApp().request(path, { method: 'POST', body })
  expect(response.status).toBe(400)
  expect(await response.json()).toMatchObject({ errors: [{ pointer, expected: expect.any(String) }] })
})

test('a body that is not the form its type says is refused', async () => {
  const response = await testApp().post(path, 'no form', { 'content-type': 'multipart/form-data' })
  expect(response.status).toBe(400)
})
