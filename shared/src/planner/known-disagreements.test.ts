import { expect, test } from 'vitest'
import type { Cause } from '../divergence/detectors.ts'
import { nameCause } from '../explain/diverging.ts'
import { releases } from '../releases/index.ts'
import type { RuleName } from '../releases/rules.ts'

/**
 * How each known way in which Nova's books part from reality is told: found in a snapshot, played out by the rule of the
 * release in verdicts and plans, answered by a filter, or not at all, and why.
 */
type Told =
  | { readonly found: Cause }
  | { readonly rule: RuleName }
  | { readonly filter: string }
  | { readonly untold: string }

const known: readonly (readonly [title: string, told: Told])[] = [
  ['D1 third-party huge pages', { found: 'pages-held-by-others' }],
  ['D2 pool total cached', { found: 'pool-resized' }],
  ['D3 fewer pages after a reboot', { found: 'pool-resized' }],
  ['D4 guests without topology counted on no cell', { found: 'bound-beyond-node' }],
  ['D5 unsized guests ignore what huge pages took', { rule: 'cellMemoryTest' }],
  ['D6 the same for pinned guests', { rule: 'pinnedMemoryTest' }],
  ['D7 an unsized guest beyond the small pages', { rule: 'cellMemoryTest' }],
  ['D8 18.1.0 refuses a ratio', { rule: 'cellMemoryLimit' }],
  ['D9 huge-page guests starve a cell of memory', { rule: 'pinnedMemoryTest' }],
  ['D10 order decides who fits', { rule: 'cellMemoryTest' }],
  ['D11 unsized guests charged to small pages', { rule: 'pagesUsed' }],
  ['D12 an audit that ends at a host without pages', { rule: 'pagesUsed' }],
  ['D13 usage reset by an ordinary guest', { rule: 'usageAfterGuestWithoutTopology' }],
  ['D14 two guest cells on one host cell', { rule: 'pagesOfCellsTogether' }],
  ['D15 isolate without threads pins twice', { rule: 'isolatedPins' }],
  ['D16 an odd number of vCPUs refused', { rule: 'corePacking' }],
  ['D17 uneven free threads refused', { rule: 'corePacking' }],
  ['D18 the pre-check without a ratio', { rule: 'livePrecheckMemory' }],
  ['D19 the pre-check refuses what fits exactly', { rule: 'livePrecheckMemory' }],
  ['D20 a migrated guest booked on its old cells', { rule: 'liveMigratedCells' }],
  ['D21 a claim without limits', { rule: 'liveMigrationLimits' }],
  ['D22 a guest on its way not counted', { rule: 'incomingLiveMigration' }],
  ['D23 both ends of a resize', { found: 'move-counted-twice' }],
  ['D24 a confirmed resize still counted', { found: 'usage-beyond-guests' }],
  ['D25 a resize judged by its old cells', { untold: 'what a request spec keeps of cells is not read' }],
  ['D26 free memory cut at zero', { rule: 'freeAfterAudit' }],
  ['D27 one guest larger than its host', { rule: 'selfOvercommit' }],
  ['D28 QEMU’s own memory', { found: 'overhead-beyond-reserved' }],
  ['D29 base pages short beside huge pages', { found: 'huge-pages-sold-as-ram' }],
  ['D30 unused huge pages sold as RAM', { found: 'huge-pages-sold-as-ram' }],
  ['D31 huge pages reserved as host memory', { untold: 'the option does not say what it is meant for' }],
  ['D32 reserved memory is on some node', { untold: 'no source says on which node a host keeps its own' }],
  ['D33 reserved small pages without effect', { rule: 'reservedPageSize' }],
  ['D34 floating guests over pinned CPUs', { found: 'cpus-sold-twice' }],
  ['D35 pins without a policy', { rule: 'guestIsPinned' }],
  ['D36 dedicated vCPUs of old rows', { rule: 'dedicatedVcpus' }],
  ['D37 leftovers of an evacuation', { found: 'allocation-of-another-host' }],
  ['D38 allocations of nobody', { found: 'allocation-orphaned' }],
  ['D39 guests without an allocation', { found: 'allocation-missing' }],
  ['D40 a rebuild that needs its room twice', { rule: 'rebuiltCells' }],
  ['D41 a provider over its capacity', { found: 'over-capacity' }],
  ['D42 a ratio that sticks', { found: 'ratio-sticks' }],
  ['D43 a ratio of zero', { found: 'ratio-zero' }],
  ['D44 a forced host beyond its capacity', { rule: 'claimTests' }],
  ['D45 domains unknown to Nova', { found: 'guest-unknown-to-nova' }],
  ['D46 the first cell always first', { rule: 'hostCellOrder' }],
  ['D47 pack, then spread', { rule: 'hostCellOrder' }],
  ['D48 the fit cache', { rule: 'fitCache' }],
  ['D49 a page size that stays', { rule: 'pageSizeFixed' }],
  ['D50 one host without the size ends the request', { rule: 'absentPageSize' }],
  [
    'D51 a request changed by the host before',
    { untold: 'the order in which hosts are asked is not defined' },
  ],
  ['D52 pages that are not filled', { rule: 'partialPages' }],
  ['D53 a device on another cell than the pages', { filter: 'PciPassthroughFilter' }],
  ['D54 isolate beside shared CPUs', { rule: 'isolateBesideSharedCpus' }],
  ['D55 siblings that Placement does not count', { found: 'cpus-sold-twice' }],
  ['D56 memory of the host, and of its cells', { untold: 'why they differ is nowhere in Nova’s rows' }],
  ['D57 weights that are remembered', { rule: 'weightMemory' }],
  ['D58 bare metal', { untold: 'an Ironic node has no host’s book' }],
  ['D59 a guest between its places', { rule: 'offloadedGuests' }],
  ['D60 units of DISK_GB in Newton', { untold: 'nothing reads that inventory in Newton' }],
  ['D61 ordinary guests kept to one cell', { untold: 'the cell is picked at random and booked nowhere' }],
  ['D62 memory without a policy', { rule: 'xmlMemoryPolicy' }],
  ['D63 the socket lost', { rule: 'cellSocket' }],
  ['D64 a forced host that Placement leaves out', { rule: 'placementLimit' }],
  ['D65 an image’s cells ignored by an evacuation', { rule: 'evacuatedImage' }],
  ['D66 a mixed guest with a shared cell', { rule: 'cellWithoutPins' }],
]

test('every known disagreement is told, or it is said why not', () => {
  const numbers = known.map(([title]) => title.split(' ')[0])
  expect(numbers).toEqual(Array.from({ length: 66 }, (_, n) => `D${n + 1}`))
})

test.each(known.filter(([, told]) => 'rule' in told))(
  '%s: the rule is another in another release',
  (_, told) => {
    const values = 'rule' in told ? releases.map(({ rules }) => JSON.stringify(rules[told.rule])) : []
    expect(new Set(values).size).toBeGreaterThan(1)
  },
)

test.each(known.filter(([, told]) => 'found' in told))('%s: the cause has a name', (_, told) => {
  expect('found' in told && nameCause(told.found)).not.toBe('')
})
