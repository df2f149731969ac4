import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Entry, Ledger } from '../accounting/ledger.ts'
import type { HostCell } from '../model/cell.ts'
import { CellId, GuestId, HostId } from '../model/ids.ts'
import type { PoolHolder, Reality } from '../reality/reality.ts'
import { newton } from '../releases/newton.ts'
import { KiB, PageSize, Pages, sum } from '../units.ts'
import { divergences } from './compare.ts'
import type { Suspect } from './divergence.ts'
import { type BothBooks, poolBooks } from './pools.ts'
import { hostRemedy } from './remedy.ts'

const host = HostId('compute-07')
const size = PageSize(2048)
const cell = CellId(0)

const cellWith = (total: number, used: number, reserved = 0): HostCell => ({
  id: cell,
  socket: 0,
  cpuset: [],
  pcpuset: [],
  siblings: [],
  memory: KiB(0),
  memoryUsage: KiB(0),
  cpuUsage: 0,
  pinnedCpus: [],
  mempages: [{ size, total: Pages(total), used: Pages(used), reserved: Pages(reserved) }],
})

const kernelWith = (free: number, holders: readonly PoolHolder[], holdersRead = true): Reality => ({
  host,
  nodes: [
    {
      id: cell,
      cpus: [],
      memory: undefined,
      memoryFree: undefined,
      pools: [
        {
          size,
          total: Pages(free + sum(holders.map(({ pages }) => pages))),
          free: Pages(free),
          surplus: Pages(0),
          holders,
          holdersRead,
        },
      ],
    },
  ],
  promised: [],
  surplusRoom: [],
  limits: [],
  defaultPage: undefined,
  memory: undefined,
  mounts: undefined,
  libvirt: undefined,
  qemu: undefined,
  gaps: [],
})

const vm = (n: number) => GuestId(`vm-${n}`)
const guest = (n: number, pages: number): PoolHolder => ({
  kind: 'guest',
  guest: vm(n),
  name: `vm-${n}`,
  pages: Pages(pages),
})
const ovs = (pages: number): PoolHolder => ({
  kind: 'process',
  name: 'ovs-vswitchd',
  pid: 2417,
  pages: Pages(pages),
})
const unseen = (pages: number): PoolHolder => ({ kind: 'unseen', pages: Pages(pages) })
const booked = (n: number, pages: number): Entry => ({
  host,
  cell,
  resource: 'pages of 2048',
  amount: pages,
  consumer: { kind: 'guest', guest: vm(n), name: `vm-${n}`, role: 'running' },
})

const books = (
  cells: readonly HostCell[] | undefined,
  reality: Reality | undefined,
  ledger: Ledger = [],
): BothBooks => ({
  host,
  rules: newton.rules,
  cells,
  reality,
  ledger,
  guests: ledger.flatMap(({ consumer }) => (consumer.kind === 'guest' ? [consumer.guest] : [])),
})

/** `phantom 256: unlisted-consumer 256; reserved_huge_pages = …` */
function summary(of: BothBooks): string[] {
  return divergences(poolBooks(of)).map(({ kind, expected, observed, suspects, remedy }) => {
    const named = suspects.map((suspect) => `${suspect.kind} ${numbers(suspect)}`).join(', ')
    return `${kind} ${expected - observed}: ${named || 'not known'}; ${remedy?.lines.join(', ') ?? 'none'}`
  })
}

function numbers(suspect: Suspect): string {
  switch (suspect.kind) {
    case 'unlisted-consumer':
      return `${suspect.pages} by ${suspect.holders.map((one) => ('name' in one ? one.name : one.kind))}`
    case 'reserved-too-much':
      return `${suspect.reserved} for ${suspect.held}`
    case 'pool-resized':
      return `${suspect.booked} now ${suspect.now}`
    case 'guest-not-running':
      return `${suspect.name} ${suspect.pages}`
    case 'guest-holds-otherwise':
      return `${suspect.name} ${suspect.held} of ${suspect.booked}`
    case 'booked-not-held':
      return `${suspect.held} of ${suspect.booked}`
    case 'stored-beyond-guests':
      return `${suspect.amount}`
    case 'overbooked':
      return `${suspect.by}`
    case 'another-release':
    case 'counted-twice':
      return ''
  }
}

