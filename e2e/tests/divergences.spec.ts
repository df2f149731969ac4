import { readFileSync } from 'node:fs'
import { expect, test } from '../app.ts'

const address = '/divergences?snapshot=pages-nobody-told-nova-about'

test('every divergence of the first scenario is listed, opens into its sums, and its link is kept', async ({
  page,
}) => {
  await page.goto(address)
  await expect(page.getByText('Nova would promise 3 GiB that the hosts do not have.')).toBeVisible()
  const list = page.getByRole('list', { name: 'Divergences' })
  await expect(list.getByRole('article')).toHaveCount(6)

  await list.getByRole('button', { name: 'Cell 1: Nova would promise 256 × 2 MiB' }).first().click()
  const opened = page.getByRole('article', { name: 'compute-07 cell 1, 2 MiB pages' })
  await expect(opened.getByRole('region', { name: 'Held on the host' })).toContainText('ovs-vswitchd')
  await expect(opened.getByText('reserved_huge_pages = node:1,size:2048,count:256')).toBeVisible()
  await expect(page).toHaveURL(/open=compute-07%2F1%2F2048/)

  await page.reload()
  await expect(opened.getByText('16,128')).toHaveCount(2)
})

test('a filter is in the link, and goes from row to row by keyboard', async ({ page }) => {
  await page.goto(`${address}&filter=compute-08`)
  const list = page.getByRole('list', { name: 'Divergences' })
  await expect(list.getByRole('article')).toHaveCount(2)
  await list.getByRole('button').first().focus()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('article', { name: 'compute-08 cell 1' })).toContainText('Held on the host')
})

test('all remedies are one archive, a file a host', async ({ page }) => {
  await page.goto(address)
  const saving = page.waitForEvent('download')
  await page.getByRole('button', { name: 'As an archive' }).click()
  const archive = readFileSync(await (await saving).path(), 'latin1')
  // A zip names its files at its end.
  const directory = archive.slice(archive.indexOf('PK\x01\x02'))
  expect(directory.match(/compute-\d+\.txt/g)).toEqual(['compute-07.txt', 'compute-08.txt', 'compute-09.txt'])
})

test('groups and the time two books may be read apart are chosen on the page and kept in the link', async ({
  page,
}) => {
  await page.goto(address)
  await page.getByRole('button', { name: /group/ }).click()
  await page.getByRole('option', { name: 'by host' }).click()
  await expect(page.getByRole('heading', { name: 'compute-08 2 divergences' })).toBeVisible()
  await page.getByRole('button', { name: /books read at most/ }).click()
  await page.getByRole('option', { name: '1 min', exact: true }).click()
  await expect(page).toHaveURL(/group=host&tolerance=60/)
  await page.reload()
  await expect(page.getByRole('heading', { name: 'compute-08 2 divergences' })).toBeVisible()
  await expect(page.getByRole('button', { name: /books read at most/ })).toContainText('1 min')
})

test('Fleet leads from a cause to all of it, and from there to the host, where each opens into its sums', async ({
  page,
}) => {
  await page.goto('/?snapshot=pages-nobody-told-nova-about')
  await page
    .getByRole('list', { name: 'Divergences by cause' })
    .getByRole('link', { name: /6 divergences/ })
    .click()
  await expect(page).toHaveURL(/cause=pages-held-by-others/)
  await expect(page.getByRole('heading', { level: 1, name: 'Divergences' })).toBeVisible()
  await page.getByRole('link', { name: 'compute-08' }).last().click()
  await expect(page).toHaveURL(/hosts\/compute-08\?.*#cell-1/)
  const list = page.getByRole('region', { name: 'Where the books disagree' })
  await list.getByRole('button', { name: /^Cell 1/ }).click()
  await expect(list.getByRole('region', { name: 'Held on the host' })).toContainText('ovs-vswitchd')
  await expect(page).toHaveURL(/open=compute-08%2F1%2F2048/)
})

test('what mends one host is copied from under its name', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto(`${address}&group=host`)
  await page.getByRole('button', { name: 'Copy remedies of compute-08', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Copied of compute-08' })).toBeVisible()
  const copied = await page.evaluate(() => navigator.clipboard.readText())
  expect(copied).toContain('# compute-08')
  expect(copied).toContain('reserved_huge_pages = node:1,size:2048,count:256')
})
