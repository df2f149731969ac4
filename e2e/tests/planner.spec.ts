import { expect, test } from '../app.ts'

test('the sixteenth guest: Nova takes cell 0 with 1,024 pages free, the kernel has 768, QEMU fails', async ({
  planner,
}) => {
  await planner.goto()
  await planner.open('The sixteenth guest')

  await expect(planner.step(1)).toContainText(
    /Boot 15 × m1\.small.*15 run.*host cell 0.*Nova accepts.*host accepts/s,
  )
  await expect(planner.step(2)).toContainText(/Nova accepts.*host refuses/s)
  await expect(planner.panel).toHaveAccessibleName('Step 2 · passes Nova, fails on the host')
  await expect(planner.bar('compute-07 cell 0 before')).toHaveAccessibleName(
    /15,360 claimed by Nova’s guests.*256 held by a third party and 768 free of 16,384.*15,360 used and 1,024 free of 16,384/,
  )
  await expect(planner.panel).toContainText('It needs 1,024 × 2 MiB; node 0 has 768 free')
  await expect(planner.panel).toContainText('ovs-vswitchd')
  await expect(planner.panel).toContainText('Node 1 has 16,128 free')
  await expect(planner.panel).toContainText('Cannot allocate memory')
  await expect(planner.verdictFor('compute-07')).toContainText('1,024 free, cell 0')
  await expect(planner.verdictFor('compute-07')).toContainText('768 free, node 0')
})

test('a guest too big for cell 0 goes to cell 1 and boots', async ({ planner }) => {
  await planner.goto()
  await planner.open('The sixteenth guest')
  await planner.select(3)
  await expect(planner.panel).toHaveAccessibleName('Step 3 · both books agree: yes')
  await expect(planner.panel).toContainText('It runs on compute-07, host cell 1.')
})

test('three such hosts are tried one after the other and end in no valid host', async ({ planner }) => {
  await planner.goto()
  await planner.open('Three hosts, three attempts')
  await expect(planner.panel).toHaveAccessibleName('Step 4 · passes Nova, fails on the host')
  await expect(planner.panel).toContainText('No valid host was found after 3 attempts')
  for (const [i, host] of ['compute-07', 'compute-08', 'compute-09'].entries()) {
    await expect(planner.verdictFor(host)).toContainText(`attempt ${i + 1}`)
    await expect(planner.verdictFor(host)).toContainText('1,024 free, cell 0')
    await expect(planner.verdictFor(host)).toContainText('768 free, node 0')
  }
})

test('Newton, told of the pages, sends the sixteenth guest to cell 1', async ({ planner }) => {
  await planner.goto()
  await planner.open('The same, told to Nova')
  await expect(planner.step(1)).toContainText('node:0,size:2048,count:256 ; node:1,size:2048,count:256')
  await planner.select(3)
  await expect(planner.panel).toContainText('It runs on compute-07, host cell 1.')
})

test('two gates, two answers: 336 MiB refused, 1,272 MiB accepted, and each release’s answer', async ({
  planner,
}) => {
  await planner.goto()
  await planner.open('Liberty refuses')
  await expect(planner.step(1)).toContainText(/gates disagree.*Nova refuses/s)
  await expect(planner.gate('Live migration to a named host')).toContainText(
    /336 MiB.*512 MiB.*refuses.*1,872 MiB − 1,536 MiB used/s,
  )
  await expect(planner.gate('Booting the same guest there')).toContainText(
    /not asked.*1,272 MiB.*512 MiB.*accepts.*1,872 MiB × 1\.5 − 1,536 MiB used/s,
  )
  await expect(planner.releases).toContainText(/Icehouse – Liberty.*Nova refuses.*336 MiB/s)
  await expect(planner.releases).toContainText(/Mitaka[^–]* – master.*Nova accepts.*It moves to compute-12/s)
})

test('the gate does not see vCPUs: Mitaka moves a guest where booting it would be refused', async ({
  planner,
}) => {
  await planner.goto()
  await planner.open('Mitaka accepts')
  await planner.select(3)
  await expect(planner.panel).toContainText('Booting the same guest there would be refused')
  await expect(planner.gate('Booting the same guest there')).toContainText(/refuses.*vCPU/s)
})

test('a plan is written in the link: another browser that opens it sees the same', async ({
  page,
  planner,
  browser,
  baseURL,
}) => {
  await planner.goto('/plan?snapshot=pages-nobody-told-nova-about&release=liberty')
  const form = await planner.add('A process takes pages')
  await form.getByRole('textbox', { name: 'Process' }).fill('dpdk-testpmd')
  await form.getByRole('combobox', { name: 'Host' }).fill('08')
  await page.getByRole('option', { name: 'compute-08' }).click()
  await form.getByRole('button', { name: /Pool/ }).click()
  await page.getByRole('option', { name: 'cell 1, 2 MiB' }).click()
  await form.getByRole('textbox', { name: 'Pages' }).fill('4096')
  await form.getByRole('button', { name: 'Add' }).click()
  await expect(planner.step(1)).toContainText(/dpdk-testpmd takes 4,096 × 2 MiB.*Nova is not told/s)

  const elsewhere = await browser.newContext({ ...(baseURL && { baseURL }) })
  const other = await elsewhere.newPage()
  await other.goto(page.url())
  await expect(other.getByRole('list', { name: 'Steps' })).toContainText('dpdk-testpmd takes 4,096 × 2 MiB')
  await elsewhere.close()
})

