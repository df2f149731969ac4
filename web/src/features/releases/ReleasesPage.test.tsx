import { conformance } from '@headroom/shared'
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { mockApi, openApp } from '../../testing/open-app.tsx'
import { scenarioOf, sketch } from '../../testing/sketch.ts'

mockApi()

const cloud = scenarioOf(
  'seed',
  sketch('A cloud', 'liberty', [{ name: 'compute-07', cells: [{ total: 1024 }] }]),
)

test('a change stands under its release with links to its commit and its bug', async () => {
  openApp('/releases?filter=1811886')
  const release = within(await screen.findByRole('article', { name: '2024.2 Dalmatian' }))
  expect(release.getByRole('link', { name: 'f14c16af82' }).getAttribute('href')).toBe(
    'https://opendev.org/openstack/nova/commit/f14c16af82',
  )
  expect(release.getByRole('link', { name: 'bug 1811886' }).getAttribute('rel')).toBe('noreferrer')
  expect(screen.getAllByRole('article')).toHaveLength(1)
})

test('a rule leads to its values at each release, and a value to the change that set it', async () => {
  const { history, user } = openApp('/releases?filter=1811886')
  await user.click(await screen.findByRole('link', { name: 'pinnedMemoryTest' }))
  expect(history.location.href).toBe('/releases?by=rule#pinnedMemoryTest')
  const row = await screen.findByRole('row', { name: /pinnedMemoryTest/ })
  expect(row.getAttribute('aria-current')).toBe('location')
  await user.click(within(row).getByRole('link', { name: 'free smallest pages' }))
  expect(history.location.href).toBe('/releases#2024.2.pinnedMemoryTest')
})

test('the release of the cloud that is open is marked', async () => {
  openApp('/releases?snapshot=seed', [cloud])
  expect(await screen.findByText(/counted by the rules of Liberty/)).toBeTruthy()
  expect(within(screen.getByRole('article', { name: 'Liberty' })).getByText('this cloud')).toBeTruthy()
})

test('beside the value of a rule stands how many recorded answers it decides', async () => {
  openApp('/releases?by=rule&filter=pinnedMemoryTest')
  const row = within(await screen.findByRole('row', { name: /pinnedMemoryTest/ }))
  expect(row.getByText(`decides ${conformance['2024.2']?.rules.pinnedMemoryTest} answers`)).toBeTruthy()
})
