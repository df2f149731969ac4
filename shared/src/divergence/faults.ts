import { isPinned } from '../accounting/guest-cell.ts'
import { hugePools } from '../accounting/pages.ts'
import type { NonEmpty } from '../collections.ts'
import type { GuestCell, HostCell } from '../model/cell.ts'
import type { Guest } from '../model/guest.ts'
import type { HostState } from '../placement/host-state.ts'
import type { Otherwise } from '../releases/otherwise.ts'
import type { Rules } from '../releases/rules.ts'
import { exceeds } from '../units.ts'
import type { Remedy } from './divergence.ts'
import type { Ask, HostBooks } from './host-books.ts'
import { bySize } from './remedy.ts'

/** A rule by which releases count otherwise than a host's cells hold, and the value that is right. */
export interface Fault {
  /** The rule, and others that it needs to count right. */
  readonly right: NonEmpty<Otherwise>
  /** Values of the rule that are wrong; where not said, all others. */
  readonly wrong?: readonly unknown[]
}

/** A fault that shows in how many guests of a flavor a host takes. */
export interface RoomFault extends Fault {
  /** Whether it could show at all: who is not concerned is not counted. */
  readonly concerns: (state: HostState, ask: Ask) => boolean
  /** What helps without another release. */
  readonly remedy?: (ask: Ask) => Remedy | undefined
}

/** A fault that shows in what guests and moves take. */
export interface UsageFault extends Fault {
  /** Likewise: where it does not, nobody counts. */
  readonly concerns: (books: HostBooks) => boolean
  /** What helps without another release. */
  readonly remedy?: (books: HostBooks) => Remedy | undefined
}

/** Whether a release has the fault. */
export const hasFault = (rules: Rules, { right, wrong }: Fault): boolean => {
  const [{ rule, is }] = right
  return wrong ? wrong.includes(rules[rule]) : rules[rule] !== is
}

const cellsOf = ({ cells }: HostState): readonly HostCell[] => (typeof cells === 'string' ? [] : cells)

const someGuest = (guests: readonly Guest[], is: (cell: GuestCell) => boolean): boolean =>
  guests.some(({ topology }) => typeof topology !== 'string' && topology.cells.some(is))

const isPinnedWithoutPolicy = (guest: Guest): boolean =>
  someGuest([guest], ({ cpuPinning, cpuPolicy }) => cpuPinning !== undefined && !cpuPolicy)

const hasHugePages = (state: HostState): boolean =>
  cellsOf(state).some((cell) => hugePools(cell).some(({ total }) => total > 0))

const some = ({ topology }: Ask, is: (cell: GuestCell) => boolean): boolean =>
  topology?.cells.some(is) ?? false

const isUnsized = (ask: Ask): boolean => some(ask, ({ pageSize }) => pageSize === undefined)
const asksPins = ({ rules }: HostState, ask: Ask): boolean => some(ask, (cell) => isPinned(cell, rules))

const sized = (ask: Ask): Remedy | undefined => (isUnsized(ask) ? bySize(ask.flavor) : undefined)

/** Without these of its extra specs, as far as it has them. */
const withoutSpecs =
  (is: (name: string) => boolean) =>
  ({ flavor: { name, extraSpecs } }: Ask): Remedy | undefined => {
    const named = Object.keys(extraSpecs).filter(is).sort()
    const properties = named.map((spec) => ` --property ${spec}`).join('')
    return named.length === 0
      ? undefined
      : { file: 'openstack', lines: [`openstack flavor unset ${name}${properties}`] }
  }

