import { isPinned } from '../accounting/guest-cell.ts'
import { freePages, smallestSize } from '../accounting/pages.ts'
import type { GuestCell, HostCell } from '../model/cell.ts'
import { limitsOf } from '../placement/filters/numa-topology.ts'
import { firstFit } from '../placement/fit/fit-to-host.ts'
import type { RealNode } from '../reality/reality.ts'
import { exceeds, KiB, memoryOf, minus, Pages, plus, sum } from '../units.ts'
import { detector } from './detector.ts'
import type { Remedy } from './divergence.ts'
import { type Finding, finding, memory } from './finding.ts'
import type { HostBooks } from './host-books.ts'
import { hostsApart, reservedValue } from './remedy.ts'

export interface NodeMemoryFinding extends Finding<'node-memory-short'> {
  /** That Nova would put there and the node cannot hold. */
  readonly flavor: string
  /** Guests without cells, which are on some node and counted on none. */
  readonly floating: KiB
}

/**
 * Base pages of a cell: Nova counts guests with cells alone, and the kernel whoever is there. Told where a flavor with
 * cells fits by the one and not by the other, though all that can be reclaimed were on this node.
 */
export const nodeMemory = detector(['nova', 'kernel'], (books): readonly NodeMemoryFinding[] =>
  (books.cells ?? []).flatMap((cell) => {
    const node = books.reality?.nodes.find(({ id }) => id === cell.id)
    const available = node && availableOn(books, node)
    return available === undefined ? [] : shortOn(books, cell, available)
  }),
)

/** At most: what is free there, and what the machine can reclaim wherever it is. */
function availableOn({ reality }: HostBooks, { memoryFree }: RealNode): KiB | undefined {
  const { available, free } = reality?.memory ?? {}
  if (memoryFree === undefined || available === undefined || free === undefined) return undefined
  return plus(memoryFree, KiB(Math.max(0, minus(available, free))))
}

function shortOn(books: HostBooks, cell: HostCell, available: KiB): NodeMemoryFinding[] {
  const { host, state, cloud, rules } = books
  const fits = (guest: GuestCell) =>
    firstFit([cell], alone(guest), limitsOf(state), rules, state.packing) !== undefined
  const short = cloud.asks.flatMap(({ flavor, topology }) =>
    (topology?.cells ?? [])
      .filter((guest) => onBasePages(guest, cell) && exceeds(guest.memory, available) && fits(guest))
      .map((guest) => ({ flavor, guest })),
  )
  const [worst] = short.sort((one, other) => other.guest.memory - one.guest.memory)
  if (!worst) return []
  const floating = sum(
    books.residents.flatMap(({ topology, flavor, powerState }) =>
      topology === 'none' && powerState === 1 ? [flavor.memory] : [],
    ),
  )
  const free = freeByNova(books, cell, worst.guest)
  return [
    {
      ...finding('node-memory-short', {
        kind: 'at-risk',
        where: { host, cell: cell.id },
        resource: memory,
        expected: { by: 'nova', amount: free },
        observed: { by: 'kernel', amount: available },
        severity: { next: 'next-boot-fails', amount: minus(worst.guest.memory, available), unit: 'KiB' },
        remedy: floating > 0 ? hostsApart(host, 'numa') : keptBack(cell, minus(free, available)),
      }),
      flavor: worst.flavor.name,
      floating,
    },
  ]
}

const alone = (guest: GuestCell) => ({ cells: [guest], emulatorThreadsPolicy: undefined })

const onBasePages = ({ pageSize }: GuestCell, { mempages }: HostCell): boolean =>
  pageSize === undefined || pageSize === 'small' || pageSize === 'any' || pageSize === smallestSize(mempages)

/** What Nova compares a guest cell of this kind with. */
function freeByNova({ rules, state }: HostBooks, cell: HostCell, guest: GuestCell): KiB {
  const pool = cell.mempages.find(({ size }) => size === smallestSize(cell.mempages))
  const byPages =
    guest.pageSize !== undefined ||
    (isPinned(guest, rules) && rules.pinnedMemoryTest === 'free smallest pages')
  if (byPages && pool) return memoryOf(freePages(pool, rules), pool.size)
  const ratio = isPinned(guest, rules) ? 1 : limitsOf(state).ramAllocationRatio
  return minus(KiB(cell.memory * ratio), cell.memoryUsage)
}

function keptBack({ id: cell, mempages }: HostCell, memory: KiB): Remedy | undefined {
  const size = smallestSize(mempages)
  if (size === undefined) return undefined
  const value = reservedValue({ cell, size, count: Pages(Math.ceil(memory / size)) })
  return { file: 'nova.conf', section: 'DEFAULT', lines: [`reserved_huge_pages = ${value}`] }
}
