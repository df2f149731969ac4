import { describe, expect, test } from 'vitest'
import { AggregateId, HostId } from '../model/ids.ts'
import { type Inventory, ProviderId } from '../model/provider.ts'
import { hostCell } from '../testing/cells.ts'
import { request, state } from '../testing/placement.ts'
import { Placement } from './inventory.ts'
import type { HostProvider } from './providers.ts'

/** An inventory as one says it: `'VCPU 16 × 4'`, `'CUSTOM_GPU 8, 2 reserved, 2 to 4 by 2'`. */
function inventory(text: string): Inventory {
  const number = (pattern: RegExp, otherwise: number) => Number(pattern.exec(text)?.[1] ?? otherwise)
  const total = number(/^\w+ (\d+)/, Number.NaN)
  return {
    resourceClass: /^\w+/.exec(text)?.[0] ?? '',
    total,
    reserved: number(/(\d+) reserved/, 0),
    allocationRatio: number(/× ([\d.]+)/, 1),
    minUnit: number(/(\d+) to/, 1),
    maxUnit: number(/to (\d+)/, total),
    stepSize: number(/by (\d+)/, 1),
  }
}

const provider = (
  inventories: readonly string[],
  shape: Partial<HostProvider['provider']> & Pick<Partial<HostProvider>, 'used'> = {},
): HostProvider => {
  const { used = {}, ...of } = shape
  return {
    provider: {
      id: ProviderId('root'),
      name: 'host-1',
      parent: undefined,
      host: HostId('host-1'),
      inventories: inventories.map(inventory),
      usages: undefined,
      traits: [],
      aggregates: [],
      ...of,
    },
    used: 'used' in shape ? shape.used : used,
  }
}

type Asked = Parameters<typeof request>[1]

function says(
  release: string,
  providers: readonly HostProvider[],
  asked: Asked = {},
  shape: Parameters<typeof state>[1] = {},
): string {
  const answer = Placement(state(release, { ...shape, providers }), request(release, asked))
  if (answer.kind === 'passes') return 'passes'
  if (answer.kind === 'unknown') return `unknown: ${answer.gaps.map(({ what }) => what).join(' ')}`
  return answer.reasons
    .map((why) =>
      'trait' in why
        ? `${why.kind} ${why.trait}`
        : 'resource' in why
          ? `${why.kind} ${why.resource}`
          : why.kind,
    )
    .join(', ')
}

const ordinary = ['VCPU 16 × 16', 'MEMORY_MB 65536, 512 reserved × 1', 'DISK_GB 100']
const specs = (extraSpecs: Record<string, string>): Asked => ({ extraSpecs })

test.each<[name: string, used: Record<string, number> | undefined, asked: Asked, answer: string]>([
  ['the record passes what it has room for', {}, { memoryMb: 65_024 }, 'passes'],
  ['its reserved is no room', {}, { memoryMb: 65_025 }, 'inventory-short MEMORY_MB'],
  [
    'an allocation that Nova has no guest for takes room',
    { MEMORY_MB: 65_000 },
    {},
    'inventory-short MEMORY_MB',
  ],
  ['its ratio counts, not the row’s', { VCPU: 255 }, { vcpus: 1 }, 'passes'],
  ['and no further', { VCPU: 255 }, { vcpus: 2 }, 'inventory-short VCPU'],
  ['no guest is larger than max_unit', {}, { vcpus: 17 }, 'inventory-too-small VCPU'],
  ['without allocations it is not known', undefined, {}, 'unknown: VCPU in Placement'],
])('%s', (_, used, asked, answer) => {
  expect(says('zed', [provider(ordinary, { used })], asked)).toBe(answer)
})

test.each<[name: string, inventory: string, amount: string, answer: string]>([
  ['as many as it has', 'CUSTOM_GPU 4', '4', 'passes'],
  ['more than it has', 'CUSTOM_GPU 4', '5', 'inventory-too-small CUSTOM_GPU'],
  ['less than min_unit', 'CUSTOM_GPU 8, 2 to 8', '1', 'inventory-unit CUSTOM_GPU'],
  ['more than max_unit', 'CUSTOM_GPU 8, 1 to 2', '3', 'inventory-unit CUSTOM_GPU'],
  ['no multiple of step_size', 'CUSTOM_GPU 8, 2 to 8 by 2', '3', 'inventory-unit CUSTOM_GPU'],
  ['a class the host has none of', 'CUSTOM_FPGA 1', '1', 'inventory-absent CUSTOM_GPU'],
])('a class of the operator’s own: %s', (_, has, amount, answer) => {
  expect(says('zed', [provider([...ordinary, has])], specs({ 'resources:CUSTOM_GPU': amount }))).toBe(answer)
})

describe('traits', () => {
  const ssd = [provider(ordinary, { traits: ['CUSTOM_SSD'] })]
  const none = [provider(ordinary)]
  const unread = [provider(ordinary, { traits: undefined })]
  const required = specs({ 'trait:CUSTOM_SSD': 'required' })
  const forbidden = specs({ 'trait:CUSTOM_SSD': 'forbidden' })
  test.each<[string, string, readonly HostProvider[], Asked, string]>([
    ['required and there', 'zed', ssd, required, 'passes'],
    ['required and not there', 'zed', none, required, 'trait-lacking CUSTOM_SSD'],
    ['required, before Queens', 'pike', none, required, 'passes'],
    ['required, and traits were not read', 'zed', unread, required, 'unknown: trait:CUSTOM_SSD'],
    ['none asked for, and traits were not read', 'zed', unread, {}, 'passes'],
    ['forbidden and not there', 'zed', none, forbidden, 'passes'],
  ])('%s', (_, release, providers, asked, answer) => {
    expect(says(release, providers, asked)).toBe(answer)
  })
  test('forbidden and there', () => {
    expect(says('zed', ssd, forbidden)).toContain('trait-forbidden CUSTOM_SSD')
  })
  test.each([
    ['an image asks for them since Rocky', 'rocky-18.0', 'trait-lacking CUSTOM_SSD'],
    ['and in vain before', 'queens-17.0', 'passes'],
  ])('%s', (_, release, answer) => {
    expect(says(release, none, { image: { 'trait:CUSTOM_SSD': 'required' } })).toBe(answer)
  })
})

