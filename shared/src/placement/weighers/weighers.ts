import type { PciPool } from '../../model/pci.ts'
import type { WeigherName } from '../../releases/rules.ts'
import { allocationRatio } from '../filters/allocation-ratio.ts'
import { counter } from '../filters/counts.ts'
import { diskSeen, memorySeen } from '../filters/room.ts'
import type { HostState } from '../host-state.ts'
import type { PlacementRequest } from '../request.ts'

export interface Weigher {
  /** Its option in `[filter_scheduler]`, and the key of an aggregate that overrides it. */
  readonly option: string
  readonly multiplier: number
  /** What nothing free weighs, and what is below it too. Without, the least of the hosts weighs nothing. */
  readonly floor: 0 | undefined
  /** Undefined where no source gave what it looks at. */
  readonly of: (host: HostState, request: PlacementRequest | undefined) => number | undefined
}

const free = (seen: ReturnType<typeof memorySeen>): number => (seen ? seen.total - seen.used : 0)

/** Guests of the request's server group on that host, where its policy is this one. */
const members =
  (policy: string, sign: 1 | -1): Weigher['of'] =>
  ({ id }, request) => {
    const group = request?.hints.group
    return group?.policy === policy ? sign * group.hosts.filter((host) => host === id).length : undefined
  }

const devicesIn = (pools: readonly PciPool[]): number => pools.reduce((sum, { count }) => sum + count, 0)

/** A counter that the compute leaves out is zero; of a row without any nothing is known. */
const stat =
  (name: string): Weigher['of'] =>
  ({ stats }) =>
    stats && (counter(stats[name]) ?? 0)

/**
 * nova/scheduler/weights: more weighs more where the multiplier is above zero. Not modelled: hosts of another cell, which
 * weigh less in a resize across cells.
 */
export const weighers: Readonly<Record<WeigherName, Weigher>> = {
  /** Free memory, without the ratio. */
  ram: { option: 'ram_weight_multiplier', multiplier: 1, floor: 0, of: (host) => free(memorySeen(host)) },
  disk: { option: 'disk_weight_multiplier', multiplier: 1, floor: 0, of: (host) => free(diskSeen(host)) },
  /** Free vCPUs, by ratio. */
  cpu: {
    option: 'cpu_weight_multiplier',
    multiplier: 1,
    floor: 0,
    of: (host) => (host.vcpus ? host.vcpus.total * allocationRatio(host, 'cpu') - host.vcpus.used : 0),
  },
  'io ops': { option: 'io_ops_weight_multiplier', multiplier: -1, floor: 0, of: stat('io_workload') },
  'soft affinity': {
    option: 'soft_affinity_weight_multiplier',
    multiplier: 1,
    floor: undefined,
    of: members('soft-affinity', 1),
  },
  'soft anti-affinity': {
    option: 'soft_anti_affinity_weight_multiplier',
    multiplier: 1,
    floor: undefined,
    of: members('soft-anti-affinity', -1),
  },
  /** The option is above zero, and taken off. */
  'failed builds': {
    option: 'build_failure_weight_multiplier',
    multiplier: -1_000_000,
    floor: undefined,
    of: stat('failed_builds'),
  },
  'hypervisor version': {
    option: 'hypervisor_version_weight_multiplier',
    multiplier: 1,
    floor: undefined,
    of: ({ hypervisor }) => hypervisor?.version,
  },
  instances: {
    option: 'num_instances_weight_multiplier',
    multiplier: 0,
    floor: undefined,
    of: stat('num_instances'),
  },
  /** Of a hundred devices and more no host is told from another. */
  'PCI devices': {
    option: 'pci_weight_multiplier',
    multiplier: 1,
    floor: undefined,
    of: ({ pciPools }) => pciPools && 100 - Math.min(devicesIn(pciPools), 99),
  },
  /** The multiplier is of section `[metrics]`. No source has a compute's metrics. */
  metrics: { option: 'metrics_weight_multiplier', multiplier: 1, floor: undefined, of: () => undefined },
  /** No source has the images of all guests. */
  'image properties': {
    option: 'image_props_weight_multiplier',
    multiplier: 0,
    floor: undefined,
    of: () => undefined,
  },
}
