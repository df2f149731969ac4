import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '../app.ts'

interface Pool {
  readonly of: string
  readonly says: string
}

const probes: readonly { readonly file: string; readonly bars: readonly Pool[] }[] = [
  {
    file: 'n2-seed-a.json',
    bars: [
      { of: 'compute-07 cell 0, 2 MiB', says: '256 held by a third party and 768 free of 1,024' },
      { of: 'compute-07 cell 1, 2 MiB', says: '1,024 free of 1,024' },
    ],
  },
  {
    file: 'n2-libvirt.json',
    bars: [
      { of: 'compute-08 cell 0, 2 MiB', says: '128 held by a third party and 640 free of 1,024' },
      { of: 'compute-08 cell 1, 2 MiB', says: '32 held by a third party and 224 free of 512' },
      { of: 'compute-08 cell 1, 1 GiB', says: '1 free of 1' },
    ],
  },
  {
    file: 'n4.json',
    bars: [
      { of: 'compute-11 cell 0, 2 MiB', says: '140 held by a third party and 116 free of 256' },
      { of: 'compute-11 cell 1, 2 MiB', says: '40 held by a third party and 152 free of 192' },
      { of: 'compute-11 cell 2, 2 MiB', says: '88 held by a third party and 40 free of 128' },
      { of: 'compute-11 cell 3, 2 MiB', says: '64 held by a third party and 0 free of 64' },
    ],
  },
  {
    file: 'odd.json',
    bars: [
      { of: 'compute-12 cell 0, 2 MiB', says: '128 free of 128' },
      { of: 'compute-12 cell 2, 2 MiB', says: '50 held by a third party and 78 free of 128' },
    ],
  },
  {
    file: 'g1-asym.json',
    bars: [
      { of: 'compute-21 cell 0, 2 MiB', says: '64 held by a third party and 192 free of 256' },
      { of: 'compute-21 cell 1, 2 MiB', says: '128 free of 128' },
      { of: 'compute-21 cell 1, 1 GiB', says: '1 held by a third party and 2 free of 3' },
    ],
  },
]

for (const { file, bars } of probes) {
  test(`the probe document ${file} becomes a host with its bars`, async ({ imports }) => {
    await imports.goto()
    await imports.drop(`probe/${file}`)
    await expect(imports.file(file)).toContainText('no problems')
    for (const { of, says } of bars) await expect(imports.bar(of)).toHaveAccessibleName(new RegExp(says))
  })
}

test('all probe documents at once are five hosts, and open in Fleet', async ({ page, imports }) => {
  await imports.goto()
  await imports.drop(...probes.map(({ file }) => `probe/${file}`))
  await expect(page.getByText('5 hosts are understood')).toBeVisible()
  await imports.openInFleet()
  const hosts = page.getByRole('table', { name: 'Hosts' })
  for (const host of ['compute-07', 'compute-08', 'compute-11', 'compute-12', 'compute-21'])
    await expect(hosts.getByRole('link', { name: host, exact: true })).toBeVisible()
})

test('a row of Nova’s and the probe of the same host: the books disagree, and the line that mends it is there', async ({
  page,
  imports,
}) => {
  await imports.goto()
  await imports.drop('probe/n2-seed-a.json', 'nova/compute-07-numa-topology.json')
  await expect(page.getByText('both books')).toBeVisible()
  await expect(imports.bar('compute-07 cell 0, 2 MiB')).toHaveAccessibleName(
    /768 free of 1,024.*Nova would promise 256 pages .* that the host does not have/,
  )
  await page.getByRole('link', { name: 'compute-07' }).first().click()
  await expect(page.getByRole('heading', { level: 1, name: 'compute-07' })).toBeVisible()
  await expect(page.getByText('reserved_huge_pages = node:0,size:2048,count:256').first()).toBeVisible()
})

interface Broken {
  readonly file: string
  readonly format?: string
  readonly problems: readonly { readonly line?: number; readonly path?: string; readonly expected: string }[]
}
const broken = JSON.parse(
  readFileSync(join(import.meta.dirname, '../inputs/broken/index.json'), 'utf8'),
) as readonly Broken[]

for (const { file, format, problems } of broken) {
  test(`the broken ${file} names its place, and the good file beside it is read whole`, async ({
    imports,
  }) => {
    await imports.goto()
    await imports.drop(`broken/${file}`, 'probe/n4.json')
    await expect(imports.file('n4.json')).toContainText('no problems')
    await expect(imports.bar('compute-11 cell 3, 2 MiB')).toHaveAccessibleName(/0 free of 64/)
    await expect(imports.file(file)).toContainText(format ?? 'not recognised')
    for (const { line, path, expected } of problems.slice(0, 4)) {
      const problem = imports.problems(file).getByRole('listitem').filter({ hasText: expected })
      if (line !== undefined) await expect(problem.first()).toContainText(`Line ${line}`)
      if (path !== undefined) await expect(problem.first()).toContainText(path)
    }
  })
}

test('what was dropped is saved, and its address opens after the page is gone', async ({ page, imports }) => {
  await imports.goto()
  await imports.drop('probe/n4.json')
  await page.getByRole('button', { name: 'Save to the server' }).click()
  await page.getByRole('link', { name: 'Open the saved snapshot' }).click()
  await expect(page.getByRole('link', { name: 'compute-11', exact: true }).first()).toBeVisible()
  await page.reload()
  await expect(page.getByRole('link', { name: 'compute-11', exact: true }).first()).toBeVisible()
  await imports.goto()
  await page.getByRole('button', { name: 'Remove compute-11' }).click()
  await expect(page.getByRole('button', { name: 'Remove compute-11' })).toHaveCount(0)
})
