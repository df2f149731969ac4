import { expect, test } from 'vitest'
import type { Guest } from '../model/guest.ts'
import { CellId, GuestId, HostId } from '../model/ids.ts'
import type { PciPool } from '../model/pci.ts'
import { releaseById } from '../releases/index.ts'
import { cloudWith, computeHost } from '../scenarios/cloud.ts'
import { flavor } from '../testing/boots.ts'
import { hostCell, pool } from '../testing/cells.ts'
import { observed } from '../testing/observed.ts'
import { GiB } from '../units.ts'
import type { Action } from './action.ts'
import { cloudOf } from './cloud.ts'
import { headroom } from './headroom/headroom.ts'
import { finished } from './long.ts'
import { replay } from './replay.ts'

const gpu = '1 vCPU, 1024, pci_passthrough:alias=gpu:1, hw:numa_nodes=1'
const devices = (node: number, count: number): PciPool => ({
  vendorId: '10de',
  productId: '20b5',
  node: CellId(node),
  count,
  tags: { dev_type: 'type-PCI' },
})

/** A host of two cells, with two devices on the first and one on the second. */
function cloud(guests: readonly Guest[] = []) {
  const release = releaseById('zed') ?? expect.unreachable()
  const cells = [0, 1].map((id) =>
    hostCell({ id, cpus: `${id * 8}-${id * 8 + 7}`, memory: GiB(16), mempages: [pool('4K', '4194304')] }),
  )
  const host = computeHost(HostId('a'), {
    memory: GiB(32),
    vcpus: 16,
    cells,
    observed: observed({
      nodes: cells.map(({ cpuset, memory }) => ({
        cpus: cpuset.join(),
        memory,
        memoryFree: memory,
        pools: [],
      })),
      holders: [],
      qemu: '7.2',
    }),
  })
  const plain = cloudWith({
    name: 'devices',
    release: 'zed',
    hosts: [{ ...host, nova: host.nova && { ...host.nova, pciPools: [devices(0, 2), devices(1, 1)] } }],
    flavors: [flavor(gpu)],
    guests,
    enabledFilters: ['ComputeFilter', 'PciPassthroughFilter', 'NUMATopologyFilter'],
  })
  const pciAliases = [
    { name: 'gpu', vendorId: '10de', productId: '20b5', deviceType: undefined, numaPolicy: 'required' },
  ]
  return cloudOf({ ...plain, settings: { ...plain.settings, pciAliases } }, release)
}

const boot = (count: number) =>
  ({ do: 'boot', id: 'g', flavor: gpu, image: {}, count, on: undefined }) as const

test('guests that a plan boots take devices, each of its own cell', () => {
  const [step] = replay(cloud(), [boot(4)])
  expect(step?.outcome.kind === 'boots' && step.outcome.boots.map(({ result }) => result.kind)).toEqual([
    'runs',
    'runs',
    'runs',
    'no-valid-host',
  ])
})

const kinds = (guests: readonly Guest[], plan: readonly Action[]) =>
  replay(cloud(guests), plan).map(({ outcome }) =>
    outcome.kind === 'boots' ? outcome.boots.map(({ result }) => result.kind).join(' ') : outcome.kind,
  )

test('what a guest of the plan gives back is there again', () => {
  expect(kinds([], [boot(3), { do: 'delete', guest: GuestId('g-2') }, { ...boot(1), id: 'h' }])).toEqual([
    'runs runs runs',
    'guest-changes',
    'runs',
  ])
})

test('which devices a guest had that was there before no source says', () => {
  const there: Guest = {
    id: GuestId('old'),
    name: 'old',
    host: HostId('a'),
    vmState: 'active',
    taskState: undefined,
    powerState: 1,
    flavor: flavor(gpu),
    image: {},
    topology: 'none',
  }
  expect(kinds([there], [boot(1), { do: 'delete', guest: GuestId('old') }, { ...boot(1), id: 'h' }])).toEqual(
    ['runs', 'guest-changes', 'unknown'],
  )
})

test('so there is room for as many as there are devices', () => {
  const [found] = finished(headroom(cloud(), [flavor(gpu)]))
  expect(found?.now.nova).toMatchObject({ count: 3 })
})
