import type { Ledger } from '../accounting/ledger.ts'
import { pagesOf } from '../accounting/ledger.ts'
import { smallestSize } from '../accounting/pages.ts'
import type { HostCell } from '../model/cell.ts'
import type { Guest } from '../model/guest.ts'
import type { Host, HostObservation, NovaHost } from '../model/host.ts'
import { type HostId, SourceId } from '../model/ids.ts'
import { type Inventory, type PlacementRecord, ProviderId } from '../model/provider.ts'
import type { Snapshot } from '../model/snapshot.ts'
import type { HostState } from '../placement/host-state.ts'
import { type Cloud, cloudOf, guestsOn } from '../planner/cloud.ts'
import { novaBookOf } from '../planner/nova-book.ts'
import type { Release } from '../releases/release.ts'
import { inGiB, inMiB, KiB, MiB, Pages } from '../units.ts'
import { holds, observed, type SizeText, sizeOf } from './observed.ts'

/**
 * The same hosts, flavors and guests where all books agree: rows that are what the guests take, a kernel in which each
 * holds what it is booked with and a switch what is reserved, and Placement with what the rows say.
 */
export function agreeing(snapshot: Snapshot, release: Release): Snapshot {
  const read = snapshot.hosts.filter(({ nova }) => nova && typeof nova.cells !== 'string')
  const counted = cloudOf({ ...snapshot, hosts: read.map(fromGuests), gaps: [] }, release)
  const hosts = read.map((host) => settled(counted, host))
  const ids = new Set(hosts.map(({ id }) => id))
  const guests = snapshot.guests.filter(({ host }) => host !== undefined && ids.has(host))
  const isAsked = release.rules.placementService === 'asked'
  return {
    ...snapshot,
    hosts,
    guests,
    gaps: [],
    sources: [
      ...snapshot.sources.filter(({ kind }) => kind !== 'headroom-probe'),
      ...hosts.flatMap(({ id, observed }) =>
        observed
          ? [{ id: observed.source, kind: 'headroom-probe', name: id as string, readAt: snapshot.takenAt }]
          : [],
      ),
    ],
    ...(isAsked ? { placement: placementOf(hosts, guests) } : {}),
  }
}

/** Ratios with which no host is beyond what it may promise. */
const ratios = { cpu: 16, ram: 2, disk: 1 }

const fromGuests = (host: Host): Host => ({
  ...host,
  nova: host.nova && { ...host.nova, ratios, usage: 'from guests', cells: unused(host.nova.cells) },
})

const unused = (cells: NovaHost['cells']): NovaHost['cells'] =>
  typeof cells === 'string'
    ? cells
    : cells.map((cell) => ({
        ...cell,
        memoryUsage: KiB(0),
        cpuUsage: 0,
        pinnedCpus: [],
        mempages: cell.mempages.map((pool) => ({ ...pool, used: Pages(0) })),
      }))

function settled(cloud: Cloud, host: Host): Host {
  const { state, ledger } = novaBookOf(cloud, host.id)
  const { memory, vcpus, disk } = state
  return {
    ...host,
    nova: host.nova && {
      ...host.nova,
      ratios,
      usage: 'stored',
      memoryUsed: memory?.used,
      vcpusUsed: vcpus?.used,
      diskUsedGb: disk && inGiB(disk.used),
      cells: state.cells,
    },
    observed: sight(state, ledger, guestsOn(cloud, host.id)),
  }
}

const sizes: readonly SizeText[] = ['2M', '1G']

function sight({ id, cells }: HostState, ledger: Ledger, guests: readonly Guest[]): HostObservation {
  const there: readonly HostCell[] = typeof cells === 'string' ? [] : cells
  return observed({
    source: `probe of ${id}`,
    nodes: there.map(({ cpuset, memory, mempages }) => ({
      cpus: cpuset.join(','),
      memory,
      memoryFree: KiB(memory / 8),
      pools: sizes.flatMap((size) => {
        const pool = mempages.find((one) => one.size === sizeOf(size) && one.size !== smallestSize(mempages))
        return pool ? [{ size, total: pool.total }] : []
      }),
    })),
    holders: sizes.flatMap((size) =>
      ledger
        .filter(({ resource }) => resource === pagesOf(sizeOf(size)))
        .map(({ cell, amount, consumer }) =>
          consumer.kind === 'guest'
            ? holds(consumer.name, amount, size, cell ?? 0, { guest: consumer.guest })
            : holds('ovs-vswitchd', amount, size, cell ?? 0, { pid: 900 }),
        ),
    ),
    guests,
    libvirt: '9.0.0',
    qemu: '7.2.9',
  })
}

const providerOf = (host: HostId) => ProviderId(`provider of ${host}`)

const placementOf = (hosts: readonly Host[], guests: readonly Guest[]): PlacementRecord => ({
  source: SourceId('placement'),
  providers: hosts.map((host) => ({
    id: providerOf(host.id),
    name: host.id,
    parent: undefined,
    host: host.id,
    inventories: inventoriesOf(host),
    usages: undefined,
    traits: undefined,
    aggregates: undefined,
  })),
  allocations: guests.flatMap(({ id, host, flavor: { vcpus, memory, rootGb, ephemeralGb } }) =>
    host === undefined
      ? []
      : {
          consumer: id,
          provider: providerOf(host),
          resources: { VCPU: vcpus, MEMORY_MB: inMiB(memory), DISK_GB: rootGb + ephemeralGb },
        },
  ),
})

function inventoriesOf({ nova, config }: Host): readonly Inventory[] {
  const { vcpus = 0, memory = KiB(0), diskGb = 0 } = nova ?? {}
  const of = (
    resourceClass: string,
    total: number,
    reserved: number,
    allocationRatio: number,
  ): Inventory => ({
    resourceClass,
    total,
    reserved,
    allocationRatio,
    minUnit: 1,
    maxUnit: total,
    stepSize: 1,
  })
  return [
    of('VCPU', vcpus, config.reservedHostCpus ?? 0, ratios.cpu),
    of('MEMORY_MB', inMiB(memory), inMiB(config.reservedHostMemory ?? MiB(512)), ratios.ram),
    of('DISK_GB', diskGb, 0, ratios.disk),
  ]
}
