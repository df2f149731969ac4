import { screen, within } from '@testing-library/react'
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
  expect(drain.getByText(/cannot go/)).toBeTruthy()
  const stays = within(screen.getByRole('region', { name: `Guests that stay on ${source}` }))
  expect(stays.getAllByText(/MiB/).length).toBeGreaterThan(0)
})

test('every gate is asked when wished, and booting stands beside', async () => {
  const { user } = openApp(`${at}&host=${source}`, scenarios)
  await user.click(await screen.findByRole('link', { name: 'Ask every gate' }))
  const title = `Guests of ${source} against every other host`
  const table = within(await screen.findByRole('region', { name: title }))
  expect(table.getByRole('link', { name: 'Export as CSV' }).getAttribute('href')).toContain('text/csv')
  const [guest] = table.getAllByRole('rowheader')
  if (!guest) throw new Error('no guest')
  await user.click(within(guest).getByRole('link'))
  const name = guest.textContent
  const destinations = within(await screen.findByRole('region', { name: `Destinations of ${name}` }))
  expect(destinations.getAllByText(/not asked/).length).toBeGreaterThan(0)
})
