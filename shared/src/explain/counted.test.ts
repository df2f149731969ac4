import { expect, test } from 'vitest'
import { CellId } from '../model/ids.ts'
import type { Rejection } from '../placement/rejection.ts'
import { MiB, PageSize, Pages } from '../units.ts'
import { type CountedLine, countedAt, countedBy } from './counted.ts'
import { nameReason } from './reason.ts'
import { plain, wordText } from './sentence.ts'

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

test('a filter without numbers has no line', () => {
  const host = { cells: 'none' } as Parameters<typeof countedAt>[1]
  const flavor = { vcpus: 1, memory: MiB(1), rootGb: 0, ephemeralGb: 0, swap: MiB(0) } as Parameters<
    typeof countedAt
  >[2]
  expect(countedAt('ComputeFilter', host, flavor, undefined)).toEqual([])
})

test('hosts that object alike, with other numbers and cells, go by the same name', () => {
  expect(nameReason(pagesShort(768, 0))).toEqual(nameReason(pagesShort(16, 1)))
  expect(plain(nameReason(pagesShort(768, 0)))).toBe('too few free 2 MiB pages')
})
