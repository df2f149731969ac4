import { expect, test } from 'vitest'
import { CellId, HostId } from '../model/ids.ts'
import type { Rejection } from '../placement/rejection.ts'
import type { StartVerdict } from '../reality/start-verdict.ts'
import { MiB, PageSize, Pages } from '../units.ts'
import { briefRejection, briefStart } from './brief.ts'
import { plain } from './sentence.ts'

const on = { guestCell: CellId(0), hostCell: CellId(1) }
const size = PageSize(2048)

test.each<[Rejection, string]>([
  [{ kind: 'host-disabled' }, 'disabled'],
  [
    {
      kind: 'pages-short',
      size,
      needed: Pages(1024),
      free: Pages(768),
      total: Pages(16384),
      used: Pages(15616),
      reserved: Pages(0),
      ...on,
    },
    '768 free, cell 1',
  ],
  [
    { kind: 'ram-short', needed: MiB(4096), free: MiB(1272), total: MiB(1872), used: MiB(1536), ratio: 1.5 },
    '1,272 MiB left',
  ],
  [{ kind: 'too-few-cells', guestCells: 2, hostCells: 1 }, '1 cell'],
  [
    {
      kind: 'live-migration-memory',
      available: MiB(336),
      needed: MiB(512),
      free: MiB(336),
      total: MiB(1872),
      ratio: undefined,
    },
    '336 MiB counted',
  ],
])('a rejection in a table is its number: %#', (why, says) => {
  expect(plain(briefRejection(why))).toBe(says)
})

test('a start in a table is what the pool has', () => {
  const verdict: StartVerdict = {
    host: HostId('compute-07'),
    outcome: 'refuses',
    refusals: [
      {
        kind: 'pool-short',
        moment: 'start',
        words: undefined,
        node: CellId(0),
        size,
        needed: Pages(1024),
        free: Pages(768),
        total: Pages(16384),
        promised: Pages(0),
        holders: [],
        elsewhere: [],
      },
    ],
  }
  expect(plain(briefStart(verdict))).toBe('768 free, node 0')
})
