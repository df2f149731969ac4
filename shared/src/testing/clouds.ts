import { usageOf } from '../accounting/usage.ts'
import type { GuestTopology, HostCell, PagePool } from '../model/cell.ts'
import type { Flavor } from '../model/flavor.ts'
import type { Guest } from '../model/guest.ts'
import type { Host, HostObservation, PageHolder } from '../model/host.ts'
import { AggregateId, CellId, GuestId, HostId, Instant, SourceId } from '../model/ids.ts'
import type { Gap, Snapshot } from '../model/snapshot.ts'
import { fitToHost } from '../placement/fit/fit-to-host.ts'
import { numaConstraints } from '../placement/request/numa-constraints.ts'
import type { Release } from '../releases/release.ts'
import type { Rules } from '../releases/rules.ts'
import { GiB, KiB, MiB, PageSize, Pages, plus, sum } from '../units.ts'
import { holds, observed, type SizeText } from './observed.ts'

/** The next number of a row, from 0 up to but without 1. */
export type Random = () => number

/** The row of numbers that follows from a seed (mulberry32). */
export function seeded(seed: number): Random {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

export interface CloudShape {
  readonly hosts: number
  /** Cells a host may have; the more often a number is named, the more hosts have so many. */
  readonly cells: readonly number[]
  /** Zones that hosts are in, in turns; the three of `cloudAtRandom` where not said. */
  readonly zones?: readonly ZoneName[]
}

/** Two sockets mostly; sockets split in two or four. */
export const usualCells = [2, 2, 2, 2, 4, 4, 8]

export type ZoneName = 'general' | 'pages' | 'nfv' | 'small'

interface Zone {
  readonly name: ZoneName
  /** Of each host. */
  readonly memory: KiB
  /** Of each cell's memory, in hundredths, set aside as huge pages. */
  readonly hugePages: Readonly<Record<string, number>>
  readonly ratios: { readonly cpu: number; readonly ram: number; readonly disk: number }
  /** Pages a switch of the host's own holds on every cell. */
  readonly dpdk: { readonly size: SizeText; readonly pages: number } | undefined
  readonly flavors: readonly Flavor[]
}

const flavor = (
  name: string,
  vcpus: number,
  memoryGiB: number,
  extraSpecs: Flavor['extraSpecs'] = {},
): Flavor => ({ name, vcpus, memory: GiB(memoryGiB), rootGb: 20, ephemeralGb: 0, swap: MiB(0), extraSpecs })

const zones: readonly Zone[] = [
  {
    name: 'general',
    memory: GiB(256),
    hugePages: {},
    ratios: { cpu: 16, ram: 1.5, disk: 1 },
    dpdk: undefined,
    flavors: [flavor('m1.small', 2, 4), flavor('m1.large', 8, 16), flavor('m1.xlarge', 16, 48)],
  },
  {
    name: 'pages',
    memory: GiB(256),
    hugePages: { '2M': 80 },
    ratios: { cpu: 4, ram: 1, disk: 1 },
    dpdk: { size: '2M', pages: 1024 },
    flavors: [
      flavor('p1.medium', 4, 8, { 'hw:mem_page_size': '2048' }),
      flavor('p1.large', 8, 24, { 'hw:mem_page_size': 'large', 'hw:numa_nodes': '2' }),
      flavor('p1.plain', 4, 8, { 'hw:numa_nodes': '1' }),
    ],
  },
  {
    name: 'nfv',
    memory: GiB(256),
    hugePages: { '2M': 10, '1G': 75 },
    ratios: { cpu: 1, ram: 1, disk: 1 },
    dpdk: { size: '1G', pages: 2 },
    flavors: [
      flavor('n1.medium', 4, 8, { 'hw:mem_page_size': '1GB', 'hw:cpu_policy': 'dedicated' }),
      flavor('n1.large', 8, 16, {
        'hw:mem_page_size': '1GB',
        'hw:cpu_policy': 'dedicated',
        'hw:numa_nodes': '2',
      }),
      flavor('n1.apart', 4, 4, {
        'hw:mem_page_size': 'large',
        'hw:cpu_policy': 'dedicated',
        'hw:cpu_thread_policy': 'isolate',
      }),
    ],
  },
  {
    name: 'small',
    memory: GiB(384),
    hugePages: {},
    ratios: { cpu: 16, ram: 1.5, disk: 1 },
    dpdk: undefined,
    flavors: [flavor('t1.nano', 1, 1), flavor('t1.small', 1, 2), flavor('t1.medium', 2, 4)],
  },
]

const usualZones: readonly ZoneName[] = ['general', 'pages', 'nfv']

const kibOf: Readonly<Record<string, PageSize>> = {
  '4K': PageSize(4),
  '2M': PageSize(2048),
  '1G': PageSize(1048576),
}

const seenAt = Instant('2026-01-15T09:30:00Z')
const fromNova = SourceId('nova')
const coresOfHost = 64

/**
 * A cloud as operators have them, in three zones: overcommitted hosts of base pages, hosts of 2 MiB pages, hosts of 1 GiB
 * pages with pinned guests; a switch that holds pages on the latter two, told to Nova or not; guests where that release
 * would have put them; and of every hundred hosts a few that are down or disabled, whose row has drifted from its guests,
 * or of which a source is missing. A fourth zone, `small`, has some 140 guests a host.
 */
export function cloudAtRandom(shape: CloudShape, release: Release, random: Random): Snapshot {
  const idleCells = idleCellsOnce()
  const used = (shape.zones ?? usualZones).flatMap((name) => zones.filter((zone) => zone.name === name))
  const hosts = Array.from({ length: shape.hosts }, (_, index) => {
    const zone = used[index % used.length] as Zone
    return hostAtRandom(
      { id: HostId(`compute-${index}`), zone, cells: picked(shape.cells, random), idleCells },
      release.rules,
      random,
    )
  })
  return {
    name: `${shape.hosts} hosts at random`,
    release: release.id,
    takenAt: seenAt,
    settings: {
      enabledFilters: ['AvailabilityZoneFilter', 'ComputeFilter', 'NUMATopologyFilter'],
      maxAttempts: 3,
    },
    hosts: hosts.map(({ host }) => host),
    guests: hosts.flatMap(({ guests }) => guests),
    guestsListed: true,
    flavors: used.flatMap(({ flavors }) => flavors),
    aggregates: used.map(({ name }) => ({
      id: AggregateId(name),
      name,
      zone: name,
      hosts: hosts.filter(({ host }) => host.zone === name).map(({ host }) => host.id),
      metadata: { availability_zone: name },
    })),
    migrations: [],
    sources: [
      { id: fromNova, kind: 'nova compute_nodes', name: 'nova', readAt: seenAt },
      ...hosts.flatMap(({ host: { id, observed } }) =>
        observed ? [{ id: observed.source, kind: 'headroom-probe', name: id as string, readAt: seenAt }] : [],
      ),
    ],
    gaps: hosts.flatMap(({ gaps }) => gaps),
  }
}

const picked = <T>(all: readonly T[], random: Random): T => all[Math.floor(random() * all.length)] as T

interface HostAtRandom {
  readonly host: Host
  readonly guests: readonly Guest[]
  readonly gaps: readonly Gap[]
}

interface HostShape {
  readonly id: HostId
  readonly zone: Zone
  readonly cells: number
  readonly idleCells: typeof hostCells
}

function hostAtRandom({ id, zone, cells, idleCells }: HostShape, rules: Rules, random: Random): HostAtRandom {
  const one = (inHundred: number) => random() * 100 < inHundred
  const toldOfSwitch = one(60)
  const idle = idleCells(cells, zone, toldOfSwitch)
  const fill = 0.2 + random() * (zone.ratios.ram > 1 ? 1.2 : 0.75)
  const { guests, cells: used } = guestsAtRandom(id, zone, idle, fill, rules, random)
  const drifted = one(5) ? used.map((cell) => withLeftovers(cell)) : used
  const seen = one(95)
  const read = one(97)
  const gap = (what: string): Gap => ({ source: undefined, host: id, guest: undefined, what, why: 'absent' })
  return {
    host: {
      id,
      release: undefined,
      zone: zone.name,
      service: { enabled: one(98), up: one(98) },
      nova: {
        source: fromNova,
        memory: zone.memory,
        memoryUsed: plus(MiB(512), sum(guests.map(({ flavor }) => flavor.memory))),
        vcpus: coresOfHost * 2,
        vcpusUsed: guests.reduce((all, { flavor }) => all + flavor.vcpus, 0),
        diskGb: 4000,
        diskUsedGb: guests.length * 20,
        ratios: zone.ratios,
        cells: read ? drifted : 'not read',
        usage: 'stored',
      },
      observed: seen ? observation(id, zone, idle, guests) : undefined,
      config: {
        reservedHugePages: idle.flatMap((cell) =>
          cell.mempages
            .filter(({ reserved }) => reserved > 0)
            .map(({ size, reserved }) => ({ cell: cell.id, size, count: reserved })),
        ),
        reservedHostMemory: MiB(512),
        reservedHostCpus: 0,
        vcpuPinSet: undefined,
        cpuSharedSet: undefined,
        cpuDedicatedSet: undefined,
        packing: undefined,
      },
    },
    guests,
    gaps: [...(read ? [] : [gap('numa_topology')]), ...(seen ? [] : [gap('observation')])],
  }
}

/** Hosts of one kind share what is alike, as those that were read do. */
function idleCellsOnce(): typeof hostCells {
  const known = new Map<string, readonly HostCell[]>()
  return (count, zone, toldOfSwitch) => {
    const key = `${count} ${zone.name} ${toldOfSwitch}`
    const cells = known.get(key) ?? hostCells(count, zone, toldOfSwitch)
    known.set(key, cells)
    return cells
  }
}

/** Cells of a host of 64 cores with two threads each, threads numbered after all cores. */
function hostCells(count: number, zone: Zone, toldOfSwitch: boolean): readonly HostCell[] {
  const cores = coresOfHost / count
  const memory = KiB(zone.memory / count)
  const reservedOf = (size: SizeText) => (toldOfSwitch && zone.dpdk?.size === size ? zone.dpdk.pages : 0)
  const huge = Object.entries(zone.hugePages).map(([size, hundredths]) => ({
    text: size as SizeText,
    total: Math.floor((memory * hundredths) / 100 / (kibOf[size] as number)),
  }))
  const left = memory - huge.reduce((all, { text, total }) => all + total * (kibOf[text] as number), 0)
  const pools = [{ text: '4K', total: left / 4 }, ...huge].map(
    ({ text, total }): PagePool => ({
      size: kibOf[text] as PageSize,
      total: Pages(total),
      used: Pages(0),
      reserved: Pages(reservedOf(text)),
    }),
  )
  return Array.from({ length: count }, (_, index): HostCell => {
    const siblings = Array.from({ length: cores }, (_, core) => {
      const first = index * cores + core
      return [first, first + coresOfHost]
    })
    const cpus = siblings.flat().sort((a, b) => a - b)
    return {
      id: CellId(index),
      socket: Math.floor((index * 2) / count),
      cpuset: cpus,
      pcpuset: cpus,
      siblings,
      memory,
      memoryUsage: KiB(0),
      cpuUsage: 0,
      pinnedCpus: [],
      mempages: pools,
    }
  })
}

/** Guests one after another, each where the release puts it, until so much of the host's memory is promised. */
function guestsAtRandom(
  id: HostId,
  zone: Zone,
  idle: readonly HostCell[],
  fill: number,
  rules: Rules,
  random: Random,
): { readonly guests: readonly Guest[]; readonly cells: readonly HostCell[] } {
  const guests: Guest[] = []
  let cells = idle
  for (let promised = 0; promised < zone.memory * fill; ) {
    const flavor = picked(zone.flavors, random)
    promised += flavor.memory
    const topology = placed(flavor, cells, rules)
    if (!topology) continue
    const counted = topology === 'none' ? undefined : usageOf(cells, [topology], rules)
    if (counted && (counted.kind === 'raises' || !kernelHas(counted.cells, zone))) continue
    cells = counted?.cells ?? cells
    guests.push({
      id: GuestId(`${id}-guest-${guests.length}`),
      name: `${flavor.name}-${guests.length}`,
      host: id,
      vmState: 'active',
      taskState: undefined,
      powerState: 1,
      flavor,
      image: {},
      topology,
    })
  }
  return { guests, cells }
}

/** Whether guests and switch together find their pages: QEMU would not start on what Nova alone believes to be free. */
const kernelHas = (cells: readonly HostCell[], { dpdk }: Zone): boolean =>
  cells.every(({ mempages }) =>
    mempages.every(
      ({ size, used, total }) => used + (dpdk && kibOf[dpdk.size] === size ? dpdk.pages : 0) <= total,
    ),
  )

function placed(
  flavor: Flavor,
  cells: readonly HostCell[],
  rules: Rules,
): GuestTopology | 'none' | undefined {
  const asked = numaConstraints(flavor, {}, rules)
  if (asked.kind === 'rejected') return undefined
  if (!asked.topology) return 'none'
  const answer = fitToHost(cells, asked.topology, undefined, rules)
  return answer.kind === 'fits' ? answer.topology : undefined
}

/** What a guest long gone has left in the row. */
const withLeftovers = (cell: HostCell): HostCell => ({
  ...cell,
  memoryUsage: plus(cell.memoryUsage, GiB(4)),
  mempages: cell.mempages.map((pool) => ({ ...pool, used: Pages(Math.min(pool.total, pool.used + 256)) })),
})

function observation(
  id: HostId,
  zone: Zone,
  cells: readonly HostCell[],
  guests: readonly Guest[],
): HostObservation {
  const text = (size: PageSize) => Object.keys(kibOf).find((one) => kibOf[one] === size) as SizeText
  const ofSwitch = zone.dpdk
    ? cells.map((cell) =>
        holds('ovs-vswitchd', zone.dpdk?.pages ?? 0, zone.dpdk?.size ?? '', cell.id, { pid: 900 }),
      )
    : []
  const ofGuests = guests.flatMap((guest, index): readonly PageHolder[] =>
    typeof guest.topology === 'string'
      ? []
      : guest.topology.cells.flatMap((cell) =>
          typeof cell.pageSize === 'number' && cell.pageSize > 4
            ? holds(guest.name, cell.memory / cell.pageSize, text(cell.pageSize), cell.id, {
                pid: 1000 + index,
                guest: guest.id,
              })
            : [],
        ),
  )
  return observed({
    source: `probe of ${id}`,
    nodes: cells.map((cell) => ({
      cpus: cell.cpuset.join(','),
      memory: cell.memory,
      memoryFree: KiB(cell.memory / 8),
      pools: cell.mempages
        .filter(({ size }) => size > 4)
        .map(({ size, total }) => ({ size: text(size), total })),
    })),
    holders: [...ofSwitch, ...ofGuests],
    guests,
    libvirt: '9.0.0',
    qemu: '7.2.9',
  })
}
