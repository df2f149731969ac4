import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { expect, test } from '../app.ts'

const take = async (page: Page, what: string) => {
  await page.getByRole('button', { name: 'Export' }).click()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: what }).click(),
  ])
  return { name: download.suggestedFilename(), path: await download.path() }
}

test('a plan is taken away as report, commands, table and itself', async ({ page, planner }) => {
  await planner.goto()
  await planner.open('The sixteenth guest')
  for (const [what, name, has] of [
    ['Report', 'headroom-plan.md', '768'],
    ['Commands, with checks', 'headroom-plan.sh', 'openstack'],
    ['Table', 'headroom-plan.csv', 'm1.small'],
    ['The plan itself', 'headroom-plan.json', 'headroom_plan'],
  ] as const) {
    const file = await take(page, what)
    expect(file.name).toBe(name)
    expect(await readFile(file.path, 'utf8')).toContain(has)
  }
})

test('a plan that was taken away opens as it was, from its file', async ({ page, planner }) => {
  await planner.goto()
  await planner.open('The sixteenth guest')
  await expect(planner.step(2)).toContainText('host refuses')
  const { path } = await take(page, 'The plan itself')
  await planner.goto()
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByRole('button', { name: 'chosen here' }).click(),
  ])
  await chooser.setFiles(path)
  await expect(page.getByRole('status', { name: 'Opened file' })).toContainText('is open')
  await expect(planner.step(2)).toContainText('host refuses')
  await expect(page).toHaveURL(/snapshot=pages-nobody-told-nova-about&release=liberty/)
})

test('a file that is no plan is named with line and path, and the plan stays', async ({ page, planner }) => {
  await planner.goto()
  await planner.open('The sixteenth guest')
  await expect(planner.step(2)).toContainText('host refuses')
  await page.getByRole('button', { name: 'Saved plans' }).click()
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByRole('button', { name: 'Open a plan’s file' }).click(),
  ])
  const text = '{\n  "headroom_plan": 1,\n  "actions": [{ "do": "resize", "guest": "g" }]\n}\n'
  await chooser.setFiles({ name: 'broken.json', mimeType: 'application/json', buffer: Buffer.from(text) })
  await expect(page.getByRole('alert')).toContainText('broken.json cannot be read as a plan.')
  await expect(page.getByRole('alert')).toContainText('line 3, actions[0].flavor')
  await expect(planner.steps.getByRole('listitem')).toHaveCount(3)
})
