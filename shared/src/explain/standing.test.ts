import { expect, test } from 'vitest'
import { CellId, HostId } from '../model/ids.ts'
import { PageSize, Pages } from '../units.ts'
import { plain } from './sentence.ts'
import { explainStanding, type Standing } from './standing.ts'

const size = PageSize(2048)
const worst = { host: HostId('compute-07'), cell: CellId(1), pages: Pages(256) }

const cases: readonly (readonly [Standing, string])[] = [
  [
    { kind: 'phantom', size, pages: Pages(512), cells: 2, worst },
    'Nova would promise 512 × 2 MiB (1 GiB) that the hosts do not have, on 2 cells; most on compute-07, host cell 1: 256 × 2 MiB.',
  ],
  [
    { kind: 'phantom', size, pages: Pages(256), cells: 1, worst },
    'Nova would promise 256 × 2 MiB (512 MiB) that the hosts do not have, on 1 cell: compute-07, host cell 1.',
  ],
  [
    { kind: 'hidden', size, pages: Pages(7680), cells: 1, worst },
    '7,680 × 2 MiB (15 GiB) are free that Nova will not use, on 1 cell: compute-07, host cell 1.',
  ],
  [{ kind: 'agree', cells: 96 }, 'Both books agree on 96 cells.'],
  [
    { kind: 'one book', book: 'nova', size, free: Pages(1024), cells: 2 },
    'By Nova’s book alone 1,024 × 2 MiB (2 GiB) are free on 2 cells; no host was read, so nothing can be compared.',
  ],
  [
    { kind: 'one book', book: 'host', size, free: Pages(512), cells: 1 },
    '512 × 2 MiB (1 GiB) are free on 1 cell of the hosts; no row of Nova’s was read, so nothing can be compared.',
  ],
  [{ kind: 'not compared', cells: 4 }, 'Nothing to compare: no cell was read on both books.'],
  [{ kind: 'no pages' }, 'There are no pages above the base size.'],
]

test.each(cases)('%o', (standing, says) => {
  expect(plain(explainStanding(standing))).toBe(says)
})
