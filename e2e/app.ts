import { join } from 'node:path'
import { type Locator, type Page, test as plain } from '@playwright/test'

/** A file of `inputs/`. */
const input = (name: string): string => join(import.meta.dirname, 'inputs', name)

/** The Planner as its user sees it. */
const plannerOn = (page: Page) => {
  const steps = page.getByRole('list', { name: 'Steps', exact: true })
  const checks = page.getByRole('treegrid', { name: /^Hosts × checks/ })
  return {
    goto: (address = '/plan') => page.goto(address),
    /** Opens a plan of a scenario by its title. */
    open: (title: string) =>
      page
        .getByRole('link')
        .filter({ has: page.getByRole('heading', { name: title, exact: true }) })
        .click(),
    steps,
    /** A step by its number: its title, its sentence and both books' answers. */
    step: (number: number): Locator => steps.getByRole('listitem').nth(number - 1),
    select: (number: number) => steps.getByRole('button', { name: new RegExp(`^Step ${number}: `) }).click(),
    /** The selected step in full. */
    panel: page.getByRole('region', { name: /^Step \d+ · / }),
    bar: (name: string | RegExp) => page.getByRole('img', { name }),
    checks,
    /** The row of a host under `Hosts × checks`. */
    verdictFor: (host: string): Locator => checks.getByRole('row', { name: host }),
    gate: (name: string): Locator => page.getByRole('table', { name: /^Gates/ }).getByRole('row', { name }),
    releases: page.getByRole('region', { name: 'By release' }),
    /** Adds a step: the form that opens. */
    add: async (what: string): Promise<Locator> => {
      await page.getByRole('button', { name: 'Add step' }).click()
      await page.getByRole('menuitem', { name: what }).click()
      return page.getByRole('form')
    },
  }
}

/** Import as its user sees it. */
const importOn = (page: Page) => ({
  goto: () => page.goto('/import'),
  /** Drops files of `inputs/` from the desktop, all at once. */
  drop: async (...names: readonly string[]) => {
    const box = await page.getByText('Drop files here').boundingBox()
    if (!box) throw new Error('there is nowhere to drop files')
    const chromium = await page.context().newCDPSession(page)
    const data = { items: [], files: names.map(input), dragOperationsMask: 1 }
    for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
      await chromium.send('Input.dispatchDragEvent', { type, x: box.x + 1, y: box.y + 1, data })
    await chromium.detach()
  },
  /** What was made of a file. */
  file: (name: string): Locator =>
    page.getByRole('article').filter({ has: page.getByRole('heading', { name, exact: true }) }),
  problems: (name: string): Locator => page.getByRole('list', { name: `Problems of ${name}` }),
  bar: (of: string) => page.getByRole('img', { name: new RegExp(`^${of} pages\\.`) }),
  openInFleet: () => page.getByRole('link', { name: 'Open in Fleet' }).click(),
})

interface Roles {
  readonly planner: ReturnType<typeof plannerOn>
  readonly imports: ReturnType<typeof importOn>
}

export const test = plain.extend<Roles>({
  planner: async ({ page }, use) => use(plannerOn(page)),
  imports: async ({ page }, use) => use(importOn(page)),
})
export { expect } from '@playwright/test'
