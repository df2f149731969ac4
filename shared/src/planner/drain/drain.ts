import type { Guest } from '../../model/guest.ts'
import type { HostId } from '../../model/ids.ts'
import type { Action } from '../action.ts'
import { type Cloud, guestsOn } from '../cloud.ts'
import { type Long, part } from '../long.ts'
import { play } from '../replay.ts'
import { budget, kindOf, madeRoom } from './aside.ts'
import { withFrees } from './frees.ts'
import { type Made, made, moveOf, waysFor } from './moves.ts'
import { type Avoid, moverOn, type Placing, type Placings, type WaysOf } from './moving.ts'
import type { DrainPlan, DrainRemark, DrainRequest, Move, Stays } from './plan.ts'
import { remarksOn } from './remarks.ts'
import { banKey } from './trials.ts'
import { wavesOf } from './waves.ts'

/** How often a plan that replay refuses in places is made anew without those. */
const corrections = 8

/** Hosts that are tried in a turn, where the order is free, and hosts that are tried as the first. */
const lookAhead = 8

/** An order and a place for every guest of these hosts, or why it stays. */
export function* drain(cloud: Cloud, request: DrainRequest): Long<DrainPlan> {
  const firsts = request.order === 'any' ? request.hosts.slice(0, lookAhead) : request.hosts.slice(0, 1)
  let best = yield* part(inTurn(cloud, request, request.hosts), 0, firsts.length)
  for (const [index, first] of firsts.entries()) {
    if (index === 0) continue
    if (staysIn(best) === 0) break
    const others = request.hosts.filter((host) => host !== first)
    const found = yield* part(inTurn(cloud, request, [first, ...others]), index, firsts.length)
    if (staysIn(found) < staysIn(best)) best = found
  }
  return planOf(cloud, request, withFrees(best, request))
}

const staysIn = (turns: readonly Turn[]): number => turns.reduce((all, { stays }) => all + stays.length, 0)

/** A host is emptied, and with it what the plan asks for comes about. */
interface Turn {
  readonly host: HostId
  readonly actions: readonly Action[]
  /** A phase begins once the moves of the one before are over. */
  readonly phases: readonly (readonly Move[])[]
  readonly stays: readonly Stays[]
  readonly remarks: readonly DrainRemark[]
  readonly cloud: Cloud
}

function* inTurn(cloud: Cloud, request: DrainRequest, hosts: readonly HostId[]): Long<readonly Turn[]> {
  const turns: Turn[] = []
  let now = cloud
  let waiting = hosts
  while (waiting.length > 0) {
    yield { done: turns.length, of: hosts.length }
    const ahead = request.order === 'any' && turns.length > 0 ? lookAhead : 1
    const turn = bestTurn(now, request, waiting, ahead)
    turns.push(turn)
    now = turn.cloud
    waiting = waiting.filter((host) => host !== turn.host)
  }
  return turns
}

/** The first of the next few hosts that can be emptied now; else the one on which fewest guests stay. */
function bestTurn(cloud: Cloud, request: DrainRequest, waiting: readonly HostId[], ahead: number): Turn {
  let best: Turn | undefined
  for (const host of waiting.slice(0, ahead)) {
    const turn = turnOf(cloud, request, host, waiting)
    if (turn.stays.length === 0) return turn
    if (!best || turn.stays.length < best.stays.length) best = turn
  }
  if (!best) throw new Error('no host waits')
  return best
}

function turnOf(cloud: Cloud, request: DrainRequest, host: HostId, waiting: readonly HostId[]): Turn {
  const { afterwards, hosts } = request
  const staysOut = afterwards === 'stays empty'
  const avoid: Avoid = {
    not: new Set(staysOut ? hosts : [host]),
    last: new Set(waiting.filter((one) => one !== host)),
  }
  const wasEnabled = cloud.hosts.get(host)?.service?.enabled === true
  const off: readonly Action[] = wasEnabled ? [{ do: 'set-service', host, state: 'disabled' }] : []
  const on: readonly Action[] = wasEnabled && !staysOut ? [{ do: 'set-service', host, state: 'enabled' }] : []
  const emptied = emptiedOf(after(cloud, off), host, request, avoid)
  const back = after(emptied.cloud, on)
  const returned = afterwards === 'guests return' ? returnsOf(back, host, emptied.moves) : undefined
  return {
    host,
    actions: [...off, ...emptied.actions, ...on, ...(returned?.actions ?? [])],
    phases: [emptied.moves, returned?.moves ?? []],
    stays: emptied.stays,
    remarks: returned?.remarks ?? [],
    cloud: returned?.cloud ?? back,
  }
}

const after = (cloud: Cloud, actions: readonly Action[]): Cloud => play(cloud, actions).at(-1)?.cloud ?? cloud

/** Moves that were made one after another, and what they asked for. */
interface Moved {
  readonly moves: readonly Move[]
  readonly actions: readonly Action[]
  readonly cloud: Cloud
}

