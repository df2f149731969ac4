import type { Page } from '@playwright/test'
import axe from 'axe-core'
import { expect, test } from '../app.ts'

/** What axe's source leaves on a page. */
interface Window {
  readonly axe: typeof axe
}

/** What axe finds wrong with a page as it stands. */
async function faults(page: Page): Promise<readonly string[]> {
  await page.evaluate(axe.source)
  const { violations } = await page.evaluate(() => (window as unknown as Window).axe.run(document))
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)
}

const seed = 'snapshot=pages-nobody-told-nova-about&release=liberty'
const gates = 'snapshot=two-gates-two-answers&release=liberty'
const pages = [
  { name: 'Fleet, no cloud open', address: '/', shows: 'No cloud is open.' },
  { name: 'Fleet', address: `/?${seed}`, shows: 'Nova would promise' },
  { name: 'Fleet as a map', address: `/?${seed}&view=map`, shows: 'something fails next' },
  { name: 'Host', address: `/hosts/compute-07?${seed}`, shows: 'What would boot here next' },
  { name: 'Divergences', address: `/divergences?${seed}`, shows: 'Nova would promise' },
  {
    name: 'Divergences, one opened',
    address: `/divergences?${seed}&open=compute-07/0/2048`,
    shows: 'Held on the host',
  },
  { name: 'Domain XML', address: `/inspect?${seed}&host=compute-07`, shows: 'Held against host' },
  { name: 'Planner', address: `/plan?${seed}`, shows: 'The plan is empty.' },
  { name: 'Compare', address: `/plan/compare?${seed}`, shows: 'Neither plan has a step.' },
  {
    name: 'Migrate, every gate',
    address: `/migrate?${gates}&host=compute-13&matrix=true&differing=true`,
    shows: 'booting there is answered otherwise',
  },
  { name: 'Headroom', address: `/headroom?${seed}&flavor=m1.small&lost=true`, shows: 'A host lost' },
  { name: 'Migrate', address: `/migrate?${seed}`, shows: 'hosts can be emptied' },
  { name: 'API', address: '/api', shows: 'POST /api/v1/plans/replay' },
  { name: 'Releases', address: '/releases', shows: 'Free huge pages no longer count' },
  {
    name: 'Releases by rule',
    address: '/releases?by=rule',
    shows: 'What a pinned guest cell must find free',
  },
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
        expect(await faults(page)).toEqual([])
      })

      test('nothing is cut: the page is no wider than the screen', async ({ page }) => {
        await page.goto(address)
        await expect(page.getByText(shows).first()).toBeVisible()
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(viewport.width)
      })
    })
  }
}

for (const { colorScheme, ...viewport } of screens) {
  test.describe(`${viewport.width} wide, ${colorScheme}`, () => {
    test.use({ viewport, colorScheme })

    for (const plan of ['Three hosts, three attempts', 'Liberty refuses', 'As 2014.2.b3 writes it'])
      test(`nothing stands in a reader’s way in the plan ${plan}, and nothing is cut`, async ({
        page,
        planner,
      }) => {
        await planner.goto()
        await planner.open(plan)
        await expect(planner.releases).toContainText(' – ')
        expect(await faults(page)).toEqual([])
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(viewport.width)
      })

    test('nothing stands in a reader’s way in forms and in what is done to several steps', async ({
      page,
      planner,
    }) => {
      await planner.goto()
      await planner.open('Three hosts, three attempts')
      await page.getByRole('button', { name: 'Mark several' }).click()
      await expect(page.getByRole('toolbar', { name: 'Marked steps' })).toBeVisible()
      expect(await faults(page)).toEqual([])
      for (const form of ['Boot guests', 'Reboot a host', 'A process takes pages']) {
        await planner.add(form)
        await expect(page.getByRole('form', { name: form })).toBeVisible()
        expect(await faults(page)).toEqual([])
      }
    })

    test('nothing stands in a reader’s way in what was dropped, and nothing is cut', async ({
      page,
      imports,
    }) => {
      await imports.goto()
      await imports.drop('probe/n4.json', 'broken/capabilities.xml', 'broken/notes.txt')
      await expect(imports.file('capabilities.xml')).toBeVisible()
      expect(await faults(page)).toEqual([])
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(viewport.width)
    })
  })
}
