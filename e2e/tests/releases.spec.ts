import { expect, test } from '../app.ts'

test('a bug’s number leads to its change, the change to the rule, and the address keeps it', async ({
  page,
}) => {
  await page.goto('/releases')
  await page.getByRole('searchbox', { name: 'Filter rules' }).fill('1811886')
  const release = page.getByRole('article', { name: '2024.2 Dalmatian' })
  await expect(page.getByRole('article')).toHaveCount(1)
  await expect(release.getByRole('link', { name: 'f14c16af82' })).toBeVisible()
  await release.getByRole('link', { name: 'pinnedMemoryTest' }).click()
  await expect(page).toHaveURL(/\/releases\?by=rule#pinnedMemoryTest$/)
  await page.reload()
  await expect(page.getByRole('row', { name: /pinnedMemoryTest/ })).toBeInViewport()
})
