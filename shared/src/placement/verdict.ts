import type { NonEmpty } from '../collections.ts'
import type { GuestTopology } from '../model/cell.ts'
import type { CellId, HostId } from '../model/ids.ts'
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
      /**
       * What the cells chosen object to all the same, where the fit cache of Zed and later answered for another guest cell;
       * or what two requests for the same devices leave short. Absent where nothing.
       */
      readonly overlooked?: NonEmpty<Rejection>
      /** Host cells on which Nova may take another thread of the same cores: its choice is not defined. Absent for none. */
      readonly eitherThread?: NonEmpty<CellId>
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

/** Nova books cells that its own rules say cannot hold the guest, or its search misses cells that it says can. */
export const isBroken = (verdict: Verdict): boolean => {
  switch (verdict.outcome) {
    case 'fits':
      return verdict.overlooked !== undefined
    case 'rejected': {
      const missing = new Set(verdict.objections.filter(({ reason }) => isMissed(reason)).map(({ by }) => by))
      return missing.size > 0 && verdict.objections.every(({ by }) => missing.has(by))
    }
    case 'unknown':
      return false
  }
}

const isMissed = ({ kind }: Rejection): boolean =>
  kind === 'fit-cache-mistaken' ||
  kind === 'packing-mistaken' ||
  kind === 'page-size-fixed' ||
  kind === 'threads-fixed'

/** The scheduler sends it there, and the compute sends it back. */
export const isRefusedByClaim = (verdict: Verdict): boolean =>
  verdict.outcome === 'rejected' && verdict.objections[0].by === 'claim'
