import { expect, test } from '../app.ts'

const pages = 'snapshot=pages-nobody-told-nova-about&release=liberty'
const gates = 'snapshot=two-gates-two-answers'

test('what Nova books in vain is said first, and leads to the hosts it would book on', async ({ page }) => {
  await page.goto(`/headroom?${pages}`)
  await expect(page.getByRole('region', { name: 'In short' })).toContainText('would not run')
  await page.getByRole('link', { name: 'm1.small' }).press('Enter')
  await expect(page).toHaveURL(/flavor=m1\.small/)
  const hosts = page.getByRole('region', { name: 'm1.small by host, each alone' })
  await expect(hosts.getByRole('row', { name: 'compute-07' })).toBeVisible()
})

test('each host is lost once, and what that costs stays in the address', async ({ page }) => {
  await page.goto(`/headroom?${gates}`)
  await page.getByRole('link', { name: 'Lose each host once' }).click()
  await expect(page.getByRole('region', { name: 'A host lost' }).getByRole('row')).not.toHaveCount(0)
  await page.reload()
  await expect(page.getByRole('region', { name: 'A host lost' })).toBeVisible()
})

test('a host that could be drained opens as a plan whose every step moves a guest', async ({
  page,
  planner,
}) => {
  await page.goto(`/migrate?${gates}&release=mitaka`)
  const sweep = page.getByRole('region', { name: 'Could it be drained?' })
  await expect(sweep).toContainText('hosts can be emptied')
  await sweep
    .getByRole('link', { name: /^Drain / })
    .first()
    .click()
  await expect(page.getByRole('region', { name: /^Drain / })).toBeVisible()
  const open = page.getByRole('link', { name: 'Open as a plan' })
  if (await open.isVisible()) {
    await open.click()
    await expect(planner.step(1)).toContainText('Disable the compute service')
    await expect(planner.step(2)).toContainText('Live-migrate')
  } else await expect(page.getByRole('region', { name: /^Guests that stay/ })).toBeVisible()
})

test('a drain is asked for otherwise by keyboard, and two hosts are emptied one after the other', async ({
  page,
}) => {
  await page.goto(`/migrate?${gates}&release=mitaka`)
  const sweep = page.getByRole('region', { name: 'Could it be drained?' })
  await sweep
    .getByRole('link', { name: /^Drain / })
    .first()
    .press('Enter')
  const drain = page.getByRole('region', { name: /^Drain / })
  await drain.getByRole('button', { name: /Others moved aside/ }).press('ArrowDown')
  await page.getByRole('option', { name: '2' }).press('Enter')
  await expect(page).toHaveURL(/aside=2/)
  await sweep
    .getByRole('link', { name: /^Then / })
    .first()
    .press('Enter')
  await expect(page).toHaveURL(/after=/)
  await expect(drain.getByRole('button', { name: /Order/ })).toBeVisible()
  await expect(drain).toContainText(/cannot go|Nobody stays|no guests/)
})