test.each<[string, BothBooks, string[]]>([
  [
    'pages another process holds are promised by Nova',
    books([cellWith(16384, 15360)], kernelWith(768, [guest(1, 15360), ovs(256)]), [booked(1, 15360)]),
    [
      'phantom-capacity 256: unlisted-consumer 256 by ovs-vswitchd; reserved_huge_pages = node:0,size:2048,count:256',
    ],
  ],
  [
    'pages that are reserved for whoever holds them are no divergence',
    books([cellWith(16384, 15360, 256)], kernelWith(768, [guest(1, 15360), ovs(256)]), [booked(1, 15360)]),
    [],
  ],
  [
    'reserved beyond what others hold is hidden capacity',
    books([cellWith(1024, 0, 512)], kernelWith(896, [ovs(128)])),
    ['hidden-capacity -384: reserved-too-much 512 for 128; reserved_huge_pages = node:0,size:2048,count:128'],
  ],
  [
    'pages nobody visible holds',
    books([cellWith(1024, 0)], kernelWith(960, [unseen(64)])),
    ['phantom-capacity 64: unlisted-consumer 64 by unseen; reserved_huge_pages = node:0,size:2048,count:64'],
  ],
  [
    'where processes were not looked at, guests are taken to hold what they are booked with',
    books([cellWith(1024, 512)], kernelWith(448, [unseen(576)], false), [booked(1, 512)]),
    ['phantom-capacity 64: unlisted-consumer 64 by unseen; reserved_huge_pages = node:0,size:2048,count:64'],
  ],
  [
    'a pool that shrank since nova-compute started',
    books([cellWith(1024, 0)], kernelWith(512, [])),
    ['phantom-capacity 512: pool-resized 1024 now 512; systemctl restart nova-compute'],
  ],
  [
    'a guest that is shut off is still booked',
    books([cellWith(1024, 512)], kernelWith(1024, []), [booked(1, 512)]),
    ['hidden-capacity -512: guest-not-running vm-1 512; openstack server shelve vm-1'],
  ],
  [
    'a guest that Nova does not have there holds pages like any process',
    books([cellWith(1024, 0)], kernelWith(512, [guest(9, 512)])),
    ['phantom-capacity 512: unlisted-consumer 512 by vm-9; reserved_huge_pages = node:0,size:2048,count:512'],
  ],
  [
    'what hides a part of the difference stands after what makes it',
    books([cellWith(1024, 512)], kernelWith(256, [ovs(768)]), [booked(1, 512)]),
    [
      'phantom-capacity 256: unlisted-consumer 768 by ovs-vswitchd, guest-not-running vm-1 512; reserved_huge_pages = node:0,size:2048,count:768',
    ],
  ],
  [
    'a book below zero promises nothing',
    books([cellWith(1024, 1024, 512)], kernelWith(0, [guest(1, 1024)]), [booked(1, 1024)]),
    [],
  ],
  ['a host without a book of its own is not known to diverge', books([cellWith(1024, 0)], undefined), []],
  ['a host without Nova’s row is not known to diverge', books(undefined, kernelWith(512, [ovs(512)])), []],
])('%s', (_, of, says) => {
  expect(summary(of)).toEqual(says)
})

test('the whole option of a host names every pool others hold pages of', () => {
  const pools = [0, 1].flatMap((id) =>
    poolBooks(books([cellWith(1024, 0)], kernelWith(768, [ovs(256)]))).map((pool) => ({
      ...pool,
      cell: CellId(id),
    })),
  )
  expect(hostRemedy(pools)?.lines).toEqual([
    'reserved_huge_pages = node:0,size:2048,count:256',
    'reserved_huge_pages = node:1,size:2048,count:256',
  ])
})

test('reserving what the remedy says makes the books of a phantom agree', () => {
  const shape = fc.record({
    free: fc.nat(2048),
    third: fc.integer({ min: 1, max: 512 }),
    claimed: fc.nat(512),
  })
  fc.assert(
    fc.property(shape, ({ free, third, claimed }) => {
      const kernel = kernelWith(free, [...(claimed > 0 ? [guest(1, claimed)] : []), ovs(third)])
      const total = free + third + claimed
      const before = books([cellWith(total, claimed)], kernel, [booked(1, claimed)])
      const [line = ''] = divergences(poolBooks(before))[0]?.remedy?.lines ?? []
      const count = Number(/count:(\d+)$/.exec(line)?.[1])
      expect(count).toBe(third)
      expect(summary(books([cellWith(total, claimed, count)], kernel, [booked(1, claimed)]))).toEqual([])
    }),
  )
})
