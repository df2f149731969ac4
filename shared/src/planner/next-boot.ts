import type { GuestCell, GuestTopology } from '../model/cell.ts'
import type { Flavor } from '../model/flavor.ts'
import { type CellId, GuestId, type HostId } from '../model/ids.ts'
import type { HostState } from '../placement/host-state.ts'
import { enabledFilters, judge } from '../placement/judge.ts'
import { type PlacementRequest, placementRequest } from '../placement/request.ts'
import type { Reality, RealNode } from '../reality/reality.ts'
import { type PageSize, Pages } from '../units.ts'
import { booked, newcomer } from './booked.ts'
import { type Cloud, realityOf } from './cloud.ts'
import { runningIn, startIn } from './guest-start.ts'
import { stateOf } from './nova-book.ts'
import { type BothVerdicts, verdictsOn } from './verdicts.ts'

/** How many more of a flavor, counted one by one. */
export interface More {
  readonly count: number
  /** Counting stopped at its limit, not at a refusal. */
  readonly atLeast: boolean
}

/** What booting a flavor on one host would come to now, by both books. */
export interface NextBoot extends BothVerdicts {
  readonly flavor: string
  readonly moreByNova: More
  /** By the huge pages free on the host, whichever cells they are on; undefined where those are not what limits. */
  readonly moreByHost: More | undefined
  /** As many as Nova places and the host then starts, until one of the two refuses or does not know. */
  readonly moreTogether: More
}

const limit = 1000

/** Throws for a host the cloud does not have. */
export function nextBoot(cloud: Cloud, id: HostId, flavor: Flavor): NextBoot {
  const request = placementRequest(flavor, {}, cloud.release.rules)
  const names = enabledFilters(cloud.snapshot.settings.enabledFilters, cloud.release.rules)
  const judged = (state: HostState) => judge(state, request, names)
  const state = stateOf(cloud, id)
  const reality = realityOf(cloud, id)
  const [verdicts] = verdictsOn(cloud, [id], flavor, {})
  if (!verdicts) throw new Error(`the cloud has no host ${id}`)
  return {
    ...verdicts,
    flavor: flavor.name,
    moreByNova: counted(state, (now) => {
      const verdict = judged(now)
      return verdict.outcome === 'fits' ? booked(now, newcomer(request, verdict.placed)) : undefined
    }),
    moreByHost: reality && byPages(cloud, state, reality, request),
    moreTogether: counted({ state, reality }, (now) => {
      const verdict = judged(now.state)
      if (verdict.outcome !== 'fits' || !now.reality) return undefined
      const after = started(cloud, now.reality, guestOf(request, verdict.placed))
      return after && { state: booked(now.state, newcomer(request, verdict.placed)), reality: after }
    }),
  }
}

/** How often a state can be followed by another. */
export function counted<S>(from: S, next: (state: S) => S | undefined): More {
  let state = from
  for (let count = 0; count < limit; count += 1) {
    const after = next(state)
    if (after === undefined) return { count, atLeast: false }
    state = after
  }
  return { count: limit, atLeast: true }
}

const oneMore = GuestId('one more')

const guestOf = ({ flavor, image }: PlacementRequest, placed: GuestTopology | undefined) => ({
  id: oneMore,
  name: oneMore as string,
  flavor,
  image,
  topology: placed ?? ('none' as const),
})

const started = (cloud: Cloud, reality: Reality, guest: ReturnType<typeof guestOf>): Reality | undefined =>
  startIn(cloud, reality, guest).outcome === 'starts' ? runningIn(cloud, reality, guest) : undefined

/** The largest guest cell always to the node with most pages free: for equal cells no other way holds more guests. */
function byPages(cloud: Cloud, state: HostState, reality: Reality, request: PlacementRequest) {
  const wanted = limitedByPages(state, reality, request)
  return (
    wanted &&
    counted(reality, (now) => {
      const placed = spread(now, wanted)
      return placed && started(cloud, now, guestOf(request, placed))
    })
  )
}

/**
 * The cells of which pages of the host's pools decide how many there are. Undefined where they do not: the guest asks for
 * other pages, or Nova has no cells of the host and writes guests that are backed by no huge page.
 */
export function limitedByPages(
  { cells }: HostState,
  reality: Reality,
  { constraints }: PlacementRequest,
): GuestTopology | undefined {
  const wanted = constraints.kind === 'topology' ? constraints.topology : undefined
  if (!wanted || typeof cells === 'string') return undefined
  return wanted.cells.every(({ pageSize }) => isPool(reality, pageSize)) ? wanted : undefined
}

const isPool = (reality: Reality, size: unknown): size is PageSize =>
  reality.nodes.some(({ pools }) => pools.some((pool) => pool.size === size))

/** Undefined where the host has fewer nodes than the guest has cells. */
export function spread(reality: Reality, topology: GuestTopology): GuestTopology | undefined {
  const free = ({ pools }: RealNode, { pageSize }: GuestCell) =>
    pools.find(({ size }) => size === pageSize)?.free ?? Pages(0)
  const largestFirst = [...topology.cells].sort((a, b) => b.memory - a.memory)
  const nodeOf = new Map<GuestCell, CellId>()
  let left = reality.nodes
  for (const cell of largestFirst) {
    const [roomiest] = [...left].sort((a, b) => free(b, cell) - free(a, cell))
    if (!roomiest) return undefined
    nodeOf.set(cell, roomiest.id)
    left = left.filter((node) => node !== roomiest)
  }
  return { ...topology, cells: topology.cells.map((cell) => ({ ...cell, id: nodeOf.get(cell) ?? cell.id })) }
}
