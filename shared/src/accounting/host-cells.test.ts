import { expect, test } from 'vitest'
import { formatCpus } from '../model/cpus.ts'
import { CellId } from '../model/ids.ts'
import { releaseById } from '../releases/index.ts'
import type { Rules } from '../releases/rules.ts'
import { KiB, PageSize, Pages } from '../units.ts'
import { type CapabilitiesCell, type CpuOptions, hostCells } from './host-cells.ts'

const rulesOf = (id: string) => releaseById(id)?.rules as Rules

const cpu = (id: number, siblings: number[], socket = 0) => ({ id, socket, siblings })

/** Four cores of two threads, 4 GiB and 1 KiB, 512 pages of 2 MiB among it. */
const cell: CapabilitiesCell = {
  id: CellId(0),
  memory: KiB(4 * 1024 * 1024 + 1),
  pages: [
    { size: PageSize(4), total: Pages(786432) },
    { size: PageSize(2048), total: Pages(512) },
  ],
  cpus: [0, 1, 2, 3, 4, 5, 6, 7].map((id) => cpu(id, [id % 4, (id % 4) + 4])),
}

const nothing: CpuOptions = {
  vcpuPinSet: undefined,
  cpuSharedSet: undefined,
  cpuDedicatedSet: undefined,
  reservedHugePages: [],
}

const first = (options: Partial<CpuOptions>, id: string, online?: number[]) => {
  const host = hostCells([cell], online, { ...nothing, ...options }, rulesOf(id))
  if (host.kind !== 'cells' || !host.cells[0]) throw new Error(`no cells: ${host.kind}`)
  return host.cells[0]
}

const cpusOf = (options: Partial<CpuOptions>, id: string, online?: number[]) => {
  const { cpuset, pcpuset } = first(options, id, online)
  return [formatCpus(cpuset), formatCpus(pcpuset)]
}

test.each<[name: string, Partial<CpuOptions>, release: string, shared: string, dedicated: string]>([
  ['one set of CPUs serves both', {}, 'stein', '0-7', '0-7'],
  ['vcpu_pin_set narrows that set', { vcpuPinSet: '^0,0-3' }, 'stein', '1-3', '1-3'],
  ['cpu_shared_set says nothing of it', { cpuSharedSet: '0-1' }, 'stein', '0-7', '0-7'],
  ['both kinds have all CPUs by default', {}, 'train', '0-7', '0-7'],
  ['the old option still serves both', { vcpuPinSet: '0-3' }, 'train', '0-3', '0-3'],
  ['with dedicated CPUs alone none is shared', { cpuDedicatedSet: '2-7' }, 'train', '', '2-7'],
  ['with shared CPUs alone none is dedicated', { cpuSharedSet: '0-1' }, 'train', '0-1', ''],
  ['each kind has its own', { cpuSharedSet: '0-1', cpuDedicatedSet: '2-7' }, 'train', '0-1', '2-7'],
])('%s (%j, %s)', (_, options, release, shared, dedicated) => {
  expect(cpusOf(options, release)).toEqual([shared, dedicated])
})

test('up to Stein a CPU of vcpu_pin_set that is offline is passed over', () => {
  expect(cpusOf({ vcpuPinSet: '6-7' }, 'stein', [0, 1, 2, 3, 4, 5, 6])).toEqual(['6', '6'])
})

test('since Train it stops the compute', () => {
  const host = hostCells([cell], [0, 1, 2], { ...nothing, vcpuPinSet: '2-3' }, rulesOf('train'))
  expect(host).toEqual({
    kind: 'invalid',
    exception: 'Invalid',
    option: 'vcpu_pin_set',
    value: '2-3',
    offline: [3],
  })
})

test('an option that names no CPU stops the compute', () => {
  const host = hostCells([cell], undefined, { ...nothing, vcpuPinSet: '0,^0' }, rulesOf('kilo'))
  expect(host).toMatchObject({ kind: 'invalid', option: 'vcpu_pin_set', offline: [] })
})

test('memory is cut to whole MiB', () => {
  expect(first({}, 'zed').memory).toBe(4 * 1024 * 1024)
})

test.each([
  ['mitaka', 0],
  ['newton', 64],
])('reserved pages in %s: %i', (id, pages) => {
  const reserved = [{ cell: CellId(0), size: PageSize(2048), count: Pages(64) }]
  expect(first({ reservedHugePages: reserved }, id).mempages.map(({ reserved }) => reserved)).toEqual([
    0,
    pages,
  ])
})

test('reserved pages of another node are not of this cell', () => {
  const reserved = [{ cell: CellId(1), size: PageSize(2048), count: Pages(64) }]
  expect(first({ reservedHugePages: reserved }, 'newton').mempages[1]?.reserved).toBe(0)
})

test.each([
  ['queens', '0,4'],
  ['rocky-18.0', '0,4 1'],
])('a core with one usable thread, in %s: %s', (id, cores) => {
  const { siblings } = first({ vcpuPinSet: '0,1,4' }, id)
  expect(siblings.map(formatCpus).sort().join(' ')).toBe(cores)
})

test('cores come in the order of a set of tuples', () => {
  expect(first({}, 'zed').siblings).toEqual([
    [3, 7],
    [0, 4],
    [2, 6],
    [1, 5],
  ])
})

test('a cell of two sockets has none', () => {
  const two = { ...cell, cpus: [cpu(0, [0], 0), cpu(1, [1], 1)] }
  const host = hostCells([two], undefined, nothing, rulesOf('wallaby'))
  expect(host).toMatchObject({ kind: 'cells', cells: [{ socket: undefined }] })
})

test('Juno knows CPUs and memory of a cell and no more', () => {
  expect(first({}, 'juno')).toMatchObject({ cpuset: [0, 1, 2, 3, 4, 5, 6, 7], siblings: [], mempages: [] })
})

test('Icehouse reports no cells', () => {
  expect(hostCells([cell], undefined, nothing, rulesOf('icehouse'))).toEqual({ kind: 'none' })
})
