import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { expect, test } from '../app.ts'

/** Takes a picture; keeps it for the README where it is new or asked for. */
async function picture(page: Page, name: string): Promise<void> {
  const path = join(import.meta.dirname, '../../web/screenshots', name)
  const isKept = process.env.HEADROOM_SCREENSHOTS === '1' || !existsSync(path)
  await page.mouse.move(0, 0)
  await page.screenshot(isKept ? { path } : {})
}

test.use({
  colorScheme: 'light',
  contextOptions: { reducedMotion: 'reduce' },
  viewport: { width: 1280, height: 800 },
})

test('the README shows the fleet of the first scenario: what Nova would promise, and who holds it', async ({
  page,
}) => {
  await page.goto('/?snapshot=pages-nobody-told-nova-about')

  await expect(page.getByRole('paragraph').filter({ hasText: '1,536 × 2 MiB' }).first()).toBeVisible()
  await expect(page.getByRole('rowheader', { name: 'compute-09' })).toBeVisible()
  await picture(page, 'fleet.png')
})

test('the README shows the sixteenth guest: Nova accepts it, QEMU does not', async ({ page, planner }) => {
  await planner.goto()
  await planner.open('The sixteenth guest')

  await expect(planner.panel).toContainText('It needs 1,024 × 2 MiB; node 0 has 768 free')
  await expect(planner.verdictFor('compute-07')).toContainText('768 free, node 0')
  await expect(planner.releases).toContainText('Kilo – Yoga')
  await picture(page, 'planner.png')
})
