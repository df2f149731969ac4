import { expect, test } from 'vitest'
import { rulesOf } from '../testing/placement.ts'
import { isForced } from './path.ts'

test.each<[rule: string, release: string, microversion: string | undefined, force: boolean, boolean]>([
  ['a named destination is forced up to Mitaka', 'mitaka', undefined, false, true],
  ['and judged by the filters from Newton', 'newton-14.0', undefined, false, false],
  ['below 2.30 it is forced as before', 'newton-14.0', '2.29', false, true],
  ['from 2.30 it is not', 'newton-14.0', '2.30', false, false],
  ['unless force says so', 'newton-14.0', '2.30', true, true],
  ['force holds for the newest of Rocky', 'rocky', undefined, true, true],
  ['2.67 knows force in Stein', 'stein', '2.67', true, true],
  ['2.68 does not', 'stein', '2.68', true, false],
  ['2.1 forces in every release', 'master', '2.1', false, true],
])('%s', (_, release, microversion, force, forced) => {
  expect(isForced({ microversion, force }, rulesOf(release))).toBe(forced)
})
