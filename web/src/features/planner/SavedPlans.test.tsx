import { HostId, type Plan } from '@headroom/shared'
import { scenarios } from '@headroom/shared/scenarios'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { openSaved, savedPlans, savePlan } from '../../api/plans.ts'
import { mockApi, openApp } from '../../testing/open-app.tsx'
import { formatPlan } from '../../url/plan-link.ts'

mockApi()

const lose = (host: string): Plan['actions'][number] => ({ do: 'lose-host', host: HostId(host) })
const plan = (...hosts: readonly string[]): Plan => ({
  version: 1,
  snapshot: undefined,
  release: undefined,
  actions: hosts.map(lose),
})

/** A plan that was saved and opened here, and saved by somebody else since; then saved here again. */
async function savedBySomebodyElse(name: string) {
  const app = openApp(
    `/plan?snapshot=pages-nobody-told-nova-about#${formatPlan(plan('compute-07', 'compute-08'))}`,
    scenarios,
  )
  await app.user.click(await screen.findByRole('button', { name: 'Saved plans' }))
  await app.user.type(screen.getByRole('textbox', { name: 'Name of this plan' }), name)
  await app.user.click(screen.getByRole('button', { name: 'Save' }))
  await screen.findByText(`Saved as ${name}.`)
  const [mine] = (await savedPlans()).filter((one) => one.name === name)
  await savePlan(name, plan('compute-07', 'compute-09'), mine)
  await app.user.click(screen.getByRole('button', { name: 'Save' }))
  const alert = within(await screen.findByRole('alert', { name: 'Saved by somebody else' }))
  return { ...app, alert, id: mine?.id ?? '' }
}

test('what somebody else saved in between is not overwritten unasked, and what differs is told', async () => {
  const { user, alert, id } = await savedBySomebodyElse('first')
  expect(alert.getByText('Only in yours').parentElement?.textContent).toMatch('compute-08')
  expect(alert.getByText('Only in theirs').parentElement?.textContent).toMatch('compute-09')
  expect((await openSaved(id)).plan.actions).toEqual(plan('compute-07', 'compute-09').actions)
  await user.click(alert.getByRole('button', { name: 'Save over theirs' }))
  await screen.findByText('Saved as first.')
  expect((await openSaved(id)).plan.actions).toEqual(plan('compute-07', 'compute-08').actions)
  expect(screen.queryByRole('alert')).toBeNull()
})

test('theirs is opened in place of one’s own', async () => {
  const { user, alert } = await savedBySomebodyElse('second')
  await user.click(alert.getByRole('button', { name: 'Open theirs' }))
  await waitFor(() =>
    expect(screen.getByRole('list', { name: 'Steps' }).textContent).toMatch(/compute-07.*compute-09/),
  )
})
