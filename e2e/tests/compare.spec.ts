import { expect, test } from '../app.ts'

test('a plan and the same told to Nova, beside each other: where they part, and what each says', async ({
  page,
  planner,
}) => {
  await planner.goto()
  await planner.open('The sixteenth guest')
  await page.getByRole('link', { name: 'Compare' }).click()
  await expect(page.getByText('All 3 steps are answered alike.')).toBeVisible()

  const second = page.getByRole('region', { name: 'Second' })
  await second.getByRole('button', { name: /rules/ }).click()
  await page.getByRole('option', { name: 'Newton', exact: true }).click()
  await second.getByRole('button', { name: 'Another plan' }).click()
  await page.getByRole('menuitem', { name: 'The same, told to Nova' }).click()
  await expect(page.getByText(/They part first where the second alone has a step/)).toBeVisible()
  const steps = page.getByRole('list', { name: 'Steps of both' })
  await expect(steps).toContainText(
    /First, step 2 · Liberty.*host refuses.*Second, step 3 · Newton.*host accepts/s,
  )
  await expect(steps).toContainText(/ends on no host by the first, on compute-07 by the second/)

  const address = page.url()
  await page.goto('/')
  await page.goto(address)
  await expect(page.getByText(/They part first where the second alone has a step/)).toBeVisible()

  await page.getByRole('checkbox', { name: 'Only where they part' }).check({ force: true })
  await expect(steps).not.toContainText('Both alike')
  await steps
    .getByRole('link', { name: /Boot 1 × m1.small/ })
    .first()
    .click()
  await expect(planner.panel).toHaveAccessibleName(/^Step 2 · passes Nova, fails on the host/)
})
