import { HostId } from '@headroom/shared'
import { expect, test } from '../app.ts'
import { packedPlan } from '../plan-link.ts'

const boot = (id: string) =>
  ({
    do: 'boot',
    id,
    flavor: 'm1.small',
    image: {},
    count: 1,
    on: { host: HostId('compute-07'), how: 'requested' },
  }) as const
const cloud = '/plan?snapshot=pages-nobody-told-nova-about&release=liberty'
const withPlan = (...ids: readonly string[]) => `${cloud}#plan=${packedPlan(...ids.map(boot))}`

test('a step is dragged to another place by mouse, and undone', async ({ page, planner }) => {
  await planner.goto(
    `${cloud}#plan=${packedPlan(boot('a'), { do: 'lose-host', host: HostId('compute-08') }, boot('b'))}`,
  )
  await expect(planner.step(2)).toContainText('Lose compute-08')
  const [from, to] = [await planner.step(2).boundingBox(), await planner.step(1).boundingBox()]
  if (!from || !to) throw new Error('the steps are not there')
  await page.mouse.move(from.x + 150, from.y + from.height / 2)
  await page.mouse.down()
  await page.mouse.move(from.x + 150, from.y, { steps: 4 })
  await page.mouse.move(to.x + 150, to.y + 4, { steps: 4 })
  await page.mouse.up()
  await expect(planner.step(1)).toContainText('Lose compute-08')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(planner.step(2)).toContainText('Lose compute-08')
})

test.describe('by finger', () => {
  test.use({ hasTouch: true, viewport: { width: 390, height: 844 } })

  test('a step is dragged by its number', async ({ page, planner }) => {
    await planner.goto(withPlan('a', 'b', 'c'))
    await expect(planner.step(3)).toContainText('Boot 1 × m1.small')
    const [from, to] = [await planner.step(3).boundingBox(), await planner.step(1).boundingBox()]
    if (!from || !to) throw new Error('the steps are not there')
    const finger = await page.context().newCDPSession(page)
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', y: number) =>
      finger.send('Input.dispatchTouchEvent', {
        type,
        touchPoints: type === 'touchEnd' ? [] : [{ x: from.x + 18, y }],
      })
    await touch('touchStart', from.y + 32)
    for (const y of [from.y + 20, from.y, to.y + 30, to.y + 4]) await touch('touchMove', y)
    await touch('touchEnd', 0)
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(page.getByRole('button', { name: 'Redo' })).toBeEnabled()
  })
})

test('steps are marked by Shift and a click, left out and taken in, each by one undo', async ({
  page,
  planner,
}) => {
  await planner.goto(withPlan('a', 'b', 'c'))
  await planner.select(1)
  await planner.steps.getByRole('button', { name: /^Step 2: / }).click({ modifiers: ['Shift'] })
  const bar = page.getByRole('toolbar', { name: 'Marked steps' })
  await expect(bar).toContainText('2 of 3 marked')
  await bar.getByRole('button', { name: 'Leave out' }).click()
  await expect(planner.step(1)).toContainText('Left out.')
  await expect(planner.step(2)).toContainText('Left out.')
  await expect(planner.step(3)).not.toContainText('Left out.')
  await bar.getByRole('button', { name: 'Take in' }).click()
  await expect(planner.step(1)).not.toContainText('Left out.')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(planner.step(2)).toContainText('Left out.')
})

test('a step is put between two by the gap, and a host is rebooted with other pages', async ({
  page,
  planner,
}) => {
  await planner.goto(withPlan('a', 'b'))
  await expect(planner.step(2)).toContainText('Boot 1 × m1.small')
  await planner.step(2).hover()
  await page.getByRole('button', { name: 'Insert a step before step 2' }).click()
  await page.getByRole('menuitem', { name: 'Reboot a host' }).click()
  const form = page.getByRole('form', { name: 'Step 2: Reboot a host' })
  await form.getByRole('combobox', { name: 'Host' }).fill('07')
  await page.getByRole('option', { name: 'compute-07' }).click()
  await form.getByRole('textbox', { name: 'Cell 0, 2 MiB pages' }).fill('8192')
  await form.getByRole('button', { name: 'Add' }).click()
  await expect(planner.step(2)).toContainText(/compute-07.*8,192/s)
  await expect(planner.steps.getByRole('listitem')).toHaveCount(3)
})

test('filters are set, and a boot that RamFilter refused passes without it', async ({ page, planner }) => {
  await planner.goto(cloud)
  const form = await planner.add('Set enabled_filters')
  await form.getByRole('textbox', { name: 'enabled_filters' }).fill('ComputeFilter\nNUMATopologyFilter')
  await form.getByRole('button', { name: 'Add' }).click()
  await expect(planner.step(1)).toContainText('ComputeFilter')
  await page.getByRole('button', { name: 'Add step' }).click()
  await page.getByRole('menuitem', { name: 'Boot guests' }).click()
  await page
    .getByRole('form')
    .getByRole('button', { name: /Flavor/ })
    .click()
  await page.getByRole('option', { name: 'm1.small' }).click()
  await page.getByRole('form').getByRole('button', { name: 'Add' }).click()
  await planner.select(2)
  await expect(planner.checks.getByRole('columnheader', { name: /NUMATopologyFilter/ })).toBeVisible()
  await expect(planner.checks.getByRole('columnheader', { name: /RamFilter/ })).toHaveCount(0)
})

test('what would make a step work is tried, and put before it', async ({ page, planner }) => {
  await planner.goto('/plan')
  await planner.open('The sixteenth guest')
  await page.getByRole('button', { name: 'What would make it work?' }).click()
  const fits = page.getByRole('region', { name: 'What would make it work' })
  await expect(fits).toBeVisible()
  const before = await planner.steps.getByRole('listitem').count()
  await fits.getByRole('button', { name: 'Put it before' }).first().click()
  await expect(planner.steps.getByRole('listitem')).toHaveCount(before + 1)
  await expect(planner.step(3)).toContainText(/Nova accepts.*host accepts/s)
})
