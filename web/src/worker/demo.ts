import {
  CellId,
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
  type Snapshot,
  SourceId,
} from '@headroom/shared'

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
        mempages: [{ size, total: Pages(cell.total), used: Pages(0), reserved: Pages(cell.reserved ?? 0) }],
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
              memory: MiB(131072),
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
              pools: [],
              holders: host.observed === 'without holders' ? undefined : holders,
              guests: [],
              siblings: undefined,
              mounts: [size],
              libvirt: undefined,
              qemu: undefined,
            },
      config: {
        reservedHugePages: [],
        reservedHostMemory: undefined,
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

const fifteen = Array.from({ length: 15 }, () => 1024)
export const demos: readonly Snapshot[] = [
  sketch('Pages nobody told Nova about', 'liberty', [
    {
      name: 'compute-07',
      cells: [
        { total: 16384, guests: fifteen, third: { 'ovs-vswitchd': 256 } },
        { total: 16384, third: { 'ovs-vswitchd': 256 } },
      ],
    },
  ]),
  sketch('Six ways to stand', 'zed', [
    {
      name: 'compute-07',
      cells: [
        { total: 16384, guests: fifteen, third: { 'ovs-vswitchd': 256 } },
        { total: 16384, third: { 'ovs-vswitchd': 256 } },
      ],
    },
    {
      name: 'compute-12',
      cells: [
        { total: 16384, guests: [4096, 5120], third: { 'dpdk-testpmd': 2048 }, reserved: 2048 },
        { total: 16384, guests: [9216, 2048], third: { 'dpdk-testpmd': 2048 }, reserved: 2048 },
      ],
    },
    {
      name: 'compute-13',
      cells: [
        { total: 16384, guests: [4096], third: { 'ovs-vswitchd': 512 }, reserved: 4096 },
        { total: 16384, guests: [8192], off: 4096 },
      ],
    },
    {
      name: 'compute-21',
      zone: 'az2',
      cells: [
        { total: 8192, guests: [6144] },
        { total: 8192, guests: [4096], unseen: 1280 },
      ],
    },
    {
      name: 'compute-22',
      zone: 'az2',
      enabled: false,
      observed: 'without holders',
      cells: [{ total: 8192, guests: [4096] }, { total: 8192 }],
    },
    {
      name: 'compute-23',
      zone: 'az2',
      observed: 'no',
      cells: [{ total: 8192, guests: [4096], reserved: 1024 }, { total: 8192 }],
    },
    {
      name: 'compute-24',
      zone: 'az2',
      novaRow: false,
      cells: [{ total: 8192, third: { postgres: 1024 } }, { total: 8192 }],
    },
    {
      name: 'compute-30',
      zone: 'az2',
      readAt: '2026-03-02T07:00:00Z',
      cells: [
        { total: 4096, guests: [3072], third: { 'ovs-vswitchd': 256 } },
        { total: 4096, guests: [1024], third: { 'ovs-vswitchd': 256 } },
        { total: 4096 },
        { total: 4096, guests: [2048], third: { 'ovs-vswitchd': 128 } },
      ],
    },
  ]),
]