/** nova/virt/hardware.py: _numa_fit_instance_cell and below, and filters of the whole host. */
export const roomFaults: readonly RoomFault[] = [
  {
    right: [
      { rule: 'cellMemoryTest', is: 'free smallest pages' },
      { rule: 'pageSizeFixed', is: 'before all else' },
      { rule: 'pagesUsed', is: 'of the smallest size too' },
    ],
    concerns: (state, ask) => isUnsized(ask) && !asksPins(state, ask) && hasHugePages(state),
    remedy: sized,
  },
  {
    right: [
      { rule: 'pinnedMemoryTest', is: 'free smallest pages' },
      { rule: 'pageSizeFixed', is: 'before all else' },
      { rule: 'pagesUsed', is: 'of the smallest size too' },
    ],
    concerns: (state, ask) => asksPins(state, ask) && hasHugePages(state),
    remedy: sized,
  },
  {
    right: [{ rule: 'cellMemoryTest', is: 'total smallest pages' }],
    wrong: ['free smallest pages'],
    concerns: (state, ask) => isUnsized(ask) && !hasHugePages(state),
  },
  { right: [{ rule: 'corePacking', is: 'most threads first' }], concerns: asksPins },
  { right: [{ rule: 'loneThreads', is: 'taken' }], wrong: ['not taken'], concerns: asksPins },
  {
    right: [{ rule: 'isolateBesideSharedCpus', is: 'allowed' }],
    concerns: (_, ask) => some(ask, ({ cpuThreadPolicy }) => cpuThreadPolicy === 'isolate'),
    remedy: withoutSpecs((spec) => spec === 'hw:cpu_thread_policy'),
  },
  {
    right: [{ rule: 'cellWithoutPins', is: 'accepted' }],
    concerns: (_, ask) => some(ask, ({ cpuPolicy }) => cpuPolicy === 'mixed'),
  },
  {
    right: [{ rule: 'fitCache', is: 'none' }],
    concerns: (state, { topology }) => cellsOf(state).length > 1 && (topology?.cells.length ?? 0) > 1,
    // Cells that are alike are not mistaken for one another.
    remedy: withoutSpecs((spec) => /^hw:numa_(cpus|mem)\./.test(spec)),
  },
  {
    right: [{ rule: 'selfOvercommit', is: 'refused' }],
    concerns: ({ memory, vcpus }, { flavor }) =>
      (memory !== undefined && exceeds(flavor.memory, memory.total)) ||
      (vcpus !== undefined && flavor.vcpus > vcpus.total),
  },
]

/** nova/virt/hardware.py: numa_usage_from_instances and its successors; nova/compute/resource_tracker.py. */
export const usageFaults: readonly UsageFault[] = [
  {
    right: [{ rule: 'usageAfterGuestWithoutTopology', is: 'kept' }],
    concerns: ({ residents }) =>
      residents.some(({ topology }) => topology === 'none') &&
      residents.some(({ topology }) => typeof topology !== 'string'),
  },
  {
    right: [{ rule: 'pagesOfCellsTogether', is: 'all count' }],
    concerns: ({ residents }) =>
      residents.some(
        ({ topology }) =>
          typeof topology !== 'string' &&
          new Set(topology.cells.map(({ id }) => id)).size < topology.cells.length,
      ),
  },
  {
    right: [{ rule: 'isolatedPins', is: 'their siblings, or the pins where none are known' }],
    concerns: ({ residents, state }) =>
      cellsOf(state).some(({ siblings }) => siblings.length === 0) &&
      someGuest(residents, ({ cpuThreadPolicy }) => cpuThreadPolicy === 'isolate'),
  },
  {
    right: [{ rule: 'guestIsPinned', is: 'by its pins' }],
    concerns: ({ residents }) => residents.some(isPinnedWithoutPolicy),
    // A move writes its cells anew.
    remedy: ({ residents }) => ({
      file: 'openstack',
      lines: residents.filter(isPinnedWithoutPolicy).map(({ id }) => `openstack server migrate --wait ${id}`),
    }),
  },
  {
    right: [{ rule: 'pagesUsed', is: 'of the smallest size too' }],
    concerns: ({ residents, state }) =>
      cellsOf(state).every(({ mempages }) => mempages.length > 0) &&
      someGuest(residents, ({ pageSize }) => pageSize === undefined),
  },
  {
    right: [{ rule: 'incomingLiveMigration', is: 'counted' }],
    concerns: ({ host, cloud }) => cloud.awaiting.has(host),
  },
  {
    right: [{ rule: 'offloadedGuests', is: 'counted while spawning' }],
    wrong: ['not counted'],
    concerns: ({ residents }) =>
      residents.some(({ vmState, taskState }) => vmState === 'shelved_offloaded' && taskState === 'spawning'),
  },
]