describe('nested providers', () => {
  const vf = (id: string, total: string, shape: Parameters<typeof provider>[1] = {}) =>
    provider([total], { id: ProviderId(id), parent: ProviderId('root'), ...shape })

  test('a class may come from any of the tree', () => {
    const tree = [provider(ordinary), vf('a', 'VGPU 1', { used: { VGPU: 1 } }), vf('b', 'VGPU 1')]
    expect(says('zed', tree, specs({ 'resources:VGPU': '1' }))).toBe('passes')
  })
  test('and not in parts from two', () => {
    const tree = [provider(ordinary), vf('a', 'VGPU 1'), vf('b', 'VGPU 1')]
    expect(says('zed', tree, specs({ 'resources:VGPU': '2' }))).toBe('inventory-too-small VGPU')
  })
  test('what a group with a suffix asks for comes from one, traits too', () => {
    const asked = specs({ 'resources1:VGPU': '1', 'trait1:CUSTOM_FAST': 'required' })
    const slow = [provider(ordinary), vf('a', 'VGPU 1')]
    const fast = [provider(ordinary), vf('a', 'VGPU 1'), vf('b', 'VGPU 1', { traits: ['CUSTOM_FAST'] })]
    expect(says('zed', slow, asked)).not.toBe('passes')
    expect(says('zed', fast, asked)).toBe('passes')
  })
  test('two groups do not share what is there once', () => {
    const asked = specs({ 'resources1:VGPU': '1', 'resources2:VGPU': '1', group_policy: 'none' })
    expect(says('zed', [provider(ordinary), vf('a', 'VGPU 1')], asked)).not.toBe('passes')
    expect(says('zed', [provider(ordinary), vf('a', 'VGPU 1'), vf('b', 'VGPU 1')], asked)).toBe('passes')
  })
})

test('dedicated vCPUs are PCPU where Placement has any, whatever the cells say', () => {
  const asked: Asked = { vcpus: 4, extraSpecs: { 'hw:cpu_policy': 'dedicated' } }
  const host = { cells: [hostCell({ cpus: '0-7' })] }
  expect(says('zed', [provider([...ordinary, 'PCPU 2'])], asked, host)).toBe('inventory-too-small PCPU')
  expect(says('zed', [provider(ordinary)], asked, host)).toBe('passes')
})

describe('a zone, since Xena', () => {
  const zone = {
    id: AggregateId('agg-a'),
    name: 'a',
    zone: 'a',
    hosts: [HostId('host-1')],
    metadata: { availability_zone: 'a' },
  }
  const answer = (release: string, aggregates: readonly string[] | undefined) => {
    const providers = [provider(ordinary, { aggregates: aggregates?.map(AggregateId) })]
    const host = state(release, { zone: 'a', aggregates: [zone], providers })
    const asked = Placement(host, request(release, {}, { zone: 'a' }))
    return asked.kind === 'objects' ? asked.reasons[0].kind : asked.kind
  }
  test.each([
    ['the provider is in the zone’s aggregate', 'xena', ['agg-a'], 'passes'],
    ['Placement was not told of it', 'xena', ['agg-b'], 'not-member-of'],
    ['which no earlier release asks', 'wallaby', ['agg-b'], 'passes'],
    ['aggregates were not read', 'xena', undefined, 'passes'],
  ] as const)('%s', (_, release, aggregates, kind) => {
    expect(answer(release, aggregates)).toBe(kind)
  })
})

describe('groups with a number', () => {
  const vf = (used: number) =>
    provider(['CUSTOM_VF 2'], { parent: ProviderId('root'), used: { CUSTOM_VF: used } })
  const two = { 'resources1:CUSTOM_VF': '1', 'resources2:CUSTOM_VF': '1' }
  const root = provider(ordinary)
  test.each<[rule: string, tree: readonly HostProvider[], policy: string | undefined, answer: string]>([
    ['share a provider where they may', [root, vf(0)], 'none', 'passes'],
    ['have one each where they must', [root, vf(0), vf(0)], 'isolate', 'passes'],
    ['do not share one where they must not', [root, vf(0)], 'isolate', 'group-not-apart'],
    ['do not count on a full one', [root, vf(0), vf(2)], 'isolate', 'group-not-apart'],
    ['are refused without a policy', [root, vf(0), vf(0)], undefined, 'group-policy-missing'],
    ['are refused with a policy of no name', [root, vf(0), vf(0)], 'spread', 'group-policy-missing'],
  ])('%s', (_, tree, policy, answer) => {
    const extraSpecs = policy === undefined ? two : { ...two, group_policy: policy }
    expect(says('zed', tree, specs(extraSpecs))).toBe(answer)
  })

  test('leave the provider that another group needs', () => {
    const either = provider(['CUSTOM_VF 2'], { traits: ['CUSTOM_FAST'] })
    const extraSpecs = { ...two, 'trait2:CUSTOM_FAST': 'required', group_policy: 'isolate' }
    expect(says('zed', [root, either, vf(0)], specs(extraSpecs))).toBe('passes')
  })
})
