import { expect, test } from 'vitest'
import { notInstalled } from './dependencies.mjs'

const lock = (packages: Record<string, { version?: string; optional?: boolean; link?: boolean }>) => ({
  packages,
})

const asked = lock({
  '': { version: '0.1.0' },
  api: { version: '0.1.0' },
  'node_modules/hono': { version: '4.13.19' },
  'node_modules/fsevents': { version: '2.3.3', optional: true },
})

test.each([
  ['a fresh clone lacks everything but what is optional', undefined, ['node_modules/hono']],
  ['what the lock file says is installed', lock({ 'node_modules/hono': { version: '4.13.19' } }), []],
  [
    'another version is not what the lock file says',
    lock({ 'node_modules/hono': { version: '4.0.0' } }),
    ['node_modules/hono'],
  ],
])('%s', (_, installed, missing) => {
  expect(notInstalled(asked, installed)).toEqual(missing)
})
