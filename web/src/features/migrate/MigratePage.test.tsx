import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { mockApi, openApp } from '../../testing/open-app.tsx'
import { scenarios } from '../../worker/scenarios.ts'

mockApi()

const at = '/migrate?snapshot=two-gates-two-answers'
const [source] = scenarios
  .filter(({ id }) => id === 'two-gates-two-answers')
  .flatMap(({ snapshot }) => snapshot.guests.flatMap(({ host }) => host ?? []))

test('of every host it is told whether it could be drained', async () => {
  openApp(at, scenarios)
  const table = within(await screen.findByRole('region', { name: 'Could it be drained?' }))
  expect(table.getByText(/hosts can be emptied as the cloud is/)).toBeTruthy()
  expect(table.getAllByRole('row').length).toBeGreaterThan(1)
})

test('a host leads to who moves where, or stays and why', async () => {
  const { history, user } = openApp(at, scenarios)
  await user.click(await screen.findByRole('link', { name: `Drain ${source}` }))
  expect(history.location.href).toContain(`host=${source}`)
  const drain = within(await screen.findByRole('region', { name: `Drain ${source}` }))
  expect(await drain.findByText(/cannot go\.$/)).toBeTruthy()
  const stays = within(screen.getByRole('region', { name: `Guests that stay on ${source}` }))
  expect(stays.getAllByText(/MiB/).length).toBeGreaterThan(0)
})

const matrix = `${at}&host=${source}&matrix=true`
const title = `Guests of ${source} against every other host`
const grid = async () => within(await screen.findByRole('grid', { name: title }))

test('what is asked of a drain stands in the address', async () => {
  const { history, user } = openApp(`${at}&host=${source}`, scenarios)
  const drain = within(await screen.findByRole('region', { name: `Drain ${source}` }))
  await drain.findByText(/cannot go\.$/)
  await user.click(drain.getByRole('button', { name: /Downtime/ }))
  await user.click(await screen.findByRole('option', { name: 'for whoever cannot go alive' }))
  expect(history.location.href).toContain('downtime=any')
  const moves = within(await screen.findByRole('region', { name: `Moves from ${source}, in order` }))
  expect(moves.getAllByText('cold, then confirmed').length).toBeGreaterThan(0)
})

test('hosts are emptied one after another, and each guest that stays says what would free it', async () => {
  const { history, user } = openApp(`${at}&host=${source}`, scenarios)
  const sweep = within(await screen.findByRole('region', { name: 'Could it be drained?' }))
  const [next] = sweep.getAllByRole('link', { name: /^Then / })
  if (!next) throw new Error('no other host')
  await user.click(next)
  expect(history.location.href).toContain('after=')
  const name = new RegExp(`^Drain ${source}, `)
  const drain = within(await screen.findByRole('region', { name }))
  expect(await drain.findByRole('button', { name: /Order/ })).toBeTruthy()
  const stays = within(await screen.findByRole('region', { name: /^Guests that stay on/ }))
  expect(stays.getAllByRole('columnheader', { name: 'What would free it' })).toHaveLength(1)
})

test('every gate is asked when wished, and a cell opens into what each of them says', async () => {
  const { user } = openApp(`${at}&host=${source}`, scenarios)
  await user.click(await screen.findByRole('link', { name: 'Ask every gate' }))
  const cells = await grid()
  const [guest] = await cells.findAllByRole('rowheader')
  const [cell] = cells.getAllByRole('gridcell')
  if (!guest || !cell) throw new Error('no guest')
  cell.focus()
  await user.keyboard('{Enter}')
  const gates = within(await screen.findByRole('dialog'))
  expect((await gates.findAllByText(/not asked/)).length).toBeGreaterThan(0)
  await user.keyboard('{Escape}')
  await waitFor(() => expect(document.activeElement).toBe(cell))
})

test('a guest leads to why hosts do not take it', async () => {
  const { user } = openApp(matrix, scenarios)
  const [guest] = await (await grid()).findAllByRole('rowheader')
  const link = guest && within(guest).getByRole('link')
  if (!link) throw new Error('no guest')
  await user.click(link)
  expect(
    await screen.findByRole('region', { name: `Why hosts do not take ${link.textContent}` }),
  ).toBeTruthy()
})

test('the matrix is kept to where gates disagree, in the address', async () => {
  const { user, history } = openApp(matrix, scenarios)
  await (await grid()).findAllByRole('gridcell')
  await user.click(screen.getByRole('checkbox', { name: 'Only where gates disagree' }))
  await waitFor(() => expect(history.location.search).toMatch('differing=true'))
  expect((await grid()).getAllByText(/booting differs/).length).toBeGreaterThan(0)
})
