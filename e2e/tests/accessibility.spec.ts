import axe from 'axe-core'
import { expect, test } from '../app.ts'

/** What axe's source leaves on a page. */
interface Page {
  readonly axe: typeof axe
}

const seed = 'snapshot=pages-nobody-told-nova-about&release=liberty'
const pages = [
  { name: 'Fleet, no cloud open', address: '/', shows: 'No cloud is open.' },
  { name: 'Fleet', address: `/?${seed}`, shows: 'Nova would promise' },
  { name: 'Host', address: `/hosts/compute-07?${seed}`, shows: 'What would boot here next' },
  { name: 'Planner', address: `/plan?${seed}`, shows: 'The plan is empty.' },
  { name: 'Import', address: '/import', shows: 'Drop files here' },
] as const

const screens = [
  { width: 1280, height: 800, colorScheme: 'light' },
  { width: 390, height: 844, colorScheme: 'dark' },
] as const

for (const { name, address, shows } of pages) {
  for (const { colorScheme, ...viewport } of screens) {
    test.describe(`${name}, ${viewport.width} wide, ${colorScheme}`, () => {
      test.use({ viewport, colorScheme })

      test('nothing that axe can tell stands in a reader’s way', async ({ page }) => {
        await page.goto(address)
        await expect(page.getByText(shows).first()).toBeVisible()
        await page.evaluate(axe.source)
        const { violations } = await page.evaluate(() => (window as unknown as Page).axe.run(document))
        expect(
          violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`),
        ).toEqual([])
      })

      test('nothing is cut: the page is no wider than the screen', async ({ page }) => {
        await page.goto(address)
        await expect(page.getByText(shows).first()).toBeVisible()
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(viewport.width)
      })
    })
  }
}
