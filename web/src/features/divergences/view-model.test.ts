import { divergencesOn, HostId, plain } from '@headroom/shared'
import { strFromU8, unzipSync } from 'fflate'
import { expect, test } from 'vitest'
import { divergenceRow, foundOn } from '../../components/found.ts'
import { cloudUnder, type HostSketch, sketch } from '../../testing/sketch.ts'
import { archiveOf } from '../../worker/archive.ts'
import { allBooks } from '../../worker/books.ts'
import {
  type DivergenceQuery,
  divergencesView,
  listedFrom,
  remedyFiles,
  selectedFrom,
  setApart,
} from './view-model.ts'

const vswitch = (pages: number) => ({ 'ovs-vswitchd': pages })
const hosts: readonly HostSketch[] = [
  { name: 'compute-2', cells: [{ total: 1024, third: vswitch(64) }, { total: 1024 }] },
  { name: 'compute-10', zone: 'az2', cells: [{ total: 4096, third: vswitch(256) }] },
  { name: 'compute-3', zone: 'az2', cells: [{ total: 4096, reserved: 2048 }] },
  { name: 'compute-4', cells: [{ total: 1024, third: vswitch(512) }], observed: 'no' },
  { name: 'compute-5', cells: [{ total: 1024, third: vswitch(512) }], novaRow: false },
]
const cloud = cloudUnder(sketch('five', 'zed', hosts), 'zed')
const books = allBooks(cloud)
const all = books.flatMap((one) =>
  foundOn(one, one.host.id === 'compute-10' ? ['dpdk'] : [], divergencesOn(cloud, one.host.id)),
)
const plainQuery: DivergenceQuery = {
  filter: undefined,
  kind: undefined,
  cause: undefined,
  host: undefined,
  place: undefined,
  sort: 'worst',
  group: undefined,
  tolerance: undefined,
}
const ids = (query: Partial<DivergenceQuery>) =>
  selectedFrom(all, { ...plainQuery, ...query }).map(({ id }) => id)
const [two, three, ten] = ['compute-2/0/2048', 'compute-3/0/2048', 'compute-10/0/2048']

test.each<[string, Partial<DivergenceQuery>, readonly (string | undefined)[]]>([
  ['what the next boot dies of comes first, room that is not used last', {}, [two, ten, three]],
  ['by host, numbers in names count as numbers', { sort: 'host' }, [two, three, ten]],
  ['a kind', { kind: 'hidden-capacity' }, [three]],
  ['a cause', { cause: 'pages-held-by-others' }, [two, ten]],
  ['a host', { host: 'compute-2' }, [two]],
  ['a zone', { place: 'az2' }, [ten, three]],
  ['an aggregate', { place: 'dpdk' }, [ten]],
  ['words of the sentence, all of them', { filter: 'another holds AZ1' }, [two]],
  ['what no divergence has', { kind: 'no-such-kind' }, []],
])('%s', (_, query, expected) => {
  expect(ids(query)).toEqual(expected)
})

test('groups stand in the order of their worst, and the first of each says how many they are', () => {
  const query = { ...plainQuery, group: 'kind' } as const
  const listed = (from: number) =>
    listedFrom(selectedFrom(all, query), query, from, 3).map(({ id, heads }) => [id, heads])
  expect(listed(0)).toEqual([
    [two, { name: 'phantom capacity', count: 2 }],
    [ten, undefined],
    [three, { name: 'hidden capacity', count: 1 }],
  ])
  expect(listed(1)).toEqual(listed(0).slice(1))
})

test('one book alone is set apart, never counted as a divergence', () => {
  expect(setApart(books, (host) => host === 'compute-3')).toEqual([
    { why: 'host not read', hosts: 1, names: ['compute-4'] },
    { why: 'no Nova row', hosts: 1, names: ['compute-5'] },
    { why: 'read too far apart', hosts: 1, names: ['compute-3'] },
  ])
})

test('totals are of all, whatever the filter hides', () => {
  const view = divergencesView(all, selectedFrom(all, { ...plainQuery, place: 'az2' }), [])
  expect(view).toMatchObject({
    all: 3,
    hosts: 3,
    phantom: 320 * 2048,
    hidden: 2048 * 2048,
    matches: 2,
    mended: 2,
    kinds: [
      { id: 'phantom-capacity', count: 2 },
      { id: 'hidden-capacity', count: 1 },
    ],
  })
})

test('a divergence opens into both sums, line by line', () => {
  const [first] = selectedFrom(all, { ...plainQuery, host: 'compute-10' })
  const row = first && divergenceRow(first)
  expect(row).toMatchObject({ difference: -256, holdersRead: true, entries: [] })
  expect(row?.figures.map(({ name, is }) => [name, plain([is])])).toEqual([
    ['Nova’s free', '4,096'],
    ['the host’s', '3,840'],
  ])
  expect(row?.holders.map(({ who, amount }) => [plain(who), amount])).toEqual([
    ['ovs-vswitchd (pid 2417)', 256],
  ])
})

test('the archive has a file a host that can be mended, named by it', () => {
  const files = remedyFiles(all, (host) => books.find((one) => one.host.id === host))
  expect(files.map(({ host }) => host)).toEqual(['compute-2', 'compute-3', 'compute-10'])
  expect(files[0]?.text).toContain('\n[DEFAULT]\nreserved_huge_pages = node:0,size:2048,count:64\n')
  expect(Object.keys(unzipSync(archiveOf(files)))).toEqual([
    'compute-2.txt',
    'compute-3.txt',
    'compute-10.txt',
  ])
  const odd = archiveOf([{ host: HostId('rack/1:a'), text: 'x\n' }])
  expect(Object.entries(unzipSync(odd)).map(([name, bytes]) => [name, strFromU8(bytes)])).toEqual([
    ['rack_1_a.txt', 'x\n'],
  ])
})
