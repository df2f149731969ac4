import type { GuestCell } from '../model/cell.ts'
import type { CpuSet } from '../model/cpus.ts'
import type { Rules } from '../releases/rules.ts'

/** Whether a release takes a guest cell for a pinned one; a mixed one is. */
export const isPinned = (guest: GuestCell, rules: Rules): boolean =>
  rules.guestIsPinned === 'by its pins'
    ? guest.cpuPinning !== undefined
    : guest.cpuPolicy === 'dedicated' || guest.cpuPolicy === 'mixed'

export const dedicatedVcpus = (guest: GuestCell, rules: Rules): CpuSet =>
  rules.dedicatedVcpus === 'in pcpuset' ? guest.pcpuset : guest.cpuset
