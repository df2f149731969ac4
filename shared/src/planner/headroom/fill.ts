import type { HostState } from '../../placement/host-state.ts'
import type { PlacementRequest } from '../../placement/request.ts'
import { type Scales, scales } from '../../placement/weighers/scales.ts'
import type { Rules } from '../../releases/rules.ts'
import { booked, newcomer } from '../booked.ts'
import type { More } from '../next-boot.ts'
import type { Chain, Filled } from './chain.ts'
import type { Room } from './room.ts'

/** A host as repeated boots meet it: so many go well, and then? */
interface Run extends Filled {
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

/** How many boots succeed on these hosts until one finds no valid host. */
export function fill(filled: readonly Filled[], scheduler: Scheduler): Room {
  const byNova = filled.map(asNovaMeetsIt)
  const byBoth = filled.map(asBootsMeetIt)
  const atLeast = filled.some(({ chain }) => chain.end.kind === 'limit')
  const more = (count: number): More => ({ count, atLeast: atLeast && count > 0 })
  const placed = boots(byBoth, scheduler)
  const runs = sum(byBoth.map(({ chain }, index) => sureOf(chain, placed[index] ?? 0)))
  return {
    nova: more(sum(boots(byNova, scheduler))),
    runs: more(runs),
    unsure: sum(placed) - runs,
  }
}

const sum = (all: readonly number[]): number => all.reduce((total, one) => total + one, 0)

const sureOf = ({ sure }: Chain, count: number): number =>
  typeof sure === 'boolean' ? (sure ? count : 0) : sure.slice(0, count).filter((one) => one).length

const asNovaMeetsIt = ({ spot, chain }: Filled): Run => ({
  spot,
  chain,
  goes: chain.nova,
  after: thenOf(chain),
})

const asBootsMeetIt = ({ spot, chain }: Filled): Run =>
  chain.refusedAfter === undefined
    ? asNovaMeetsIt({ spot, chain })
    : { spot, chain, goes: chain.refusedAfter, after: 'sends back' }

function thenOf({ end }: Chain): Run['after'] {
  if (end.kind === 'raises') return 'raises'
  return end.kind === 'refused' && end.by === 'claim' ? 'sends back' : 'full'
}

/**
 * Guests each host has in the end. The order in which hosts are filled does not matter, unless one may end all boots, or so
 * many send guests back that a boot runs out of attempts while others have room.
 */
function boots(runs: readonly Run[], scheduler: Scheduler): readonly number[] {
  const traps = runs.filter(({ after }) => after === 'sends back').length
  const isOrdered = traps >= scheduler.attempts || runs.some(({ after }) => after === 'raises')
  return isOrdered ? inNovasOrder(runs, scheduler) : runs.map(({ goes }) => goes)
}

/** Boot by boot: the heaviest host, and where it sends the guest back the next. */
function inNovasOrder(runs: readonly Run[], { rules, attempts, request }: Scheduler): readonly number[] {
  const filled = runs.map(() => 0)
  const guest = newcomer(request, undefined)
  // Cells weigh nothing, and what they hold is told by the chain.
  const spots = runs.map(
    ({ spot }): HostState => ({
      ...spot.state,
      cells: 'none',
      guests: undefined,
    }),
  )
  const takes = (row: number) => (filled[row] as number) < (runs[row] as Run).goes
  const ends = (row: number) => !takes(row) && (runs[row] as Run).after === 'raises'
  const isOpen = (row: number) => takes(row) || (runs[row] as Run).after === 'sends back'
  if (runs.some((_, row) => ends(row))) return filled
  const weighed = scales(spots, request)
  for (const row of runs.keys()) if (isOpen(row)) weighed.putOn(row)
  for (;;) {
    const booted = firstThatTakes(weighed, takes, attempts, rules)
    if (booted === undefined) return filled
    filled[booted] = (filled[booted] as number) + 1
    if (ends(booted)) return filled
    const state = booked(spots[booted] as HostState, guest)
    spots[booted] = state
    if (isOpen(booted)) weighed.change(booted, state)
    else weighed.takeOff(booted)
  }
}

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
