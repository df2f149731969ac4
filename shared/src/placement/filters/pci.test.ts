import { describe, expect, test } from 'vitest'
import { CellId } from '../../model/ids.ts'
import type { PciAlias, PciPool } from '../../model/pci.ts'
import { hostCell } from '../../testing/cells.ts'
import { request, state } from '../../testing/placement.ts'
import type { HostState } from '../host-state.ts'
import { judge } from '../judge.ts'
import { filters } from './filters.ts'

const alias = (name: string, shape: Partial<PciAlias> = {}): PciAlias => ({
  name,
  vendorId: '10de',
  productId: '20b5',
  deviceType: undefined,
  numaPolicy: undefined,
  ...shape,
})
const pool = (count: number, shape: Partial<PciPool> = {}): PciPool => ({
  vendorId: '10de',
  productId: '20b5',
  node: undefined,
  count,
  tags: {},
  ...shape,
})

const host = (pciPools: readonly PciPool[] | undefined, pciAliases: readonly PciAlias[] | undefined) => ({
  settings: { enabledFilters: undefined, maxAttempts: undefined, pciAliases },
  ...(pciPools ? { pciPools } : {}),
})
const asking = (text: string, extraSpecs: Readonly<Record<string, string>> = {}) =>
  request('zed', { extraSpecs: { 'pci_passthrough:alias': text, ...extraSpecs } })

function says(name: string, shape: Partial<HostState>, asked: ReturnType<typeof asking>): string {
  const answer = filters.get(name)?.(state('zed', shape), asked)
  if (answer?.kind === 'unknown') return `unknown: ${answer.gaps[0].what}`
  return answer?.kind === 'objects' ? answer.reasons[0].kind : `${answer?.kind}`
}

const gpu = [alias('gpu')]
const vf = pool(4, { tags: { dev_type: 'type-VF' } })
const pf = pool(1, { tags: { dev_type: 'type-PF' } })

test.each([
  ['as many as are free', host([pool(2)], gpu), 'gpu:2', 'passes'],
  ['one more', host([pool(2)], gpu), 'gpu:3', 'pci-devices-short'],
  ['from two pools', host([pool(1), pool(1)], gpu), 'gpu:2', 'passes'],
  ['of another product', host([pool(9, { productId: '1eb8' })], gpu), 'gpu:1', 'pci-devices-short'],
  ['no device at all', host([], gpu), 'gpu:1', 'pci-devices-short'],
  [
    'two aliases of the same device share it',
    host([pool(1)], [...gpu, alias('b')]),
    'gpu:1,b:1',
    'pci-devices-short',
  ],
  [
    'an alias of two products takes either',
    host([pool(1, { productId: '1eb8' })], [...gpu, alias('gpu', { productId: '1eb8' })]),
    'gpu:1',
    'passes',
  ],
  ['a physical function is not taken unasked', host([pf], gpu), 'gpu:1', 'pci-devices-short'],
  ['and is where it is asked for', host([pf], [alias('gpu', { deviceType: 'type-PF' })]), 'gpu:1', 'passes'],
  [
    'a virtual function where one is',
    host([pf, vf], [alias('gpu', { deviceType: 'type-VF' })]),
    'gpu:4',
    'passes',
  ],
  ['an alias nobody defined', host([pool(1)], gpu), 'fpga:1', 'request-invalid'],
  ['devices were not read', host(undefined, gpu), 'gpu:1', 'unknown: pci_stats'],
  ['aliases were not read', host([pool(1)], undefined), 'gpu:1', 'unknown: [pci] alias'],
])('PciPassthroughFilter: %s', (_, shape, asked, answer) => {
  expect(says('PciPassthroughFilter', shape, asking(asked))).toBe(answer)
})

describe('a guest with cells and devices', () => {
  const cells = [hostCell()]
  const numa = asking('gpu:1', { 'hw:numa_nodes': '1' })
  test('fits by cells alone where no device is on a node', () => {
    expect(says('NUMATopologyFilter', { ...host([pool(1)], gpu), cells }, numa)).toBe('passes')
  })
  test('is not judged where one is', () => {
    const bound = { ...host([pool(1, { node: CellId(0) })], gpu), cells }
    expect(says('NUMATopologyFilter', bound, numa)).toBe('unknown: PCI devices by NUMA cell')
  })
})

test('without the filter the claim asks for the devices', () => {
  const verdict = judge(state('zed', host([], gpu)), asking('gpu:1'), [])
  expect(
    verdict.outcome === 'rejected' && verdict.objections.map(({ by, reason }) => [by, reason.kind]),
  ).toEqual([['claim', 'pci-devices-short']])
})
