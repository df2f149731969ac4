import { expect, test } from '../../app.ts'

test('without a server a scenario opens from the page alone, on both books', async ({ page, planner }) => {
  await page.goto('/')
  await page.getByRole('link', { name: 'The sixteenth guest' }).first().click()
  await expect(planner.step(2)).toContainText(/Nova accepts.*host refuses/s)
})

test('the API answers in the page: what is saved there is listed', async ({ page, imports }) => {
  await imports.goto()
  await imports.drop('probe/n2-seed-a.json')
  await page.getByRole('button', { name: 'Save to the server' }).click()
  await expect(page.getByRole('region', { name: 'Saved on the server' })).toContainText('compute-07')
})
