import type { NonEmpty } from '../collections.ts'
import type { GuestTopology } from '../model/cell.ts'
import type { HostId } from '../model/ids.ts'
import type { Gap } from '../model/snapshot.ts'
import type { Rejection } from './rejection.ts'

/** A reason and who gave it: a filter's class name as in `enabled_filters`, a gate's name, `claim`. */
export interface Objection {
  readonly by: string
  readonly reason: Rejection
}

/** What Nova's book says of one request on one host. */
export type Verdict =
  | {
      readonly host: HostId
      readonly outcome: 'fits'
      /** Where it would be booked: cells with host cell ids, chosen page sizes and pins; undefined for a guest without topology. */
      readonly placed: GuestTopology | undefined
      /** Filters that passed, in the order Nova runs them. */
      readonly passed: readonly string[]
    }
  | {
      readonly host: HostId
      readonly outcome: 'rejected'
      /** All objections of all filters, in the order Nova runs them: it would have stopped at the first. */
      readonly objections: NonEmpty<Objection>
      readonly passed: readonly string[]
    }
  | {
      readonly host: HostId
      readonly outcome: 'unknown'
      readonly gaps: NonEmpty<Gap>
      readonly passed: readonly string[]
    }

/** The scheduler sends it there, and the compute sends it back. */
export const isRefusedByClaim = (verdict: Verdict): boolean =>
  verdict.outcome === 'rejected' && verdict.objections[0].by === 'claim'
