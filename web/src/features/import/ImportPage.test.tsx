import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { mockApi, openApp } from '../../testing/open-app.tsx'

mockApi()

const input = (name: string) =>
  JSON.parse(readFileSync(join(import.meta.dirname, '../../../../e2e/inputs', name), 'utf8')) as object

/** compute-07: 1,024 pages on each cell, of which somebody else holds 256 on cell 0; Nova's row knows nothing of it. */
const probe = input('probe/n2-seed-a.json')
const row = input('nova/compute-07-numa-topology.json')

const json = (name: string, value: unknown) => new File([JSON.stringify(value, null, 1)], name)

async function openImport() {
  const app = openApp('/import')
  await screen.findByText('Drop files here')
  const input = document.querySelector<HTMLInputElement>('input[type=file]')
  if (!input) throw new Error('no way to choose files')
  return { ...app, choose: (...files: File[]) => app.user.upload(input, files) }
}

const bar = () => screen.findByRole('img', { name: /^compute-07 cell 0, 2 MiB pages/ })

test('a probe document becomes a host with its bar', async () => {
  const { choose } = await openImport()
  await choose(json('probe.json', probe))
  expect((await bar()).getAttribute('aria-label')).toMatch(/256 held by a third party.*768 free.* of 1,024/)
  expect(screen.getByText(/the host’s book alone/)).toBeTruthy()
  expect(screen.getByText('headroom-probe', { selector: 'article span' })).toBeTruthy()
})

test('a row of Nova’s that comes later joins the same host, and the books disagree', async () => {
  const { choose } = await openImport()
  await choose(json('probe.json', probe))
  await bar()
  await choose(json('compute_nodes.json', row))
  await screen.findByText('both books')
  expect((await bar()).getAttribute('aria-label')).toMatch(/promise 256 pages .* the host does not have/)
  expect(screen.getByText(/from 2 files/)).toBeTruthy()
})

test('a broken file beside a good one names its place and loses nothing of the other', async () => {
  const { choose } = await openImport()
  const broken = new File(
    [JSON.stringify({ ...probe, hostname: 'compute-08', kernel: 6.1 }, null, 1)],
    'b.json',
  )
  await choose(broken, json('probe.json', probe), new File(['what is this'], 'notes.txt'))
  await bar()

  const problems = within(screen.getByRole('list', { name: 'Problems of b.json' }))
  expect(problems.getByText('Line 5')).toBeTruthy()
  expect(problems.getByText('kernel')).toBeTruthy()
  expect(problems.getByText(/"kernel": 6.1,/)).toBeTruthy()
  expect(screen.getByText('1 file is not recognised.')).toBeTruthy()
  expect(screen.getByText(/2 hosts are understood/)).toBeTruthy()
})

test('pasted text is read as a file is', async () => {
  const { user } = await openImport()
  const box = screen.getByRole('textbox', { name: 'Or paste text' })
  await user.click(box)
  await user.paste(JSON.stringify(probe))
  await user.click(screen.getByRole('button', { name: 'Read the text' }))
  await bar()
  expect(screen.getByRole('heading', { name: 'pasted text 1' })).toBeTruthy()
})

test('what was dropped opens in Fleet', async () => {
  const { choose, user, history } = await openImport()
  await choose(json('probe.json', probe))
  await bar()
  await user.click(screen.getByRole('link', { name: 'Open in Fleet' }))
  await screen.findByRole('heading', { name: 'Fleet' })
  await screen.findByRole('link', { name: 'compute-07' })
  expect(history.location.href).toBe('/?snapshot=dropped')
})

test('an address of dropped files that are gone says what to do', async () => {
  openApp('/?snapshot=dropped')
  expect((await screen.findByRole('alert')).textContent).toMatch(/Drop them again on Import/)
})

test('what was dropped is saved, opens from the list, takes more files and is removed', async () => {
  const { choose, user } = await openImport()
  await choose(json('probe.json', probe))
  await bar()
  await user.click(screen.getByRole('button', { name: 'Save to the server' }))
  await screen.findByText('Saved.')
  await user.click(screen.getByRole('button', { name: 'Start over' }))
  await waitFor(() => expect(screen.queryByRole('img', { name: /cell 0/ })).toBeNull())

  await user.click(await screen.findByRole('button', { name: 'Add files to compute-07' }))
  await bar()
  await choose(json('compute_nodes.json', row))
  await screen.findByText('both books')

  await user.click(screen.getByRole('button', { name: 'Remove compute-07' }))
  await screen.findByText('Nothing is saved.')
})

test('who has domain XML alone is led to the inspector', async () => {
  await openImport()
  expect(screen.getByRole('link', { name: 'inspected' }).getAttribute('href')).toMatch(/^\/inspect/)
})
