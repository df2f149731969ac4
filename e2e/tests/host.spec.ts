import { expect, test } from '../app.ts'

test('every number of the whole host opens into the lines it is the sum of', async ({ page }) => {
  await page.goto('/hosts/compute-07?snapshot=pages-nobody-told-nova-about')
  const whole = page.getByRole('region', { name: 'Memory, CPUs and disk' })
  await whole.getByRole('button', { name: 'memory used' }).click()
  await expect(whole.getByRole('region', { name: 'In Nova’s book' })).toContainText('reserved_host_memory_mb')
  await expect(whole.getByRole('region', { name: 'On the host' })).toContainText('node 0')
  await expect(whole.getByRole('row', { name: /^disk 1.95 TiB/ })).toBeVisible()
})

test('guests that are off say what Nova counts for them, and how far they come when all start at once', async ({
  page,
}) => {
  await page.goto('/?snapshot=two-gates-two-answers')
  await page.getByRole('table', { name: 'Hosts' }).getByRole('link').first().click()
  await expect(page.getByRole('region', { name: 'Memory, CPUs and disk' })).toBeVisible()
  await expect(page.getByRole('region', { name: 'If all start at once after a reboot' })).toContainText('run')
})

test('what mends a host is copied by one press', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto('/hosts/compute-07?snapshot=pages-nobody-told-nova-about')
  await page.getByRole('button', { name: 'Copy', exact: true }).first().click()
  const copied = await page.evaluate(() => navigator.clipboard.readText())
  expect(copied).toContain('reserved_huge_pages = node:0,size:2048,count:256')
})
