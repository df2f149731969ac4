import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { mockApi, openApp } from '../../testing/open-app.tsx'

mockApi()

test('the API’s page names every route from its own description', async () => {
  openApp('/api')
  const replay = within(await screen.findByRole('article', { name: 'POST /api/v1/plans/replay' }))
  expect(replay.getByText(/What would come of this plan/)).toBeTruthy()
  expect(replay.getByText(/^curl --json @- /)).toBeTruthy()
})

test('a route that reads is tried on the page', async () => {
  const { user } = openApp('/api')
  const form = within(await screen.findByRole('form', { name: 'Try /api/v1/scenarios/{id}' }))
  await user.type(form.getByRole('textbox', { name: 'id' }), 'nobody')
  await user.click(form.getByRole('button', { name: 'Try it' }))
  const answer = within(await screen.findByRole('region', { name: 'Answer of /api/v1/scenarios/{id}' }))
  expect(answer.getByRole('status').textContent).toMatch(/^404/)
  expect(answer.getByText(/nobody/)).toBeTruthy()
})
