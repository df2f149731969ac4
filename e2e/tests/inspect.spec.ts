import { expect, test } from '../app.ts'

/** What Juno's milestone wrote for the third fault: cells in MiB, read as KiB. */
const asJunoWroteIt = `<domain type='kvm'>
  <name>instance-00000001</name>
  <memory>8388608</memory>
  <vcpu>4</vcpu>
  <cpu><numa>
    <cell id='0' cpus='0-2' memory='6144'/>
    <cell id='1' cpus='3' memory='2048'/>
  </numa></cpu>
</domain>`

test('cells that were written in MiB are found at their lines, and a host says what it would make of them', async ({
  page,
}) => {
  await page.goto('/hosts/libvirt-9?snapshot=mib-where-kib-was-meant')
  await page.getByRole('link', { name: 'Inspect XML' }).click()
  await expect(page.getByLabel('Held against host')).toHaveValue('libvirt-9')
  await page.getByLabel('Domain XML').fill(asJunoWroteIt)
  await page.getByRole('button', { name: 'Inspect', exact: true }).click()

  const domain = page.getByRole('article', { name: 'instance-00000001' })
  const findings = domain.getByRole('list', { name: 'Findings in instance-00000001' })
  await expect(findings).toContainText('6144 has no unit; libvirt reads KiB: 6 MiB.')
  await expect(findings).toContainText("line 6<cell id='0' cpus='0-2' memory='6144'/>")
  await expect(findings).toContainText('8 MiB')
  await expect(domain.getByText('8 MiB ≠ memory')).toBeVisible()
})

test('a text that is no domain XML is said to be none', async ({ page }) => {
  await page.goto('/inspect')
  await page.getByLabel('Domain XML').fill('<network/>')
  await page.getByRole('button', { name: 'Inspect', exact: true }).click()
  await expect(page.getByRole('region', { name: 'What was not understood' })).toContainText(
    '<domain> was expected',
  )
})
