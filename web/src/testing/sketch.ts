import {
  CellId,
  type Cloud,
  cloudOf,
  type Guest,
  GuestId,
  type Host,
  type HostCell,
  HostId,
  Instant,
  KiB,
  MiB,
  type PageHolder,
  PageSize,
  Pages,
  releaseById,
  type Snapshot,
  SourceId,
} from '@headroom/shared'
import type { Scenario } from '@headroom/shared/scenarios'

/** One cell of a sketched host, in 2 MiB pages. */
export interface CellSketch {
  readonly total: number
  /** Pages of each of Nova's guests that run. */
  readonly guests?: readonly number[]
  /** Pages of guests Nova counts and the host does not run. */
  readonly off?: number
  readonly reserved?: number
  /** Pages by process. */
  readonly third?: Readonly<Record<string, number>>
  readonly unseen?: number
}

export interface HostSketch {
  readonly name: string
  readonly zone?: string
  readonly enabled?: boolean
  readonly cells: readonly CellSketch[]
  readonly observed?: 'no' | 'without holders'
  readonly novaRow?: boolean
  readonly readAt?: string
}

const size = PageSize(2048)
const flavor = (pages: number) => ({
  name: pages === 1024 ? 'm1.small' : 'm1.medium',
  vcpus: 1,
  memory: MiB(pages * 2),
  rootGb: 20,
  ephemeralGb: 0,
  swap: KiB(0),
  extraSpecs: { 'hw:mem_page_size': '2048', 'hw:numa_nodes': '1' },
})

const sum = (all: readonly number[]) => all.reduce((a, b) => a + b, 0)

/** A snapshot from sketches. */
export function sketch(name: string, release: string, sketches: readonly HostSketch[]): Snapshot {
  const guests: Guest[] = []
  const hosts = sketches.map((host): Host => {
    const holders: PageHolder[] = []
    const booked: HostCell[] = []
    for (const [index, cell] of host.cells.entries()) {
      const node = CellId(index)
      const running = cell.guests ?? []
      const all = [...running, ...(cell.off ? [cell.off] : [])]
      for (const [n, pages] of all.entries()) {
        const id = GuestId(`${host.name}-${index}-${n}`)
        guests.push({
          id,
          name: `vm-${host.name}-${index}-${n}`,
          host: HostId(host.name),
          vmState: n < running.length ? 'active' : 'stopped',
          taskState: undefined,
          powerState: n < running.length ? 1 : 4,
          flavor: flavor(pages),
          image: {},
          topology: {
            cells: [
              {
                id: node,
                cpuset: [0],
                pcpuset: [],
                memory: MiB(pages * 2),
                pageSize: size,
                cpuPolicy: undefined,
                cpuThreadPolicy: undefined,
                cpuPinning: undefined,
                cpusetReserved: undefined,
              },
            ],
            emulatorThreadsPolicy: undefined,
          },
        })
        if (n < running.length)
          holders.push({
            kind: 'guest',
            name: `vm-${host.name}-${index}-${n}`,
            pid: 4000 + n,
            guest: id,
            node,
            size,
            pages: Pages(pages),
            shared: Pages(0),
          })
      }
      for (const [process, pages] of Object.entries(cell.third ?? {}))
        holders.push({
          kind: 'process',
          name: process,
          pid: 2417,
          guest: undefined,
          node,
          size,
          pages: Pages(pages),
          shared: Pages(0),
        })
      booked.push({
        id: node,
        socket: index,
        cpuset: [0, 1, 2, 3],
        pcpuset: [],
        siblings: [],
        memory: MiB(65536),
        memoryUsage: KiB(0),
        cpuUsage: 0,
        pinnedCpus: [],
        mempages: [
          { size: PageSize(4), total: Pages(4_000_000), used: Pages(0), reserved: Pages(0) },
          { size, total: Pages(cell.total), used: Pages(0), reserved: Pages(cell.reserved ?? 0) },
        ],
      })
    }
    const pool = (cell: CellSketch) => ({
      size,
      total: Pages(cell.total),
      free: Pages(
        cell.total - sum(cell.guests ?? []) - sum(Object.values(cell.third ?? {})) - (cell.unseen ?? 0),
      ),
      surplus: Pages(0),
    })
    return {
      id: HostId(host.name),
      release: undefined,
      zone: host.zone ?? 'az1',
      service: { enabled: host.enabled ?? true, up: true },
      nova:
        host.novaRow === false
          ? undefined
          : {
              source: SourceId('nova'),
              memory: MiB(65536 * host.cells.length),
              memoryUsed: MiB(512),
              vcpus: 32,
              vcpusUsed: 0,
              diskGb: 1000,
              diskUsedGb: 0,
              ratios: { cpu: 16, ram: 1.5, disk: 1 },
              cells: booked,
              usage: 'from guests',
            },
      observed:
        host.observed === 'no'
          ? undefined
          : {
              source: SourceId(`probe ${host.name}`),
              kernel: '6.1.0',
              basePage: PageSize(4),
              nodes: host.cells.map((cell, index) => ({
                id: CellId(index),
                cpus: [0, 1, 2, 3],
                memory: MiB(65536),
                memoryFree: MiB(20000),
                distances: [],
                pools: [pool(cell)],
              })),
              pools: [
                {
                  size,
                  total: Pages(0),
                  free: Pages(0),
                  surplus: Pages(0),
                  reserved: Pages(0),
                  overcommit: Pages(0),
                },
              ],
              holders: host.observed === 'without holders' ? undefined : holders,
              guests: holders.flatMap(({ guest, name, pid }) => (guest ? [{ id: guest, name, pid }] : [])),
              siblings: undefined,
              mounts: [size],
              libvirt: '9.0.0',
              qemu: '7.2.0',
            },
      config: {
        reservedHugePages: [],
        reservedHostMemory: MiB(2048),
        reservedHostCpus: undefined,
        vcpuPinSet: undefined,
        cpuSharedSet: undefined,
        cpuDedicatedSet: undefined,
        packing: undefined,
      },
    }
  })
  const taken = '2026-03-02T10:00:00Z'
  return {
    name,
    release,
    takenAt: Instant(taken),
    settings: { enabledFilters: undefined, maxAttempts: undefined },
    hosts,
    guests,
    guestsListed: true,
    flavors: [flavor(1024), flavor(2048)],
    aggregates: [],
    migrations: [],
    sources: [
      {
        id: SourceId('nova'),
        kind: 'nova compute_nodes',
        name: 'nova',
        readAt: Instant('2026-03-02T09:59:48Z'),
      },
      ...sketches
        .filter((host) => host.observed !== 'no')
        .map((host) => ({
          id: SourceId(`probe ${host.name}`),
          kind: 'headroom-probe',
          name: host.name,
          readAt: Instant(host.readAt ?? '2026-03-02T09:59:12Z'),
        })),
    ],
    gaps: [],
  }
}

/** The snapshot under a release; throws where there is none of that id. */
export function cloudUnder(snapshot: Snapshot, id: string): Cloud {
  const release = releaseById(id)
  if (!release) throw new Error(`no release ${id}`)
  return cloudOf(snapshot, release)
}

/** A scenario of a snapshot, with a plan that does nothing. */
export const scenarioOf = (id: string, snapshot: Snapshot): Scenario => ({
  id,
  title: snapshot.name,
  says: 'The sixteenth guest fails.',
  snapshot,
  plans: [
    {
      id: 'nothing',
      title: 'Nothing yet',
      says: 'A plan to begin with.',
      plan: { version: 1, snapshot: id, release: snapshot.release, actions: [] },
    },
  ],
})
