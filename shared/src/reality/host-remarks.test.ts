import { expect, test } from 'vitest'
import { CellId, HostId } from '../model/ids.ts'
import { host } from '../testing/hosts.ts'
import { observed } from '../testing/observed.ts'
import { GiB } from '../units.ts'
import { hostRemarks } from './host-remarks.ts'

/** One node of 8 GiB, of which a number of 2 MiB pages are set aside. */
const withPages = (total: number) =>
  host(HostId('a'), {
    observed: observed({
      holders: [],
      nodes: [{ memory: GiB(8), memoryFree: GiB(0), pools: [{ size: '2M', total }] }],
    }),
  })

const kinds = (total: number, bound: number) =>
  hostRemarks(
    withPages(total),
    bound === 0 ? [] : [{ vcpus: 1, memory: GiB(bound), bound: [{ node: CellId(0), memory: GiB(bound) }] }],
  ).map(({ kind }) => kind)

test.each([
  {
    what: 'guests bound to a node want more than it has beside its huge pages',
    pages: 1024,
    bound: 7,
    is: true,
  },
  { what: 'as much as there is', pages: 1024, bound: 6, is: false },
  { what: 'no guest is bound, however little there is', pages: 8192, bound: 0, is: false },
])('$what: said to be beyond the node? $is', ({ pages, bound, is }) => {
  expect(kinds(pages, bound).includes('bound-beyond-node')).toBe(is)
})
