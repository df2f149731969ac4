import { expect, test } from 'vitest'
import type { Guest } from '../model/guest.ts'
import { CellId, GuestId } from '../model/ids.ts'
import { releaseById } from '../releases/index.ts'
import { scenarios } from '../scenarios/index.ts'
import { guest as topology } from '../testing/cells.ts'
import { sizeOf } from '../testing/observed.ts'
import { GiB, KiB } from '../units.ts'
import { cloudOf } from './cloud.ts'
import { guestsInTime, hostRemarksOn, stormOn } from './guests-in-time.ts'

const snapshot = scenarios.find(({ id }) => id === 'pages-nobody-told-nova-about')?.snapshot
const [compute] = snapshot?.hosts ?? []

/** The host of the scenario with guests of 6,144 × 2 MiB on cell 0, of which the kernel has 16,128. */
function cloudWith(release: string, ...states: readonly string[]) {
  const of = releaseById(release)
  if (!snapshot || !compute || !of) throw new Error('the scenario is not there')
  const guests = states.map(
    (vmState, at): Guest => ({
      id: GuestId(`vm-${at}`),
      name: `vm-${at}`,
      host: compute.id,
      vmState,
      taskState: undefined,
      powerState: 4,
      flavor: {
        name: 'huge',
        vcpus: 1,
        memory: GiB(12),
        rootGb: 0,
        ephemeralGb: 0,
        swap: KiB(0),
        extraSpecs: { 'hw:mem_page_size': '2048' },
      },
      image: {},
      topology: topology({ id: CellId(0), cpuset: [0], memory: GiB(12), pageSize: sizeOf('2M') }),
    }),
  )
  return { cloud: cloudOf({ ...snapshot, guests }, of), host: compute.id }
}

test.each([
  ['stopped', 'liberty', true],
  ['suspended', '2026.1', true],
  ['shelved', '2026.1', true],
  ['shelved_offloaded', 'liberty', true],
  ['shelved_offloaded', 'mitaka', false],
])('a guest that is %s with a host counts in %s: %s', (vmState, release, counts) => {
  const { cloud, host } = cloudWith(release, vmState)
  const [told] = guestsInTime(cloud, host)
  expect(told?.counted.some(({ resource, amount }) => resource === 'pages of 2048' && amount === 6144)).toBe(
    counts,
  )
  expect(told?.holds).toEqual([])
  expect(told?.takes).toEqual([{ node: 0, size: 2048, pages: 6144 }])
})

test('three guests that are off count and do not all start again', () => {
  const { cloud, host } = cloudWith('2026.1', 'stopped', 'suspended', 'active', 'shelved_offloaded')
  const [listed] = stormOn(cloud, host, 'asleep') ?? []
  expect(listed?.starts.map(({ name, verdict }) => [name, verdict?.outcome])).toEqual([
    ['vm-0', 'starts'],
    ['vm-1', 'starts'],
    ['vm-2', 'refuses'],
  ])
  expect(listed?.short).toMatchObject([{ node: 0, size: 2048, pages: 18432, free: 16128 }])
})

test('only guests that run and are on base pages want the host’s own memory', () => {
  const { cloud, host } = cloudWith('2026.1', 'stopped', 'stopped')
  expect(hostRemarksOn(cloud, host)).toEqual([])
  const running = cloud.snapshot.guests.map(
    (guest): Guest => ({ ...guest, vmState: 'active', powerState: 1 }),
  )
  const many = Array.from({ length: 12 }, (_, at) => ({ ...(running[0] as Guest), id: GuestId(`vm-${at}`) }))
  const busy = cloudOf({ ...cloud.snapshot, guests: many }, cloud.release)
  expect(hostRemarksOn(busy, host)).toMatchObject([
    { kind: 'overhead-beyond-reserved', guests: 12, reserved: 512 * 1024 },
  ])
})

test('guests bound to one node want no more than it has beside its huge pages', () => {
  const { cloud, host } = cloudWith('2026.1', 'active', 'active', 'active')
  const onBasePages = cloud.snapshot.guests.map(
    (guest): Guest => ({
      ...guest,
      powerState: 1,
      topology: topology({ id: CellId(0), cpuset: [0], memory: GiB(12) }),
    }),
  )
  const busy = cloudOf({ ...cloud.snapshot, guests: onBasePages }, cloud.release)
  expect(hostRemarksOn(busy, host)).toEqual([
    { kind: 'bound-beyond-node', node: 0, guests: 3, bound: GiB(36), memory: GiB(32) },
  ])
})

test('of a host nobody looked at nothing is foretold', () => {
  const { cloud, host } = cloudWith('2026.1', 'stopped')
  const blind = {
    ...cloud.snapshot,
    hosts: cloud.snapshot.hosts.map((one) => ({ ...one, observed: undefined })),
  }
  const unseen = cloudOf(blind, cloud.release)
  expect(stormOn(unseen, host, 'asleep')).toBeUndefined()
  expect(guestsInTime(unseen, host)[0]?.holds).toBeUndefined()
})
