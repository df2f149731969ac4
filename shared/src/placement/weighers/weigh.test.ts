import { expect, test } from 'vitest'
import { HostId } from '../../model/ids.ts'
import { state } from '../../testing/placement.ts'
import { GiB, MiB } from '../../units.ts'
import { weigh } from './weigh.ts'

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
  expect(weigh([])).toEqual({ order: [], tied: 0 })
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
