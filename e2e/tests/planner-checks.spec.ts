import { releaseById, writeSnapshot } from '@headroom/shared'
import { cloudAtRandom, seeded } from '@headroom/shared/testing'
import { expect, test } from '../app.ts'
import { packedPlan } from '../plan-link.ts'

const zed = releaseById('zed')
if (!zed) throw new Error('Zed is gone')
const large = { ...cloudAtRandom({ hosts: 300, cells: [2] }, zed, seeded(11)), name: 'three hundred hosts' }
const plan = packedPlan({ do: 'boot', id: 'a', flavor: 'p1.large', image: {}, count: 1, on: undefined })

test.describe('hosts × checks of three hundred hosts', () => {
  test.beforeEach(async ({ page, planner, request }) => {
    const stored = await request.post('/api/v1/snapshots', { data: writeSnapshot(large) })
    const { id } = (await stored.json()) as { readonly id: string }
    await page.goto(`/plan?snapshot=${id}#plan=${plan}`)
    // A cloud of this size takes a while to open.
    await expect(planner.checks).toBeVisible({ timeout: 25_000 })
  })

  test('they stand by reason, with counts that add up, folded until one is opened', async ({ planner }) => {
    const heads = planner.checks.getByRole('gridcell', { name: /hosts?: / })
    await expect(heads.filter({ hasText: 'every check passes' })).toBeVisible()
    const counts = (await heads.allTextContents()).map((text) => Number(/([\d,]+) host/.exec(text)?.[1]))
    expect(counts.length).toBeGreaterThan(3)
    expect(counts.reduce((a, b) => a + b)).toBe(300)
    const rows = await planner.checks.getByRole('row').count()
    expect(rows).toBeLessThan(80)

    await heads.filter({ hasText: 'every check passes' }).click()
    await expect(planner.checks.getByRole('rowheader').nth(8)).toBeVisible()
    expect(await planner.checks.getByRole('row').count()).toBeLessThan(80)
  })

  test('a host is found by its name, and a cell opens by key into what was compared', async ({
    page,
    planner,
  }) => {
    await page.getByRole('searchbox', { name: 'Find a host' }).fill('compute-77')
    await expect(planner.checks.getByRole('rowheader', { name: 'compute-77', exact: true })).toBeVisible()
    await expect(page).toHaveURL(/find=compute-77/)
    await planner.checks.getByRole('link', { name: 'compute-77', exact: true }).focus()
    await page.keyboard.press('End')
    await page.keyboard.press('ArrowLeft')
    const cell = planner.checks.locator(':focus')
    await expect(cell).toHaveRole('gridcell')
    await planner.checks
      .getByRole('gridcell', { name: /free|cell|MiB|GiB/ })
      .first()
      .click()
    await expect(page.getByRole('dialog', { name: /of compute-77/ })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toBeHidden()
  })

  test('a column sorts by the number it shows, and the address says so', async ({ page, planner }) => {
    await planner.checks.getByRole('columnheader', { name: /NUMATopologyFilter/ }).click()
    await expect(page).toHaveURL(/sort=NUMATopologyFilter/)
    await expect(planner.checks.getByRole('columnheader', { name: /NUMATopologyFilter/ })).toHaveAttribute(
      'aria-sort',
      'ascending',
    )
  })
})
