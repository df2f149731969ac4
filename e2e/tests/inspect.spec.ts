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
  await expect(page.getByRole('combobox', { name: 'Held against host' })).toHaveValue('libvirt-9')
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

test('the XML stands with its numbers, a finding leads to its line, and the line back to it', async ({
  page,
}) => {
  await page.goto('/inspect?snapshot=mib-where-kib-was-meant')
  await page.getByRole('combobox', { name: 'Held against host' }).fill('vir')
  await page.getByRole('option', { name: 'libvirt-9' }).click()
  await expect(page).toHaveURL(/host=libvirt-9/)
  await page.getByLabel('Domain XML').fill(asJunoWroteIt)
  await page.getByRole('button', { name: 'Inspect', exact: true }).click()

  const source = page.getByRole('region', { name: 'XML of instance-00000001' })
  await page.getByRole('button', { name: 'line 6' }).first().click()
  const line = source.getByRole('listitem').filter({ hasText: "cpus='0-2'" })
  await expect(line).toBeFocused()
  await line.getByRole('button', { name: /6144 has no unit/ }).click()
  await expect(
    page
      .getByRole('list', { name: /^Findings/ })
      .getByRole('listitem')
      .filter({ hasText: '6144 has no unit' }),
  ).toBeFocused()
})

test('files of a whole host are told apart by name, and what is no domain is only counted', async ({
  page,
}) => {
  await page.goto('/inspect')
  const choosing = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Choose files' }).click()
  const file = (name: string, text: string) => ({ name, mimeType: 'text/xml', buffer: Buffer.from(text) })
  await (await choosing).setFiles([
    file('juno.xml', asJunoWroteIt),
    file('second.xml', asJunoWroteIt.replace('00000001', '00000002')),
    file('README', 'dumped on Monday'),
  ])
  await expect(page.getByText('2 domains, 2 not as meant; 1 file holds no domain.')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'instance-00000002 second.xml, line 1' })).toBeVisible()
})
