import { CellId, HostId, observe, plain } from '@headroom/shared'
import { expect, test } from 'vitest'
import { sketch } from '../../testing/sketch.ts'
import { inspectView } from './view-model.ts'

const domain = (name: string, pages: number, node: number) => `<domain type='kvm'>
  <name>${name}</name>
  <memory unit='KiB'>${pages * 2048}</memory>
  <memoryBacking><hugepages><page size='2048' unit='KiB' nodeset='0'/></hugepages></memoryBacking>
  <vcpu>2</vcpu>
  <numatune>
    <memory mode='strict' nodeset='${node}'/>
    <memnode cellid='0' mode='strict' nodeset='${node}'/>
  </numatune>
  <cpu><numa>
    <cell id='0' cpus='0-1' memory='${pages * 2048}' unit='KiB'/>
  </numa></cpu>
</domain>`

const pasted = (text: string) => ({ name: undefined, text })

const inMib = `<domain type='kvm'>
  <name>juno</name>
  <memory>8388608</memory>
  <vcpu>4</vcpu>
  <cpu><numa>
    <cell id='0' cpus='0-2' memory='6144'/>
    <cell id='1' cpus='3' memory='2048'/>
  </numa></cpu>
</domain>`

const [host] = sketch('one', 'zed', [
  { name: 'compute-07', cells: [{ total: 1024, third: { 'ovs-vswitchd': 256 } }, { total: 1024 }] },
]).hosts
if (!host) throw new Error('the sketch has a host')
const reality = observe(host, [])

test('cells written in MiB stand out, each number at its line', () => {
  const [juno] = inspectView([pasted(inMib)], undefined, 'none').domains
  expect(juno).toMatchObject({ name: 'juno', line: 1, memory: 8388608, cellSum: 8192, start: undefined })
  expect(juno?.cells.map(({ line, written, memory }) => [line, written, memory])).toEqual([
    [6, '6144', 6144],
    [7, '2048', 2048],
  ])
  const said = juno?.findings.map(({ words }) => plain(words)).join('\n')
  expect(said).toContain('the cells were written in MiB and are read as KiB')
})

test('a finding carries the line it is about', () => {
  const [juno] = inspectView([pasted(inMib)], undefined, 'none').domains
  const unsaid = juno?.findings.find(({ words }) => plain(words).startsWith('6144 has no unit'))
  expect(unsaid).toMatchObject({ line: 6, text: "<cell id='0' cpus='0-2' memory='6144'/>" })
})

test('a guest is held against the host: its pages, and what the host says', () => {
  const [large] = inspectView([pasted(domain('large', 1024, 0))], reality, HostId('compute-07')).domains
  expect(large?.cells).toMatchObject([
    { id: CellId(0), vcpus: '0-1', pages: { size: 2048, count: 1024 }, bound: 'strict, node 0' },
  ])
  expect(large?.start?.outcome).toBe('refuses')
  expect(large?.start && plain(large.start.words)).toContain('768')
})

test('several are started together, in the order of the text', () => {
  const { domains, together } = inspectView(
    [pasted([domain('a', 512, 0), domain('b', 512, 0)].join('\n'))],
    reality,
    HostId('compute-07'),
  )
  expect(domains.map(({ name, line }) => [name, line])).toEqual([
    ['a', 1],
    ['b', 14],
  ])
  expect(together && plain(together)).toContain('1 of 2 run')
})

test('a text that is no domain says what was expected', () => {
  const { domains, problems } = inspectView([pasted('<network/>')], undefined, 'none')
  expect(domains).toEqual([])
  expect(problems).toMatchObject([{ line: 1, expected: '<domain>' }])
})

test('of a folder each domain is told by its file and its line there, and what is no domain is only counted', () => {
  const view = inspectView(
    [
      { name: 'a.xml', text: domain('a', 512, 0) },
      { name: 'notes.txt', text: 'nothing' },
      { name: 'cut.xml', text: '<domain><name>cut' },
      { name: 'b.xml', text: `\n${domain('b', 512, 0)}\n\n` },
    ],
    reality,
    HostId('compute-07'),
  )
  expect(view.domains.map(({ name, file, line }) => [name, file, line])).toEqual([
    ['a', 'a.xml', 1],
    ['a domain without a name', 'cut.xml', 1],
    ['b', 'b.xml', 2],
  ])
  expect(view.domains[2]?.source[0]).toBe("<domain type='kvm'>")
  expect(view.domains[2]?.source.at(-1)).toBe('</domain>')
  expect(view.skipped).toBe(1)
  expect(view.problems.map(({ file }) => file)).toEqual(['cut.xml'])
  expect(view.together && plain(view.together)).toContain('1 of 2 run')
})

test('a guest that starts is told which pages it gets, of those that were free', () => {
  const [small] = inspectView([pasted(domain('small', 512, 0))], reality, HostId('compute-07')).domains
  expect(small?.gets).toEqual([{ node: 0, size: 2048, pages: 512, free: 768 }])
})
