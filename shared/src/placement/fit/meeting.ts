import { isPinned } from '../../accounting/guest-cell.ts'
import type { GuestCell, HostCell } from '../../model/cell.ts'
import type { Rules } from '../../releases/rules.ts'
import type { OnCell, Rejection } from '../rejection.ts'
import type { Limits } from './limits.ts'

/** What does not change while Nova compares a guest cell with a host cell. */
export interface Meeting {
  readonly host: HostCell
  /** CPUs to keep for emulator threads, beside the vCPUs. */
  readonly reserve: number
  readonly limits: Limits | undefined
  readonly rules: Rules
}

/** Nova ends the request here. */
export interface Raised {
  readonly exception: string
  readonly detail: string
}

/** Reasons are told where somebody listens; a search does not, and goes on at the first that fails. */
export interface Telling {
  readonly where: OnCell
  readonly objections: Rejection[]
}

/**
 * The guest cell as a test that passed leaves it: Nova writes what it finds into the guest cell, and it stays there when a
 * later test fails. Undefined for a test that failed, having told every reason.
 */
export type Tested = GuestCell | Raised | undefined

export type Test = (guest: GuestCell, meeting: Meeting, telling: Telling | undefined) => Tested

export const isRaised = (tested: GuestCell | Raised): tested is Raised =>
  (tested as Partial<Raised>).exception !== undefined

/** Whether shared vCPUs and memory are compared with the limits of the host cell. */
export const isShared = (guest: GuestCell, rules: Rules): boolean =>
  !isPinned(guest, rules) || (guest.cpuPolicy === 'mixed' && rules.mixedSharedVcpus === 'checked')
