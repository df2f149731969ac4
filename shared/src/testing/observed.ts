import { parseCpus } from '../model/cpus.ts'
import type { HostObservation, ObservedNode, PageHolder } from '../model/host.ts'
import { CellId, type GuestId, SourceId } from '../model/ids.ts'
import { type KiB, PageSize, Pages, sum } from '../units.ts'

const sizes: Record<string, number> = { '4K': 4, '64K': 64, '2M': 2048, '1G': 1048576 }
export type SizeText = keyof typeof sizes & string

/** `2M` → 2048 KiB a page. */
export function sizeOf(text: SizeText): PageSize {
  const kib = sizes[text]
  if (kib === undefined) throw new Error(`not a page size of the builders: ${text}`)
  return PageSize(kib)
}

interface NodeShape {
  readonly cpus?: string
  readonly memory?: KiB
  readonly memoryFree?: KiB
  /** Pages of each size, and those in use that no holder explains. */
  readonly pools: readonly { readonly size: SizeText; readonly total: number; readonly unseen?: number }[]
}

/** Pages that a process, or a guest's QEMU where `guest` is given, holds on one node. */
export const holds = (
  name: string,
  pages: number,
  size: SizeText,
  node: number,
  of: { readonly pid?: number; readonly guest?: GuestId } = {},
): PageHolder => ({
  kind: of.guest === undefined ? 'process' : 'guest',
  name,
  pid: of.pid,
  guest: of.guest,
  node: CellId(node),
  size: sizeOf(size),
  pages: Pages(pages),
  shared: Pages(0),
})

/** What a probe run as root would see of a host: what is free follows from who holds what. */
export function observed(shape: {
  readonly source?: string
  readonly nodes: readonly NodeShape[]
  /** `'not read'`: somebody looked at sysfs, not at processes. */
  readonly holders: readonly PageHolder[] | 'not read'
  /** All that run; absent is that nobody asked libvirt. */
  readonly guests?: readonly { readonly id: GuestId; readonly name: string }[]
  readonly libvirt?: string | undefined
  readonly qemu?: string | undefined
  readonly promised?: Readonly<Record<SizeText, number>>
  readonly mounts?: readonly SizeText[]
}): HostObservation {
  const holders = shape.holders === 'not read' ? [] : shape.holders
  const heldBy = (node: number, size: PageSize) =>
    sum(holders.filter((one) => one.node === node && one.size === size).map(({ pages }) => pages))

  const nodes = shape.nodes.map(
    (node, id): ObservedNode => ({
      id: CellId(id),
      cpus: parseCpus(node.cpus ?? '') ?? [],
      memory: node.memory,
      memoryFree: node.memoryFree,
      distances: shape.nodes.map((_, other) => (other === id ? 10 : 21)),
      pools: node.pools.map(({ size, total, unseen = 0 }) => ({
        size: sizeOf(size),
        total: Pages(total),
        free: Pages(total - heldBy(id, sizeOf(size)) - unseen),
        surplus: Pages(0),
      })),
    }),
  )
  const all = nodes.flatMap((node) => node.pools)
  const used = [...new Set(shape.nodes.flatMap((node) => node.pools.map(({ size }) => size)))]

  return {
    source: SourceId(shape.source ?? 'probe'),
    kernel: '6.1.0',
    basePage: PageSize(4),
    nodes,
    pools: used.map((text) => {
      const pools = all.filter(({ size }) => size === sizeOf(text))
      return {
        size: sizeOf(text),
        total: sum(pools.map(({ total }) => total)),
        free: sum(pools.map(({ free }) => free)),
        surplus: Pages(0),
        reserved: Pages(shape.promised?.[text] ?? 0),
        overcommit: Pages(0),
      }
    }),
    holders: shape.holders === 'not read' ? undefined : shape.holders,
    guests: shape.guests?.map(({ id, name }) => {
      const pid = holders.find(({ guest }) => guest === id)?.pid
      return { id, name, pid }
    }),
    siblings: undefined,
    mounts: (shape.mounts ?? used).map(sizeOf),
    libvirt: shape.libvirt,
    qemu: shape.qemu,
  }
}
