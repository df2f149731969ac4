import type { Entry } from '../accounting/ledger.ts'
import type { CellId, GuestId, HostId } from '../model/ids.ts'
import type { PoolHolder } from '../reality/reality.ts'
import type { PageSize } from '../units.ts'
import type { DivergenceKind, Remedy, Suspect } from './divergence.ts'

/** Who says a number; `cells` is what the host's cells hold, counted without the fault of a rule. */
export type Witness = 'nova' | 'placement' | 'libvirt' | 'kernel' | 'config' | 'cells'

/** What is counted, and in which unit the amounts are. */
export type Resource =
  | { readonly of: 'pages'; readonly size: PageSize; readonly unit: 'pages' }
  | { readonly of: 'memory'; readonly unit: 'KiB' }
  | { readonly of: 'vcpus' | 'cpus'; readonly unit: 'count' }
  | { readonly of: 'disk'; readonly unit: 'GB' }
  | { readonly of: 'guests' | 'cells' | 'hosts'; readonly unit: 'count' }
  | { readonly of: 'ratio'; readonly unit: 'ratio' }
  | { readonly of: 'time'; readonly unit: 'seconds' }

/** An amount in the unit of the finding’s resource, and who says so. */
export interface Said {
  readonly by: Witness
  readonly amount: number
}

/** Where it is, as far as it is of one host, cell, page size, guest or resource provider. */
export interface Where {
  /** Undefined where it is of the whole cloud. */
  readonly host: HostId | undefined
  readonly cell?: CellId
  readonly size?: PageSize
  readonly guest?: GuestId
  /** Uuid of Placement’s provider. */
  readonly provider?: string
}

/** What fails next because of it, worst first. */
export const severities = [
  /** Guests that run are killed, or do not start again. */
  'guests-fail',
  /** A flavor of the cloud passes Nova now and the host refuses it. */
  'next-boot-fails',
  /** Likewise, once more guests are there. */
  'later-boot-fails',
  /** A guest cannot be moved, or moves where it should not. */
  'move-fails',
  /** Room that nobody can use. */
  'capacity-wasted',
  /** A number is wrong, and nothing hangs on it yet. */
  'drift',
  /** It could not be told. */
  'not-known',
] as const

export interface Severity {
  readonly next: (typeof severities)[number]
  /** What that rests on: so much is missing, idle or wrong. */
  readonly amount: number
  readonly unit: Resource['unit']
}

/**
 * One disagreement, as plain JSON: who says what of which resource, who stands behind either number, what explains it,
 * what fails next, what mends it. Causes and kinds are ids: once shipped, never renamed, never reused.
 */
export interface Finding<Cause extends string = string> {
  readonly cause: Cause
  readonly kind: DivergenceKind
  readonly where: Where
  readonly resource: Resource
  /** Undefined where that witness was not heard. */
  readonly expected: Said | undefined
  readonly observed: Said | undefined
  /** Behind Nova’s number. */
  readonly entries: readonly Entry[]
  /** Behind the host’s. */
  readonly holders: readonly PoolHolder[]
  readonly suspects: readonly Suspect[]
  readonly severity: Severity
  readonly remedy: Remedy | undefined
}

type Shape<Cause extends string> = Omit<
  Finding<Cause>,
  'cause' | 'entries' | 'holders' | 'suspects' | 'remedy'
> &
  Partial<Pick<Finding, 'entries' | 'holders' | 'suspects' | 'remedy'>>

/** What is left out is empty. */
export const finding = <Cause extends string>(cause: Cause, shape: Shape<Cause>): Finding<Cause> => ({
  cause,
  entries: [],
  holders: [],
  suspects: [],
  remedy: undefined,
  ...shape,
})

export const pagesOfSize = (size: PageSize): Resource => ({ of: 'pages', size, unit: 'pages' })
export const memory: Resource = { of: 'memory', unit: 'KiB' }
