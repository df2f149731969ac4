import { isNonEmpty } from '../collections.ts'
import type { Guest } from '../model/guest.ts'
import type { Gap } from '../model/snapshot.ts'
import type { HostState } from '../placement/host-state.ts'
import { resourcesOf } from '../placement/request.ts'
import type { Verdict } from '../placement/verdict.ts'
import { exceeds } from '../units.ts'

/**
 * What both computes look at before a live migration (nova/virt/libvirt/driver.py:
 * check_can_live_migrate_destination, _source): whether the destination's CPU can do what the source's does, and room
 * for disks that are copied. libvirt compares CPUs: the same description passes, another is not judged. Disks that are
 * shared are not copied, and which are is in no snapshot: not known only where they would not fit. Undefined where
 * nothing was read that would tell.
 */
export function computeCheck(
  source: HostState | undefined,
  destination: HostState,
  guest: Guest,
): Verdict | undefined {
  const [here, there] = [source?.hypervisor?.cpuInfo, destination.hypervisor?.cpuInfo]
  const areRead = here !== undefined && there !== undefined
  const gaps: Gap[] = []
  const gap = (what: string, why: Gap['why']): Gap => ({
    source: undefined,
    host: destination.id,
    guest: undefined,
    what,
    why,
  })
  if (areRead && !isSameCpu(here, there)) gaps.push(gap('comparison of CPU models', 'not modelled'))
  const { diskAvailableLeast } = destination
  const { disk } = resourcesOf(guest.flavor)
  if (!guest.fromVolume && diskAvailableLeast !== undefined && exceeds(disk, diskAvailableLeast)) {
    gaps.push(gap('shared storage', 'absent'))
  }
  if (isNonEmpty(gaps)) return { host: destination.id, outcome: 'unknown', gaps, passed: [] }
  return areRead
    ? { host: destination.id, outcome: 'fits', placed: undefined, passed: ['compute pre-check'] }
    : undefined
}

/** Vendor, model, architecture and features, in whatever order; how many sockets and cores is no matter. */
function isSameCpu(here: string, there: string): boolean {
  const [one, other] = [cpuOf(here), cpuOf(there)]
  return one === undefined || other === undefined ? here === there : one === other
}

function cpuOf(text: string): string | undefined {
  let read: unknown
  try {
    read = JSON.parse(text)
  } catch {
    return undefined
  }
  if (typeof read !== 'object' || read === null) return undefined
  const { arch, vendor, model, features } = read as Readonly<Record<string, unknown>>
  const names = Array.isArray(features) ? features.map(String).sort() : []
  return JSON.stringify([arch, vendor, model, names])
}
