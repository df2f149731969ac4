import { isNonEmpty } from '../collections.ts'
import type { HostCell } from '../model/cell.ts'
import { same } from '../model/cpus.ts'
import { inGiB, inMiB, type KiB, MiB } from '../units.ts'
import { allocationRatio } from './filters/allocation-ratio.ts'
import { AvailabilityZoneFilter } from './filters/availability-zone.ts'
import { cannotSay, type Filter, passes } from './filters/filter.ts'
import type { HostState } from './host-state.ts'
import type { Rejection, ResourceClass } from './rejection.ts'
import type { PlacementRequest } from './request.ts'

/** What Placement has of one class on one host, in the class's own unit: MB, GB, or a count. */
interface Inventory {
  readonly total: number
  readonly reserved: number
  readonly used: number
  readonly ratio: number
}

/**
 * Placement's condition for a host (placement/objects/allocation.py, research_context.py): of each class asked for,
 * used + asked ≤ (total − reserved) × ratio, and asked ≤ total. Inventories and allocations are taken to be what the
 * compute reports from its own row; allocations that were leaked, doubled or lost show only in Placement itself.
 */
export const Placement: Filter = (host, request) => {
  if (host.rules.placementService === 'not asked') return passes
  const unread = notInSnapshots(request, host)
  if (unread !== undefined) return cannotSay(host, unread, 'not modelled')
  if (host.rules.placementZones === 'asked') {
    const zone = AvailabilityZoneFilter(host, request)
    if (zone.kind !== 'passes') return zone
  }
  const asked = amountsOf(request, host)
  const short: Rejection[] = []
  for (const resource of resourceClasses) {
    const needed = asked[resource]
    if (needed <= 0) continue
    const inventory = inventoryOf(resource, host)
    if (!inventory) return cannotSay(host, resource, 'absent')
    const { total, reserved, used, ratio } = inventory
    if (needed > total) short.push({ kind: 'inventory-too-small', resource, needed, total })
    else if (used + needed > (total - reserved) * ratio) {
      short.push({ kind: 'inventory-short', resource, needed, used, total, reserved, ratio })
    }
  }
  return isNonEmpty(short) ? { kind: 'objects', reasons: short } : passes
}

/** A class or a trait that is asked for and of which no snapshot says what the host has. */
function notInSnapshots({ flavor }: PlacementRequest, { rules }: HostState): string | undefined {
  if (rules.explicitResources === 'not read') return undefined
  return Object.keys(flavor.extraSpecs).find((spec) => {
    const [, prefix, name = ''] = /^(resources|trait)\w*:(.+)$/.exec(spec) ?? []
    if (prefix === 'trait') return rules.explicitResources === 'resources, traits'
    return prefix === 'resources' && !isKnown(name)
  })
}

const isKnown = (name: string): name is ResourceClass => resourceClasses.some((known) => known === name)

const resourceClasses = ['VCPU', 'PCPU', 'MEMORY_MB', 'DISK_GB'] as const satisfies readonly ResourceClass[]

/** In whole GB, rounded up. */
const gibOf = (disk: KiB) => Math.ceil(inGiB(disk))

/** nova/scheduler/utils.py: ResourceRequest. Dedicated vCPUs are PCPU where the host has any, else VCPU as before Train. */
function amountsOf(request: PlacementRequest, host: HostState): Record<ResourceClass, number> {
  const { resources, constraints } = request
  const dedicated = hasPcpus(host) ? dedicatedCpus(constraints) : 0
  const emulator = dedicated > 0 && isolatesEmulator(constraints) ? 1 : 0
  return {
    VCPU: resources.vcpus - dedicated,
    PCPU: dedicated + emulator,
    MEMORY_MB: inMiB(resources.memory),
    DISK_GB: gibOf(resources.disk),
    ...explicitAmounts(request, host),
  }
}

/** `resources:CLASS` in the place of what the flavor says; one CPU class that is named leaves no other. */
function explicitAmounts(
  { flavor }: PlacementRequest,
  { rules }: HostState,
): Partial<Record<ResourceClass, number>> {
  if (rules.explicitResources === 'not read') return {}
  const said = resourceClasses.flatMap((resource) => {
    const amount = Number(flavor.extraSpecs[`resources:${resource}`] ?? Number.NaN)
    return Number.isNaN(amount) ? [] : [[resource, amount] as const]
  })
  const namesCpus = said.some(([resource]) => resource === 'VCPU' || resource === 'PCPU')
  return { ...(namesCpus ? { VCPU: 0, PCPU: 0 } : {}), ...Object.fromEntries(said) }
}

type Asked = PlacementRequest['constraints']

const cellsOf = (asked: Asked) => (asked.kind === 'topology' ? (asked.topology?.cells ?? []) : [])

const dedicatedCpus = (asked: Asked): number =>
  cellsOf(asked)
    .map(({ cpuPolicy, cpuset, pcpuset }) =>
      cpuPolicy === 'dedicated' ? cpuset.length + pcpuset.length : pcpuset.length,
    )
    .reduce((sum, cpus) => sum + cpus, 0)

const isolatesEmulator = (asked: Asked): boolean =>
  asked.kind === 'topology' && asked.topology?.emulatorThreadsPolicy === 'isolate'

const hostCells = ({ cells }: HostState): readonly HostCell[] => (typeof cells === 'string' ? [] : cells)

/** Whether the operator set CPUs apart for dedicated vCPUs. Without, every cell has the same CPUs for both. */
const hasPcpus = (host: HostState): boolean =>
  hostCells(host).some(({ cpuset, pcpuset }) => pcpuset.length > 0 && !same(pcpuset, cpuset))

const count = (host: HostState, cpus: (cell: HostCell) => readonly number[]): number =>
  hostCells(host).reduce((sum, cell) => sum + cpus(cell).length, 0)

function inventoryOf(resource: ResourceClass, host: HostState): Inventory | undefined {
  const { memory, vcpus, disk, reserved } = host
  switch (resource) {
    case 'MEMORY_MB': {
      if (!memory) return undefined
      const kept = inMiB(reserved.memory ?? defaultReservedMemory)
      const used = Math.max(inMiB(memory.used) - kept, 0)
      return { total: inMiB(memory.total), reserved: kept, used, ratio: allocationRatio(host, 'ram') }
    }
    case 'VCPU': {
      if (!vcpus) return undefined
      const kept = reserved.vcpus ?? 0
      const pinned = hasPcpus(host) ? count(host, ({ pinnedCpus }) => pinnedCpus) : 0
      const used = Math.max(vcpus.used - kept - pinned, 0)
      return { total: vcpus.total, reserved: kept, used, ratio: allocationRatio(host, 'cpu') }
    }
    case 'PCPU':
      return {
        total: count(host, ({ pcpuset }) => pcpuset),
        reserved: 0,
        used: count(host, ({ pinnedCpus }) => pinnedCpus),
        ratio: 1,
      }
    case 'DISK_GB':
      return (
        disk && {
          total: gibOf(disk.total),
          reserved: 0,
          used: gibOf(disk.used),
          ratio: allocationRatio(host, 'disk'),
        }
      )
  }
}

/** `reserved_host_memory_mb` where the operator set none; the same in every release. */
const defaultReservedMemory = MiB(512)
