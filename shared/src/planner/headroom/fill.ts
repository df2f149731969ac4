import type { HostState } from '../../placement/host-state.ts'
import type { PlacementRequest } from '../../placement/request.ts'
import { scales } from '../../placement/weighers/weigh.ts'
import type { Rules } from '../../releases/rules.ts'
import { booked, newcomer } from '../booked.ts'
import type { More } from '../next-boot.ts'
import type { Chain } from './chain.ts'
import type { Room } from './room.ts'

/** A host as repeated boots meet it: so many go well, and then? */
interface Run {
  readonly chain: Chain
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
export function fill(chains: readonly Chain[], scheduler: Scheduler): Room {
  const byNova = chains.map(asNovaMeetsIt)
  const byBoth = chains.map(asBootsMeetIt)
  const atLeast = chains.some(({ end }) => end.kind === 'limit')
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

const asNovaMeetsIt = (chain: Chain): Run => ({ chain, goes: chain.nova, after: thenOf(chain) })

const asBootsMeetIt = (chain: Chain): Run =>
  chain.refusedAfter === undefined
    ? asNovaMeetsIt(chain)
    : { chain, goes: chain.refusedAfter, after: 'sends back' }

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
    ({ chain }): HostState => ({
      ...chain.spot.state,
      cells: 'none',
      guests: undefined,
    }),
  )
  const { weigh, change } = scales(spots, request)
  const takes = (row: number) => (filled[row] as number) < (runs[row] as Run).goes
  const ends = (row: number) => !takes(row) && (runs[row] as Run).after === 'raises'
  const isOpen = (row: number) => takes(row) || (runs[row] as Run).after === 'sends back'
  if (runs.some((_, row) => ends(row))) return filled
  let open = runs.map((_, row) => row).filter(isOpen)
  for (;;) {
    const booted = heaviestThatTakes(open, weigh, takes, attempts, rules)
    if (booted === undefined) return filled
    filled[booted] = (filled[booted] as number) + 1
    if (ends(booted)) return filled
    if (!isOpen(booted)) open = open.filter((row) => row !== booted)
    const state = booked(spots[booted] as HostState, guest)
    spots[booted] = state
    change(booted, state)
  }
}

/** Of the first hosts in Nova's order, as many as there are attempts, the one that keeps the guest. */
function heaviestThatTakes(
  open: readonly number[],
  weigh: (rows: readonly number[]) => Float64Array,
  takes: (row: number) => boolean,
  attempts: number,
  rules: Rules,
): number | undefined {
  let left = open
  let weights = weigh(left)
  for (let attempt = 1; left.length > 0 && attempt <= attempts; attempt += 1) {
    const best = heaviest(left, weights)
    if (takes(best)) return best
    left = left.filter((row) => row !== best)
    if (rules.afterRefusal === 'scheduled anew') weights = weigh(left)
  }
  return undefined
}

/** The first of those that weigh the most. */
export function heaviest(rows: readonly number[], weights: Float64Array): number {
  let best = rows[0] as number
  for (const row of rows) if ((weights[row] as number) > (weights[best] as number)) best = row
  return best
}
