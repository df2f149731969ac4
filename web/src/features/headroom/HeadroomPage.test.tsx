import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { mockApi, openApp } from '../../testing/open-app.tsx'
import { scenarios } from '../../worker/scenarios.ts'

mockApi()

test('what Nova books and no host runs is the first thing said', async () => {
  openApp('/headroom?snapshot=pages-nobody-told-nova-about', scenarios)
  const short = within(await screen.findByRole('region', { name: 'In short' }))
  expect(short.getByText(/of them would not run/)).toBeTruthy()
  const table = within(screen.getByRole('region', { name: 'By flavor' }))
  expect(table.getByRole('row', { name: /m1\.small/ })).toBeTruthy()
})

test('a flavor leads to its room place by place', async () => {
  const { history, user } = openApp('/headroom?snapshot=pages-nobody-told-nova-about', scenarios)
  await user.click(await screen.findByRole('link', { name: 'm1.small' }))
  expect(history.location.href).toContain('flavor=m1.small')
  const hosts = within(await screen.findByRole('region', { name: 'm1.small by host, each alone' }))
  expect(hosts.getByRole('row', { name: /compute-07/ })).toBeTruthy()
})

test('flavors share fairly when asked', async () => {
  const { history, user } = openApp('/headroom?snapshot=pages-nobody-told-nova-about', scenarios)
  await user.click(await screen.findByRole('link', { name: 'Share fairly' }))
  expect(history.location.href).toContain('fair=true')
  const shared = within(await screen.findByRole('region', { name: 'Shared fairly' }))
  expect(shared.getByRole('row', { name: /m1\.small/ })).toBeTruthy()
})

test('how many of a flavor come in its turn stands in the address', async () => {
  const { history, user } = openApp('/headroom?snapshot=pages-nobody-told-nova-about&fair=true', scenarios)
  const shared = within(await screen.findByRole('region', { name: 'Shared fairly' }))
  await user.click(shared.getByRole('button', { name: /m1\.small/ }))
  await user.click(await screen.findByRole('option', { name: '× 0' }))
  expect(history.location.href).toContain('weights=')
  await screen.findByRole('button', { name: /× 0 m1\.small|m1\.small.*× 0/ })
  const row = await screen.findByRole('row', { name: /^m1\.small 0 0/ })
  expect(within(row).getAllByText('0').length).toBeGreaterThan(1)
})

test('each host is lost once when asked', async () => {
  const { user } = openApp('/headroom?snapshot=two-gates-two-answers', scenarios)
  await user.click(await screen.findByRole('link', { name: 'Lose each host once' }))
  const losses = within(await screen.findByRole('region', { name: 'A host lost' }))
  expect(losses.getAllByRole('row').length).toBeGreaterThan(1)
})

test('without a cloud the page says so', async () => {
  openApp('/headroom')
  expect(await screen.findByRole('heading', { name: 'No cloud is open.' })).toBeTruthy()
})
