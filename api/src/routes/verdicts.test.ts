import type { BothVerdicts } from '@headroom/shared'
import { expect, test } from 'vitest'
import { expectRefused, type Refused, testApp } from '../testing.ts'

const { post } = testApp()
const path = '/api/v1/verdicts'

const flavor = {
  name: 'm1.small',
  vcpus: 1,
  memory_kib: 2097152,
  root_gib: 10,
  ephemeral_gib: 0,
  swap_kib: 0,
  extra_specs: { 'hw:mem_page_size': '2048' },
}
const ask = { snapshot: 'pages-nobody-told-nova-about', request: { flavor, image: {} } }

test('each book says of each host what it would do with the guest', async () => {
  const response = await post(path, ask)
  expect(response.status).toBe(200)
  const { release, verdicts } = (await response.json()) as { release: string; verdicts: BothVerdicts[] }
  expect(release).toBe('liberty')
  expect(verdicts.map(({ host, nova, start }) => [host, nova.outcome, start?.outcome])).toEqual([
    ['compute-07', 'fits', 'starts'],
    ['compute-08', 'fits', 'starts'],
    ['compute-09', 'fits', 'starts'],
  ])
})

test('where Nova puts it nowhere, the host is not asked', async () => {
  const huge = { ...flavor, memory_kib: 256 * 1024 * 1024 }
  const response = await post(path, { ...ask, request: { flavor: huge, image: {}, hosts: ['compute-08'] } })
  const { verdicts } = (await response.json()) as { verdicts: BothVerdicts[] }
  expect(verdicts.map(({ host, nova, start }) => [host, nova.outcome, start])).toEqual([
    ['compute-08', 'rejected', undefined],
  ])
})

test('the same in sentences, for who asks for text', async () => {
  const request = { flavor, image: {}, hosts: ['compute-07'] }
  const response = await post(path, { ...ask, request }, { accept: 'text/plain' })
  expect(response.headers.get('content-type')).toMatch(/^text\/plain/)
  expect(await response.text()).toMatchInlineSnapshot(`
    "compute-07
      Nova accepts it on host cell 0 with 2 MiB pages.
      It starts.
    "
  `)
})

const refused: Refused[] = [
  {
    name: 'a mistake in the flavor is named at its place',
    body: { ...ask, request: { flavor: { ...flavor, vcpus: 'two' }, image: {} } },
    status: 400,
    errors: [{ pointer: '#/request/flavor/vcpus', expected: 'number', found: '"two"' }],
  },
  {
    name: 'a request without a snapshot is refused',
    body: { request: ask.request },
    status: 400,
    errors: [{ pointer: '#/snapshot', expected: 'string' }],
  },
  {
    name: 'a host that the snapshot does not have is named',
    body: { ...ask, request: { ...ask.request, hosts: ['compute-07', 'compute-99'] } },
    status: 400,
    errors: [{ pointer: '#/request/hosts/1', found: 'compute-99' }],
  },
  { name: 'a snapshot that is not there is refused', body: { ...ask, snapshot: 'gone' }, status: 404 },
]
test.each(refused)('$name', async (refusal) => {
  await expectRefused(await post(path, refusal.body), refusal)
})
