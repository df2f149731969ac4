import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { explainStorm } from '../explain/again.ts'
import { explainFinding } from '../explain/finding.ts'
import { plain } from '../explain/sentence.ts'
import { GuestId } from '../model/ids.ts'
import { observe } from '../reality/observe.ts'
import { host } from '../testing/hosts.ts'
import { holds, observed } from '../testing/observed.ts'
import { GiB } from '../units.ts'
import { inspect } from './inspect.ts'

const domain = (...inside: readonly string[]) => `<domain type='kvm'>\n${inside.join('\n')}\n</domain>\n`
const cells = (...all: readonly string[]) => `<cpu><numa>\n${all.join('\n')}\n</numa></cpu>`

/** Severity, line and sentence of each finding. */
const said = (xml: string, on = machine()): string[] =>
  inspect(xml, on).domains.flatMap(({ findings }) =>
    findings.map((one) => `${one.severity} ${one.at.line}: ${plain(explainFinding(one))}`),
  )

const vm = GuestId('0c0ffee0-0000-4000-8000-000000000001')

/** Two nodes of 512 × 2 MiB; the guest above holds all of node 0. */
function machine() {
  const node = { memory: GiB(8), memoryFree: GiB(6), pools: [{ size: '2M', total: 512 }] }
  const book = observe(
    host('compute-01', {
      observed: observed({
        nodes: [
          { ...node, cpus: '0-3' },
          { ...node, cpus: '4-7' },
        ],
        holders: [holds('vm', 512, '2M', 0, { guest: vm })],
        libvirt: '9.0.0',
        qemu: '7.2.22',
      }),
    }),
  )
  if (!book) throw new Error('no book')
  return book
}

describe('units', () => {
  test.each([
    ['<memory unit="KiB">2097152</memory>', []],
    ['<memory>2097152</memory>', ['note 2: 2097152 has no unit; libvirt reads KiB: 2 GiB.']],
    [
      '<memory unit="MB">256</memory>',
      [
        'wrong 2: 256 MB counts in powers of 1,000: 250,000 KiB. In powers of 1,024 it would be 256 MiB.',
        'note 2: 250,000 KiB is no whole number of MiB; QEMU is given 245 MiB.',
      ],
    ],
    ['<memory unit="GiB">2</memory>', []],
    ['<memory unit="b">2147483648</memory>', []],
    [
      '<memory unit="gigs">2</memory>',
      [
        'wrong 2: gigs was found where b, bytes, or K M G T P E alone or with B (1000) or iB (1024) was expected; what depends on it is not judged.',
      ],
    ],
  ])('%s', (memory, says) => {
    expect(said(domain(memory, '<vcpu>1</vcpu>'))).toEqual(says)
  })
})

describe('cells', () => {
  const gib = '<memory unit="GiB">2</memory>\n<vcpu>2</vcpu>'
  test('written in MiB where libvirt reads KiB, they are told by their sum', () => {
    const xml = domain(
      gib,
      cells(
        '<cell id="0" cpus="0" memory="1024" unit="KiB"/>',
        '<cell id="1" cpus="1" memory="1024" unit="KiB"/>',
      ),
    )
    expect(said(xml).slice(0, 2)).toEqual([
      'wrong 2: libvirt takes the sum of the cells for the guest’s memory: it has 2 MiB where 2 GiB were asked for, and nobody says so.',
      'wrong 4: The cells add up to 2 MiB and the memory is 2 GiB, 1,024 times as much: the cells were written in MiB and are read as KiB.',
    ])
  })

  test('of 350 GiB each are 350 GiB each', () => {
    const xml = domain(
      '<memory unit="GiB">700</memory>\n<vcpu>128</vcpu>',
      cells(
        '<cell id="0" cpus="0-31,64-95" memory="350" unit="GiB"/>',
        '<cell id="1" cpus="32-63,96-127" memory="350" unit="GiB"/>',
      ),
    )
    const [read] = inspect(xml, undefined).domains
    expect(read?.cells.map(({ memory }) => memory.read)).toEqual([367_001_600, 367_001_600])
    expect(read?.cells.flatMap(({ vcpus }) => vcpus)).toHaveLength(128)
    expect(read?.findings.filter(({ severity }) => severity !== 'note')).toEqual([])
  })

  test.each([
    ['a vCPU in two cells', '0-1', '1', 'refused', 'vCPU 1 is in guest cell 0 and in guest cell 1.'],
    [
      'a vCPU beyond the guest’s',
      '0',
      '1-2',
      'refused',
      'Guest cell 1 has vCPU 2; the guest has 2, numbered from 0.',
    ],
    [
      'a vCPU in none',
      '0',
      '',
      'wrong',
      'vCPU 1 is in no guest cell; it is given to the first, and nobody says so.',
    ],
  ])('%s is said of an XML alone', (_, first, second, severity, says) => {
    const cell = (id: number, cpus: string) =>
      `<cell id="${id}"${cpus && ` cpus="${cpus}"`} memory="1" unit="GiB"/>`
    const [read] = inspect(domain(gib, cells(cell(0, first), cell(1, second))), undefined).domains
    const [worst] = read?.findings ?? []
    expect(worst && `${worst.severity}: ${plain(explainFinding(worst))}`).toBe(`${severity}: ${says}`)
  })
})

