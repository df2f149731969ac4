import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'

const picture = join(import.meta.dirname, '../../web/screenshots/fleet.png')
const takesIt = process.env.HEADROOM_SCREENSHOTS === '1' || !existsSync(picture)

test('the README shows the fleet of the first scenario: what Nova would promise, and who holds it', async ({
  page,
}) => {
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.goto('/?snapshot=pages-nobody-told-nova-about')

  await expect(page.getByRole('paragraph').filter({ hasText: '1,536 × 2 MiB' }).first()).toBeVisible()
  await expect(page.getByRole('rowheader', { name: 'compute-09' })).toBeVisible()
  await page.screenshot(takesIt ? { path: picture } : {})
})
