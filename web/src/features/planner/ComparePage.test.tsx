import { HostId, type Plan } from '@headroom/shared'
import { scenarios } from '@headroom/shared/scenarios'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { mockApi, openApp } from '../../testing/open-app.tsx'
import { formatPlans, parsePlans } from '../../url/plan-link.ts'

mockApi()

const boot = (id: string, count: number): Plan['actions'][number] => ({
  do: 'boot',
  id,
  flavor: 'm1.small',
  image: {},
  count,
  on: { host: HostId('compute-07'), how: 'requested' },
})
const plan = (...actions: Plan['actions']): Plan => ({
  version: 1,
  snapshot: undefined,
  release: undefined,
  actions,
})
const both = plan(boot('a', 15), boot('b', 1))
const cloud = 'snapshot=pages-nobody-told-nova-about&release=liberty'

const rows = async () =>
  within(await screen.findByRole('list', { name: 'Steps of both' }))
    .getAllByRole('listitem')
    .filter((row) => row.parentElement?.getAttribute('aria-label') === 'Steps of both')
    .map((row) => row.textContent)

test('one plan is compared under another release: where it parts first, and what each side says', async () => {
  const { user } = openApp(`/plan/compare?${cloud}#${formatPlans(both, both)}`, scenarios)
  await screen.findByText('All 2 steps are answered alike.')
  const second = within(screen.getByRole('region', { name: 'Second' }))
  await user.click(await second.findByRole('button', { name: /rules/ }))
  await user.click(await screen.findByRole('option', { name: 'Zed' }))
  await screen.findByText(/They part first at/)
  const [first, other] = await rows()
  expect(first).toMatch(/They part here first.*First, step 1 · Liberty.*Second, step 1 · Zed/)
  expect(other).toMatch('b-1 ends on no host by the first, on compute-07 by the second.')
})

test('two plans stand in one address, and are swapped in it', async () => {
  const { user, history } = openApp(
    `/plan/compare?${cloud}&with_name=other#${formatPlans(both, plan(boot('a', 15)))}`,
    scenarios,
  )
  await screen.findByText(/They part first where the first alone has a step/)
  await user.click(screen.getByRole('button', { name: 'Swap them' }))
  await screen.findByText(/They part first where the second alone has a step/)
  expect(history.location.search).toMatch('name=other')
  const [first] = parsePlans(history.location.hash.slice(1))
  expect(first.kind === 'plan' && first.plan.actions).toHaveLength(1)
})

test('only where they part, when wished', async () => {
  const { user } = openApp(
    `/plan/compare?${cloud}#${formatPlans(both, plan(boot('a', 15), boot('c', 1)))}`,
    scenarios,
  )
  expect(await rows()).toHaveLength(3)
  await user.click(screen.getByRole('checkbox', { name: 'Only where they part' }))
  await waitFor(async () => expect(await rows()).toHaveLength(2))
})

const drop = (text: string) =>
  fireEvent.drop(screen.getByRole('region', { name: 'Second' }), {
    dataTransfer: { types: ['Files'], files: [new File([text], 'theirs.json')] },
  })

test('a plan’s file is dropped on a side; one that is broken says where and changes nothing', async () => {
  openApp(`/plan/compare?${cloud}#${formatPlans(both, both)}`, scenarios)
  await screen.findByText('All 2 steps are answered alike.')
  drop('{"headroom_plan": 1, "actions": [{ "do": "dance" }]}')
  const alert = await screen.findByRole('alert')
  expect(alert.textContent).toMatch(/theirs.json cannot be read.*actions\[0\]\.do/)
  expect(screen.getByText('All 2 steps are answered alike.')).toBeTruthy()
  drop('{"headroom_plan": 1, "actions": []}')
  await within(screen.getByRole('region', { name: 'Second' })).findByText('theirs.json')
  await screen.findByText(/They part first where the first alone/)
  expect(screen.queryByRole('alert')).toBeNull()
})

test('one plan under other options is that plan with a step before it', async () => {
  const { user } = openApp(`/plan/compare?${cloud}#${formatPlans(both, both)}`, scenarios)
  await screen.findByText('All 2 steps are answered alike.')
  const second = within(screen.getByRole('region', { name: 'Second' }))
  await user.click(second.getByRole('button', { name: 'A step before it' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Set enabled_filters' }))
  await user.type(await second.findByRole('textbox', { name: 'enabled_filters' }), 'ComputeFilter')
  await user.click(second.getByRole('button', { name: 'Put it there' }))
  await screen.findByText(/They part first where the second alone has a step/)
  expect(second.getByText('The plan of the Planner, changed')).toBeTruthy()
  expect((await rows())[0]).toMatch('ComputeFilter')

  await user.click(second.getByRole('button', { name: 'Another plan' }))
  await user.click(await screen.findByRole('menuitem', { name: 'The same as the other' }))
  await screen.findByText('All 2 steps are answered alike.')
})

test('the way back leads to the first plan in the Planner', async () => {
  const { user } = openApp(`/plan/compare?${cloud}#${formatPlans(both, plan(boot('a', 15)))}`, scenarios)
  await screen.findByText(/They part first/)
  const page = within(screen.getByRole('main'))
  await user.click(page.getByRole('link', { name: 'Planner' }))
  const steps = within(await screen.findByRole('list', { name: 'Steps' }))
  expect(steps.getAllByRole('listitem')).toHaveLength(2)
  expect(screen.queryByRole('alert')).toBeNull()
})
