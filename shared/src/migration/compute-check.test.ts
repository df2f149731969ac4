import { expect, test } from 'vitest'
import type { Guest } from '../model/guest.ts'
import { GuestId, HostId } from '../model/ids.ts'
import type { HostState } from '../placement/host-state.ts'
import { flavor, state } from '../testing/placement.ts'
import { GiB } from '../units.ts'
import { computeCheck } from './compute-check.ts'

const cpu = (shape: object): Partial<HostState> => ({
  hypervisor: {
    type: 'QEMU',
    version: 7_002_000,
    cpuInfo: JSON.stringify(shape),
    supportedInstances: undefined,
  },
})
const skylake = { arch: 'x86_64', vendor: 'Intel', model: 'Skylake-Server', features: ['avx2', 'avx512f'] }
const broadwell = { ...skylake, model: 'Broadwell', features: ['avx2'] }

const guest = (shape: Partial<Guest> = {}): Guest => ({
  id: GuestId('g'),
  name: 'g',
  host: HostId('host-0'),
  vmState: 'active',
  taskState: undefined,
  powerState: 1,
  flavor: flavor({ rootGb: 40 }),
  image: {},
  topology: 'none',
  ...shape,
})

const says = (here: Partial<HostState>, there: Partial<HostState>, who = guest()) => {
  const verdict = computeCheck(state('zed', here), state('zed', there), who)
  return verdict?.outcome === 'unknown' ? verdict.gaps.map(({ what }) => what).join(', ') : verdict?.outcome
}
const free = (gib: number): Partial<HostState> => ({ diskAvailableLeast: GiB(gib) })
const [models, storage] = ['comparison of CPU models', 'shared storage']

test.each<[string, Partial<HostState>, Partial<HostState>, Guest, string | undefined]>([
  ['the same CPU passes', cpu(skylake), cpu(skylake), guest(), 'fits'],
  [
    'whatever the order of its features, and however many cores',
    cpu(skylake),
    cpu({ ...skylake, features: ['avx512f', 'avx2'], topology: { cores: 8 } }),
    guest(),
    'fits',
  ],
  ['another is for libvirt to compare', cpu(skylake), cpu(broadwell), guest(), models],
  ['nothing read, nothing said', {}, cpu(skylake), guest(), undefined],
  ['disks that fit', {}, free(40), guest(), undefined],
  ['disks that fit only where they are shared', {}, free(39), guest(), storage],
  ['a guest on a volume has none to copy', {}, free(0), guest({ fromVolume: true }), undefined],
  ['both', cpu(skylake), { ...cpu(broadwell), ...free(0) }, guest(), `${models}, ${storage}`],
])('%s', (_, here, there, who, answer) => {
  expect(says(here, there, who)).toBe(answer)
})
