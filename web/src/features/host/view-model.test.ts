import { HostId, plain } from '@headroom/shared'
import { scenarios } from '@headroom/shared/scenarios'
import { expect, test } from 'vitest'
import { cloudUnder, type HostSketch, sketch } from '../../testing/sketch.ts'
import { hostBooks } from '../../worker/books.ts'
import { hostView } from './view-model.ts'

function view(host: Omit<HostSketch, 'name'>, release = 'zed') {
  const cloud = cloudUnder(sketch('test', release, [{ name: 'compute-07', ...host }]), release)
  const books = hostBooks(cloud, HostId('compute-07'))
  if (!books) throw new Error('the sketch has the host')
  return hostView(cloud, books)
}

const fifteen = Array.from({ length: 15 }, () => 1024)
const vswitch = { 'ovs-vswitchd': 256 }
const seed = () =>
  view(
    {
      cells: [
        { total: 16384, guests: fifteen, third: vswitch },
        { total: 16384, third: vswitch },
      ],
    },
    'liberty',
  )

test('the first thing to know is the worst divergence, the others follow', () => {
  const { tone, first, findings } = seed()
  expect(tone).toBe('bad')
  expect(plain(first.headline)).toBe('Cell 0: Nova would promise 256 × 2 MiB that another process holds.')
  expect(findings.map(({ headline }) => plain(headline)).slice(0, 2)).toEqual([
    'Cell 0: Nova would promise 256 × 2 MiB that another process holds.',
    'Cell 1: Nova would promise 256 × 2 MiB that another process holds.',
  ])
})

test('flavors that would fail next are named beside it', () => {
  expect(seed().failing.map(({ flavor }) => flavor)).toEqual(['m1.small'])
})

test('where no pages differ, a guest that would start otherwise than asked is the first thing to know', () => {
  const scenario = scenarios.find(({ id }) => id === 'mib-where-kib-was-meant')
  const cloud = scenario && cloudUnder(scenario.snapshot, 'juno-b3')
  const books = cloud && hostBooks(cloud, HostId('libvirt-9'))
  if (!books) throw new Error('the scenario has the host')
  const { tone, first } = hostView(cloud, books)
  expect(tone).toBe('warn')
  expect(plain(first.headline)).toMatch(
    /^The next m1\.asymmetric: It boots .* it has 8 MiB where 8 GiB were asked for/,
  )
})

test('a promise that cannot be kept comes before more room that is hidden', () => {
  const { first } = view({
    cells: [
      { total: 16384, off: 8192 },
      { total: 16384, third: vswitch },
    ],
  })
  expect(plain(first.headline)).toMatch(/^Cell 1: Nova would promise/)
})

test('the option that mends it is written once, for the whole host', () => {
  expect(seed().remedies.map(({ lines }) => lines)).toEqual([
    ['reserved_huge_pages = node:0,size:2048,count:256', 'reserved_huge_pages = node:1,size:2048,count:256'],
  ])
})

test('a cell shows both books line by line with the difference', () => {
  expect(seed().cells[0]?.pools[0]?.lines).toMatchObject([
    { name: 'claimed', nova: 15360, host: 15360, difference: 0 },
    { name: 'third party', nova: 0, host: 256, difference: 256 },
    { name: 'free', nova: 1024, host: 768, difference: -256 },
    { name: 'total', nova: 16384, host: 16384, difference: 0 },
  ])
})

test('where holders were not read their lines are not known, and free still is', () => {
  const { cells } = view({ cells: [{ total: 8192, guests: [4096] }], observed: 'without holders' })
  expect(cells[0]?.holdersNotRead).toBe(true)
  expect(cells[0]?.pools[0]?.lines).toMatchObject([
    { name: 'claimed', nova: 4096, host: undefined, difference: undefined },
    { name: 'third party', nova: 0, host: undefined, difference: undefined },
    { name: 'holder not read', nova: undefined, host: 4096, difference: undefined },
    { name: 'free', nova: 4096, host: 4096, difference: 0 },
    { name: 'total', nova: 8192, host: 8192, difference: 0 },
  ])
})

