import { expect, test } from 'vitest'
import type { Guest } from '../model/guest.ts'
import { GuestId, HostId } from '../model/ids.ts'
import type { HostState } from '../placement/host-state.ts'
import { releaseById } from '../releases/index.ts'
import type { Rules } from '../releases/rules.ts'
import { guest as topology } from '../testing/cells.ts'
import { KiB, MiB } from '../units.ts'
import { namedDestination } from './named-destination.ts'

const rulesOf = (id: string): Rules => {
  const release = releaseById(id)
  if (!release) throw new Error(`no release ${id}`)
  return release.rules
}

/** The destination of Launchpad bug 1214943: 1,872 MiB, 1,536 of them used, allocation ratio 1.5. */
const destination = (release: string, but: Partial<HostState> = {}): HostState => ({
  id: HostId('b'),
  rules: rulesOf(release),
  compute: rulesOf(release),
  settings: { enabledFilters: undefined, maxAttempts: undefined },
  diskAvailableLeast: undefined,
  freeCut: false,
  hypervisor: undefined,
  stats: undefined,
  service: { enabled: true, up: true },
  zone: undefined,
  memory: { total: MiB(1872), used: MiB(1536) },
  vcpus: { total: 2, used: 2 },
  disk: undefined,
  ratios: { cpu: 16, ram: 1.5, disk: undefined },
  cells: 'none',
  packing: undefined,
  reserved: { memory: undefined, vcpus: undefined },
  aggregates: [],
  guests: undefined,
  ...but,
})

const guest = (memoryMb: number, but: Partial<Guest> = {}): Guest => ({
  id: GuestId('vm-1'),
  name: 'vm-1',
  host: HostId('a'),
  vmState: 'active',
  taskState: undefined,
  powerState: 1,
  flavor: {
    name: 'm1.tiny',
    vcpus: 1,
    memory: MiB(memoryMb),
    rootGb: 1,
    ephemeralGb: 0,
    swap: KiB(0),
    extraSpecs: {},
  },
  image: {},
  topology: 'none',
  ...but,
})

function answer(to: HostState, of: Guest): string {
  const verdict = namedDestination(to, of, to.rules)
  switch (verdict.outcome) {
    case 'fits':
      return 'accepted'
    case 'unknown':
      return `unknown: ${verdict.gaps.map(({ what }) => what)}`
    case 'rejected': {
      const [{ reason }] = verdict.objections
      return reason.kind === 'live-migration-memory'
        ? `${reason.available / 1024} <= ${reason.needed / 1024}`
        : reason.kind
    }
  }
}

test.each<[string, HostState, Guest, string]>([
  ['free memory without ratio refuses to Liberty', destination('liberty'), guest(512), '336 <= 512'],
  ['since Mitaka memory counts by ratio', destination('mitaka'), guest(512), 'accepted'],
  ['and so in the newest', destination('2026.1'), guest(512), 'accepted'],
  ['exactly what is available is refused', destination('mitaka'), guest(1272), '1272 <= 1272'],
  ['one MiB less is accepted', destination('mitaka'), guest(1271), 'accepted'],
  [
    'exactly what is free is refused to Liberty too',
    destination('liberty', { memory: { total: MiB(2048), used: MiB(1536) } }),
    guest(512),
    '512 <= 512',
  ],
  [
    'vCPUs are never looked at',
    destination('mitaka', { vcpus: { total: 2, used: 2 }, ratios: { cpu: 1, ram: 1.5, disk: undefined } }),
    guest(512),
    'accepted',
  ],
  ['the host it is on', destination('mitaka'), guest(512, { host: HostId('b') }), 'same-host'],
  [
    'a host that is down',
    destination('mitaka', { service: { enabled: true, up: false } }),
    guest(512),
    'host-down',
  ],
  [
    'a disabled host is not refused',
    destination('mitaka', { service: { enabled: false, up: true } }),
    guest(512),
    'accepted',
  ],
  ['a stopped guest', destination('mitaka'), guest(512, { vmState: 'stopped' }), 'guest-not-migratable'],
  ['a paused guest to Juno', destination('juno'), guest(100, { vmState: 'paused' }), 'guest-not-migratable'],
  ['a paused guest since Kilo', destination('kilo'), guest(100, { vmState: 'paused' }), 'accepted'],
  [
    'a guest with cells before 18.2',
    destination('rocky-18.1'),
    guest(512, { topology: topology({}) }),
    'accepted',
  ],
  [
    'a guest with cells since 18.2',
    destination('rocky'),
    guest(512, { topology: topology({}) }),
    'live-migration-numa-refused',
  ],
  [
    'a guest with cells since Train',
    destination('train-20.0'),
    guest(512, { topology: topology({}) }),
    'accepted',
  ],
  [
    'memory that was not read',
    destination('mitaka', { memory: undefined }),
    guest(512),
    'unknown: memory_mb',
  ],
])('%s', (_, to, of, says) => {
  expect(answer(to, of)).toBe(says)
})