describe('against a host', () => {
  const huge = (node: number, uuid = '') =>
    domain(
      uuid,
      '<memory unit="GiB">1</memory>',
      '<vcpu>2</vcpu>',
      '<memoryBacking><hugepages><page size="2" unit="MiB"/></hugepages></memoryBacking>',
      `<numatune><memory mode="strict" nodeset="${node}"/></numatune>`,
      cells('<cell id="0" cpus="0-1" memory="1" unit="GiB"/>'),
    )

  test('a node that is short says who has the pages', () => {
    expect(said(huge(0))).toEqual([
      'refused 5: It needs 512 × 2 MiB; node 0 has 0 free. Node 1 has 512 free.',
    ])
  })
  test('a guest that runs there has its own pages to give', () => {
    expect(said(huge(0, `<uuid>${vm}</uuid>`))).toEqual([])
  })
  test('a node the host lacks', () => {
    expect(said(huge(3))).toEqual(['refused 6: It is bound to node 3, which this host does not have.'])
  })
  test('vCPUs that run on another node than their memory', () => {
    const xml = huge(1).replace(
      '<cpu>',
      '<cputune><vcpupin vcpu="0" cpuset="4"/>\n<vcpupin vcpu="1" cpuset="0"/></cputune>\n<cpu>',
    )
    expect(said(xml)).toEqual([
      'risk 8: vCPU 1 of guest cell 0 runs on node 0; the cell’s memory is on node 1.',
    ])
  })
  test('a whole host is judged domain by domain', () => {
    const { domains } = inspect(huge(0) + huge(1), machine())
    expect(domains.map(({ start }) => start?.outcome)).toEqual(['refuses', 'starts'])
    expect(domains.map(({ at }) => at.line)).toEqual([1, 11])
  })
  test('a whole host is judged together, the guests that run there too', () => {
    const own = `<uuid>${vm}</uuid>`
    const { together } = inspect(huge(0, own) + huge(1) + huge(1), machine())
    expect(together?.starts.map(({ verdict }) => verdict?.outcome)).toEqual(['starts', 'starts', 'refuses'])
    expect(together && plain(explainStorm(together))).toBe(
      'Started as listed, 2 of 3 run: node 1 has 512 of the 1,024 × 2 MiB they want together.',
    )
    expect(inspect(huge(0), machine()).together).toBeUndefined()
  })
})

test('an old libvirt does not read the unit of a cell', () => {
  const xml = domain(
    '<memory unit="GiB">1</memory>',
    '<vcpu>1</vcpu>',
    cells('<cell id="0" cpus="0" memory="1024" unit="MiB"/>'),
  )
  expect(said(xml, { ...machine(), libvirt: '1.2.9' })).toContain(
    'wrong 5: libvirt 1.2.9 does not read the unit of a cell: 1024 MiB are 1 MiB there, not 1 GiB.',
  )
  expect(said(xml, { ...machine(), libvirt: '1.2.11' })).not.toContain('does not read')
})

const text = domain(
  '<memory unit="GiB">1</memory>',
  '<memoryBacking><hugepages><page size="2" unit="MiB" nodeset="0"/></hugepages></memoryBacking>',
  '<numatune><memory mode="strict" nodeset="0-1"/><memnode cellid="0" mode="preferred" nodeset="1"/></numatune>',
  '<cputune><vcpupin vcpu="0" cpuset="4"/></cputune>',
  cells('<cell id="0" cpus="0" memory="1" unit="GiB" memAccess="shared"/>'),
)

test('cut anywhere or with anything in its midst it is read without throwing, and every finding has a place', () => {
  fc.assert(
    fc.property(fc.nat(text.length), fc.nat(40), fc.string(), fc.boolean(), (at, lost, put, alone) => {
      const told = inspect(
        `${text.slice(0, at)}${put}${text.slice(at + lost)}`,
        alone ? undefined : machine(),
      )
      const places = told.domains.flatMap(({ findings }) => findings.map(({ at }) => at.line))
      expect(places.every((line) => line !== undefined && line > 0)).toBe(true)
      expect(told.domains.length + told.problems.length).toBeGreaterThan(0)
      expect(JSON.parse(JSON.stringify(told))).toEqual(told)
    }),
    { numRuns: 300 },
  )
})

test.each([
  ['no domain', '<capabilities/>', '<domain>'],
  ['no XML', 'uuid: 7', 'well-formed XML'],
])('a text that is %s says so', (_, text, expected) => {
  expect(inspect(text, undefined)).toMatchObject({ domains: [], problems: [{ at: { line: 1 }, expected }] })
})
