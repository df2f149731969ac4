import type { HostState } from '../../placement/host-state.ts'
import type { PlacementRequest } from '../../placement/request.ts'
import { type Scales, scales } from '../../placement/weighers/scales.ts'
import type { Rules } from '../../releases/rules.ts'
import { booked, newcomer } from '../booked.ts'
import type { More } from '../next-boot.ts'
import type { Chain } from './chain.ts'
import type { Room } from './room.ts'

/** A host as repeated boots meet it: so many go well, and then? */
interface Run {
  readonly goes: number
  /** `sends back`: the scheduler chooses it still, and the claim or the host refuses. */
  readonly after: 'full' | 'sends back' | 'raises'
}

/** `attempts` is `[scheduler] max_attempts`. */
export interface Scheduler {
  readonly rules: Rules
  readonly attempts: number
  readonly request: PlacementRequest
}

/** How many boots succeed on these hosts until one finds no valid host. Each host has its chain, in the same order. */
export function fill(hosts: readonly HostState[], chains: readonly Chain[], scheduler: Scheduler): Room {
  const byBoth = chains.map(asBootsMeetIt)
  const atLeast = chains.some(({ end }) => end.kind === 'limit')
  const more = (count: number): More => ({ count, atLeast: atLeast && count > 0 })
  const placed = boots(hosts, byBoth, scheduler)
  const isRefused = chains.some(({ refusedAfter }) => refusedAfter !== undefined)
  const booked = isRefused ? boots(hosts, chains.map(asNovaMeetsIt), scheduler) : placed
  const runs = sum(chains.map((chain, index) => sureOf(chain, placed[index] ?? 0)))
  return { nova: more(sum(booked)), runs: more(runs), unsure: sum(placed) - runs }
}

const sum = (all: readonly number[]): number => all.reduce((total, one) => total + one, 0)

const sureOf = ({ sure }: Chain, count: number): number =>
  typeof sure === 'boolean' ? (sure ? count : 0) : sure.slice(0, count).filter((one) => one).length

const asNovaMeetsIt = (chain: Chain): Run => ({ goes: chain.nova, after: thenOf(chain) })

const asBootsMeetIt = (chain: Chain): Run =>
  chain.refusedAfter === undefined ? asNovaMeetsIt(chain) : { goes: chain.refusedAfter, after: 'sends back' }

function thenOf({ end }: Chain): Run['after'] {
  if (end.kind === 'raises') return 'raises'
  return end.kind === 'refused' && end.by === 'claim' ? 'sends back' : 'full'
}

/**
 * Guests each host has in the end. The order in which hosts are filled does not matter, unless one may end all boots, or so
 * many send guests back that a boot runs out of attempts while others have room.
 */
function boots(hosts: readonly HostState[], runs: readonly Run[], scheduler: Scheduler): readonly number[] {
  const traps = runs.filter(({ after }) => after === 'sends back').length
  const isOrdered = traps >= scheduler.attempts || runs.some(({ after }) => after === 'raises')
  return isOrdered ? inNovasOrder(hosts, runs, scheduler) : runs.map(({ goes }) => goes)
}

/** Boot by boot: the heaviest host, and where it sends the guest back the next. */
function inNovasOrder(
  hosts: readonly HostState[],
  runs: readonly Run[],
  { rules, attempts, request }: Scheduler,
): readonly number[] {
  const filled = runs.map(() => 0)
  const guest = newcomer(request, undefined)
  const states = new Map<number, HostState>()
  const takes = (row: number) => (filled[row] as number) < (runs[row] as Run).goes
  const ends = (row: number) => !takes(row) && (runs[row] as Run).after === 'raises'
  const isOpen = (row: number) => takes(row) || (runs[row] as Run).after === 'sends back'
  if (runs.some((_, row) => ends(row))) return filled
  const weighed = scales(hosts, request)
  for (const row of runs.keys()) if (isOpen(row)) weighed.putOn(row)
  for (;;) {
    const booted = firstThatTakes(weighed, takes, attempts, rules)
    if (booted === undefined) return filled
    filled[booted] = (filled[booted] as number) + 1
    if (ends(booted)) return filled
    const state = booked(states.get(booted) ?? bare(hosts[booted] as HostState), guest)
    states.set(booted, state)
    if (isOpen(booted)) weighed.change(booted, state)
    else weighed.takeOff(booted)
  }
}

/** Cells weigh nothing, and what they hold is told by the chain. */
const bare = (state: HostState): HostState => ({ ...state, cells: 'none', guests: undefined })

/** Of the first hosts in Nova's order, as many as there are attempts, the one that keeps the guest. */
export function firstThatTakes(
  weighed: Scales,
  takes: (row: number) => boolean,
  attempts: number,
  { afterRefusal }: Rules,
): number | undefined {
  const isAnew = afterRefusal === 'scheduled anew'
  const refused: number[] = []
  let taken: number | undefined
  for (let attempt = 1; attempt <= attempts && taken === undefined; attempt += 1) {
    const heaviest = weighed.heaviest(isAnew ? [] : refused)
    if (heaviest === undefined) break
    if (takes(heaviest)) taken = heaviest
    else {
      refused.push(heaviest)
      if (isAnew) weighed.takeOff(heaviest)
    }
  }
  if (isAnew) for (const row of refused) weighed.putOn(row)
  return taken
}
