import { memo } from '../collections.ts'
import { divergences } from '../divergence/compare.ts'
import { type Divergence, defaultTolerance, divergencesOfHost } from '../divergence/detectors.ts'
import type { PoolBooks, PoolDivergence } from '../divergence/divergence.ts'
import { usageFaults } from '../divergence/faults.ts'
import type { CloudBooks, HostBooks } from '../divergence/host-books.ts'
import { type BothBooks, poolBooks } from '../divergence/pools.ts'
import { worstFirst } from '../divergence/worst-first.ts'
import type { Flavor } from '../model/flavor.ts'
import type { Guest } from '../model/guest.ts'
import type { HostId } from '../model/ids.ts'
import type { HostState } from '../placement/host-state.ts'
import { enabledFilters } from '../placement/judge.ts'
import { numaConstraints } from '../placement/request/numa-constraints.ts'
import { releaseById } from '../releases/index.ts'
import { type Otherwise, rulesWith } from '../releases/otherwise.ts'
import type { RuleName } from '../releases/rules.ts'
import type { KiB } from '../units.ts'
import { type Cloud, guestsOn, realityOf, rulesOf, underRules } from './cloud.ts'
import { hostRemarksOn } from './guests-in-time.ts'
import { chainOn } from './headroom/chain.ts'
import type { Start } from './headroom/starts.ts'
import { requestOf } from './judged.ts'
import { novaBookOf, stateOf } from './nova-book.ts'

/** One host by both books, as a plan has left it. Throws for a host the cloud does not have. */
export function booksOf(cloud: Cloud, id: HostId): BothBooks {
  const host = cloud.hosts.get(id)
  const { ledger, state } = novaBookOf(cloud, id)
  return {
    host: id,
    rules: host ? rulesOf(cloud, host) : cloud.release.rules,
    cells: typeof state.cells === 'string' ? undefined : state.cells,
    ledger,
    reality: realityOf(cloud, id),
    guests: cloud.snapshot.guestsListed ? guestsOn(cloud, id).map((guest) => guest.id) : undefined,
  }
}

/** Every page size of every cell of a host on both books. */
export const poolsOf = (cloud: Cloud, id: HostId): PoolBooks[] => poolBooks(booksOf(cloud, id))

/** Where the two books of any host give different room. */
export const compare = (cloud: Cloud): PoolDivergence[] =>
  [...cloud.hosts.values()].flatMap(({ id }) => divergences(poolsOf(cloud, id)))

/** How to compare. */
export interface Comparing {
  /** Seconds that two sources of a host may have been read apart. */
  readonly tolerance?: number
}

/** All that is wrong with a cloud as a plan has left it, worst first. */
export const diverge = (cloud: Cloud, how: Comparing = {}): Divergence[] =>
  [...cloud.hosts.values()].flatMap(({ id }) => divergencesOn(cloud, id, how)).sort(worstFirst)

/** All that is wrong with one host, worst first. Throws for a host the cloud does not have. */
export const divergencesOn = (cloud: Cloud, id: HostId, how: Comparing = {}): Divergence[] =>
  divergencesOfHost(hostBooksOf(cloud, id, how.tolerance ?? defaultTolerance))

const cloudBooksOf = memo(
  ({ snapshot, release, guests }: Cloud): CloudBooks => ({
    snapshot,
    release,
    guest: (id) => guests.get(id),
    movable: movableOf(snapshot.guests),
    moves: new Set(snapshot.migrations.map(({ id }) => id)),
    awaiting: new Set(
      snapshot.migrations.flatMap(({ type, destination }) =>
        type === 'live-migration' && destination !== undefined ? [destination] : [],
      ),
    ),
    readAt: new Map(snapshot.sources.map(({ id, readAt }) => [id, readAt])),
    asks: snapshot.flavors.flatMap((flavor) => {
      const asked = numaConstraints(flavor, {}, release.rules)
      return asked.kind === 'topology' ? [{ flavor, topology: asked.topology }] : []
    }),
  }),
)

/** Of guests that could move alive and have no cells, by memory, two of different hosts. */
function movableOf(guests: readonly Guest[]): CloudBooks['movable'] {
  const bySize = new Map<KiB, readonly Guest[]>()
  for (const guest of guests) {
    const { vmState, powerState, taskState, topology, host, flavor } = guest
    const moves = vmState === 'active' && (powerState ?? 1) === 1 && taskState === undefined
    if (!moves || topology !== 'none' || host === undefined) continue
    const known = bySize.get(flavor.memory) ?? []
    if (known.length < 2 && known[0]?.host !== host) bySize.set(flavor.memory, [...known, guest])
  }
  return bySize
}

function hostBooksOf(cloud: Cloud, id: HostId, tolerance: number): HostBooks {
  const row = cloud.hosts.get(id)
  if (!row) throw new Error(`the cloud has no host ${id}`)
  const books = booksOf(cloud, id)
  const roomNow = memo((flavor: Flavor) => roomByNova(cloud, stateOf(cloud, id), flavor))
  return {
    ...books,
    cloud: cloudBooksOf(cloud),
    row,
    state: novaBookOf(cloud, id).state,
    pools: poolBooks(books),
    residents: guestsOn(cloud, id),
    remarks: hostRemarksOn(cloud, id),
    compute: (row.release === undefined ? undefined : releaseById(row.release)) ?? cloud.computes,
    room: (flavor, otherwise) =>
      otherwise ? roomByNova(cloud, stateUnder(cloud, id, otherwise), flavor, otherwise) : roomNow(flavor),
    roomIn: (state, flavor) => roomByNova(cloud, state, flavor),
    ledgerUnder: (otherwise) => novaBookOf(underRules(cloud, otherwise), id).ledger,
    tolerance,
  }
}

/** How many more of a flavor Nova takes on one host, one after another. */
function roomByNova(
  cloud: Cloud,
  state: HostState,
  flavor: Flavor,
  otherwise: readonly Otherwise[] = [],
): number {
  const { snapshot } = cloud
  const rules = rulesWith(cloud.release.rules, otherwise)
  return chainOn(
    { host: state.id, state, pages: undefined },
    {
      request: requestOf(flavor, {}, rules),
      names: enabledFilters(snapshot.settings.enabledFilters, rules),
      start: notAsked,
    },
  ).nova
}

const notAsked: Start = (pages) => ({ outcome: 'refuses', pages })

/** Guests are counted anew only where a rule of counting is otherwise. */
function stateUnder(cloud: Cloud, host: HostId, otherwise: readonly Otherwise[]): HostState {
  const state = stateOf(cloud, host)
  const recounts = otherwise.some(({ rule, is }) => countingRules.has(rule) && state.compute[rule] !== is)
  if (recounts) return stateOf(underRules(cloud, otherwise), host)
  const compute = rulesWith(state.compute, otherwise)
  const rules = state.rules === state.compute ? compute : rulesWith(state.rules, otherwise)
  return { ...state, rules, compute }
}

const countingRules = new Set<RuleName>(usageFaults.map(({ right: [{ rule }] }) => rule))
