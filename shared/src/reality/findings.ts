import type { Gap } from '../model/snapshot.ts'
import type { Reality } from './reality.ts'
import type { Refusal, Words } from './refusal.ts'

/** What one check found: what stops the guest, what becomes of it, what is not known, what is taken for granted. */
export interface Findings {
  readonly refusals: readonly Refusal[]
  readonly remarks: readonly Refusal[]
  readonly gaps: readonly Gap[]
  readonly assumes: readonly Gap[]
}

export const nothing: Findings = { refusals: [], remarks: [], gaps: [], assumes: [] }

export const refused = (...refusals: readonly Refusal[]): Findings => ({ ...nothing, refusals })
export const remarked = (...remarks: readonly Refusal[]): Findings => ({ ...nothing, remarks })
export const unknown = (...gaps: readonly Gap[]): Findings => ({ ...nothing, gaps })

export const together = (found: readonly Findings[]): Findings => ({
  refusals: found.flatMap((one) => one.refusals),
  remarks: found.flatMap((one) => one.remarks),
  gaps: found.flatMap((one) => one.gaps),
  assumes: found.flatMap((one) => one.assumes),
})

/** The host's book says why something was not read, or that nobody gave it. */
export const gapOf = (reality: Reality, what: string, why: Gap['why'] = 'not given'): Gap =>
  reality.gaps.find((one) => one.what === what) ?? {
    source: undefined,
    host: reality.host,
    guest: undefined,
    what,
    why,
  }

export const qemuSays = (says: string): Words => ({ seenWith: 'QEMU 7.2', says })
export const libvirtSays = (says: string): Words => ({ seenWith: 'libvirt 9.0', says })
