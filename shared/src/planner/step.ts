import type { NonEmpty } from '../collections.ts'
import type { GuestId, HostId } from '../model/ids.ts'
import type { Gap } from '../model/snapshot.ts'
import type { Rejection } from '../placement/rejection.ts'
import type { Verdict } from '../placement/verdict.ts'
import type { StartVerdict } from '../reality/start-verdict.ts'
import type { Action } from './action.ts'

/** One try at placing a guest: what Nova's book said of every host, which it took, and what the host said then. */
export interface Attempt {
  readonly verdicts: readonly Verdict[]
  /** Undefined where no host passed. */
  readonly chosen: HostId | undefined
  readonly start: StartVerdict | undefined
  /** Hosts that weighed the same as the chosen: Nova's choice among them is not defined. */
  readonly tiedWith: readonly HostId[]
}

/** What became of one guest: attempts up to `max_attempts`, then running, or NoValidHost. */
export interface BootOutcome {
  readonly guest: GuestId
  readonly attempts: NonEmpty<Attempt>
  readonly result:
    | { readonly kind: 'runs'; readonly host: HostId }
    | { readonly kind: 'no-valid-host'; readonly after: number }
    | { readonly kind: 'unknown'; readonly gaps: NonEmpty<Gap> }
}

/** One gate of a move and what it says; gates of the same book may disagree. */
export interface GateVerdict {
  /** `conductor pre-check`, `scheduler`, `claim`, `boot (RamFilter)` … */
  readonly gate: string
  readonly verdict: Verdict
  /** False where this path does not ask this gate: shown beside for comparison. */
  readonly asked: boolean
}

export type Outcome =
  | { readonly kind: 'boots'; readonly boots: readonly BootOutcome[] }
  | {
      readonly kind: 'migrates'
      readonly gates: readonly GateVerdict[]
      readonly start: StartVerdict | undefined
      readonly result: 'moves' | 'refused by Nova' | 'fails on the host' | 'unknown'
    }
  /** Nova is not asked and does not notice. */
  | {
      readonly kind: 'host-changes'
      readonly start: 'done' | 'short'
      readonly pages: number
      readonly free: number
    }
  | { readonly kind: 'configured' }
  /** The action names something that is not there. */
  | {
      readonly kind: 'not-possible'
      readonly reason: Rejection | { readonly kind: 'no-such'; readonly what: string; readonly name: string }
    }

/** One action and what both books make of it. A refused action changes nothing, and the plan goes on. */
export interface Step {
  readonly action: Action
  readonly outcome: Outcome
  /** Hosts whose books changed. */
  readonly touched: readonly HostId[]
}