const joined = (before: Moved, { move, actions, cloud }: Made): Moved => ({
  moves: [...before.moves, move],
  actions: [...before.actions, ...actions],
  cloud,
})

interface Emptied extends Moved {
  readonly stays: readonly Stays[]
}

function emptiedOf(cloud: Cloud, host: HostId, request: DrainRequest, avoid: Avoid): Emptied {
  const direct = movedAway(cloud, host, waysFor(request.downtime), avoid)
  return request.aside === 0 ? direct : withRoomMade(direct, host, request, avoid)
}

/** Those that stay once more, with guests of other hosts moved aside; of guests alike one until something has changed. */
function withRoomMade(direct: Emptied, host: HostId, request: DrainRequest, { not }: Avoid): Emptied {
  const waysOf = waysFor(request.downtime)
  const shared = budget()
  const still: Stays[] = []
  const hopeless = new Set<string>()
  let now: Moved = direct
  for (const one of direct.stays) {
    const guest = now.cloud.guests.get(one.guest)
    const kind = guest && kindOf(guest)
    if (!guest || kind === undefined || one.because || hopeless.has(kind)) {
      still.push({ ...one, aside: 'no' })
      continue
    }
    const ask = {
      cloud: now.cloud,
      guest: { ...guest, host },
      waysOf,
      not,
      most: request.aside,
      budget: shared,
    }
    const room = madeRoom(ask)
    if (room.kind === 'found') {
      now = room.made.reduce(joined, now)
      hopeless.clear()
    } else {
      if (room.kind === 'none') hopeless.add(kind)
      const aside = room.kind === 'none' ? 'no' : 'the search gave up'
      still.push({ ...one, aside, certain: one.certain && aside === 'no' })
    }
  }
  return { ...now, stays: still }
}

/** What replay has the last word on: a move that it refuses is banned, and the host tried again. */
function movedAway(cloud: Cloud, host: HostId, waysOf: WaysOf, avoid: Avoid): Emptied {
  const banned = new Set<string>()
  for (let round = 0; ; round += 1) {
    const found = moverOn(cloud, waysOf, banned).place(guestsOn(cloud, host), avoid)
    let now: Moved = { moves: [], actions: [], cloud }
    const refused: Placing[] = []
    for (const placing of found.placings) {
      const { guest, to, way } = placing
      const one = made(now.cloud, moveOf({ ...guest, host }, to, way, { kind: 'leaves' }), avoid.not)
      if (one) now = joined(now, one)
      else refused.push(placing)
    }
    if (refused.length === 0 || round === corrections) return { ...now, stays: staysOf(host, found, refused) }
    for (const { guest, to, way } of refused) banned.add(banKey(guest, way, to))
  }
}

export const staysOf = (
  host: HostId,
  { stuck }: Placings,
  refused: readonly { readonly guest: Guest }[],
): readonly Stays[] => [
  ...stuck.map(({ guest, because, alone, refusals }) => stay(host, { guest, because, alone, refusals })),
  ...refused.map(({ guest }) =>
    stay(host, { guest, because: undefined, alone: false, refusals: [{ by: 'claim', hosts: 1 }] }),
  ),
]

const stay = (host: HostId, { guest, because, alone, refusals }: Placings['stuck'][number]): Stays => ({
  guest: guest.id,
  host,
  because,
  certain: alone,
  refusals,
  aside: 'not asked',
  frees: [],
})

/** Home again, the last that left first. */
function returnsOf(
  cloud: Cloud,
  home: HostId,
  left: readonly Move[],
): Moved & { readonly remarks: readonly DrainRemark[] } {
  let now: Moved = { moves: [], actions: [], cloud }
  const remarks: DrainRemark[] = []
  const gone = left.filter(({ why }) => why.kind === 'leaves').toReversed()
  for (const { guest, to, how } of gone) {
    const back: Move = { guest, from: to, to: home, how, why: { kind: 'returns' } }
    const one = made(now.cloud, back, new Set())
    if (one?.move.to === home) now = joined(now, one)
    else remarks.push({ kind: 'does-not-return', guest, host: to })
  }
  return { ...now, remarks }
}

function planOf(cloud: Cloud, request: DrainRequest, turns: readonly Turn[]): DrainPlan {
  const phases = turns.flatMap((turn) => turn.phases)
  const end = turns.at(-1)?.cloud ?? cloud
  return {
    actions: turns.flatMap(({ actions }) => actions),
    order: turns.map(({ host }) => host),
    waves: phases.flatMap((moves) => wavesOf(moves, request.atOnce)),
    stays: turns.flatMap(({ stays }) => stays),
    remarks: [
      ...turns.flatMap(({ remarks }) => remarks),
      ...remarksOn(cloud, end, request.hosts, phases.flat()),
    ],
  }
}
