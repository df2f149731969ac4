import { expect, test } from 'vitest'
import { testApp } from '../testing.ts'

const { request } = testApp()
const of = (query: string) => request(`/api/v1/divergences?snapshot=pages-nobody-told-nova-about${query}`)

interface Body {
  readonly total: number
  readonly divergences: readonly { readonly cause: string; readonly where: { readonly host: string } }[]
}
const body = async (query: string) => (await (await of(query)).json()) as Body

test('every pool in which the books differ is told, with both numbers and the line that mends it', async () => {
  const { total, divergences } = await body('&host=compute-07')
  expect(total).toBe(2)
  expect(divergences[0]).toMatchObject({
    cause: 'pages-held-by-others',
    where: { host: 'compute-07', cell: 0 },
    expected: { by: 'nova', amount: 16_384 },
    observed: { by: 'kernel', amount: 16_128 },
    remedy: { lines: ['reserved_huge_pages = node:0,size:2048,count:256'] },
  })
})

test('a limit keeps the worst, and says how many there are', async () => {
  const { total, divergences } = await body('&limit=1')
  expect([total > 1, divergences.length]).toEqual([true, 1])
})

test.each([
  ['&kind=phantom-capacity', true],
  ['&kind=drift', false],
  ['&cause=pages-held-by-others', true],
  ['&cause=ratio-sticks', false],
])('%s keeps those alone', async (query, some) => {
  expect((await body(query)).total > 0).toBe(some)
})

test('the same in sentences, for who asks for text', async () => {
  const response = await request(
    '/api/v1/divergences?snapshot=pages-nobody-told-nova-about&host=compute-07&limit=1',
    { headers: { accept: 'text/plain' } },
  )
  expect(await response.text()).toBe(
    [
      'compute-07, cell 0: Nova believes 16,384 × 2 MiB are free, and the kernel has 16,128.',
      '  - ovs-vswitchd (pid 2417) holds 256 × 2 MiB; Nova does not know.',
      '  In nova.conf of the compute, section [DEFAULT], since Newton 14.0:',
      '    reserved_huge_pages = node:0,size:2048,count:256',
      '',
    ].join('\n'),
  )
})

test.each([
  ['&host=nowhere', 404, 'host'],
  ['&limit=0', 400, 'limit'],
] as const)('%s is a problem at its parameter', async (query, status, parameter) => {
  const response = await of(query)
  expect(response.status).toBe(status)
  expect(await response.json()).toMatchObject({ errors: [{ parameter }] })
})
