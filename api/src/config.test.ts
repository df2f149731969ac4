import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { parseConfig } from './config.ts'

test('an empty environment has a value for everything', () => {
  expect(parseConfig({})).toEqual({
    ok: true,
    config: { port: 8080, data: resolve('data'), database: undefined, maxBodyBytes: 256 * 1024 * 1024 },
  })
})

test('what the operator set is taken', () => {
  expect(
    parseConfig({
      HEADROOM_PORT: '0',
      HEADROOM_DATA: '/srv/headroom',
      HEADROOM_MAX_BODY_MIB: '2',
      DATABASE_URL: 'postgres://headroom@127.0.0.1/headroom',
    }),
  ).toEqual({
    ok: true,
    config: {
      port: 0,
      data: '/srv/headroom',
      database: 'postgres://headroom@127.0.0.1/headroom',
      maxBodyBytes: 2 * 1024 * 1024,
    },
  })
})

test('every variable that is wrong is named with what was expected', () => {
  expect(parseConfig({ HEADROOM_PORT: '80808', HEADROOM_MAX_BODY_MIB: 'much' })).toEqual({
    ok: false,
    problems: [
      'HEADROOM_PORT: expected a port from 0 to 65535, found "80808"',
      'HEADROOM_MAX_BODY_MIB: expected a number of MiB from 1 to 1024, found "much"',
    ],
  })
})

test('what may hold a password is not repeated', () => {
  expect(parseConfig({ DATABASE_URL: 'mysql://headroom:hush@127.0.0.1/headroom' })).toEqual({
    ok: false,
    problems: ['DATABASE_URL: expected a URL that begins with postgres://'],
  })
})
