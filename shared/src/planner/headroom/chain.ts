import { memo } from '../../collections.ts'
import type { GuestCell, GuestTopology } from '../../model/cell.ts'
import type { HostId } from '../../model/ids.ts'
import { allocationRatio } from '../../placement/filters/allocation-ratio.ts'
import type { HostState } from '../../placement/host-state.ts'
import { type BriefVerdict, judgeInBrief } from '../../placement/judge-in-brief.ts'
import type { PlacementRequest } from '../../placement/request.ts'
import type { Reality } from '../../reality/reality.ts'
import { booked, newcomer } from '../booked.ts'
import type { Placed } from '../guest-start.ts'
import { counted, limitedByPages, type More, spread } from '../next-boot.ts'
import { firstFalse } from './first-false.ts'
import { type FreePages, realised, type Start } from './starts.ts'

/** A host on both books, as far as guests change it. */
export interface Spot {
  readonly host: HostId
  readonly state: HostState
  /** Undefined where nobody looked at the host. */
  readonly pages: FreePages | undefined
}

/** What a host is once a flavor has been booted there until it took no more. No other host matters to it. */
export interface Chain {
  /** Guests Nova books there. */
  readonly nova: number
  /**
   * Guests before the first that the host refuses to start; undefined where it refuses none. Nova goes on sending it
   * guests, and gets them back.
   */
  readonly refusedAfter: number | undefined
  /** By huge pages free on the host, whichever cells they are on; undefined where they are not what limits. */
  readonly byHost: More | undefined
  /** How many of the first guests start for sure, by place: all alike where it is a single answer. */
  readonly sure: boolean | readonly boolean[]
  readonly end:
    | { readonly kind: 'refused'; readonly by: string }
    /** Every boot from then on ends with an exception. */
    | { readonly kind: 'raises'; readonly by: string }
    | { readonly kind: 'unknown' }
    /** Counting stopped. */
    | { readonly kind: 'limit' }
}

/** Guests of one flavor that a host is asked to take, at most. */
const limit = 1000

export interface Ask {
  readonly request: PlacementRequest
  readonly names: readonly string[]
  readonly start: Start
}

export function chainOn(spot: Spot, ask: Ask): Chain {
  const { constraints } = ask.request
  return constraints.kind === 'topology' && constraints.topology ? byCells(spot, ask) : byTotals(spot, ask)
}

const endOf = (verdict: BriefVerdict): Chain['end'] => {
  if (verdict.outcome === 'unknown') return { kind: 'unknown' }
  if (verdict.outcome === 'fits') return { kind: 'limit' }
  return { kind: verdict.raises ? 'raises' : 'refused', by: verdict.by }
}

const placedGuest = ({ flavor, image }: PlacementRequest, topology: GuestTopology | undefined): Placed => ({
  flavor,
  image,
  topology: topology ?? 'none',
})

/** Whether one of these filters looks at who is on a host. */
export const countGuests = memo((names: readonly string[]) =>
  names.some((name) => /NumInstances|SameHost|DifferentHost|Capabilities/.test(name)),
)

/** Guest by guest: where one goes hangs on where those before are. */
function byCells(spot: Spot, ask: Ask): Chain {
  const { request, names, start } = ask
  let { pages } = spot
  let { state } = spot
  if (state.guests && !countGuests(names)) state = { ...state, guests: undefined }
  let refusedAfter: number | undefined
  const sure: boolean[] = []
  for (let nova = 0; ; nova += 1) {
    const verdict = judgeInBrief(state, request, names)
    if (verdict.outcome !== 'fits' || nova === limit) {
      return { nova, refusedAfter, byHost: byPages(spot, ask), sure: alike(sure), end: endOf(verdict) }
    }
    if (refusedAfter === undefined) {
      const started = start(pages, placedGuest(request, verdict.placed))
      if (started.outcome === 'refuses') refusedAfter = nova
      else {
        sure.push(started.outcome === 'starts')
        pages = started.pages
      }
    }
    state = booked(state, newcomer(request, verdict.placed))
  }
}