test('a guest that is off is booked with pages it does not hold', () => {
  const { cells } = view({ cells: [{ total: 8192, guests: [1024], off: 2048 }] })
  expect(cells[0]?.guests.map(({ state, pages, held }) => ({ state, pages, held }))).toEqual([
    { state: 'active', pages: 1024, held: 1024 },
    { state: 'stopped', pages: 2048, held: 0 },
  ])
})

test('what a guest holds is not known where nobody looked', () => {
  const { cells } = view({ cells: [{ total: 8192, guests: [1024] }], observed: 'no' })
  expect(cells[0]?.guests.map(({ pages, held }) => ({ pages, held }))).toEqual([
    { pages: 1024, held: undefined },
  ])
})

test('a host that was not read says so, and does not say that the books agree', () => {
  const { hostRead, novaRead, first, tone } = view({ cells: [{ total: 8192 }], observed: 'no' })
  expect(hostRead).toEqual({ kind: 'not read' })
  expect(novaRead.kind).toBe('read')
  expect(tone).toBe('plain')
  expect(plain(first.headline)).toBe(
    'By Nova’s book alone 8,192 × 2 MiB (16 GiB) are free on 1 cell; no host was read, so nothing can be compared.',
  )
})

test('a probe alone tells what Nova has to be told', () => {
  const { tone, first, remedies } = view({ novaRow: false, cells: [{ total: 1024, third: vswitch }] })
  expect(tone).toBe('warn')
  expect(plain(first.headline)).toBe('Node 0: 256 × 2 MiB are held by others than guests.')
  expect(first.details.map(plain)).toEqual([
    'ovs-vswitchd (pid 2417) holds 256 × 2 MiB on node 0.',
    'Nova was not read. It counts these pages as free unless reserved_huge_pages says otherwise.',
  ])
  expect(remedies.flatMap(({ lines }) => lines)).toEqual(['reserved_huge_pages = node:0,size:2048,count:256'])
})

test('who holds pages is told apart: Nova’s guests, third parties, nobody visible', () => {
  const { cells } = view({ cells: [{ total: 8192, guests: [1024], third: vswitch, unseen: 100 }] })
  expect(cells[0]?.holders.map(({ of, pages }) => [of, pages])).toEqual([
    ['nova', 1024],
    ['third party', 256],
    ['unseen', 100],
  ])
})

const brief = (boots: ReturnType<typeof view>['boots']) =>
  boots.map(({ flavor, nova, host, happens, moreByNova, moreByHost, moreTogether }) =>
    [
      `${flavor}: Nova ${nova.answer}, host ${host?.answer ?? 'not asked'}`,
      [moreByNova.count, moreTogether.count, moreByHost?.count].join('/'),
      plain(happens),
    ].join(' | '),
  )

test('what would boot here next is answered by both books, with how many more', () => {
  const [small, medium] = brief(seed().boots)
  expect(small).toMatch(
    /^m1\.small: Nova yes, host no \| 17\/0\/15 \| Nova puts it on host cell 0, and it cannot start\./,
  )
  expect(medium).toBe('m1.medium: Nova yes, host yes | 8/7/7 | It boots on host cell 1.')
})

test('where Nova has no room the host is not asked, and the number that was short is named', () => {
  const [small] = view({ cells: [{ total: 512 }] }).boots
  expect(small?.host).toBeUndefined()
  expect(small && plain(small.nova.words)).toBe('512 free, cell 0')
})

