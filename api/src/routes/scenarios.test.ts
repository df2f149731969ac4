import { scenarios } from '@headroom/shared/scenarios'
import { expect, test } from 'vitest'
import { testApp } from '../testing.ts'

const { request, post } = testApp({ maxBodyBytes: 10_000_000 })

interface Opened {
  readonly snapshot: object
  readonly plans: readonly { readonly id: string; readonly plan: object }[]
}
const open = async (id: string) => (await (await request(`/api/v1/scenarios/${id}`)).json()) as Opened

test('the scenarios are listed with what each exists to show', async () => {
  const { scenarios: listed } = (await (await request('/api/v1/scenarios')).json()) as {
    scenarios: { id: string; says: string; plans: object[] }[]
  }
  expect(listed.map(({ id, says, plans }) => [id, says, plans.length])).toEqual(
    scenarios.map(({ id, says, plans }) => [id, says, plans.length]),
  )
})

test.each(scenarios)('the snapshot of $id is one that can be stored', async ({ id, snapshot }) => {
  const stored = await post('/api/v1/snapshots', (await open(id)).snapshot)
  expect(stored.status).toBe(201)
  expect(await stored.json()).toMatchObject({ name: snapshot.name, hosts: snapshot.hosts.length })
})

test.each(scenarios.flatMap(({ id, plans }) => plans.map((plan) => ({ scenario: id, plan: plan.id }))))(
  'the plan $plan of $scenario is one that can be replayed',
  async ({ scenario, plan: wanted }) => {
    const plan = (await open(scenario)).plans.find(({ id }) => id === wanted)?.plan
    const replayed = await post('/api/v1/plans/replay', plan)
    expect(replayed.status).toBe(200)
  },
)

test('an unknown scenario is a problem that names the known ones', async () => {
  const response = await request('/api/v1/scenarios/atlantis')
  expect(response.status).toBe(404)
  expect(await response.json()).toMatchObject({ known: scenarios.map(({ id }) => id) })
})
