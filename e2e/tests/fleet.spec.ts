import { expect, test } from '../app.ts'

const address = '/?snapshot=pages-nobody-told-nova-about'

test('the map has every cell, is moved in by keys, says the numbers, and opens the host at the cell', async ({
  page,
}) => {
  await page.goto(address)
  await page.getByRole('button', { name: /show/ }).click()
  await page.getByRole('option', { name: 'map of all cells' }).click()
  await expect(page).toHaveURL(/view=map/)
  const map = page.getByRole('region', { name: 'Map' })
  await expect(map.getByRole('list', { name: 'Cells by state' })).toContainText('6 something fails next')

  await map.getByRole('application').focus()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  await expect(map.getByRole('status')).toHaveText(
    'compute-08, cell 1: pages held by others. 2 MiB pages free: 16,384 by Nova, 16,128 on the host.',
  )
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/hosts\/compute-08\?.*#cell-1/)
  await page.goBack()
  await expect(map.getByRole('application')).toBeVisible()
})

test('a filter narrows the map as it does the table', async ({ page }) => {
  await page.goto(`${address}&view=map&filter=compute-09`)
  const states = page.getByRole('list', { name: 'Cells by state' })
  await expect(states).toContainText('2 something fails next')
})

test('Fleet says how old each source is and what was not read', async ({ page }) => {
  await page.goto(address)
  const read = page.getByRole('region', { name: 'What was read' })
  await expect(read).toContainText('headroom-probe × 3 just now')
  await expect(read).toContainText('Not read: Placement.')
})
