import {
  type Cloud,
  diskRoom,
  type Entry,
  figure,
  GiB,
  GuestId,
  type HostResource,
  type InventoryHeld,
  inventoriesHeld,
  KiB,
  MiB,
  novaBookOf,
  type RealNode,
  type Room,
  ramRoom,
  vcpusRoom,
  type Word,
} from '@headroom/shared'
import { entryLines, type Line } from '../../components/lines.ts'
import type { HostBooks } from '../../worker/books.ts'

/** An amount (KiB, or a bare count of CPUs), and the lines it is the sum of: none where it stands so in what was read. */
export interface Told {
  readonly amount: number
  readonly lines: readonly Line[]
}

export type WholeOf = 'memory' | 'CPUs' | 'PCPUs' | 'disk'
export type WholeWhat = 'in all' | 'used' | 'free' | 'by ratio' | 'grown'

/** One number of the whole host by each book; undefined where a book does not have it. */
export interface WholeLine {
  readonly of: WholeOf
  readonly what: WholeWhat
  /** Nova’s, where the number is by it. */
  readonly ratio: number | undefined
  readonly nova: Told | undefined
  readonly placement: Told | undefined
  readonly host: Told | undefined
}

interface Measure {
  readonly of: WholeOf
  readonly resource: HostResource | undefined
  readonly resourceClass: string
  /** From the unit of the ledger, and from Placement’s. */
  readonly entry: (amount: number) => number
  readonly held: (amount: number) => number
  readonly word: (amount: number) => Word
}

const memoryWord = (amount: number): Word => ({ memory: KiB(amount) })
const same = (amount: number) => amount

const measures: readonly Measure[] = [
  {
    of: 'memory',
    resource: 'host memory',
    resourceClass: 'MEMORY_MB',
    entry: same,
    held: MiB,
    word: memoryWord,
  },
  {
    of: 'CPUs',
    resource: 'host vcpus',
    resourceClass: 'VCPU',
    entry: same,
    held: same,
    word: (count) => ({ count }),
  },
  /** Dedicated CPUs, which Placement keeps apart and Nova’s row does not. */
  {
    of: 'PCPUs',
    resource: undefined,
    resourceClass: 'PCPU',
    entry: same,
    held: same,
    word: (count) => ({ count }),
  },
  { of: 'disk', resource: 'host disk', resourceClass: 'DISK_GB', entry: GiB, held: GiB, word: memoryWord },
]

/** Memory, CPUs and disk of the whole host, which RamFilter, CoreFilter, DiskFilter and Placement count. */
export function wholeLines(cloud: Cloud, books: HostBooks): readonly WholeLine[] {
  const { host, reality } = books
  if (!host.nova && !reality) return []
  const inventories = inventoriesHeld(cloud.snapshot.placement, host.id)
  const { ledger } = novaBookOf(cloud, host.id)
  return measures.flatMap((measure) => {
    const nova = ofNova(
      measure,
      books,
      ledger.filter(({ resource }) => resource === measure.resource),
    )
    const inventory = inventories.find(({ resourceClass }) => resourceClass === measure.resourceClass)
    const placement = inventory ? ofPlacement(measure, inventory, cloud) : {}
    const kernel = ofHost(measure, reality?.nodes ?? [])
    const whats = [...new Set([nova, placement, kernel].flatMap((one) => Object.keys(one)))] as WholeWhat[]
    return (['in all', 'used', 'free', 'by ratio', 'grown'] as const)
      .filter((what) => whats.includes(what))
      .map((what) => ({
        of: measure.of,
        what,
        ratio: what === 'by ratio' ? roomsOf[measure.of](books)?.ratio : undefined,
        nova: nova[what],
        placement: placement[what],
        host: kernel[what],
      }))
  })
}

type Book = { readonly [what in WholeWhat]?: Told }

