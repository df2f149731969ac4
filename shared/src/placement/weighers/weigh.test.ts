import fc from 'fast-check'
import { expect, test } from 'vitest'
import { AggregateId, HostId } from '../../model/ids.ts'
import { request, state } from '../../testing/placement.ts'
import { GiB, MiB } from '../../units.ts'
import type { HostState } from '../host-state.ts'
import { heaviest, weigh } from './weigh.ts'

/** Free memory in MiB, disk in GiB and CPUs of each host, of 64 GiB, 1000 GiB and 16. */
const hosts = (release: string, ...free: [memoryMb: number, diskGb?: number, cpus?: number][]) =>
  free.map(([memoryMb, diskGb = 1000, cpus = 16], index) =>
    state(release, {
      id: HostId(`${index}`),
      memory: { total: MiB(65_536), used: MiB(65_536 - memoryMb) },
      disk: { total: GiB(1000), used: GiB(1000 - diskGb) },
      vcpus: { total: 16, used: 16 - cpus },
      ratios: { cpu: 1, ram: 1, disk: 1 },
    }),
  )

const order = (of: ReturnType<typeof hosts>) => weigh(of).order.map(({ id }) => Number(id))
const best = (of: ReturnType<typeof hosts>) => order(of).slice(0, weigh(of).tied)

test('no host, no choice', () => {
  expect(weigh([])).toEqual({ order: [], tied: 0, weighers: 0 })
})

test('most free memory weighs most', () => {
  expect(best(hosts('liberty', [1000], [3000], [2000]))).toEqual([1])
})

test('the others follow, heaviest first', () => {
  expect(order(hosts('liberty', [1000], [3000], [2000]))).toEqual([1, 2, 0])
})

test('hosts that tie come in the order given', () => {
  expect(best(hosts('liberty', [1000], [3000], [3000]))).toEqual([1, 2])
})

test.each([
  ['liberty', [1]],
  ['mitaka', [0]],
])('disk counts since Mitaka: %s', (release, chosen) => {
  expect(best(hosts(release, [2000, 900], [3000, 100]))).toEqual(chosen)
})

test.each([
  ['queens', [1]],
  ['rocky-18.0', [0]],
])('free CPUs count since Rocky: %s', (release, chosen) => {
  expect(best(hosts(release, [2000, 1000, 16], [3000, 1000, 2]))).toEqual(chosen)
})

const gpus = (count: number) => [{ vendorId: '10de', productId: '20b5', node: undefined, count, tags: {} }]

test.each([
  ['ocata', [1]],
  ['pike', [0]],
])('free PCI devices count against a host since Pike: %s', (release, chosen) => {
  const [plain, full] = hosts(release, [3000], [3001])
  const least = hosts(release, [0])
  const of = [{ ...plain, pciPools: [] }, { ...full, pciPools: gpus(4) }, ...least] as HostState[]
  expect(best(of.map((host) => ({ pciPools: gpus(4), ...host })))).toEqual(chosen)
})

test('of a hundred devices and more no host is told from another', () => {
  const of = hosts('zed', [3000], [3000]).map((host, index) => ({ ...host, pciPools: gpus(99 + index * 50) }))
  expect(best(of)).toEqual([0, 1])
})

test.each([
  ['ussuri', [0]],
  ['victoria', [0, 1]],
])('overcommitted hosts all weigh nothing since Victoria: %s', (release, chosen) => {
  expect(best(hosts(release, [-1000], [-5000]))).toEqual(chosen)
})

test('a host whose row has no memory weighs nothing', () => {
  const [known, unread] = hosts('liberty', [1000], [3000])
  if (!known || !unread) throw new Error('two hosts')
  expect(best([{ ...unread, memory: undefined }, known])).toEqual([0])
})

/** Two hosts alike but for what is said; which Nova takes: both where they tie. */
const ofTwo = (
  release: string,
  a: Partial<HostState>,
  b: Partial<HostState>,
  hints?: Parameters<typeof request>[2],
) => {
  const [first, second] = hosts(release, [1000], [1000])
  if (!first || !second) throw new Error('two hosts')
  const pair = [
    { ...first, ...a },
    { ...second, ...b },
  ]
  const { order, tied } = weigh(pair, request(release, {}, hints))
  return order.slice(0, tied).map(({ id }) => Number(id))
}
const busy = { stats: { io_workload: '3' } }
const idle = { stats: { io_workload: '0' } }
const failed = { stats: { failed_builds: '1' } }
const version = (n: number): Partial<HostState> => ({
  hypervisor: { type: 'QEMU', version: n, cpuInfo: undefined, supportedInstances: undefined },
})
const times = (option: string, multiplier: number): Partial<HostState> => ({
  settings: {
    enabledFilters: undefined,
    maxAttempts: undefined,
    weightMultipliers: { [option]: multiplier },
  },
})
const aggregate = (metadata: Readonly<Record<string, string>>): Partial<HostState> => ({
  aggregates: [{ id: AggregateId('g'), name: 'g', zone: undefined, hosts: [], metadata }],
})

test.each<
  [name: string, release: string, a: Partial<HostState>, b: Partial<HostState>, taken: readonly number[]]
>([
  ['a host at work weighs less, from Kilo', 'kilo', busy, idle, [1]],
  ['and as much before', 'juno', busy, idle, [0, 1]],
  ['a counter that a compute leaves out is zero', 'zed', busy, { stats: {} }, [1]],
  ['what was read of one host alone weighs nothing', 'zed', busy, {}, [0, 1]],
  [
    'a build that failed weighs more than all else, from Rocky',
    'rocky-18.0',
    failed,
    { stats: {}, memory: undefined },
    [1],
  ],
  ['and nothing before', 'queens', failed, { stats: {} }, [0, 1]],
  ['a newer hypervisor weighs more, from 2023.2', '2023.2', version(7_000_000), version(8_000_000), [1]],
  ['and as much before', '2023.1', version(7_000_000), version(8_000_000), [0, 1]],
  [
    'the operator may turn a weigher round',
    'zed',
    { ...busy, ...times('io_ops_weight_multiplier', 1) },
    { ...idle, ...times('io_ops_weight_multiplier', 1) },
    [0],
  ],
  [
    'an aggregate sets the multiplier of its hosts, from Stein',
    'stein',
    { ...busy, ...aggregate({ io_ops_weight_multiplier: '2' }) },
    idle,
    [0],
  ],
  [
    'and is not asked before',
    'rocky',
    { ...busy, ...aggregate({ io_ops_weight_multiplier: '2' }) },
    idle,
    [1],
  ],
])('%s (%s)', (_, release, a, b, taken) => {
  expect(ofTwo(release, a, b)).toEqual(taken)
})

const group = (policy: string) => ({
  group: { name: 'web', policy, maxServerPerHost: undefined, hosts: [HostId('1'), HostId('1')] },
})
test.each([
  ['soft affinity prefers the host with the most of the group', 'soft-affinity', [1]],
  ['soft anti-affinity the one with the fewest', 'soft-anti-affinity', [0]],
  ['a group that must keep apart weighs nothing', 'anti-affinity', [0, 1]],
])('%s', (_, policy, taken) => {
  expect(ofTwo('zed', {}, {}, group(policy))).toEqual(taken)
})

test('the heaviest few are the first of all', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(9)), fc.nat(20), (weights, count) => {
      expect(heaviest(weights, count)).toEqual(heaviest(weights, 100).slice(0, count))
    }),
  )
})
