import { isNonEmpty, memo } from '../collections.ts'
import type { HostCell } from '../model/cell.ts'
import { same } from '../model/cpus.ts'
import { int } from '../oslo.ts'
import type { Rules } from '../releases/rules.ts'
import { inGiB, inMiB, type KiB, MiB } from '../units.ts'
import { allocationRatio } from './filters/allocation-ratio.ts'
import { AvailabilityZoneFilter } from './filters/availability-zone.ts'
import { cannotSay, type Filter, objects, passes } from './filters/filter.ts'
import type { HostState } from './host-state.ts'
import { byRecord, type RequestGroup } from './providers.ts'
import type { Rejection } from './rejection.ts'
import type { PlacementRequest } from './request.ts'

/** What a compute reports of one class to Placement, in the class's own unit: MB, GB, or a count. */
interface Reported {
  readonly total: number
  readonly reserved: number
  readonly used: number
  readonly ratio: number
}

/**
 * Placement's condition for a host (placement/objects/allocation.py, research_context.py): of each class asked for,
 * used + asked ≤ (total − reserved) × ratio, and asked ≤ total. By Placement's own record where a source had it; else
 * inventories and allocations are taken to be what the compute reports from its own row, and what was leaked, doubled or
 * lost does not show.
 */
export const Placement: Filter = (host, request) => {
  if (host.rules.placementService === 'not asked') return passes
  const asksZone = host.rules.placementZones === 'asked'
  if (asksZone) {
    const zone = AvailabilityZoneFilter(host, request)
    if (zone.kind !== 'passes') return zone
  }
  const unsaid = numberedGroups(request)(host.rules)
  if (unsaid > 1 && !groupPolicies.includes(groupPolicy(request))) {
    return objects({ kind: 'group-policy-missing', groups: unsaid })
  }
  if (host.providers) {
    const isApart = groupPolicy(request) === 'isolate'
    const zone = asksZone ? request.hints.zone : undefined
    return byRecord(host, host.providers, groupsOf(request, host), zone, isApart)
  }
  const unread = notReported(request)(host.rules)
  if (unread !== undefined) return cannotSay(host, unread, 'absent')
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

const groupPolicies = ['none', 'isolate']

const groupPolicy = ({ flavor }: PlacementRequest): string => flavor.extraSpecs.group_policy ?? ''

/** nova/scheduler/utils.py: resources_from_request_spec. Groups of `resourcesN:`; with several Placement wants a policy. */
const numberedGroups = memo((request: PlacementRequest) =>
  memo(({ explicitResources }: Rules) => {
    const specs = explicitResources === 'not read' ? [] : Object.keys(request.flavor.extraSpecs)
    const suffixes = specs.flatMap((spec) => {
      const [, prefix, suffix = ''] = explicitSpec.exec(spec) ?? []
      return prefix === 'resources' && suffix !== '' ? [suffix] : []
    })
    return new Set(suffixes).size
  }),
)

/** A class or a trait that is asked for and that no compute's row has: Placement alone says what the host has of it. */
const notReported = memo((request: PlacementRequest) =>
  memo((rules: Rules) => {
    const { class: unknown, trait } = explicitOf(request, rules)
    return unknown ?? trait
  }),
)

function explicitOf({ flavor, image }: PlacementRequest, rules: Rules) {
  const { explicitResources: read } = rules
  const specs = read === 'not read' ? [] : Object.keys(flavor.extraSpecs)
  const named = specs.flatMap((spec) => {
    const [, prefix, suffix = '', name = ''] = explicitSpec.exec(spec) ?? []
    return prefix === undefined ? [] : [{ spec, prefix, suffix, name }]
  })
  const fromImage = read === 'resources, traits of flavor and image' ? Object.keys(image) : []
  return {
    class: named.find(({ prefix, suffix, name }) => prefix === 'resources' && (suffix || !isKnown(name)))
      ?.spec,
    trait:
      read === 'resources'
        ? undefined
        : (named.find(({ prefix }) => prefix === 'trait')?.spec ??
          fromImage.find((key) => key.startsWith('trait:'))),
  }
}

/** nova/scheduler/utils.py: ResourceRequest.XS_KEYPAT. */
const explicitSpec = /^(resources|trait)([1-9][0-9]*)?:(.+)$/

/** What is asked of Placement, by group. */
function groupsOf(request: PlacementRequest, host: HostState): readonly RequestGroup[] {
  const { flavor, image } = request
  const { explicitResources: read } = host.rules
  const groups = new Map<
    string,
    { amounts: Record<string, number>; required: string[]; forbidden: string[] }
  >()
  const group = (suffix: string) => {
    const known = groups.get(suffix) ?? { amounts: {}, required: [], forbidden: [] }
    groups.set(suffix, known)
    return known
  }
  const plain = group('')
  for (const [resource, amount] of Object.entries(amountsOf(request, host))) {
    if (amount > 0) plain.amounts[resource] = amount
  }
  const demand = (suffix: string, trait: string, value: string | undefined) => {
    if (value === 'required') group(suffix).required.push(trait)
    if (value === 'forbidden') group(suffix).forbidden.push(trait)
  }
  for (const [spec, value] of read === 'not read' ? [] : Object.entries(flavor.extraSpecs)) {
    const [, prefix, suffix = '', name = ''] = explicitSpec.exec(spec) ?? []
    if (prefix === 'trait' && read !== 'resources') demand(suffix, name, value)
    if (prefix !== 'resources' || (suffix === '' && isKnown(name))) continue
    const amount = int(value) ?? 0
    if (amount > 0) group(suffix).amounts[name] = amount
  }
  if (read === 'resources, traits of flavor and image') {
    for (const [key, value] of Object.entries(image)) {
      if (key.startsWith('trait:')) demand('', key.slice('trait:'.length), value)
    }
  }
  return [...groups].map(([suffix, asked]) => ({ suffix, ...asked }))
}

/** Of every group. */
export const requiredTraits = (request: PlacementRequest, host: HostState): readonly string[] =>
  groupsOf(request, host).flatMap(({ required }) => required)

const isKnown = (name: string): name is ResourceClass => resourceClasses.some((known) => known === name)

/** Classes that Nova asks for by itself. */
const resourceClasses = ['VCPU', 'PCPU', 'MEMORY_MB', 'DISK_GB'] as const
type ResourceClass = (typeof resourceClasses)[number]

/** In whole GB, rounded up. */
const gibOf = (disk: KiB) => Math.ceil(inGiB(disk))

/** nova/scheduler/utils.py: ResourceRequest. Dedicated vCPUs are PCPU where the host has any, else VCPU as before Train. */
export function amountsOf(request: PlacementRequest, host: HostState): Record<ResourceClass, number> {
  const { inVcpus, inPcpus } = amountsUnder(request)(host.rules)
  return inPcpus && hasPcpus(host) ? inPcpus : inVcpus
}

/** `inPcpus` where a host tells dedicated CPUs apart; undefined for a request without any. */
const amountsUnder = memo((request: PlacementRequest) =>
  memo((rules: Rules) => {
    const { resources, constraints } = request
    const counted = (dedicated: number, emulator: number): Record<ResourceClass, number> => ({
      VCPU: resources.vcpus - dedicated,
      PCPU: dedicated + emulator,
      MEMORY_MB: inMiB(resources.memory),
      DISK_GB: gibOf(resources.disk),
      ...explicitAmounts(request, rules),
    })
    const dedicated = dedicatedCpus(constraints)
    return {
      inVcpus: counted(0, 0),
      inPcpus: dedicated > 0 ? counted(dedicated, isolatesEmulator(constraints) ? 1 : 0) : undefined,
    }
  }),
)

/** `resources:CLASS` in the place of what the flavor says; one CPU class that is named leaves no other. */
function explicitAmounts({ flavor }: PlacementRequest, rules: Rules): Partial<Record<ResourceClass, number>> {
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
  host.providers?.some(({ provider }) =>
    provider.inventories?.some(({ resourceClass }) => resourceClass === 'PCPU'),
  ) ?? reportsPcpus(host)

const reportsPcpus = (host: HostState): boolean =>
  hostCells(host).some(({ cpuset, pcpuset }) => pcpuset.length > 0 && !same(pcpuset, cpuset))

const count = (host: HostState, cpus: (cell: HostCell) => readonly number[]): number =>
  hostCells(host).reduce((sum, cell) => sum + cpus(cell).length, 0)

function inventoryOf(resource: ResourceClass, host: HostState): Reported | undefined {
  const { memory, vcpus, disk, reserved } = host
  switch (resource) {
    case 'MEMORY_MB': {
      if (!memory) return undefined
      const total = inMiB(host.fileBacked ?? memory.total)
      const kept = inMiB(reserved.memory ?? defaultReservedMemory)
      const used = Math.max(inMiB(memory.used) - kept, 0)
      return { total, reserved: kept, used, ratio: allocationRatio(host, 'ram') }
    }
    case 'VCPU': {
      if (!vcpus) return undefined
      const kept = reserved.vcpus ?? 0
      const apart = reportsPcpus(host) ? count(host, ({ pinnedCpus }) => pinnedCpus) : 0
      const used = Math.max(vcpus.used - kept - apart, 0)
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

/**
 * What keeps a guest from leaving its host: Placement refuses to write allocations of a class that is over its capacity,
 * though they only change hands (placement/objects/allocation.py: _check_capacity_exceeded). By its own record, else by
 * the compute's row; undefined where nothing does.
 */
export function overCapacity(host: HostState, request: PlacementRequest): Rejection | undefined {
  if (host.rules.overCapacityMoves !== 'refused') return undefined
  for (const [resource, needed] of Object.entries(amountsOf(request, host))) {
    if (needed <= 0) continue
    const held = heldOf(host, resource as ResourceClass)
    if (held && held.used > (held.total - held.reserved) * held.ratio) {
      return { kind: 'inventory-over', resource, ...held }
    }
  }
  return undefined
}

/** What of each class is asked of Placement and what it has there, from the first provider that has any. */
export const heldInPlacement = (
  host: HostState,
  request: PlacementRequest,
): readonly (Reported & { readonly resource: string; readonly needed: number })[] =>
  Object.entries(amountsOf(request, host)).flatMap(([resource, needed]) => {
    const held = needed > 0 ? heldOf(host, resource as ResourceClass) : undefined
    return held ? [{ resource, needed, ...held }] : []
  })

function heldOf(host: HostState, resource: ResourceClass): Reported | undefined {
  if (!host.providers) return inventoryOf(resource, host)
  for (const { provider, used } of host.providers) {
    const inventory = provider.inventories?.find(({ resourceClass }) => resourceClass === resource)
    if (!inventory) continue
    const { total, reserved, allocationRatio: ratio } = inventory
    return { total, reserved, ratio, used: used?.[resource] ?? 0 }
  }
  return undefined
}