const alike = (all: readonly boolean[]): boolean | readonly boolean[] => {
  const [first = true] = all
  return all.includes(!first) ? all : first
}

/** Nova's book of a host with so many guests more, as a chain has counted them there. */
export function filledWith({ state }: Spot, { request, names }: Ask, count: number): HostState {
  let now = state
  for (let guests = 0; guests < count; guests += 1) {
    const verdict = judgeInBrief(now, request, names)
    if (verdict.outcome !== 'fits') return now
    now = booked(now, newcomer(request, verdict.placed))
  }
  return now
}

/** Guests without cells only add up, so that the first refusal is found without those before. */
function byTotals(spot: Spot, { request, names, start }: Ask): Chain {
  const guest = newcomer(request, undefined)
  const { outcome } = start(spot.pages, placedGuest(request, undefined))
  let end = judgeInBrief(spot.state, request, names)
  const takesAfter = (count: number): boolean => {
    const verdict = judgeInBrief(booked(spot.state, guest, count), request, names)
    if (verdict.outcome !== 'fits') end = verdict
    return verdict.outcome === 'fits'
  }
  const nova = end.outcome === 'fits' ? firstFalse(takesAfter, roomBySums(spot.state, request), limit) : 0
  return {
    nova,
    refusedAfter: outcome === 'refuses' && nova > 0 ? 0 : undefined,
    byHost: undefined,
    sure: outcome === 'starts',
    end: endOf(end),
  }
}

/** About as many as find room by memory, vCPUs and disk, each with its ratio. */
function roomBySums(state: HostState, { flavor, resources }: PlacementRequest): number {
  const { memory, disk, vcpus } = state
  const rooms = [
    memory && (memory.total * allocationRatio(state, 'ram') - memory.used) / resources.memory,
    disk && (disk.total * allocationRatio(state, 'disk') - disk.used) / resources.disk,
    vcpus && (vcpus.total * allocationRatio(state, 'cpu') - vcpus.used) / flavor.vcpus,
  ]
  let least = Number.POSITIVE_INFINITY
  for (const room of rooms) if (room !== undefined && room < least) least = room
  return Math.floor(least)
}

/** The largest guest cell always to the node with most pages free: for equal cells no other way holds more guests. */
function byPages({ state, pages: first }: Spot, ask: Ask): More | undefined {
  const { request, start } = ask
  const wanted = first && limitedByPages(state, first.reality, request)
  if (!wanted) return undefined
  const [only, ...others] = wanted.cells
  if (only && others.length === 0 && isPlain(first.reality)) return byNodes(first, wanted, only, ask)
  return counted(first, (pages) => {
    const placed = spread(realised(pages), wanted)
    const started = placed && start(pages, placedGuest(request, placed))
    return started?.outcome === 'starts' ? started.pages : undefined
  })
}

/** Nothing but what each node has free decides whether a guest of one cell starts there. */
const isPlain = ({ limits, promised, surplusRoom }: Reality): boolean =>
  limits.length === 0 &&
  surplusRoom.every(({ pages }) => pages === 0) &&
  promised.every(({ pages }) => pages === undefined || pages === 0)

/** Guests of one cell fill node after node. */
function byNodes(pages: FreePages, wanted: GuestTopology, cell: GuestCell, { request, start }: Ask): More {
  let count = 0
  for (const { id, pools } of realised(pages).nodes) {
    const pool = pools.find(({ size }) => size === cell.pageSize)
    if (!pool) continue
    const guests = Math.floor(pool.free / Math.ceil(cell.memory / pool.size))
    if (guests === 0) continue
    const placed = { ...wanted, cells: [{ ...cell, id }] }
    if (start(pages, placedGuest(request, placed)).outcome === 'starts') count += guests
  }
  return { count: Math.min(count, limit), atLeast: count >= limit }
}
