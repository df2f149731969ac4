import { type CpuSet, parseCpus } from '../model/cpus.ts'
import type { Flavor, ImageProps } from '../model/flavor.ts'
import type { Guest } from '../model/guest.ts'
import type { HostConfig } from '../model/host.ts'
import type { HostId } from '../model/ids.ts'
import type { Verdict } from '../placement/verdict.ts'
import { startGuest, stopGuest } from '../reality/change.ts'
import { cpuTopologyOf } from '../reality/cpu-topology.ts'
import { domainOf, guestXml, type Written } from '../reality/guest-xml.ts'
import type { Reality } from '../reality/reality.ts'
import { startCheck } from '../reality/start.ts'
import type { StartVerdict } from '../reality/start-verdict.ts'
import { type Cloud, realityOf, rulesOf, withReality } from './cloud.ts'
import { stateOf } from './nova-book.ts'

/** What of a guest makes its domain: `topology` with the cells of the host it is on, or none. */
export type Placed = Pick<Guest, 'flavor' | 'image'> & {
  readonly topology: Exclude<Guest['topology'], 'not read'>
}

/** A guest where a verdict books it. */
export const placedBy = (
  verdict: Extract<Verdict, { outcome: 'fits' }>,
  flavor: Flavor,
  image: ImageProps,
): Placed => ({ flavor, image, topology: verdict.placed ?? 'none' })

/** The XML Nova of that compute's release writes for a guest placed so. Throws for a host the cloud does not have. */
export function xmlOn(cloud: Cloud, id: HostId, { flavor, image, topology }: Placed): Written {
  const host = cloud.hosts.get(id)
  if (!host) throw new Error(`the cloud has no host ${id}`)
  const { cells } = stateOf(cloud, id)
  const { cpuSharedSet } = host.config
  const guestCells = topology === 'none' ? undefined : topology
  const shared = cpuSharedSet === undefined ? undefined : parseCpus(cpuSharedSet)
  const rules = rulesOf(cloud, host)
  const shown = cpuTopologyOf(flavor, image, guestCells, rules)
  if (shown.kind === 'raises') return shown
  return guestXml(
    {
      flavor,
      topology: guestCells,
      cpuTopology: shown.topology,
      realtime: undefined,
      lockedMemory: false,
    },
    {
      cells: typeof cells === 'string' ? 'none' : cells,
      floating: sharedCpus(host.config),
      cpuSharedSet: shared,
    },
    rules,
  )
}

/** CPUs that a guest without topology is confined to; undefined for all. */
export const sharedCpus = ({ vcpuPinSet, cpuSharedSet }: HostConfig): CpuSet | undefined => {
  const option = vcpuPinSet ?? cpuSharedSet
  return option === undefined ? undefined : parseCpus(option)
}

/** What the host says to a guest placed so; not known where nobody looked at the host. */
export function startOn(cloud: Cloud, id: HostId, guest: Placed): StartVerdict {
  const reality = realityOf(cloud, id)
  if (reality) return startIn(cloud, reality, guest)
  const gap = { source: undefined, host: id, guest: undefined, what: 'observation', why: 'absent' } as const
  return { host: id, outcome: 'unknown', gaps: [gap] }
}

/** The same on a host's book that a caller has changed. */
export function startIn(cloud: Cloud, reality: Reality, guest: Placed): StartVerdict {
  const { host } = reality
  const written = xmlOn(cloud, host, guest)
  if (written.kind === 'written') return startCheck(reality, domainOf(written.xml))
  const { exception, detail } = written
  const refusal = { kind: 'driver-raises', moment: 'define', words: undefined, exception, detail } as const
  return { host, outcome: 'refuses', refusals: [refusal] }
}

/** The host's book with the guest running, as its XML binds it. */
export function runningIn(
  cloud: Cloud,
  reality: Reality,
  guest: Placed & Pick<Guest, 'id' | 'name'>,
): Reality {
  const written = xmlOn(cloud, reality.host, guest)
  return written.kind === 'raises'
    ? reality
    : startGuest(reality, guest.id, guest.name, domainOf(written.xml))
}

/** The host's book once this guest runs there. */
export function withStarted(
  cloud: Cloud,
  guest: Placed & Pick<Guest, 'id' | 'name'> & { readonly host: HostId },
): Cloud {
  const reality = realityOf(cloud, guest.host)
  return reality ? withReality(cloud, runningIn(cloud, reality, guest)) : cloud
}

/** The host's book once this guest is gone from it. */
export function withStopped(cloud: Cloud, { id, host }: Guest): Cloud {
  const reality = host === undefined ? undefined : realityOf(cloud, host)
  return reality ? withReality(cloud, stopGuest(reality, id)) : cloud
}

/** Of a guest whose cells were not read nobody can say whether it starts. */
export const startNotKnown = (host: HostId, { id: guest }: Pick<Guest, 'id'>): StartVerdict => ({
  host,
  outcome: 'unknown',
  gaps: [{ source: undefined, host, guest, what: 'numa_topology', why: 'absent' }],
})
