import { expect, test } from 'vitest'
import { hostCell } from '../testing/cells.ts'
import { flavor, rulesOf } from '../testing/placement.ts'
import { GiB, MiB } from '../units.ts'
import { guessCells } from './guess-cells.ts'

const full = [
  hostCell({ id: 0, memory: GiB(4), memoryUsage: GiB(4), cpuUsage: 4 }),
  hostCell({ id: 1, memory: GiB(4) }),
]
const pinned = { 'hw:numa_nodes': '1', 'hw:cpu_policy': 'dedicated' }

test.each([
  [
    'Juno counts what the flavor asks for on the first cells, full or not',
    'juno',
    { 'hw:numa_nodes': '1' },
    [0],
  ],
  ['Kilo counts it where it fits now', 'kilo', pinned, [1]],
  ['a flavor without cells takes none', 'kilo', {}, 'none'],
  ['nor does one that fits nowhere', 'kilo', { 'hw:numa_nodes': '4' }, 'none'],
])('%s', (_, release, extraSpecs, cells) => {
  const guessed = guessCells(full, flavor({ vcpus: 4, memoryMb: 4096, extraSpecs }), {}, rulesOf(release))
  expect(typeof guessed === 'string' ? guessed : guessed.cells.map(({ id }) => id)).toEqual(cells)
})

test('the guess has the memory the flavor asks for', () => {
  const guessed = guessCells(full, flavor({ memoryMb: 1024, extraSpecs: pinned }), {}, rulesOf('kilo'))
  expect(typeof guessed === 'object' && guessed.cells.map(({ memory }) => memory)).toEqual([MiB(1024)])
})
