import { expect, test } from 'vitest'
import { HostId } from '../model/ids.ts'
import { hostCell, pool } from '../testing/cells.ts'
import { request, state } from '../testing/placement.ts'
import { MiB } from '../units.ts'
import { choose } from './choose.ts'

const host = (name: string, usedMb: number) =>
  state('liberty', {
    id: HostId(name),
    memory: { total: MiB(65_536), used: MiB(usedMb) },
    cells: [hostCell({ mempages: [pool('4K', '3670016'), pool('2M', '512')] })],
  })

const hosts = [host('a', 8192), host('b', 4096), host('c', 4096)]

test('the host with most free memory is chosen', () => {
  expect(choose([host('a', 8192), host('b', 4096)], request('liberty'), ['RamFilter']).chosen).toBe('b')
})

test('hosts that weigh the same are named', () => {
  expect(choose(hosts, request('liberty'), ['RamFilter'])).toMatchObject({ chosen: 'b', tiedWith: ['c'] })
})

test('every host has its verdict, in the order given', () => {
  const { verdicts } = choose(hosts, request('liberty', { memoryMb: 70_000 }), ['RamFilter'])
  expect(verdicts.map(({ host, outcome }) => `${host} ${outcome}`)).toEqual([
    'a rejected',
    'b rejected',
    'c rejected',
  ])
})

test('no host is chosen where none passes', () => {
  expect(choose(hosts, request('liberty', { memoryMb: 70_000 }), ['RamFilter']).chosen).toBeUndefined()
})

test('a host that cannot be judged is not chosen', () => {
  const unread = { ...host('b', 0), memory: undefined }
  expect(choose([host('a', 8192), unread], request('liberty'), ['RamFilter']).chosen).toBe('a')
})

test('a requested host is asked its filters', () => {
  const only = { host: HostId('a'), how: 'requested' } as const
  expect(choose(hosts, request('liberty', { memoryMb: 70_000 }), ['RamFilter'], only).chosen).toBeUndefined()
})

test('a forced host is not', () => {
  const only = { host: HostId('a'), how: 'forced' } as const
  expect(choose(hosts, request('liberty', { memoryMb: 70_000 }), ['RamFilter'], only).chosen).toBe('a')
})

test('other hosts say which was asked for', () => {
  const only = { host: HostId('a'), how: 'requested' } as const
  const [, other] = choose(hosts, request('liberty'), ['RamFilter'], only).verdicts
  expect(other).toMatchObject({ objections: [{ reason: { kind: 'not-the-forced-host', forced: 'a' } }] })
})

test.each([
  ['liberty', undefined],
  ['mitaka', 'b'],
])('one host without a page size, in %s: %s is chosen', (release, chosen) => {
  const without = state(release, {
    id: HostId('a'),
    cells: [hostCell({ mempages: [pool('4K', '4194304')] })],
  })
  const others = { ...host('b', 0), rules: without.rules }
  const asked = request(release, { extraSpecs: { 'hw:mem_page_size': '2048' } })
  expect(choose([without, others], asked, ['NUMATopologyFilter']).chosen).toBe(chosen)
})

test('a filter before it spares the request from what another raises', () => {
  const without = state('liberty', {
    id: HostId('a'),
    service: { enabled: false, up: true },
    cells: [hostCell({ mempages: [pool('4K', '4194304')] })],
  })
  const asked = request('liberty', { extraSpecs: { 'hw:mem_page_size': '2048' } })
  const names = ['ComputeFilter', 'NUMATopologyFilter']
  expect(choose([without, host('b', 0)], asked, names).chosen).toBe('b')
})

const two = (release: string, shape: Parameters<typeof state>[1] = {}) =>
  choose(
    ['a', 'b'].map((id) => state(release, { ...shape, id: HostId(id) })),
    request(release),
    [],
  ).remarks.map(({ kind }) => kind)
const set = { enabledFilters: undefined, maxAttempts: undefined }

test.each([
  ['one weigher has one order, whatever it remembers', 'liberty', {}, []],
  ['several mix by what they met before', 'mitaka', {}, ['weights-remembered']],
  ['so up to Ussuri', 'ussuri', {}, ['weights-remembered']],
  ['from Victoria they remember nothing', 'victoria', {}, []],
  [
    'metrics that the operator weighs were read by nobody',
    'zed',
    { settings: { ...set, metricsWeights: ['cpu.percent=-1.0'] } },
    ['weights-unread'],
  ],
  ['image properties weigh nothing by default', '2025.1', {}, []],
  [
    'images of all guests were read by nobody',
    '2025.1',
    { settings: { ...set, weightMultipliers: { image_props_weight_multiplier: 1 } } },
    ['weights-unread'],
  ],
  [
    'no release before weighs them',
    '2024.2',
    { settings: { ...set, weightMultipliers: { image_props_weight_multiplier: 1 } } },
    [],
  ],
  [
    'the operator may want one of several',
    'zed',
    { settings: { ...set, hostSubsetSize: 2 } },
    ['one-of-the-best'],
  ],
  [
    'Placement may name fewer than there are',
    'zed',
    { settings: { ...set, maxPlacementResults: 1 } },
    ['placement-limit'],
  ],
  [
    'no limit before Queens',
    'pike',
    { settings: { ...set, maxPlacementResults: 1 } },
    ['weights-remembered'],
  ],
])('what keeps a choice from being foretold: %s (%s)', (_, release, shape, remarks) => {
  expect(two(release, shape)).toEqual(remarks)
})

test.each<[name: string, release: string, how: 'forced' | 'requested', remarks: readonly string[]]>([
  ['may be hidden in Queens', 'queens-17.0', 'forced', ['placement-limit-hides']],
  ['is not from Rocky', 'rocky-18.0', 'forced', []],
  ['is not where Placement knows no limit', 'pike', 'forced', []],
  ['may be hidden up to Stein where it is only requested', 'stein', 'requested', ['placement-limit-hides']],
  ['is asked for by name from Train', 'train-20.0', 'requested', []],
])('one host among more than Placement names %s (%s)', (_, release, how, remarks) => {
  const limited = { settings: { ...set, maxPlacementResults: 1 } }
  const hosts = ['a', 'b'].map((id) => state(release, { ...limited, id: HostId(id) }))
  const choice = choose(hosts, request(release), [], { host: HostId('a'), how })
  expect(choice.remarks.map(({ kind }) => kind)).toEqual(remarks)
})
