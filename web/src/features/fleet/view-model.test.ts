import { divergencesOn, plain } from '@headroom/shared'
import { expect, test } from 'vitest'
import { foundOn } from '../../components/found.ts'
import { type CellSketch, cloudUnder, type HostSketch, sketch } from '../../testing/sketch.ts'
import { allBooks } from '../../worker/books.ts'
import {
  bootsView,
  causeLines,
  type FleetQuery,
  type FleetRow,
  fleetRows,
  fleetTotals,
  pageSizes,
  type Risk,
  rowWords,
  selected,
  shownRow,
} from './view-model.ts'

const fleet = (...hosts: readonly HostSketch[]) => fleetUnder('zed', ...hosts)

function fleetUnder(release: string, ...hosts: readonly HostSketch[]) {
  const snapshot = sketch('test', release, hosts)
  const cloud = cloudUnder(snapshot, release)
  const books = allBooks(cloud)
  const sizes = pageSizes(books)
  const rows = fleetRows(snapshot, books, sizes[0])
  const found = new Map(
    books.map((one) => [one.host.id, foundOn(one, [], divergencesOn(cloud, one.host.id))]),
  )
  const select = (query: Partial<FleetQuery>) =>
    selected(
      rows,
      (row) => books.flatMap((one) => (one.host.id === row.host ? [rowWords(row, one)] : [])).join(),
      (host) => found.get(host) ?? [],
      { filter: undefined, size: undefined, diverges: false, sort: 'host', descending: false, ...query },
    ).map(({ host }) => host as string)
  return { cloud, rows, found, select, view: fleetTotals(rows, sizes, sizes[0]) }
}

/** `phantom 256 on 0; unseen` */
const stands = ({ standing }: FleetRow): string => {
  switch (standing.kind) {
    case 'agree':
      return 'agree'
    case 'not compared':
      return `not compared: ${standing.why}`
    case 'phantom':
    case 'hidden':
      return [
        `${standing.kind} ${standing.pages} on ${standing.cells.map(({ id }) => id).join()}`,
        ...(standing.because ? [standing.because] : []),
      ].join('; ')
  }
}

const vswitch = { third: { 'ovs-vswitchd': 256 } }

interface Case {
  readonly name: string
  readonly cells: readonly CellSketch[]
  readonly how?: Partial<HostSketch>
  readonly stands: string
}

const cases: readonly Case[] = [
  { name: 'books with the same numbers agree', cells: [{ total: 1024, guests: [512] }], stands: 'agree' },
  {
    name: 'pages of another process are phantom on every cell that has them',
    cells: [{ total: 1024, ...vswitch }, { total: 1024 }, { total: 1024, ...vswitch }],
    stands: 'phantom 512 on 0,2',
  },
  {
    name: 'a reservation of what another process holds settles it',
    cells: [{ total: 1024, reserved: 256, ...vswitch }],
    stands: 'agree',
  },
  {
    name: 'a reservation of more than is held hides the rest',
    cells: [{ total: 1024, reserved: 512, ...vswitch }],
    stands: 'hidden 256 on 0; reserved',
  },
  {
    name: 'a guest that is off hides its pages, and no reservation is to blame',
    cells: [{ total: 1024, off: 512 }],
    stands: 'hidden 512 on 0',
  },
  {
    name: 'pages nobody visible holds are phantom and unseen',
    cells: [{ total: 1024, unseen: 100 }],
    stands: 'phantom 100 on 0; unseen',
  },
  {
    name: 'a host that promises too much anywhere is phantom, whatever it hides elsewhere',
    cells: [
      { total: 1024, off: 512 },
      { total: 1024, ...vswitch },
    ],
    stands: 'phantom 256 on 1',
  },
  {
    name: 'a host that was not read is not compared',
    cells: [{ total: 1024 }],
    how: { observed: 'no' },
    stands: 'not compared: host not read',
  },
  {
    name: 'a host without a row of Nova’s is not compared',
    cells: [{ total: 1024 }],
    how: { novaRow: false },
    stands: 'not compared: no Nova row',
  },
]

test.each(cases)('$name', ({ cells, how, stands: expected }) => {
  const { rows } = fleet({ name: 'compute-1', cells, ...how })
  expect(rows.map(stands)).toEqual([expected])
})

const three = () =>
  fleet(
    { name: 'compute-10', zone: 'az1', cells: [{ total: 1024, off: 512 }] },
    { name: 'compute-2', zone: 'az2', cells: [{ total: 1024, guests: [1024] }] },
    { name: 'compute-1', zone: 'az1', cells: [{ total: 1024, ...vswitch }], enabled: false },
  )

test.each<{ name: string; query: Partial<FleetQuery>; hosts: string[] }>([
  {
    name: 'hosts go by name, numbers as numbers',
    query: {},
    hosts: ['compute-1', 'compute-2', 'compute-10'],
  },
  { name: 'backwards', query: { descending: true }, hosts: ['compute-10', 'compute-2', 'compute-1'] },
  {
    name: 'by books the worst come first: phantom, hidden, agreed',
    query: { sort: 'books' },
    hosts: ['compute-1', 'compute-10', 'compute-2'],
  },
  {
    name: 'by free the fullest come first',
    query: { sort: 'free' },
    hosts: ['compute-2', 'compute-1', 'compute-10'],
  },
  { name: 'only those that diverge', query: { diverges: true }, hosts: ['compute-1', 'compute-10'] },
  { name: 'a zone is found', query: { filter: 'AZ1' }, hosts: ['compute-1', 'compute-10'] },
  { name: 'every word must be found', query: { filter: 'az1 disabled' }, hosts: ['compute-1'] },
  { name: 'a guest is found on its host', query: { filter: 'vm-compute-2-0-0' }, hosts: ['compute-2'] },
  { name: 'nothing is found', query: { filter: 'az3' }, hosts: [] },
])('$name', ({ query, hosts }) => {
  expect(three().select(query)).toEqual(hosts)
})

