import { writeSnapshot } from '@headroom/shared'
import { screen, within } from '@testing-library/react'
import { http } from 'msw'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { mockApi, openApp } from '../testing/open-app.tsx'
import { scenarioOf, sketch } from '../testing/sketch.ts'

const fifteen = Array.from({ length: 15 }, () => 1024)
const vswitch = { 'ovs-vswitchd': 256 }
const snapshot = sketch('Pages nobody told Nova about', 'liberty', [
  {
    name: 'compute-07',
    cells: [
      { total: 16384, guests: fifteen, third: vswitch },
      { total: 16384, third: vswitch },
    ],
  },
  { name: 'compute-08', zone: 'az2', cells: [{ total: 16384 }, { total: 16384 }] },
])

const api = mockApi()

const stored = async (document: unknown): Promise<string> => {
  const response = await fetch('/api/v1/snapshots', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(document),
  })
  return z.object({ id: z.string() }).parse(await response.json()).id
}

const open = (address: string) => openApp(address, [scenarioOf('seed', snapshot)])

test('without a cloud the examples are one click away', async () => {
  const { history, user } = open('/')
  await user.click(await screen.findByRole('link', { name: /Pages nobody told Nova about/ }))
  expect(await screen.findByText(/Nova would promise/)).toBeTruthy()
  expect(history.location.href).toBe('/?snapshot=seed')
})

test('the fleet says what is wrong and where', async () => {
  open('/?snapshot=seed')
  const table = await screen.findByRole('table', { name: 'Hosts' })
  const row = await within(table).findByRole('row', { name: /compute-07/ })
  expect(within(row).getByText('m1.small at risk')).toBeTruthy()
  expect(within(row).getByText(/free, node/)).toBeTruthy()
  expect(within(row).getByText('16,128')).toBeTruthy()
})

test('the filter is written to the link and read from it', async () => {
  const { history, user } = open('/?snapshot=seed&filter=az2')
  const box = await screen.findByRole('searchbox', { name: 'Filter hosts' })
  expect(await screen.findByText('1 of 2 hosts')).toBeTruthy()
  await user.clear(box)
  await user.type(box, 'nothing')
  expect(await screen.findByText('No host passes the filter.')).toBeTruthy()
  expect(history.location.href).toBe('/?snapshot=seed&filter=nothing')
})

test('a host opens from the fleet by keyboard, and its link keeps the cloud', async () => {
  const { history, user } = open('/?snapshot=seed')
  const link = await screen.findByRole('link', { name: 'compute-08' })
  link.focus()
  await user.keyboard('{Enter}')
  expect(await screen.findByRole('heading', { level: 1, name: 'compute-08' })).toBeTruthy()
  expect(history.location.href).toBe('/hosts/compute-08?snapshot=seed')
})

test('a host shows both books with the difference and the line that mends it', async () => {
  open('/hosts/compute-07?snapshot=seed')
  const table = await screen.findByRole('table', { name: 'compute-07 cell 0, 2 MiB pages by both books' })
  const cells = (name: RegExp) =>
    within(within(table).getByRole('row', { name }))
      .getAllByRole('cell')
      .map(({ textContent }) => textContent)
  expect(cells(/^claimed/)).toEqual(['15,360', '15,360', '0'])
  expect(cells(/^third party/)).toEqual(['0', '256', '+256'])
  expect(cells(/^free/)).toEqual(['1,024', '768', '−256'])
  expect(screen.getByText(/reserved_huge_pages = node:0,size:2048,count:256/)).toBeTruthy()
})

test('a snapshot that is not there is an error with a way on, not an empty page', async () => {
  open('/?snapshot=gone')
  const alert = await screen.findByRole('alert')
  expect(alert.textContent).toContain('There is no snapshot “gone”.')
  expect(within(alert).getByRole('button', { name: 'Try again' })).toBeTruthy()
})

test('a host that is not there leads back to those that are', async () => {
  open('/hosts/compute-99?snapshot=seed')
  expect(await screen.findByText(/There is no host “compute-99”/)).toBeTruthy()
})

test('a snapshot the API has is listed and opens with the numbers it was stored with', async () => {
  const id = await stored(writeSnapshot({ ...snapshot, name: 'Kept on Monday' }))
  const { history, user } = open('/')
  await user.click(await screen.findByRole('link', { name: /Kept on Monday/ }))
  const table = await screen.findByRole('table', { name: 'Hosts' })
  expect(await within(table).findByText('m1.small at risk')).toBeTruthy()
  expect(history.location.href).toBe(`/?snapshot=${id}`)
})

test('an API that cannot be asked is said to be so, and the scenarios still open', async () => {
  api.use(http.get('*/api/*', () => new Response(null, { status: 503 })))
  open('/')
  expect((await screen.findByRole('alert')).textContent).toContain('The API answered 503.')
  expect(await screen.findByRole('link', { name: /Pages nobody told Nova about/ })).toBeTruthy()
})
