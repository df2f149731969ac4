import { expect, test } from 'vitest'
import type { PoolDivergence, Suspect } from '../divergence/divergence.ts'
import { CellId, GuestId, HostId, SourceId } from '../model/ids.ts'
import type { Rejection } from '../placement/rejection.ts'
import type { Action } from '../planner/action.ts'
import type { Impossible, Outcome } from '../planner/step.ts'
import type { PoolHolder } from '../reality/reality.ts'
import type { Refusal } from '../reality/refusal.ts'
import { MiB, PageSize, Pages } from '../units.ts'
import { explainAction } from './action.ts'
import { explainDivergence, explainRemedy } from './divergence.ts'
import { explainGap } from './gap.ts'
import { explainRefusal } from './refusal.ts'
import { explainRejection } from './rejection.ts'
import { plain } from './sentence.ts'
import { explainStep } from './step.ts'

const on = { guestCell: CellId(0), hostCell: CellId(0) }
const size = PageSize(2048)
const host = HostId('compute-07')
const ovs: PoolHolder = { kind: 'process', name: 'ovs-vswitchd', pid: 2417, pages: Pages(256) }

test.each<[Rejection, string]>([
  [
    {
      kind: 'pages-short',
      size,
      needed: Pages(1024),
      free: Pages(768),
      total: Pages(16384),
      used: Pages(15360),
      reserved: Pages(256),
      ...on,
    },
    'guest cell 0 needs 1,024 × 2 MiB; host cell 0 has 768 free (16,384 less 15,360 used and 256 reserved).',
  ],
  [
    {
      kind: 'live-migration-memory',
      available: MiB(336),
      needed: MiB(512),
      free: MiB(336),
      total: MiB(1872),
      ratio: undefined,
    },
    'The pre-check wants more than the guest’s 512 MiB available and counts 336 MiB: free RAM, no allocation ratio.',
  ],
  [
    {
      kind: 'live-migration-memory',
      available: MiB(1272),
      needed: MiB(1272),
      free: MiB(336),
      total: MiB(1872),
      ratio: 1.5,
    },
    'The pre-check wants more than the guest’s 1,272 MiB available and counts 1,272 MiB: 1,872 MiB × 1.5 less 1,536 MiB used.',
  ],
  [
    { kind: 'ram-short', needed: MiB(4096), free: MiB(1272), total: MiB(1872), used: MiB(1536), ratio: 1.5 },
    'The guest needs 4,096 MiB of RAM; 1,272 MiB are left (1,872 MiB × 1.5 less 1,536 MiB used).',
  ],
  [
    { kind: 'vcpus-short', needed: 4, free: 2, total: 2, used: 30, ratio: 16 },
    'The guest needs 4 vCPUs; 2 are left (2 × 16 less 30 used).',
  ],
  [{ kind: 'host-has-no-topology' }, 'The guest asks for NUMA cells; this host reports none to Nova.'],
])('Nova’s objection %j is a sentence with its numbers', (rejection, says) => {
  expect(plain(explainRejection(rejection))).toBe(says)
})

const short: Refusal = {
  kind: 'pool-short',
  moment: 'start',
  words: { says: 'unable to map backing store for guest RAM: Cannot allocate memory', seenWith: 'QEMU 7.2' },
  node: CellId(0),
  size,
  needed: Pages(1024),
  free: Pages(768),
  total: Pages(16384),
  promised: Pages(0),
  holders: [{ kind: 'guest', guest: GuestId('vm-1'), name: 'vm-1', pages: Pages(15360) }, ovs],
  elsewhere: [{ node: CellId(1), free: Pages(16128) }],
}

test.each<[string, Refusal, string]>([
  [
    'a short node names who has the pages, and where they are free',
    short,
    'It needs 1,024 × 2 MiB; node 0 has 768 free: ovs-vswitchd (pid 2417) holds 256 × 2 MiB. Node 1 has 16,128 free.',
  ],
  [
    'pages promised to others are told apart from free ones',
    { ...short, node: undefined, promised: Pages(100), holders: [], elsewhere: [] },
    'It needs 1,024 × 2 MiB; the host has 768 free, 100 of them promised to others.',
  ],
  [
    'a shrunk guest is told in both sizes',
    { kind: 'shrunk-to-cells', moment: 'start', words: undefined, cells: MiB(8), memory: MiB(8192) },
    'libvirt takes the sum of the cells for the guest’s memory: it has 8 MiB where 8 GiB were asked for, and nobody says so.',
  ],
])('%s', (_, refusal, says) => {
  expect(plain(explainRefusal(refusal))).toBe(says)
})

const diverging = (kind: PoolDivergence['kind'], suspects: readonly Suspect[]): PoolDivergence => {
  const [expected, observed] = kind === 'phantom-capacity' ? [1024, 768] : [768, 1024]
  return {
    kind,
    host,
    cell: CellId(0),
    size,
    expected: Pages(expected),
    observed: Pages(observed),
    nova: {
      total: Pages(16384),
      used: Pages(15360),
      reserved: Pages(1024 - expected),
      free: Pages(expected),
    },
    kernel: {
      size,
      total: Pages(16384),
      free: Pages(observed),
      surplus: Pages(0),
      holders: [ovs],
      holdersRead: true,
    },
    entries: [],
    held: {
      claimed: Pages(15360),
      thirdParty: Pages(256),
      unseen: Pages(0),
      notRead: Pages(0),
      others: [ovs],
      idle: [],
    },
    suspects,
    remedy: undefined,
  }
}

