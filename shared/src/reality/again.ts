import type { Entry, Ledger } from '../accounting/ledger.ts'
import type { Guest } from '../model/guest.ts'
import type { CellId, GuestId } from '../model/ids.ts'
import { type KiB, minus, type PageSize, Pages, plus, sum } from '../units.ts'
import { startGuest, stopGuest } from './change.ts'
import type { Domain } from './domain.ts'
import { launchOf } from './libvirt.ts'
import type { Reality } from './reality.ts'
import { startCheck } from './start.ts'
import type { StartVerdict } from './start-verdict.ts'

/**
 * What a guest's state makes of its memory. `runs`: QEMU has it, paused too. `off`: there is no QEMU. `saved`: suspended,
 * its memory in a file. `gone`: offloaded, deleted: the host has nothing of it. `changing`: between two of these.
 */
export type Life = 'runs' | 'off' | 'saved' | 'gone' | 'changing' | 'unknown'

/** Pages of one size on one node. */
export interface NodePages {
  readonly node: CellId
  readonly size: PageSize
  readonly pages: Pages
}

/** A guest that Nova has on a host: what Nova counts for it, what it holds there, what it takes once it starts again. */
export interface GuestInTime {
  readonly guest: GuestId
  readonly name: string
  readonly vmState: string
  readonly life: Life
  /** Nova's entries for it, whatever its state; none where the release does not count it. */
  readonly counted: readonly Entry[]
  /** Huge pages it was seen to hold; undefined where nobody looked at processes. */
  readonly holds: readonly NodePages[] | undefined
  /** Huge pages it takes when it starts, by the domain that Nova would write; undefined where that is not known. */
  readonly takes: readonly NodePages[] | undefined
}

/** nova/compute/vm_states.py; power states of nova/compute/power_state.py: 1 running, 3 paused, 4 shut down, 7 suspended. */
export function lifeOf({ vmState, powerState, taskState }: Guest): Life {
  switch (vmState) {
    case 'active':
    case 'rescued':
    case 'paused':
    case 'resized':
      return powerState === 4 || powerState === 6 ? 'off' : powerState === 7 ? 'saved' : 'runs'
    case 'stopped':
    case 'shelved':
    case 'soft-delete':
      return taskState === undefined ? 'off' : 'changing'
    case 'suspended':
      return 'saved'
    case 'shelved_offloaded':
    case 'deleted':
      return 'gone'
    case 'building':
      return 'changing'
    default:
      return powerState === 4 ? 'off' : powerState === 1 || powerState === 3 ? 'runs' : 'unknown'
  }
}

/** One guest in both books; `domain` is what Nova would have libvirt start, where it can be told. */
export function inTime(
  guest: Guest,
  ledger: Ledger,
  reality: Reality | undefined,
  domain: Domain | undefined,
): GuestInTime {
  return {
    guest: guest.id,
    name: guest.name,
    vmState: guest.vmState,
    life: lifeOf(guest),
    counted: ledger.filter(({ consumer }) => consumer.kind === 'guest' && consumer.guest === guest.id),
    holds: reality && heldBy(reality, guest.id),
    takes: reality && domain && takenBy(reality, domain),
  }
}

function heldBy(reality: Reality, guest: GuestId): readonly NodePages[] | undefined {
  const pools = reality.nodes.flatMap(({ id, pools }) => pools.map((pool) => ({ node: id, pool })))
  if (pools.some(({ pool }) => !pool.holdersRead)) return undefined
  return pools.flatMap(({ node, pool: { size, holders } }) => {
    const pages = sum(
      holders.flatMap((one) => (one.kind === 'guest' && one.guest === guest ? [one.pages] : [])),
    )
    return pages > 0 ? [{ node, size, pages }] : []
  })
}

const probing = 'probing' as GuestId

/** What a domain takes on a host, whether it is there or not. */
export const takenBy = (reality: Reality, domain: Domain): readonly NodePages[] =>
  heldBy(startGuest(asIfRead(reality), probing, probing, domain), probing) ?? []

