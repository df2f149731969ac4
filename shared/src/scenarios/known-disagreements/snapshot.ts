import type { GuestTopology, HostCell } from '../../model/cell.ts'
import type { Flavor } from '../../model/flavor.ts'
import type { Guest } from '../../model/guest.ts'
import type { Host, HostObservation, MachineMemory } from '../../model/host.ts'
import { GuestId, HostId, Instant, SourceId } from '../../model/ids.ts'
import { type Allocation, type Inventory, type PlacementRecord, ProviderId } from '../../model/provider.ts'
import type { Snapshot } from '../../model/snapshot.ts'
import { guestCell, hostCell, pool } from '../../testing/cells.ts'
import { observed, type SizeText, sizeOf } from '../../testing/observed.ts'
import { GiB, type KiB, MiB } from '../../units.ts'
import { cloudWith, computeHost, flavor } from '../cloud.ts'

/** The one host of a snapshot of the smallest kind, and its provider. */
export const a = HostId('a')
export const root = ProviderId('p-a')
export const small = flavor('small', 2, GiB(2))
/** Of 2 MiB, in Nova’s row. */
export const total = 1024

export const guestOn = (id: string, more: Partial<Guest> = {}): Guest => ({
  id: GuestId(id),
  name: id,
  host: a,
  vmState: 'active',
  taskState: undefined,
  powerState: 1,
  flavor: small,
  image: {},
  topology: 'none',
  ...more,
})

/** Cells of a guest of one kind of pages; `on` is the host cell of each. */
export const onPages = (size: SizeText, memory: KiB, ...on: readonly number[]): GuestTopology => ({
  cells: on.map((id) => guestCell({ id, memory, pageSize: sizeOf(size) })),
  emulatorThreadsPolicy: undefined,
})

/** Likewise where no page size was asked for. */
export const onBasePages = (memory: KiB, ...on: readonly number[]): GuestTopology => ({
  cells: on.map((id) => guestCell({ id, memory })),
  emulatorThreadsPolicy: undefined,
})

/** What differs from a host of one cell, 8 CPUs, 8 GiB and 1,024 pages of 2 MiB, on which both books agree. */
export interface Shape {
  /** In the kernel's pool; Nova's row keeps 1,024. */
  readonly pages?: number
  /** The same pool in Nova's row, as `pool` reads it. */
  readonly pool?: string
  /** In place of the one cell; `seen` then says what nodes there are. */
  readonly cells?: readonly HostCell[] | 'none'
  readonly memory?: MachineMemory
  readonly seen?: Partial<Parameters<typeof observed>[0]>
  readonly guests?: readonly Guest[]
  readonly flavors?: readonly Flavor[]
  readonly host?: (host: Host) => Host
  readonly inventories?: readonly Partial<Inventory>[]
  readonly allocations?: readonly Allocation[]
  readonly readAt?: readonly [nova: string, kernel: string]
  readonly unseen?: true
  /** What no other field says. */
  readonly also?: (snapshot: Snapshot) => Snapshot
}

const inventory = (one: Partial<Inventory>): Inventory => ({
  resourceClass: 'MEMORY_MB',
  total: 8192,
  reserved: (one.resourceClass ?? 'MEMORY_MB') === 'MEMORY_MB' ? 512 : 0,
  allocationRatio: 1.5,
  minUnit: 1,
  maxUnit: 8192,
  stepSize: 1,
  ...one,
})

const placementOf = ({ inventories = [], allocations }: Shape): PlacementRecord => ({
  source: SourceId('placement'),
  providers: [
    {
      id: root,
      name: 'a',
      parent: undefined,
      host: a,
      inventories: inventories.map(inventory),
      usages: undefined,
      traits: undefined,
      aggregates: undefined,
    },
  ],
  allocations,
})

const sight = ({ pages = total, guests = [], memory, seen }: Shape): HostObservation => ({
  ...observed({
    nodes: [{ cpus: '0-7', memory: GiB(8), memoryFree: GiB(4), pools: [{ size: '2M', total: pages }] }],
    holders: [],
    guests: guests.filter(({ host, powerState }) => host === a && powerState === 1),
    ...seen,
  }),
  ...(memory && { memory }),
})

export function snapshotOf(shape: Shape): Snapshot {
  const mempages = [pool('4K', '1572864'), pool('2M', shape.pool ?? `${total}`)]
  const cells = shape.cells ?? [hostCell({ cpus: '0-7', memory: GiB(8), mempages })]
  const plain = computeHost(a, { memory: GiB(8), vcpus: 8, cells, observed: sight(shape) })
  const host = shape.host ? shape.host(plain) : plain
  const cloud = cloudWith({
    name: 'c',
    release: 'zed',
    hosts: [shape.unseen ? { ...host, observed: undefined } : host],
    flavors: shape.flavors ?? [small],
    guests: shape.guests ?? [],
    enabledFilters: [],
  })
  const [nova, kernel] = shape.readAt ?? []
  const sources = cloud.sources.map((source) => {
    const at = source.kind === 'headroom-probe' ? kernel : nova
    return at === undefined ? source : { ...source, readAt: Instant(at) }
  })
  const asked = shape.inventories || shape.allocations
  const all = { ...cloud, sources, ...(asked ? { placement: placementOf(shape) } : {}) }
  return shape.also?.(all) ?? all
}

/** Nova's row of a host changed: its own columns, or what it has. */
export const row =
  (more: Partial<NonNullable<Host['nova']>>) =>
  (host: Host): Host =>
    host.nova ? { ...host, nova: { ...host.nova, ...more } } : host

/** Usage as Nova stored it, with what it keeps for the host. */
export const stored = (more: Partial<NonNullable<Host['nova']>> = {}) =>
  row({ usage: 'stored', memoryUsed: MiB(512), ...more })

/** Two cells of 4 CPUs and 4 GiB, each with such a pool in Nova's row. */
export const twoCells = (size: SizeText, pages: string): Pick<Shape, 'cells'> => ({
  cells: [0, 1].map((id) =>
    hostCell({
      id,
      cpus: id === 0 ? '0-3' : '4-7',
      memory: GiB(4),
      mempages: [pool('4K', '524288'), pool(size, pages)],
    }),
  ),
})

/** And as the kernel has them. */
export const twoNodes = (size: SizeText, total: number) =>
  ['0-3', '4-7'].map((cpus) => ({ cpus, memory: GiB(4), pools: [{ size, total }] }))

/** A guest on 2 MiB pages that was resized where it is, and waits to be confirmed. */
export function resized({
  from,
  to,
}: {
  readonly from: KiB
  readonly to: KiB
}): Pick<Shape, 'guests' | 'also'> {
  const end = (memory: KiB) => ({
    flavor: flavor(`${memory}`, 2, memory, { 'hw:mem_page_size': '2048' }),
    topology: onPages('2M', memory, 0),
  })
  const move = { migration: 'm', old: end(from), new: end(to) }
  return {
    guests: [guestOn('g', { ...move.new, vmState: 'resized', move })],
    also: (snapshot) => ({
      ...snapshot,
      migrations: [
        {
          id: 'm',
          guest: GuestId('g'),
          source: a,
          destination: a,
          type: 'resize',
          status: 'finished',
          updatedAt: undefined,
        },
      ],
    }),
  }
}

/** /proc/meminfo of a machine of 8 GiB. */
export const machine = (more: Partial<MachineMemory>): MachineMemory => ({
  total: GiB(8),
  free: more.available,
  available: undefined,
  hugetlb: undefined,
  ...more,
})
