import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { type Domain, parseDomains } from './domain.ts'

const text = readFileSync(join(import.meta.dirname, '../../../e2e/inputs/libvirt/domain.xml'), 'utf8')

const bare: Domain = {
  uuid: undefined,
  name: undefined,
  memory: undefined,
  currentMemory: undefined,
  vcpus: undefined,
  vcpuPins: [],
  emulatorPin: undefined,
  cells: [],
  numaMemory: undefined,
  memnodes: [],
  hugepages: undefined,
  nova: undefined,
}

test('a domain as Nova writes it: cells, their nodes and their pages', () => {
  expect(parseDomains(text)).toEqual({
    facts: [
      {
        ...bare,
        name: 'keep-2cells-nova',
        memory: 1048576,
        vcpus: 2,
        cells: [
          { id: 0, cpus: [0], memory: 524288 },
          { id: 1, cpus: [1], memory: 524288 },
        ],
        numaMemory: { mode: 'strict', nodeset: [0, 1] },
        memnodes: [
          { cell: 0, mode: 'strict', nodeset: [0] },
          { cell: 1, mode: 'strict', nodeset: [1] },
        ],
        hugepages: [{ size: 2048, cells: [0, 1] }],
      },
    ],
    problems: [],
  })
})

const domain = (inside: string) => `<domain>\n${inside}\n</domain>`
const one = (inside: string) => parseDomains(domain(`<memory>4</memory>${inside}`))
const found = (facts: Partial<Domain>) => ({ facts: [{ ...bare, memory: 4, ...facts }], problems: [] })

const cases: { name: string; inside: string; facts: Partial<Domain> }[] = [
  {
    name: 'vCPUs are pinned one by one, the emulator as a whole',
    inside:
      "<cputune><vcpupin vcpu='0' cpuset='4'/><vcpupin vcpu='1' cpuset='0-3,^2'/><emulatorpin cpuset='4-5'/></cputune>",
    facts: {
      vcpuPins: [
        { vcpu: 0, cpus: [4] },
        { vcpu: 1, cpus: [0, 1, 3] },
      ],
      emulatorPin: [4, 5],
    },
  },
  {
    name: 'hugepages without a page are of the default size',
    inside: '<memoryBacking><hugepages/></memoryBacking>',
    facts: { hugepages: [{ size: undefined, cells: undefined }] },
  },
  {
    name: 'a page without nodeset is for every cell',
    inside: "<memoryBacking><hugepages><page size='1' unit='G'/></hugepages></memoryBacking>",
    facts: { hugepages: [{ size: 1048576 as never, cells: undefined }] },
  },
  {
    name: 'cells without an id count in their order',
    inside: "<cpu><numa><cell memory='1' unit='MB'/><cell cpus='0-1' memory='2'/></numa></cpu>",
    facts: {
      cells: [
        { id: 0 as never, cpus: [], memory: 977 as never },
        { id: 1 as never, cpus: [0, 1], memory: 2 as never },
      ],
    },
  },
  {
    name: 'memory placed by libvirt has no nodeset',
    inside: "<numatune><memory mode='strict' placement='auto'/></numatune>",
    facts: { numaMemory: { mode: 'strict', nodeset: undefined } },
  },
  {
    name: 'Nova’s own metadata names guest and flavor',
    inside:
      "<metadata><nova:instance xmlns:nova='x'><nova:name>db-1</nova:name><nova:flavor name='hp.small'/></nova:instance></metadata>",
    facts: { nova: { name: 'db-1', flavor: 'hp.small' } },
  },
  {
    name: 'a defined domain has a uuid',
    inside: "<uuid>00000000-0000-4000-8000-000000000001</uuid><currentMemory unit='KiB'>2</currentMemory>",
    facts: { uuid: '00000000-0000-4000-8000-000000000001' as never, currentMemory: 2 as never },
  },
]
test.each(cases)('$name', ({ inside, facts }) => {
  expect(one(inside)).toEqual(found(facts))
})

test('domains may follow one another, or lie in libvirtd’s status', () => {
  const two = `${domain('<name>a</name><memory>4</memory>')}\n<domstatus>${domain('<name>b</name><memory>4</memory>')}</domstatus>`
  const { facts, problems } = parseDomains(two)
  expect(problems).toEqual([])
  expect(facts?.map(({ name }) => name)).toEqual(['a', 'b'])
})

test.each([
  {
    name: 'memory that is no number',
    inside: '<memory>much</memory>',
    line: 2,
    path: '/domain/memory',
    expected: 'a whole number',
  },
  {
    name: 'no memory at all',
    inside: '<name>a</name>',
    line: 1,
    path: '/domain',
    expected: 'a memory element',
  },
  {
    name: 'a cell without memory',
    inside: "<memory>4</memory>\n<cpu><numa>\n<cell id='0' cpus='0'/></numa></cpu>",
    line: 4,
    path: '/domain/cpu/numa/cell/@memory',
    expected: 'a whole number',
  },
  {
    name: 'a nodeset that is none',
    inside: "<memory>4</memory><numatune><memnode cellid='0' mode='strict' nodeset=''/></numatune>",
    line: 2,
    path: '/domain/numatune/memnode/@nodeset',
    expected: 'a list such as 0-3,^2,8',
  },
])('$name is named at its element', ({ inside, line, path, expected }) => {
  const { facts, problems } = parseDomains(domain(inside))
  expect(facts).toHaveLength(1)
  expect(problems).toMatchObject([{ severity: 'error', at: { line, path }, expected }])
})