test('what one host promises too much another’s hidden room does not make good', () => {
  const { view } = three()
  expect(plain(view.headline.sentence)).toBe(
    'Nova would promise 256 × 2 MiB (512 MiB) that the hosts do not have, on 1 cell: compute-1, host cell 0.',
  )
  expect(view.headline.tone).toBe('bad')
  expect(view.sum).toMatchObject({ phantom: 256, hidden: 512 })
  expect(view.cells).toEqual({ all: 3, compared: 3, phantom: 1, hidden: 1 })
})

test('what was not read is counted, and is no part of the sum', () => {
  const { view } = fleet(
    { name: 'compute-1', cells: [{ total: 1024 }] },
    { name: 'compute-2', cells: [{ total: 1024 }, { total: 1024 }], observed: 'no' },
    { name: 'compute-3', cells: [{ total: 1024, guests: [512] }], observed: 'without holders' },
  )
  expect(view.unread).toEqual({ host: 1, nova: 0, holders: 1 })
  expect(view.cells).toMatchObject({ all: 4, compared: 2 })
  expect(view.sum?.host?.total).toBe(2048)
})

test('with one book alone nothing is compared, and nothing is said to be fine', () => {
  const { view } = fleet({ name: 'compute-1', cells: [{ total: 1024 }], observed: 'no' })
  expect(view.headline.tone).toBe('plain')
  expect(view.sum).toBeUndefined()
})

const sixteenth = () =>
  fleetUnder('liberty', {
    name: 'compute-07',
    cells: [
      { total: 16384, guests: Array.from({ length: 15 }, () => 1024), ...vswitch },
      { total: 16384, ...vswitch },
    ],
  })

const told = ({ flavor, host, how, words }: Risk) => `${flavor} on ${host} ${how}: ${plain(words)}`

test('a flavor that fails on one host and then runs on another is still at risk', () => {
  const full = { total: 16384, guests: Array.from({ length: 15 }, () => 1024), ...vswitch }
  const { cloud } = fleetUnder(
    'liberty',
    { name: 'compute-07', cells: [full] },
    { name: 'compute-08', cells: [{ total: 16384, guests: Array.from({ length: 15 }, () => 1024) }] },
  )
  expect(bootsView(cloud).atRisk.map(told)).toEqual([
    'm1.small on compute-07 refused, runs elsewhere: 768 free, node 0',
  ])
})

test('a flavor that Nova would send where the host refuses it is at risk', () => {
  const { flavors, atRisk, unknown } = bootsView(sixteenth().cloud)
  expect({ flavors, unknown }).toEqual({ flavors: 2, unknown: 0 })
  expect(atRisk.map(told)).toEqual(['m1.small on compute-07 refused: 768 free, node 0'])
})

test('a row in view names what would fail next on its host', () => {
  const { cloud, rows } = sixteenth()
  expect(rows.flatMap((row) => shownRow(cloud, row, []).risks.map(told))).toEqual([
    'm1.small on compute-07 refused: 768 free, node 0',
  ])
})

test('where the host was not read no flavor is at risk, and what would come of it is not known', () => {
  const { cloud } = fleet({ name: 'compute-1', cells: [{ total: 8192 }], observed: 'no' })
  expect(bootsView(cloud)).toEqual({ flavors: 2, atRisk: [], unknown: 2 })
})

test('where no host was read the totals are Nova’s alone, and said to be so', () => {
  const { view } = fleet(
    {
      name: 'a',
      cells: [
        { total: 1024, guests: [256] },
        { total: 1024, reserved: 128 },
      ],
      observed: 'no',
    },
    { name: 'b', cells: [{ total: 1024 }], observed: 'no' },
  )
  expect(plain(view.headline.sentence)).toBe(
    'By Nova’s book alone 2,688 × 2 MiB (5.25 GiB) are free on 3 cells; no host was read, so nothing can be compared.',
  )
  expect(view.alone).toMatchObject({ cells: 3, books: { nova: { total: 3072, used: 256, reserved: 128 } } })
  expect(view.sum).toBeUndefined()
})

test('causes are counted over all hosts, that of the worst first', () => {
  const { found, cloud, rows } = fleet(
    { name: 'compute-1', cells: [{ total: 4096, reserved: 2048 }] },
    { name: 'compute-2', cells: [{ total: 1024, ...vswitch }, { total: 1024 }] },
    { name: 'compute-3', cells: [{ total: 1024, ...vswitch }] },
  )
  expect(
    causeLines([...found.values()].flat()).map((line) => [line.cause, line.divergences, line.worst.host]),
  ).toEqual([
    ['pages-held-by-others', 2, 'compute-2'],
    ['reserved-too-much', 1, 'compute-1'],
  ])
  const [first] = rows.map((row) => shownRow(cloud, row, found.get(row.host) ?? []))
  expect(first).toMatchObject({ divergences: 1, worst: { cause: 'reserved-too-much', tone: 'ok' } })
})
