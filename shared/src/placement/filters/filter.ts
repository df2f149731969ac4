import type { NonEmpty } from '../../collections.ts'
import type { GuestTopology } from '../../model/cell.ts'
import type { Gap, GapReason } from '../../model/snapshot.ts'
import type { HostState } from '../host-state.ts'
import type { Rejection } from '../rejection.ts'
import type { PlacementRequest } from '../request.ts'

/** What one gate says of one host. */
export type Answer =
  /** `placed` where the gate chose cells: host cell ids, page sizes, pins. */
  | {
      readonly kind: 'passes'
      readonly placed?: GuestTopology
      /** What the cells it chose object to all the same. */
      readonly overlooked?: NonEmpty<Rejection>
    }
  | { readonly kind: 'objects'; readonly reasons: NonEmpty<Rejection> }
  | { readonly kind: 'unknown'; readonly gaps: NonEmpty<Gap> }

/** One of the scheduler's filters, as it judges a host by what Nova's book says of it. */
export type Filter = (host: HostState, request: PlacementRequest) => Answer

export const passes: Answer = { kind: 'passes' }

export const objects = (...reasons: NonEmpty<Rejection>): Answer => ({ kind: 'objects', reasons })

/** The filter cannot say: `what` of this host is missing. */
export const cannotSay = (host: HostState, what: string, why: GapReason): Answer => ({
  kind: 'unknown',
  gaps: [{ source: undefined, host: host.id, guest: undefined, what, why }],
})
