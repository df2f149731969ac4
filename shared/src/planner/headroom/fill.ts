import type { HostState } from '../../placement/host-state.ts'
import type { PlacementRequest } from '../../placement/request.ts'
import { weightsOf } from '../../placement/weighers/weigh.ts'
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
  const now = runs.map(({ chain }) => chain.spot.state)
  const isRaised = () => runs.some(({ goes, after }, index) => after === 'raises' && filled[index] === goes)
  const takes = (index: number) => (filled[index] as number) < (runs[index] as Run).goes
  const weigh = (rows: readonly number[]) =>
    weightsOf(
      rows.map((row) => now[row] as HostState),
      request,
    ).weights
  while (!isRaised()) {
    let open = runs.flatMap(({ after }, index) => (takes(index) || after === 'sends back' ? [index] : []))
    let weights = weigh(open)
    let booted: number | undefined
    for (let attempt = 0; attempt < attempts && open.length > 0 && booted === undefined; attempt += 1) {
      const at = heaviest(weights)
      const index = open[at] as number
      if (takes(index)) booted = index
      open = open.filter((_, other) => other !== at)
      weights =
        rules.afterRefusal === 'scheduled anew' && booted === undefined
          ? weigh(open)
          : weights.filter((_, other) => other !== at)
    }
    if (booted === undefined) return filled
    filled[booted] = (filled[booted] as number) + 1
    const { state } = (runs[booted] as Run).chain.spot
    now[booted] = { ...booked({ ...state, cells: 'none' }, guest, filled[booted]), cells: state.cells }
  }
  return filled
}

/** The first of those that weigh the most. */
function heaviest(weights: readonly number[]): number {
  let best = 0
  for (let at = 1; at < weights.length; at += 1) {
    if ((weights[at] as number) > (weights[best] as number)) best = at
  }
  return best
}
