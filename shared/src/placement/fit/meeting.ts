import { isPinned } from '../../accounting/guest-cell.ts'
import type { GuestCell, HostCell } from '../../model/cell.ts'
import type { Rules } from '../../releases/rules.ts'
import type { OnCell, Rejection } from '../rejection.ts'
import type { Limits } from './limits.ts'

/** A guest cell meets a host cell: what does not change while Nova compares the two. */
export interface Meeting {
  readonly host: HostCell
  readonly where: OnCell
  /** CPUs to keep for emulator threads, beside the vCPUs. */
  readonly reserve: number
  readonly limits: Limits | undefined
  readonly rules: Rules
}

/**
 * What one test makes of a guest cell. Nova writes what it finds into the guest cell, and it stays there when a later
 * test fails: `guest` is the cell as the test leaves it.
 */
export type Tested =
  | { readonly kind: 'tested'; readonly guest: GuestCell; readonly objections: readonly Rejection[] }
  | {
      readonly kind: 'raises'
      readonly guest: GuestCell
      readonly exception: string
      readonly detail: string
    }

export type Test = (guest: GuestCell, meeting: Meeting) => Tested

export const passes = (guest: GuestCell): Tested => ({ kind: 'tested', guest, objections: [] })

export const objects = (guest: GuestCell, ...objections: readonly Rejection[]): Tested => ({
  kind: 'tested',
  guest,
  objections,
})

/** Whether shared vCPUs and memory are compared with the limits of the host cell. */
export const isShared = (guest: GuestCell, rules: Rules): boolean =>
  !isPinned(guest, rules) || (guest.cpuPolicy === 'mixed' && rules.mixedSharedVcpus === 'checked')
