import { expect, test } from 'vitest'
import { numaConstraints } from '../placement/request/numa-constraints.ts'
import { flavor } from '../testing/boots.ts'
import { releases } from './index.ts'
import { master } from './master.ts'
import { after, type Release } from './release.ts'

/*
 * What a new release needs, as README says: one file like this, one line in index.ts, one row for each change. This one
 * does not exist.
 */
const next = after(master, {
  id: '2099.1',
  name: '2099.1 Unwritten',
  nova: '99.0.0',
  changes: {
    lockedMemory: {
      to: 'not read',
      commit: '0123456789',
      since: '99.0.0',
      note: 'hw:locked_memory is no longer read.',
    },
  },
})

const withNext: readonly Release[] = [...releases, next]

const rows: readonly (readonly [rule: string, release: string, answer: string])[] = [
  ['hw:locked_memory needs a page size', 'master', 'LockMemoryForbidden'],
  ['hw:locked_memory is not read', '2099.1', 'topology'],
]

test.each(rows)('%s (%s)', (_, id, answer) => {
  const release = withNext.find((one) => one.id === id)
  const asked = numaConstraints(flavor('1 vCPU, 512, hw:locked_memory=true'), {}, (release ?? master).rules)
  expect(asked.kind === 'rejected' ? asked.exception : asked.kind).toBe(answer)
})

test('a new release has every rule of the one before but those it changed', () => {
  const changed = Object.entries(next.rules).filter(
    ([rule, value]) => value !== (master.rules as unknown as Readonly<Record<string, unknown>>)[rule],
  )
  expect(changed).toEqual([['lockedMemory', 'not read']])
  expect(next.before).toBe('master')
})
