import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parseCapabilities } from './capabilities.ts'

const text = readFileSync(join(import.meta.dirname, '../../../e2e/inputs/libvirt/capabilities.xml'), 'utf8')

test('cells have memory, pools, distances and CPUs', () => {
  const { facts, problems } = parseCapabilities(text)
  expect(problems).toEqual([])
  expect(facts?.uuid).toBe('749d46b2-d769-451f-9155-b93b97402a01')
  expect(facts?.cells[1]).toEqual({
    id: 1,
    memory: 3094580,
    pages: [
      { size: 4, total: 249357 },
      { size: 2048, total: 512 },
      { size: 1048576, total: 1 },
    ],
    distances: [
      { node: 0, value: 21 },
      { node: 1, value: 10 },
    ],
    cpus: [
      { id: 4, socket: 1, siblings: [4, 5] },
      { id: 5, socket: 1, siblings: [4, 5] },
      { id: 6, socket: 1, siblings: [6, 7] },
      { id: 7, socket: 1, siblings: [6, 7] },
    ],
  })
})

test('a node without memory has no memory element, one without CPUs an empty list', () => {
  const { facts, problems } = parseCapabilities(`<capabilities><host><topology><cells num='2'>
    <cell id='0'><memory unit='KiB'>1951728</memory><cpus num='0'/></cell>
    <cell id='1'><pages unit='KiB' size='2048'>0</pages><cpus num='1'><cpu id='2'/></cpus></cell>
  </cells></topology></host></capabilities>`)
  expect(problems).toEqual([])
  expect(facts?.cells.map(({ memory, cpus }) => [memory, cpus])).toEqual([
    [1951728, []],
    [undefined, [{ id: 2, socket: undefined, siblings: undefined }]],
  ])
})

interface Case {
  readonly name: string
  readonly broken: string
  readonly line: number
  readonly path: string
  readonly expected: string
  /** Pools and CPUs that are left. */
  readonly left: readonly [pools: number, cpus: number]
}
const cell = (n: number) => `/capabilities/host/topology/cells/cell[${n}]`
const cases: Case[] = [
  {
    name: 'a total that is no number loses its pool alone',
    broken: text.replace('>512<', '>512 free<'),
    line: 47,
    path: `${cell(2)}/pages[2]`,
    expected: 'a whole number',
    left: [5, 8],
  },
  {
    name: 'a unit libvirt does not know is named',
    broken: text.replace("unit='KiB' size='2048'>1024", "unit='kilo' size='2048'>1024"),
    line: 31,
    path: `${cell(1)}/pages[2]/@unit`,
    expected: 'b, bytes, or K M G T P E alone or with B (1000) or iB (1024)',
    left: [5, 8],
  },
  {
    name: 'siblings that are no list leave the CPU standing',
    broken: text.replace("siblings='2-3'", "siblings='2..3'"),
    line: 40,
    path: `${cell(1)}/cpus/cpu[3]/@siblings`,
    expected: 'a list such as 0-3,^2,8',
    left: [6, 8],
  },
  {
    name: 'a CPU without an id is left out',
    broken: text.replace("<cpu id='7'", '<cpu'),
    line: 57,
    path: `${cell(2)}/cpus/cpu[4]/@id`,
    expected: 'a whole number',
    left: [6, 7],
  },
  {
    name: 'a text cut short keeps the cells before the cut',
    broken: text.slice(0, text.indexOf("<cell id='1'>")),
    line: 44,
    path: '/capabilities/host/topology/cells',
    expected: '</cells>',
    left: [3, 4],
  },
]
test.each(cases)('$name', ({ broken, line, path, expected, left }) => {
  const { facts, problems } = parseCapabilities(broken)
  expect(problems).toMatchObject([{ severity: 'error', at: { line, path }, expected }])
  const cells = facts?.cells ?? []
  expect([cells.flatMap(({ pages }) => pages).length, cells.flatMap(({ cpus }) => cpus).length]).toEqual(left)
})

test('capabilities without a topology say so', () => {
  expect(parseCapabilities('<capabilities>\n<host/>\n</capabilities>')).toEqual({
    facts: { uuid: undefined, cells: [] },
    problems: [
      { severity: 'error', at: { line: 2, path: '/capabilities/host' }, expected: 'topology/cells' },
    ],
  })
})