const roomsOf: Record<WholeOf, (books: HostBooks) => Room | undefined> = {
  memory: ({ state }) => ramRoom(state),
  CPUs: ({ state }) => vcpusRoom(state),
  PCPUs: () => undefined,
  disk: ({ state }) => diskRoom(state),
}

function ofNova(measure: Measure, books: HostBooks, entries: readonly Entry[]): Book {
  const { memory, vcpus, disk, diskAvailableLeast } = books.state
  const has = { memory, CPUs: vcpus, PCPUs: undefined, disk }[measure.of]
  const room = roomsOf[measure.of](books)
  if (!has || !room) return {}
  const { total, used } = has
  const lines = (parts: readonly (readonly [who: string, amount: number])[]) => linesOf(measure, parts)
  const seen = room.used === used ? 'used' : 'used, as the scheduler reads it'
  return {
    'in all': { amount: total, lines: [] },
    used: {
      amount: used,
      lines: entryLines(entries, (amount) => ({ is: measure.word(measure.entry(amount)) })),
    },
    free: {
      amount: total - used,
      lines: lines([
        ['in all', total],
        ['used', -used],
      ]),
    },
    'by ratio': {
      amount: room.free,
      lines: lines([
        [`in all × ${figure(room.ratio)}`, room.total * room.ratio],
        [seen, -room.used],
      ]),
    },
    ...(measure.of === 'disk' && diskAvailableLeast !== undefined
      ? { grown: { amount: diskAvailableLeast, lines: [] } }
      : {}),
  }
}

function ofPlacement(measure: Measure, inventory: InventoryHeld, cloud: Cloud): Book {
  const { total, reserved, allocationRatio, used, held } = inventory
  const lines = (parts: readonly (readonly [who: string, amount: number])[]) =>
    linesOf(
      measure,
      parts.map(([who, amount]) => [who, measure.held(amount)]),
    )
  const room = Math.trunc((total - reserved) * allocationRatio)
  const inAll = { amount: measure.held(total), lines: [] }
  if (used === undefined) return { 'in all': inAll }
  return {
    'in all': inAll,
    used: {
      amount: measure.held(used),
      lines: lines(
        held.map(({ consumer, amount }) => [cloud.guests.get(GuestId(consumer))?.name ?? consumer, amount]),
      ),
    },
    'by ratio': {
      amount: measure.held(room - used),
      lines: lines([
        [`(${figure(total)} − ${figure(reserved)} reserved) × ${figure(allocationRatio)}`, room],
        ['allocated', -used],
      ]),
    },
  }
}

function ofHost(measure: Measure, nodes: readonly RealNode[]): Book {
  if (nodes.length === 0 || measure.of === 'disk' || measure.of === 'PCPUs') return {}
  if (measure.of === 'CPUs') return sumOver(measure, 'in all', nodes, ({ cpus }) => cpus.length)
  return {
    ...sumOver(measure, 'in all', nodes, ({ memory }) => memory),
    ...sumOver(measure, 'used', nodes, ({ memory, memoryFree }) =>
      memory === undefined || memoryFree === undefined ? undefined : memory - memoryFree,
    ),
    ...sumOver(measure, 'free', nodes, ({ memoryFree }) => memoryFree),
  }
}

/** A sum over nodes, where every one of them was read. */
function sumOver(
  measure: Measure,
  what: WholeWhat,
  nodes: readonly RealNode[],
  read: (node: RealNode) => number | undefined,
): Book {
  const parts = nodes.flatMap((node) => {
    const amount = read(node)
    return amount === undefined ? [] : [[`node ${node.id}`, amount] as const]
  })
  if (parts.length < nodes.length) return {}
  const amount = parts.reduce((sum, [, part]) => sum + part, 0)
  return { [what]: { amount, lines: linesOf(measure, parts) } }
}

const linesOf = (
  { word }: Measure,
  parts: readonly (readonly [who: string, amount: number])[],
): readonly Line[] =>
  parts.map(([who, amount]) => ({ who: [who], note: undefined, amount, is: word(amount) }))
