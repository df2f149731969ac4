import { expect, test } from 'vitest'
import { GuestId, HostId, SourceId } from '../model/ids.ts'
import { type PlacementRecord, ProviderId } from '../model/provider.ts'
import { releaseById } from '../releases/index.ts'
import { cloudWith, computeHost, flavor } from '../scenarios/cloud.ts'
import { observed } from '../testing/observed.ts'
import { GiB, MiB } from '../units.ts'
import { type Cloud, cloudOf, withoutGuest } from './cloud.ts'
import { stateOf } from './nova-book.ts'
import { play } from './replay.ts'

const id = HostId('a')
const root = ProviderId('p')
const record: PlacementRecord = {
  source: SourceId('placement'),
  providers: [
    {
      id: root,
      name: 'a',
      parent: undefined,
      host: id,
      inventories: [
        {
          resourceClass: 'MEMORY_MB',
          total: 16_384,
          reserved: 512,
          allocationRatio: 1,
          minUnit: 1,
          maxUnit: 16_384,
          stepSize: 1,
        },
        {
          resourceClass: 'VCPU',
          total: 8,
          reserved: 0,
          allocationRatio: 16,
          minUnit: 1,
          maxUnit: 8,
          stepSize: 1,
        },
        {
          resourceClass: 'DISK_GB',
          total: 1000,
          reserved: 0,
          allocationRatio: 1,
          minUnit: 1,
          maxUnit: 1000,
          stepSize: 1,
        },
      ],
      usages: undefined,
      traits: undefined,
      aggregates: undefined,
    },
  ],
  allocations: [{ consumer: 'leaked', provider: root, resources: { MEMORY_MB: 8192, VCPU: 1 } }],
}

function cloud(): Cloud {
  const release = releaseById('zed')
  if (!release) throw new Error('no zed')
  const host = computeHost(id, {
    memory: GiB(16),
    vcpus: 8,
    cells: 'none',
    observed: observed({
      nodes: [{ cpus: '0-7', memory: GiB(16), memoryFree: GiB(15), pools: [] }],
      holders: [],
    }),
  })
  const four = flavor('four', 1, MiB(4096))
  const plain = cloudWith({ name: 'c', release: 'zed', hosts: [host], flavors: [four], enabledFilters: [] })
  return cloudOf({ ...plain, placement: record }, release)
}

const usedBy = (now: Cloud) => stateOf(now, id).providers?.[0]?.used

test('what was allocated when it was read counts, whoever holds it', () => {
  expect(usedBy(cloud())).toEqual({ MEMORY_MB: 8192, VCPU: 1 })
})

const boot = { do: 'boot', id: 'g', flavor: 'four', image: {}, count: 2, on: undefined } as const

test('a guest that a plan boots is allocated on top, and the next is refused where a leak has the room', () => {
  const played = play(cloud(), [boot])
  const [last] = played.slice(-1)
  const outcome = last?.step.outcome
  expect(outcome?.kind === 'boots' && outcome.boots.map(({ result }) => result.kind)).toEqual([
    'runs',
    'no-valid-host',
  ])
  expect(last && usedBy(last.cloud)).toMatchObject({ MEMORY_MB: 8192 + 4096, VCPU: 2 })
})

test('a compute that a plan disables or enables tells Placement', () => {
  const traits = (before: readonly string[], enabled: boolean) => {
    const { snapshot, release } = cloud()
    const [provider] = record.providers
    const providers = provider ? [{ ...provider, traits: before }] : []
    const hosts = snapshot.hosts.map((host) => ({ ...host, service: { enabled: !enabled, up: true } }))
    const [last] = play(cloudOf({ ...snapshot, hosts, placement: { ...record, providers } }, release), [
      { do: 'set-service', host: id, state: enabled ? 'enabled' : 'disabled' },
    ]).slice(-1)
    return last && stateOf(last.cloud, id).providers?.[0]?.provider.traits
  }
  expect(traits(['CUSTOM_SSD'], false)).toEqual(['CUSTOM_SSD', 'COMPUTE_STATUS_DISABLED'])
  expect(traits(['CUSTOM_SSD', 'COMPUTE_STATUS_DISABLED'], true)).toEqual(['CUSTOM_SSD'])
})

test('a guest that leaves gives back what it held', () => {
  const [last] = play(cloud(), [boot]).slice(-1)
  const guest = last?.cloud.guests.get(GuestId('g-1'))
  if (!last || !guest) throw new Error('no guest')
  expect(usedBy(withoutGuest(last.cloud, guest))).toMatchObject({ MEMORY_MB: 8192, VCPU: 1 })
})