const asIfRead = (reality: Reality): Reality => ({
  ...reality,
  nodes: reality.nodes.map((node) => ({
    ...node,
    pools: node.pools.map((pool) => ({ ...pool, holdersRead: true })),
  })),
})

/** A guest that is to start, with its domain; undefined where that is not known. */
export interface Sleeper {
  readonly guest: GuestId
  readonly name: string
  readonly domain: Domain | undefined
}

export type StormOrder = 'as listed' | 'smallest first' | 'largest first'

/** Everything that sleeps on a host started at once, one after the other. */
export interface StartStorm {
  readonly order: StormOrder
  /** In this order, each on what those before it left. */
  readonly starts: readonly {
    readonly guest: GuestId
    readonly name: string
    /** Undefined where its domain is not known. */
    readonly verdict: StartVerdict | undefined
  }[]
  /** Guests that start, and those that do not or of which it is not known. */
  readonly started: number
  readonly left: number
  /** Pools that all of them together want more of than is free. */
  readonly short: readonly (NodePages & { readonly free: Pages })[]
}

const orders: readonly StormOrder[] = ['as listed', 'smallest first', 'largest first']

/**
 * All of these started at once, as after a reboot (`resume_guests_state_on_host_boot`): in the order listed, which is
 * nova-compute's, and by size, for who would choose. A guest that is refused leaves its pages to those after it.
 */
export const startStorms = (reality: Reality, sleepers: readonly Sleeper[]): readonly StartStorm[] =>
  orders.map((order) => storm(reality, sleepers, order))

function storm(reality: Reality, sleepers: readonly Sleeper[], order: StormOrder): StartStorm {
  let now = reality
  const starts = inOrder(sleepers, order).map(({ guest, name, domain }) => {
    const verdict = domain && startCheck(now, domain)
    if (domain && verdict?.outcome === 'starts') {
      now = touched(startGuest(now, guest, name, domain), domain)
    }
    return { guest, name, verdict }
  })
  const started = starts.filter(({ verdict }) => verdict?.outcome === 'starts').length
  return { order, starts, started, left: starts.length - started, short: shortOf(reality, sleepers) }
}

function inOrder(sleepers: readonly Sleeper[], order: StormOrder): readonly Sleeper[] {
  if (order === 'as listed') return sleepers
  const sign = order === 'smallest first' ? 1 : -1
  const memory = ({ domain }: Sleeper) => domain?.memory ?? 0
  return [...sleepers].sort((a, b) => sign * (memory(a) - memory(b)))
}

/** Base pages are free until they are touched; a guest that runs long enough touches all of its own. */
function touched(reality: Reality, domain: Domain): Reality {
  const base = launchOf(reality, domain).backends.filter(({ pages }) => pages === 'base')
  const bound = (node: CellId): KiB =>
    sum(
      base
        .filter(({ binding: { nodes } }) => nodes.length === 1 && nodes[0] === node)
        .map(({ memory }) => memory),
    )
  const { memory } = reality
  const available = memory?.available && minus(memory.available, sum(base.map((one) => one.memory)))
  return {
    ...reality,
    memory: memory && { ...memory, available },
    nodes: reality.nodes.map((node) => ({
      ...node,
      memoryFree: node.memoryFree && minus(node.memoryFree, bound(node.id)),
    })),
  }
}

function shortOf(reality: Reality, sleepers: readonly Sleeper[]): StartStorm['short'] {
  const wanted = new Map<string, NodePages>()
  for (const { domain } of sleepers) {
    for (const one of domain ? takenBy(reality, domain) : []) {
      const key = `${one.node} ${one.size}`
      wanted.set(key, { ...one, pages: plus(wanted.get(key)?.pages ?? Pages(0), one.pages) })
    }
  }
  return [...wanted.values()].flatMap((one) => {
    const node = reality.nodes.find(({ id }) => id === one.node)
    const free = node?.pools.find(({ size }) => size === one.size)?.free ?? Pages(0)
    return one.pages > free ? [{ ...one, free }] : []
  })
}

/** The host as after a reboot: no guest runs, and what others hold is as it was. */
export const withoutGuests = (reality: Reality, guests: readonly GuestId[]): Reality =>
  guests.reduce(stopGuest, reality)
