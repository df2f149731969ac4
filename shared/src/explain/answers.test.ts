import { expect, test } from 'vitest'
import type { BookAnswer } from '../planner/answers.ts'
import { explainAlike, nameAnswers } from './answers.ts'
import { plain } from './sentence.ts'

test.each<[BookAnswer | undefined, BookAnswer | undefined, string]>([
  ['yes', 'no', 'passes Nova, fails on the host'],
  ['no', 'yes', 'refused by Nova, the host could'],
  ['unaware', 'yes', 'the host changes, Nova is not told'],
  [undefined, undefined, 'cannot be tried'],
  ['unknown', undefined, 'what would happen is not known'],
])('Nova %s, host %s: %s', (nova, host, says) => {
  expect(plain(nameAnswers({ nova, host }))).toBe(says)
})

test('releases that answer alike are named by the first and the last', () => {
  expect(plain(explainAlike('Icehouse', 'master'))).toBe(
    'Every release from Icehouse to master says the same.',
  )
})
