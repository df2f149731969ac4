import { expect, test } from '../app.ts'

test('a matrix of guests and hosts is kept to where gates disagree, and a cell tells each gate', async ({
  page,
}) => {
  await page.goto('/migrate?snapshot=two-gates-two-answers&release=liberty')
  await page
    .getByRole('link', { name: /^Drain / })
    .first()
    .click()
  await page.getByRole('link', { name: 'Ask every gate' }).click()
  const grid = page.getByRole('grid', { name: /against every other host/ })
  await expect(grid.getByRole('gridcell').first()).toBeVisible()
  await page.getByText('Only where gates disagree').click()
  await expect(page).toHaveURL(/differing=true/)
  const cell = grid.getByRole('gridcell', { name: /booting differs/ }).first()
  await cell.focus()
  await page.keyboard.press('Enter')
  const gates = page.getByRole('dialog')
  await expect(gates).toContainText('Live migration to a named host')
  await expect(gates).toContainText(/Booting the same guest there \(not asked\)/)
  await page.keyboard.press('Escape')
  await expect(cell).toBeFocused()

  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export as CSV' }).click(),
  ])
  expect(download.suggestedFilename()).toMatch(/^migrate-.*\.csv$/)
})
