import { expect, test } from '@playwright/test'

for (const path of ['/', '/plan', '/import', '/releases']) {
  test(`${path} asks no host but its own and breaks no rule of its own`, async ({ page, baseURL }) => {
    const elsewhere: string[] = []
    const complaints: string[] = []
    page.on('request', (request) => {
      const url = request.url()
      if (!/^(data|blob):/.test(url) && new URL(url).origin !== baseURL) elsewhere.push(url)
    })
    page.on('console', (message) => {
      if (message.type() === 'error') complaints.push(message.text())
    })
    page.on('pageerror', (error) => complaints.push(error.message))

    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    expect(elsewhere).toEqual([])
    expect(complaints).toEqual([])
  })
}
