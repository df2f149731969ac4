import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Host, Hypervisor, NovaHost } from '../model/host.ts'
import { CellId, GuestId, HostId, SourceId } from '../model/ids.ts'
import { host as hostNamed } from '../testing/hosts.ts'
import { holds, observed, sizeOf } from '../testing/observed.ts'
import { Pages, sum } from '../units.ts'
import { observe, poolOf, promisedOf } from './observe.ts'

const host = (seen: Host['observed']) => hostNamed('compute-07', { observed: seen })
const pool = (seen: Host['observed'], node = 0) => {
  const reality = observe(host(seen))
  return reality && poolOf(reality, CellId(node), sizeOf('2M'))
}
const vm = GuestId('5d0e7b5c-5a8f-4a39-9d2a-1f6f9d1a0001')

test('a host nobody looked at has no book of its own', () => {
  expect(observe(host(undefined))).toBeUndefined()
})

test('every page is free or somebody’s, seen or not', () => {
  const shape = fc.record({ total: fc.nat(4096), unseen: fc.nat(64), held: fc.array(fc.nat(512)) })
  fc.assert(
    fc.property(shape, ({ total, unseen, held }) => {
      const inUse = held.reduce((a, b) => a + b, unseen)
      const seen = observed({
        nodes: [{ pools: [{ size: '2M', total: total + inUse, unseen }] }],
        holders: held.map((pages, pid) => holds('ovs-vswitchd', pages, '2M', 0, { pid })),
      })
      const { free, total: all, holders } = pool(seen) ?? { free: Pages(0), total: Pages(-1), holders: [] }
      expect(all).toBe(free + sum(holders.map(({ pages }) => pages)))
    }),
  )
})

test('mappings of one holder are one line, the largest holder first', () => {
  const seen = observed({
    nodes: [{ pools: [{ size: '2M', total: 1024, unseen: 8 }] }],
    holders: [
      holds('ovs-vswitchd', 100, '2M', 0, { pid: 2417 }),
      holds('vm-1', 512, '2M', 0, { pid: 900, guest: vm }),
      holds('ovs-vswitchd', 28, '2M', 0, { pid: 2417 }),
    ],
  })
  expect(pool(seen)?.holders).toEqual([
    { kind: 'guest', guest: vm, name: 'vm-1', pages: 512 },
    { kind: 'process', name: 'ovs-vswitchd', pid: 2417, pages: 128 },
    { kind: 'unseen', pages: 8 },
  ])
})

test('pages in use where processes were not looked at are unseen, and the book says it did not look', () => {
  const seen = observed({
    nodes: [{ pools: [{ size: '2M', total: 1024, unseen: 256 }] }],
    holders: 'not read',
  })
  expect(pool(seen)).toMatchObject({ holdersRead: false, holders: [{ kind: 'unseen', pages: 256 }] })
  expect(observe(host(seen))?.gaps).toContainEqual(
    expect.objectContaining({ host: 'compute-07', what: 'holders', why: 'not given' }),
  )
})

test('holders that claim more than is in use were read at another instant and are not believed', () => {
  const right = observed({
    nodes: [{ pools: [{ size: '2M', total: 1024 }] }],
    holders: [holds('ovs-vswitchd', 256, '2M', 0)],
  })
  const wrong = { ...right, holders: [holds('ovs-vswitchd', 300, '2M', 0)] }
  expect(pool(wrong)?.holders).toEqual([{ kind: 'unseen', pages: 256 }])
  expect(observe(host(wrong))?.gaps.map(({ what, why }) => `${what}: ${why}`)).toContain(
    'holders of node0/hugepages-2048kB: not understood',
  )
})

test('the reason the snapshot knows for a gap is kept', () => {
  const seen = { ...observed({ nodes: [], holders: 'not read' }), source: SourceId('probe') }
  const why = {
    source: SourceId('probe'),
    host: HostId('compute-07'),
    guest: undefined,
    what: 'holders',
    why: 'not permitted',
  } as const
  const gaps = observe(host(seen), [why])?.gaps.filter(({ what }) => what === 'holders')
  expect(gaps).toEqual([why])
})

test('promised pages belong to the whole machine', () => {
  const seen = observed({
    nodes: [{ pools: [{ size: '2M', total: 8 }] }, { pools: [{ size: '2M', total: 8 }] }],
    holders: [],
    promised: { '2M': 3 },
  })
  const reality = observe(host(seen))
  expect(reality && promisedOf(reality, sizeOf('2M'))).toBe(3)
})

test.each([
  ['QEMU', 7002022, '7.2.22'],
  ['QEMU', 2005000, '2.5.0'],
  ['xen', 4017000, undefined],
  ['QEMU', undefined, undefined],
])('a host whose QEMU nobody asked for has that of Nova’s row: %s %s', (type, version, qemu) => {
  const nova = novaRow({ type, version, cpuInfo: undefined, supportedInstances: undefined })
  const seen = { ...observed({ nodes: [], holders: [] }), qemu: undefined }
  const book = observe(hostNamed('compute-01', { nova, observed: seen }))
  expect(book?.qemu).toBe(qemu)
  expect(book?.gaps.some(({ what }) => what === 'qemu')).toBe(qemu === undefined)
})

const novaRow = (hypervisor: Hypervisor): NovaHost => ({
  source: SourceId('row'),
  memory: undefined,
  memoryUsed: undefined,
  vcpus: undefined,
  vcpusUsed: undefined,
  diskGb: undefined,
  diskUsedGb: undefined,
  ratios: { cpu: undefined, ram: undefined, disk: undefined },
  cells: 'not read',
  usage: 'stored',
  hypervisor,
})
