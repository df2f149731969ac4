import { absentCell } from './absent-cell.ts'
import { allocations } from './allocations.ts'
import { audit } from './audit.ts'
import { bareMetal } from './bare-metal.ts'
import { bookedBeyondPool } from './booked-beyond-pool.ts'
import { cellsAndMemory } from './cells-and-memory.ts'
import { cutFree } from './cut-free.ts'
import { domainSums } from './domain-sums.ts'
import type { Witness } from './finding.ts'
import { floating } from './floating.ts'
import type { HostBooks } from './host-books.ts'
import { hostMemory } from './host-memory.ts'
import { inventories } from './inventories.ts'
import { lostCells } from './lost-cells.ts'
import { moves } from './moves.ts'
import { nodeMemory } from './node-memory.ts'
import { outOfReach } from './out-of-reach.ts'
import { pages } from './pages.ts'
import { pinnedTwice } from './pinned-twice.ts'
import { precheck } from './precheck.ts'
import { reservedOption } from './reserved-option.ts'
import { reservedSmallPages } from './reserved-small-pages.ts'
import { ruleRoom } from './rule-room.ts'
import { ruleUsage } from './rule-usage.ts'
import { runningGuests } from './running-guests.ts'
import { siblings } from './siblings.ts'
import { readAt, secondsApart, sources } from './sources.ts'
import { stickyPageSize } from './sticky-page-size.ts'
import { storedUsage } from './stored-usage.ts'
import { unbound } from './unbound.ts'
import { worstFirst } from './worst-first.ts'

/** One line a detector; each is a file of its own. */
export const detectors = {
  pages,
  bookedBeyondPool,
  storedUsage,
  runningGuests,
  reservedOption,
  allocations,
  inventories,
  hostMemory,
  moves,
  pinnedTwice,
  absentCell,
  floating,
  audit,
  reservedSmallPages,
  cellsAndMemory,
  unbound,
  domainSums,
  siblings,
  outOfReach,
  nodeMemory,
  precheck,
  bareMetal,
  ruleUsage,
  ruleRoom,
  cutFree,
  stickyPageSize,
  lostCells,
  sources,
}

/** Whatever is found by any of them. */
export type Divergence = ReturnType<(typeof detectors)[keyof typeof detectors]['find']>[number]

/** One thing that can be wrong. Ids: once shipped, never renamed, never reused. */
export type Cause = Divergence['cause']

/** Seconds that two readings of one host may lie apart: Nova itself brings its rows up to date once a minute. */
export const defaultTolerance = 300

/** All that is wrong with one host, worst first. */
export const divergencesOfHost = (books: HostBooks): Divergence[] =>
  Object.values(detectors)
    .filter(({ compares }) => isComparable(books, compares))
    .flatMap(({ find }): readonly Divergence[] => find(books))
    .sort(worstFirst)

/** Each witness was heard, and no two of them too far apart. One that does not say when is taken at its word. */
function isComparable(books: HostBooks, witnesses: readonly Witness[]): boolean {
  const read = witnesses
    .flatMap((witness) =>
      witness === 'nova' || witness === 'kernel' || witness === 'libvirt' ? [witness] : [],
    )
    .map((witness) => readAt(books, witness))
  if (read.includes('not read')) return false
  const instants = read.flatMap((at) => (at === undefined || at === 'not read' ? [] : [at])).sort()
  return (secondsApart(instants[0], instants.at(-1)) ?? 0) <= books.tolerance
}