test('the whole host is shown by plain count and by ratio', () => {
  const { whole } = view({ cells: [{ total: 512, guests: [256] }, { total: 512 }] })
  const gib = 1024 * 1024
  expect(
    whole.map(({ of, what, ratio, nova, host }) => [of, what, nova?.amount, host?.amount, ratio]),
  ).toEqual([
    ['memory', 'in all', 128 * gib, 128 * gib, undefined],
    ['memory', 'used', 2.5 * gib, 128 * gib - 2 * 20000 * 1024, undefined],
    ['memory', 'free', 125.5 * gib, 2 * 20000 * 1024, undefined],
    ['memory', 'by ratio', 189.5 * gib, undefined, 1.5],
    ['CPUs', 'in all', 32, 8, undefined],
    ['CPUs', 'used', 1, undefined, undefined],
    ['CPUs', 'free', 31, undefined, undefined],
    ['CPUs', 'by ratio', 511, undefined, 16],
    ['disk', 'in all', 1000 * gib, undefined, undefined],
    ['disk', 'used', 20 * gib, undefined, undefined],
    ['disk', 'free', 980 * gib, undefined, undefined],
    ['disk', 'by ratio', 980 * gib, undefined, 1],
  ])
})

test('every number of the whole host is the sum of its lines', () => {
  const { whole } = view({ cells: [{ total: 512, guests: [256, 128] }, { total: 512 }] })
  const inUnit = (of: string, entry: number) => (of === 'disk' ? entry * 1024 * 1024 : entry)
  for (const { of, what, nova, host } of whole)
    for (const told of [nova, host]) {
      if (!told || told.lines.length === 0) continue
      const sum = told.lines.reduce((all, { amount }) => all + amount, 0)
      expect(told === nova && what === 'used' ? inUnit(of, sum) : sum).toBe(told.amount)
    }
})

test('each number opens into the lines it is the sum of', () => {
  const lines = seed().cells[0]?.pools[0]?.lines ?? []
  const sums = (of: 'entries' | 'holders') =>
    Object.fromEntries(
      lines.flatMap((line) =>
        line[of]?.length ? [[line.name, line[of].reduce((sum, { amount }) => sum + amount, 0)]] : [],
      ),
    )
  expect(sums('entries')).toEqual({ claimed: 15360, free: 1024 })
  expect(sums('holders')).toEqual({ claimed: 15360, 'third party': 256, free: 768 })
  expect(lines[0]?.entries).toHaveLength(15)
})

test('CPUs that one set gives to either use are marked so, each its own core where siblings were not read', () => {
  expect(seed().cells[0]?.cores).toHaveLength(4)
  expect(seed().cells[0]?.cores[0]).toMatchObject([{ cpu: 0, use: 'both', pinned: [] }])
})

test('guests that are shut off say what Nova counts for them and what they take again', () => {
  const { sleepers } = view({ cells: [{ total: 1024, off: 512 }] })
  expect(sleepers).toMatchObject([
    {
      state: 'stopped',
      counts: [{ pages: 512, size: 2048 }],
      holds: [],
      takes: [{ node: 0, size: 2048, pages: 512 }],
    },
  ])
})

test('guests that are off and want more together than there is: how many start, who does not, what is short', () => {
  const { storms } = view({
    cells: [
      { total: 1024, off: 512, third: { 'ovs-vswitchd': 768 } },
      { total: 512, off: 256 },
    ],
  })
  expect(storms.asleep).toMatchObject({
    guests: 2,
    allRun: false,
    short: [{ node: 0, pages: 512, free: 256 }],
  })
  for (const { started, left } of storms.asleep?.orders ?? []) {
    expect(started).toBe(1)
    expect(left.map(({ name, why }) => [name, why && plain(why)])).toEqual([
      ['vm-compute-07-0-0', '256 free, node 0'],
    ])
  }
})

test('a storm is not told of where nobody looked, nor of one guest alone', () => {
  const none = { asleep: undefined, rebooted: undefined }
  expect(view({ cells: [{ total: 512, off: 512 }], observed: 'no' }).storms).toEqual(none)
  expect(view({ cells: [{ total: 512, off: 512 }] }).storms).toEqual(none)
})
