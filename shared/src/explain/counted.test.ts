import { expect, test } from 'vitest'
import { CellId } from '../model/ids.ts'
import { hostState } from '../placement/host-state.ts'
import { judge } from '../placement/judge.ts'
import type { Rejection } from '../placement/rejection.ts'
import { placementRequest } from '../placement/request.ts'
import { releaseById } from '../releases/index.ts'
import { cloudAtRandom, seeded } from '../testing/clouds.ts'
import { MiB, PageSize, Pages } from '../units.ts'
import { type CountedLine, countedAt, countedBy } from './counted.ts'
import { nameReason } from './reason.ts'
import { plain, type Word, wordText } from './sentence.ts'

const pagesShort = (free: number, hostCell: number): Rejection => ({
  kind: 'pages-short',
  size: PageSize(2048),
  needed: Pages(1024),
  free: Pages(free),
  total: Pages(16384),
  used: Pages(15000),
  reserved: Pages(256),
  guestCell: CellId(0),
  hostCell: CellId(hostCell),
})

/** `needed 1,024, free 768`, as a table would have it. */
const told = (line: CountedLine | undefined) =>
  line &&
  `${plain(line.of)}: ${Object.entries(line.numbers)
    .map(([name, word]) => `${name} ${word && wordText(word)}`)
    .join(', ')}`

test.each<[Rejection, string | undefined]>([
  [pagesShort(768, 1), '2 MiB pages: needed 1,024, free 768, total 16,384, used 15,000, reserved 256'],
  [
    { kind: 'ram-short', needed: MiB(4096), free: MiB(1272), total: MiB(1872), used: MiB(1536), ratio: 1.5 },
    'RAM: needed 4,096 MiB, free 1,272 MiB, total 1,872 MiB, used 1,536 MiB, ratio 1.5',
  ],
  [
    {
      kind: 'inventory-short',
      resource: 'VCPU',
      needed: 4,
      used: 30,
      total: 32,
      reserved: 2,
      ratio: 1,
    },
    'VCPU: needed 4, total 32, used 30, reserved 2, ratio 1',
  ],
  [
    { kind: 'claim-short', resource: 'memory', needed: 512, free: 336, limit: 1872, used: 1536 },
    'RAM: needed 512 MiB, free 336 MiB, total 1,872 MiB, used 1,536 MiB',
  ],
  [{ kind: 'host-disabled' }, undefined],
])('the numbers of a rejection are those that were compared: %#', (why, says) => {
  expect(told(countedBy(why))).toBe(says)
})

const zed = releaseById('zed')
if (!zed) throw new Error('Zed is gone')
const { rules } = zed
const snapshot = cloudAtRandom({ hosts: 40, cells: [2] }, zed, seeded(3))
const [flavor] = snapshot.flavors
if (!flavor) throw new Error('no flavor')
const request = placementRequest(flavor, {}, rules)
const states = snapshot.hosts.map((host) => hostState(host, rules))

test('a filter without numbers has no line', () => {
  expect(states.flatMap((host) => countedAt('ComputeFilter', host, request, undefined))).toEqual([])
})

test.each(['Placement', 'RamFilter', 'CoreFilter', 'DiskFilter'])(
  'what %s compares is told where it passes: what is needed is no more than what is free',
  (filter) => {
    const names = [filter].filter((name) => name !== 'Placement')
    const passing = states.filter((host) => judge(host, request, names).outcome === 'fits')
    const lines = passing.flatMap((host) => countedAt(filter, host, request, undefined))
    expect(lines.length).toBeGreaterThanOrEqual(passing.length)
    expect(passing.length).toBeGreaterThan(5)
    for (const { numbers } of lines) {
      const [needed, free] = [numberOf(numbers.needed), numberOf(numbers.free)]
      expect(needed).toBeLessThanOrEqual(free)
    }
  },
)

const numberOf = (word: Word | undefined): number =>
  typeof word === 'object'
    ? 'count' in word
      ? word.count
      : 'memory' in word
        ? word.memory
        : Number.NaN
    : Number.NaN

test('hosts that object alike, with other numbers and cells, go by the same name', () => {
  expect(nameReason(pagesShort(768, 0))).toEqual(nameReason(pagesShort(16, 1)))
  expect(plain(nameReason(pagesShort(768, 0)))).toBe('too few free 2 MiB pages')
})
