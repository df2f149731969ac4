import { releases } from '@headroom/shared'
import { expect, test } from 'vitest'
import { testApp } from '../testing.ts'

const { request } = testApp()

test('the releases are listed oldest first with what each changed', async () => {
  const response = await request('/api/v1/releases')
  expect(response.status).toBe(200)
  const body = (await response.json()) as {
    releases: { id: string; changes: { rule: string; to: unknown }[] }[]
  }
  expect(body.releases.map(({ id }) => id)).toEqual(releases.map(({ id }) => id))
  const liberty = body.releases.find(({ id }) => id === 'liberty-12.0')
  expect(liberty?.changes).toContainEqual(expect.objectContaining({ rule: 'selfOvercommit', to: 'refused' }))
})

test('one release has every rule as it holds there', async () => {
  const response = await request('/api/v1/releases/kilo')
  expect(await response.json()).toMatchObject({ id: 'kilo', rules: { selfOvercommit: 'allowed' } })
})

test('an unknown release is a problem that names the known ones', async () => {
  const response = await request('/api/v1/releases/austin')
  expect(response.status).toBe(404)
  expect(await response.json()).toMatchObject({
    detail: 'No release is called austin.',
    known: expect.arrayContaining(['liberty', '2024.2']),
  })
})
