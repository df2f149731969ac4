import { isNonEmpty } from '../collections.ts'
import type { Domain } from './domain.ts'
import { type Findings, together } from './findings.ts'
import type { Launch } from './launch.ts'
import { defineCheck, hostCheck, sumsCheck } from './libvirt.ts'
import { launchCheck } from './qemu.ts'
import type { Reality } from './reality.ts'
import type { StartVerdict } from './start-verdict.ts'

/**
 * What kernel, QEMU and libvirt say to this domain now. libvirt preallocates huge pages. A guest on base pages always
 * starts: its memory is taken as it is touched, so a shortage is only a remark.
 */
export const startCheck = (reality: Reality, domain: Domain): StartVerdict =>
  verdictOf(reality, together([defineCheck(domain), sumsCheck(reality, domain), hostCheck(reality, domain)]))

/** What libvirt says when it is defined, on whatever host. */
export const defineFindings = (domain: Domain): Pick<Findings, 'refusals' | 'remarks'> => defineCheck(domain)

/** The same of QEMU started by hand. */
export const qemuCheck = (reality: Reality, launch: Launch): StartVerdict =>
  verdictOf(reality, launchCheck(reality, launch))

function verdictOf({ host }: Reality, { refusals, gaps, remarks, assumes }: Findings): StartVerdict {
  if (isNonEmpty(refusals)) return { host, outcome: 'refuses', refusals }
  if (isNonEmpty(gaps)) return { host, outcome: 'unknown', gaps }
  const once = assumes.filter((one, at) => assumes.findIndex(({ what }) => what === one.what) === at)
  return { host, outcome: 'starts', remarks, assumes: once }
}
