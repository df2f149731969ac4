import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { testApp } from './testing.ts'

const readme = readFileSync(join(import.meta.dirname, '../README.md'), 'utf8')
const examples = [
  ...readme.matchAll(/--json @- http:\/\/127\.0\.0\.1:8080(\S+) <<'EOF'\n([\s\S]*?)\n {4}EOF/g),
]

test('the README has an example to run', () => {
  expect(examples.length).toBeGreaterThan(0)
})

test.each(examples.map(([, path = '', body = '']) => [path, body]))(
  'the README’s example of %s is answered',
  async (path, body) => {
    const { post } = testApp()
    const answer = await post(path, body, { accept: 'text/plain' })
    expect(answer.status).toBe(200)
    expect(await answer.text()).toContain('compute-07')
  },
)