test.each<[PoolDivergence, string[]]>([
  [
    diverging('phantom-capacity', [
      { kind: 'unlisted-consumer', explains: 256, holders: [ovs], pages: Pages(256) },
    ]),
    [
      'Cell 0: Nova would promise 256 × 2 MiB that another process holds.',
      'ovs-vswitchd (pid 2417) holds 256 × 2 MiB; Nova does not know.',
      'Nova counts 16,384 − 15,360 used − 0 reserved = 1,024 × 2 MiB free; the kernel has 768 of 16,384 free.',
    ],
  ],
  [
    diverging('hidden-capacity', [
      { kind: 'reserved-too-much', explains: -256, reserved: Pages(256), held: Pages(0) },
    ]),
    [
      'Cell 0: 256 × 2 MiB are free that Nova will not use.',
      'reserved_huge_pages keeps 256 × 2 MiB back; others hold 0.',
      'Nova counts 16,384 − 15,360 used − 256 reserved = 768 × 2 MiB free; the kernel has 1,024 of 16,384 free.',
    ],
  ],
  [
    diverging('phantom-capacity', []),
    [
      'Cell 0: Nova would promise 256 × 2 MiB that are not there.',
      'Nova counts 16,384 − 15,360 used − 0 reserved = 1,024 × 2 MiB free; the kernel has 768 of 16,384 free.',
      'What explains the difference is not known.',
    ],
  ],
])('a divergence opens with the one thing to know', (divergence, says) => {
  const { headline, details } = explainDivergence(divergence)
  expect([headline, ...details].map(plain)).toEqual(says)
})

test('a remedy says where it goes and since when it works', () => {
  const remedy = { file: 'nova.conf', section: 'DEFAULT', lines: [], since: 'Newton' } as const
  expect(plain(explainRemedy(remedy))).toBe('In nova.conf of the compute, section [DEFAULT], since Newton:')
})

test('a gap says what, of whom and why', () => {
  const gap = {
    source: SourceId('probe'),
    host,
    guest: undefined,
    what: 'holders',
    why: 'not permitted',
  } as const
  expect(plain(explainGap(gap))).toBe(
    'Not known: who holds the huge pages on compute-07; reading it was not permitted.',
  )
})

test('an action reads as it was asked', () => {
  const boot = {
    do: 'boot',
    id: 'a',
    flavor: 'm1.small',
    image: {},
    count: 15,
    on: { host, how: 'requested' },
  } as const
  const reserved = [{ cell: CellId(0), size, count: Pages(256) }]
  expect(plain(explainAction(boot))).toBe('Boot 15 × m1.small on compute-07')
  expect(plain(explainAction({ do: 'set-reserved-huge-pages', host, reserved }))).toBe(
    'Set reserved_huge_pages on compute-07 to node:0,size:2048,count:256',
  )
})

test.each<[Action, string]>([
  [
    { do: 'set-allocation-ratios', host, cpu: 4, ram: 1.5, disk: undefined },
    'Set cpu_allocation_ratio to 4, ram_allocation_ratio to 1.5 on compute-07',
  ],
  [
    { do: 'set-allocation-ratios', host: undefined, cpu: undefined, ram: undefined, disk: undefined },
    'Set no allocation ratio everywhere',
  ],
  [
    {
      do: 'set-cpu-sets',
      host,
      vcpuPinSet: undefined,
      cpuSharedSet: '0-3',
      cpuDedicatedSet: '4-15',
    },
    'Set cpu_shared_set to 0-3, cpu_dedicated_set to 4-15 on compute-07',
  ],
  [
    { do: 'set-cpu-sets', host, vcpuPinSet: undefined, cpuSharedSet: undefined, cpuDedicatedSet: undefined },
    'Let guests use every CPU of compute-07',
  ],
  [{ do: 'set-packing', host, packing: false }, 'Spread guests’ cells on compute-07'],
  [{ do: 'set-enabled-filters', filters: undefined }, 'Set no enabled_filters'],
  [{ do: 'upgrade-scheduler', release: 'zed' }, 'Run the scheduler of Zed'],
  [{ do: 'upgrade-compute', host: undefined, release: 'zed' }, 'Run every compute on Zed'],
  [
    { do: 'reboot-host', host, pools: [{ cell: CellId(0), size, count: Pages(512) }] },
    'Reboot compute-07 with 512 × 2 MiB on node 0',
  ],
  [{ do: 'set-service', host, state: 'down' }, 'The compute service of compute-07 goes down'],
  [{ do: 'evacuate', guest: 'vm-1' as never, to: host, force: true }, 'Evacuate vm-1 to compute-07, forced'],
  [
    { do: 'rebuild', guest: 'vm-1' as never, image: { hw_numa_nodes: '2' } },
    'Rebuild vm-1 with an image of hw_numa_nodes=2',
  ],
])('a step of a host or its configuration reads as it was asked', (action, says) => {
  expect(plain(explainAction(action))).toBe(says)
})

const impossible: readonly [Impossible, string][] = [
  [
    { kind: 'option-absent', option: 'reserved_huge_pages', since: 'Newton' },
    'This release of Nova has no reserved_huge_pages; Newton is the first that does.',
  ],
  [{ kind: 'no-such', what: 'flavor', name: 'm1.huge' }, 'There is no flavor m1.huge in this snapshot.'],
]
test.each(impossible)('what cannot be tried says why', (reason, says) => {
  const outcome: Outcome = { kind: 'not-possible', reason }
  const action = { do: 'set-reserved-huge-pages', host, reserved: [] } as const
  expect(plain(explainStep({ action, outcome, touched: [] }).headline)).toBe(says)
})