test('a plan is made, reordered, undone and redone by keyboard alone', async ({ page, planner }) => {
  await planner.goto('/plan?snapshot=pages-nobody-told-nova-about&release=liberty')
  await page.getByRole('button', { name: 'Add step' }).press('Enter')
  await page.keyboard.press('Enter')
  const form = page.getByRole('form')
  await expect(form.getByRole('button', { name: /Flavor/ })).toBeFocused()
  await page.keyboard.press('Enter')
  await page.getByRole('option', { name: 'm1.small' }).press('Enter')
  await expect(form.getByRole('button', { name: /Flavor/ })).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(form.getByRole('textbox', { name: 'How many' })).toBeFocused()
  await page.keyboard.type('16')
  await form.getByRole('button', { name: 'Add' }).press('Enter')
  await expect(planner.step(1)).toContainText('Boot 16 × m1.small')

  await page.getByRole('button', { name: 'Add step' }).press('Enter')
  await page.keyboard.press('Enter')
  await expect(form.getByRole('button', { name: /Flavor/ })).toBeFocused()
  await page.keyboard.press('Enter')
  await page.getByRole('option', { name: 'm1.medium' }).press('Enter')
  await expect(form.getByRole('button', { name: /Flavor/ })).toBeFocused()
  await form.getByRole('button', { name: 'Add' }).press('Enter')
  await expect(planner.step(2)).toContainText('Boot 1 × m1.medium')

  await planner.steps.getByRole('button', { name: /^Step 2: / }).focus()
  await page.keyboard.press('Alt+ArrowUp')
  await expect(planner.step(1)).toContainText('m1.medium')
  await page.keyboard.press('Control+z')
  await expect(planner.step(1)).toContainText('m1.small')
  await page.keyboard.press('Control+Shift+Z')
  await expect(planner.step(1)).toContainText('m1.medium')
})

for (const { plan, cells } of [
  {
    plan: 'As 2014.2.b3 writes it',
    cells: [/6,144 MiB.*memory='6144'.*6,144 KiB/s, /2,048 MiB.*memory='2048'.*2,048 KiB/s],
  },
  {
    plan: 'As 2014.2 writes it',
    cells: [/6,144 MiB.*memory='6291456'.*6,291,456 KiB/s, /2,048 MiB.*memory='2097152'.*2,097,152 KiB/s],
  },
]) {
  test(`${plan}: what the guest's cells ask for, what the XML says, what libvirt reads`, async ({
    page,
    planner,
  }) => {
    await planner.goto()
    await planner.open(plan)
    const written = page.getByRole('table', { name: /^What Nova writes/ })
    for (const [i, cell] of cells.entries())
      await expect(written.getByRole('row', { name: `cell ${i}` })).toContainText(cell)
  })
}

test('MiB where KiB was meant: old QEMU starts it wrong, QEMU 2.1 refuses, libvirt 9 shrinks it unasked', async ({
  planner,
}) => {
  await planner.goto()
  await planner.open('As 2014.2.b3 writes it')
  await expect(planner.step(1)).toContainText(/qemu-2-0.*8 MiB.*wrong topology/s)
  await expect(planner.step(2)).toContainText(/qemu-2-1.*host refuses/s)
  await expect(planner.step(3)).toContainText(/libvirt-9.*8 MiB.*8 GiB/s)
  await planner.select(2)
  await expect(planner.panel).toContainText('total memory for NUMA nodes')
})

test('as 2014.2 writes it, every QEMU and libvirt starts the guest as asked', async ({ planner }) => {
  await planner.goto()
  await planner.open('As 2014.2 writes it')
  for (const step of [1, 2, 3])
    await expect(planner.step(step)).toContainText(/It runs on .*Nova accepts.*host accepts/s)
})

test('a plan is saved under a name, and opened again from the server', async ({ page }) => {
  await page.goto('/plan?snapshot=pages-nobody-told-nova-about')
  await page.getByRole('button', { name: 'Add step' }).click()
  await page.getByRole('menuitem', { name: 'Lose a host' }).click()
  await page.getByRole('combobox', { name: 'Host' }).fill('compute-08')
  await page.getByRole('combobox', { name: 'Host' }).press('Escape')
  await page.getByRole('form').getByRole('button', { name: 'Add' }).click()
  await expect(page.getByText('Lose compute-08').first()).toBeVisible()

  const name = `lost ${Date.now()}`
  await page.getByRole('button', { name: 'Saved plans' }).click()
  await page.getByRole('textbox', { name: 'Name of this plan' }).fill(name)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText(`Saved as ${name}.`)).toBeVisible()

  await page.goto('/plan?snapshot=pages-nobody-told-nova-about')
  await page.getByRole('button', { name: 'Saved plans' }).click()
  await page.getByRole('button', { name: `Open ${name}` }).click()
  await expect(page.getByText('Lose compute-08').first()).toBeVisible()
})
