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

describe('two aliases of one device', () => {
  const both = host([pool(1)], [...gpu, alias('b')])
  const verdict = (release: string) =>
    judge(state(release, both), request(release, { extraSpecs: { 'pci_passthrough:alias': 'gpu:1,b:1' } }), [
      'PciPassthroughFilter',
    ])
  test.each(['victoria', 'zed'])('do not share it in %s', (release) => {
    expect(verdict(release).outcome).toBe('rejected')
  })
  test.each(['wallaby', 'yoga'])('are taken for two in %s, and the guest starts without', (release) => {
    const { outcome, ...said } = verdict(release)
    expect([outcome, 'overlooked' in said && said.overlooked?.[0].kind]).toEqual([
      'fits',
      'pci-devices-short',
    ])
  })
})

/** Four cells, of which each two are on a socket. */
const cells = [0, 1, 2, 3].map((id) => ({
  ...hostCell({ id: CellId(id) }),
  socket: id < 2 ? 0 : 1,
}))
const onNode = (id: number, count = 1) => pool(count, { node: CellId(id) })

/** The cells that the filter finds, or what it objects. */
function placed(
  release: string,
  pools: readonly PciPool[],
  policy: string | undefined,
  extraSpecs: Readonly<Record<string, string>> = {},
  shape: Partial<HostState> = {},
): string {
  const { settings } = host(pools, [alias('gpu', { numaPolicy: policy })])
  const asked = request(release, {
    vcpus: 2,
    extraSpecs: { 'hw:numa_nodes': '1', 'pci_passthrough:alias': 'gpu:1', ...extraSpecs },
  })
  const answer = filters.get('NUMATopologyFilter')?.(
    state(release, { cells, pciPools: pools, settings, ...shape }),
    asked,
  )
  if (answer?.kind === 'passes') return `on ${answer.placed?.cells.map(({ id }) => id).join()}`
  return answer?.kind === 'objects' ? answer.reasons[0].kind : `${answer?.kind}`
}

const elsewhere = 'pci-devices-elsewhere'
const cell3 = { cells: cells.slice(0, 3) }

describe('NUMATopologyFilter of a guest with devices', () => {
  test.each<[rule: string, release: string, pools: PciPool[], policy: string | undefined, answer: string]>([
    ['a cell with the device', 'kilo', [onNode(2)], undefined, 'on 2'],
    ['any cell, for a device of none', 'kilo', [pool(1)], undefined, 'on 0'],
    ['a cell with the device', 'pike', [onNode(2)], undefined, 'on 2'],
    ['nothing said is legacy', 'queens', [onNode(2)], undefined, 'on 2'],
    ['required is the device’s cell', 'queens', [pool(1), onNode(2)], 'required', 'on 2'],
    ['required is no device of no cell', 'queens', [pool(1)], 'required', elsewhere],
    ['legacy is a device of no cell too', 'queens', [pool(1), onNode(2)], 'legacy', 'on 0'],
    ['preferred is any cell', 'queens', [onNode(2)], 'preferred', 'on 0'],
    ['preferred tries the cell with devices first', 'zed', [onNode(2)], 'preferred', 'on 2'],
    ['socket is a cell beside the device’s', 'wallaby', [onNode(3)], 'socket', 'on 2'],
    ['socket is no device of no cell', 'wallaby', [pool(1)], 'socket', elsewhere],
    ['an alias has no policy socket', 'victoria', [onNode(3)], 'socket', 'request-invalid'],
  ])('%s in %s', (_, release, pools, policy, answer) => {
    expect(placed(release, pools, policy)).toBe(answer)
  })

  test.each<[rule: string, release: string, answer: string]>([
    ['is not read', 'train', elsewhere],
    ['goes before the alias’s', 'ussuri', 'on 0'],
  ])('the flavor’s own policy %s in %s', (_, release, answer) => {
    const preferred = { 'hw:pci_numa_affinity_policy': 'preferred' }
    expect(placed(release, [onNode(3)], 'required', preferred, cell3)).toBe(answer)
  })

  test('cells that do not know their socket have no device by it', () => {
    const lost = { cells: cells.map((cell) => ({ ...cell, socket: undefined })) }
    expect(placed('wallaby', [onNode(3)], 'socket', {}, lost)).toBe('on 3')
    expect(placed('wallaby', [onNode(3)], 'socket', {}, { cells: lost.cells.slice(0, 3) })).toBe(elsewhere)
  })

  test('devices of two cells are enough for a guest on both', () => {
    const two = { 'hw:numa_nodes': '2', 'pci_passthrough:alias': 'gpu:2' }
    expect(placed('zed', [onNode(1), onNode(3)], 'required', two)).toBe('on 1,3')
    expect(placed('xena', [onNode(1), onNode(3)], 'required', two)).toBe('on 1,3')
    expect(placed('xena', [onNode(1), onNode(3)], 'required', { ...two, 'hw:numa_nodes': '1' })).toBe(
      elsewhere,
    )
  })

  test('what was not read leaves it open', () => {
    expect(placed('zed', [], undefined, {}, { pciPools: undefined })).toBe('unknown')
  })
})

describe('the cells of a guest without devices', () => {
  const without = (release: string, pools: readonly PciPool[]) => {
    const { settings } = host(pools, gpu)
    const asked = request(release, { extraSpecs: { 'hw:numa_nodes': '1' } })
    const verdict = judge(state(release, { cells, pciPools: pools, settings }), asked, ['NUMATopologyFilter'])
    return verdict.outcome === 'fits' && verdict.placed?.cells[0]?.id
  }
  const first = [onNode(0), onNode(1)]
  test.each([
    ['zed', 0],
    ['2026.1', 0],
    ['master', 2],
  ])('are chosen by the claim, in %s', (release, cell) => {
    expect(without(release, first)).toBe(cell)
  })
  test.each([
    ['ocata', 0],
    ['pike', 2],
    ['xena', 2],
    ['zed', 2],
  ])('are those without devices to the filter, in %s', (release, cell) => {
    expect(placed(release, first, undefined, { 'pci_passthrough:alias': '' })).toBe(`on ${cell}`)
  })
})

test('without the filter the claim asks for the devices', () => {
  const verdict = judge(state('zed', host([], gpu)), asking('gpu:1'), [])
  expect(
    verdict.outcome === 'rejected' && verdict.objections.map(({ by, reason }) => [by, reason.kind]),
  ).toEqual([['claim', 'pci-devices-short']])
})
