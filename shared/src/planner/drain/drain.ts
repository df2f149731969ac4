import type { GuestId, HostId } from '../../model/ids.ts'
import type { Rejection } from '../../placement/rejection.ts'
import type { Action } from '../action.ts'
import { type Cloud, guestsOn } from '../cloud.ts'
import type { Long } from '../long.ts'
import { play } from '../replay.ts'
import { moverOn, type Placings, pair, type Stuck } from './moving.ts'

export interface DrainRequest {
  /** One after another: a host that was emptied takes guests again when the next one's turn comes. */
  readonly hosts: readonly HostId[]
  /** Moves under way at one time. */
  readonly atOnce: number
}

export interface Move {
  readonly guest: GuestId
  readonly from: HostId
  readonly to: HostId
}

/** A guest that stays, and what was in its way. */
export interface Stays {
  readonly guest: GuestId
  readonly host: HostId
  readonly because: Rejection | undefined
  /** Whether this is certain: it may not move, or no host takes it as the cloud is. Else the search gave up. */
  readonly certain: boolean
  readonly refusals: Stuck['refusals']
}

export interface DrainPlan {
  /** Ordinary actions, in order: they replay without a refusal of either book. */
  readonly actions: readonly Action[]
  /** The same moves, those together that may be under way at one time: each finds room before any of them has left. */
  readonly waves: readonly (readonly Move[])[]
  readonly stays: readonly Stays[]
}

/** How often a plan that replay refuses in places is made anew without those. */
const corrections = 8

/** An order and a place for every guest of these hosts, or why it stays. */
export function* drain(cloud: Cloud, { hosts, atOnce }: DrainRequest): Long<DrainPlan> {
  const moves: Move[] = []
  const stays: Stays[] = []
  let now = cloud
  for (const [done, host] of hosts.entries()) {
    yield { done, of: hosts.length }
    const emptied = emptiedOf(now, host, new Set(hosts.slice(done + 1)))
    moves.push(...emptied.moves)
    stays.push(...emptied.stays)
    now = emptied.cloud
  }
  return { actions: moves.map(actionOf), waves: wavesOf(moves, atOnce), stays }
}

const actionOf = ({ guest, to }: Move): Action => ({ do: 'live-migrate', guest, to })

interface Emptied {
  readonly moves: readonly Move[]
  readonly stays: readonly Stays[]
  readonly cloud: Cloud
}

/** What replay has the last word on: a move that it refuses is banned, and the host tried again. */
function emptiedOf(cloud: Cloud, host: HostId, last: ReadonlySet<HostId>): Emptied {
  const banned = new Set<string>()
  for (let round = 0; ; round += 1) {
    const found = moverOn(cloud, 'live-migrate', banned).place(guestsOn(cloud, host), new Set([host]), last)
    const played = play(
      cloud,
      found.placings.map(({ guest, to }) => actionOf({ guest: guest.id, from: host, to })),
    )
    const refused = found.placings.filter((_, index) => {
      const outcome = played[index]?.step.outcome
      return outcome?.kind !== 'migrates' || outcome.result !== 'moves'
    })
    if (refused.length === 0 || round === corrections) {
      return {
        moves: found.placings
          .filter((one) => !refused.includes(one))
          .map(({ guest, to }) => ({ guest: guest.id, from: host, to })),
        stays: staysOf(host, found, refused),
        cloud: played.at(-1)?.cloud ?? cloud,
      }
    }
    for (const { guest, to } of refused) banned.add(pair(guest, to))
  }
}

const staysOf = (host: HostId, { stuck }: Placings, refused: Placings['placings']): readonly Stays[] => [
  ...stuck.map(({ guest, because, alone, refusals }) => ({
    guest: guest.id,
    host,
    because,
    certain: alone,
    refusals,
  })),
  ...refused.map(({ guest }) => ({
    guest: guest.id,
    host,
    because: undefined,
    certain: false,
    refusals: [{ by: 'claim', hosts: 1 }],
  })),
]

/** A host's turn comes once the one before is empty; its guests go together, as many as may: none waits for room that another leaves. */
function wavesOf(moves: readonly Move[], atOnce: number): readonly (readonly Move[])[] {
  const waves: Move[][] = []
  let wave: Move[] = []
  for (const move of moves) {
    const waits = wave.some(({ from }) => from !== move.from)
    if (wave.length >= Math.max(atOnce, 1) || waits) {
      waves.push(wave)
      wave = []
    }
    wave.push(move)
  }
  return wave.length > 0 ? [...waves, wave] : waves
}

/** Whether a host could be emptied as the cloud is. */
export interface Drainable {
  readonly host: HostId
  readonly guests: number
  readonly stays: readonly Stays[]
}

/** Of every host, asked alone: could it be drained? Nothing is replayed. */
export function* drainSweep(cloud: Cloud): Long<readonly Drainable[]> {
  const mover = moverOn(cloud, 'live-migrate')
  const hosts = [...cloud.hosts.values()].map(({ id }) => id)
  const found: Drainable[] = []
  for (const host of hosts) {
    const guests = guestsOn(cloud, host)
    const placings = mover.place(guests, new Set([host]), new Set())
    found.push({ host, guests: guests.length, stays: staysOf(host, placings, []) })
    yield { done: found.length, of: hosts.length }
  }
  return found
}
