import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cpuSet, formatCpus, parseCpus } from './cpus.ts'

test('a cpulist reads back as it was written', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(300)), (ids) => {
      const set = cpuSet(ids)
      expect(parseCpus(formatCpus(set))).toEqual(set)
    }),
  )
})

test.each(['0-', 'a', '3-1', '0,,1', '^2'])('%s is no cpulist', (text) => {
  expect(parseCpus(text)).toBeUndefined()
})
