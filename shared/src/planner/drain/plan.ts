import type { GuestId, HostId } from '../../model/ids.ts'
import type { Rejection } from '../../placement/rejection.ts'
import type { Action } from '../action.ts'
import type { Fit } from '../what-would-fit.ts'
import type { Stuck } from './moving.ts'

/** For whom a guest may be stopped while it moves. One that is shut off has nothing to lose. */
export type Downtime = 'never' | 'stopped guests' | 'any'

/** What becomes of a host once its turn is over. */
export type Afterwards =
  /** It takes no guest again: neither those of the hosts after it nor its own. */
  | 'stays empty'
  /** It was down and is back: the hosts after it may leave their guests there. */
  | 'back in service'
  /** The same, and those that left it come home before the next one's turn. */
  | 'guests return'

export interface DrainRequest {
  /** One after another. */
  readonly hosts: readonly HostId[]
  /** In the order given, or in one in which fewest guests stay. */
  readonly order: 'given' | 'any'
  /** Moves under way at one time. */
  readonly atOnce: number
  readonly downtime: Downtime
  /** Guests of other hosts that may be moved aside for one that finds no room, at most; 0 is none. */
  readonly aside: number
  readonly afterwards: Afterwards
}

/** One host after another, a move at a time, nobody stopped and nobody else moved, but for what is asked otherwise. */
export const drainRequest = (hosts: readonly HostId[], asked: Partial<DrainRequest> = {}): DrainRequest => ({
  hosts,
  order: 'given',
  atOnce: 1,
  downtime: 'never',
  aside: 0,
  afterwards: 'back in service',
  ...asked,
})

export interface Move {
  readonly guest: GuestId
  readonly from: HostId
  readonly to: HostId
  /** Alive, or stopped and confirmed at once: until then both ends are booked. */
  readonly how: 'live' | 'cold'
  readonly why:
    | { readonly kind: 'leaves' }
    /** It makes room for another. */
    | { readonly kind: 'aside'; readonly for: GuestId }
    | { readonly kind: 'returns' }
}

/** A guest that stays, and what was in its way. */
export interface Stays {
  readonly guest: GuestId
  readonly host: HostId
  readonly because: Rejection | undefined
  /** Whether this is certain: it may not move, or no host takes it as the cloud is. Else the search gave up. */
  readonly certain: boolean
  readonly refusals: Stuck['refusals']
  /** Whether moving guests of other hosts aside would have helped. */
  readonly aside: 'not asked' | 'no' | 'the search gave up'
  /** The smallest single changes that would let it go, each replayed; empty where none was found. */
  readonly frees: readonly Fit[]
}

/** What the plan does besides, or leaves open. */
export type DrainRemark =
  /** A soft policy is kept less well: its guests are on more hosts than before, or on fewer. */
  | {
      readonly kind: 'soft-policy'
      readonly group: string
      readonly policy: string
      readonly hostsBefore: number
      readonly hostsAfter: number
    }
  /** A guest that is shut off goes where it would not start as things are. */
  | { readonly kind: 'would-not-start'; readonly guest: GuestId; readonly host: HostId }
  /** A move away from the host that nobody has confirmed: Nova still holds its room there. */
  | { readonly kind: 'unconfirmed'; readonly guest: GuestId; readonly host: HostId }
  /** It left and its host does not take it back. */
  | { readonly kind: 'does-not-return'; readonly guest: GuestId; readonly host: HostId }

export interface DrainPlan {
  /** Ordinary actions, in order: they replay without a refusal of either book. */
  readonly actions: readonly Action[]
  /** The hosts in the order in which they are emptied. */
  readonly order: readonly HostId[]
  /** The moves, those together that may be under way at one time: each finds room before any of them has left. */
  readonly waves: readonly (readonly Move[])[]
  readonly stays: readonly Stays[]
  readonly remarks: readonly DrainRemark[]
}
