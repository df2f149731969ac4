import { groupBy } from '../collections.ts'
import type { HostCell } from '../model/cell.ts'
import { type CpuSet, union, within } from '../model/cpus.ts'
import type { HostConfig, ReservedPages } from '../model/host.ts'
import type { CellId } from '../model/ids.ts'
import type { Rules } from '../releases/rules.ts'
import { inMiB, KiB, MiB, type PageSize, Pages } from '../units.ts'
import { parseCpuSpec } from './cpu-spec.ts'
import { inSetOrder, tupleHash } from './set-order.ts'

/** A `<cell>` of libvirt's capabilities. */
export interface CapabilitiesCell {
  readonly id: CellId
  readonly memory: KiB | undefined
  readonly pages: readonly { readonly size: PageSize; readonly total: Pages }[]
  readonly cpus: readonly CapabilitiesCpu[]
}

export interface CapabilitiesCpu {
  readonly id: number
  readonly socket: number | undefined
  readonly siblings: CpuSet | undefined
}

export type HostCells =
  | { readonly kind: 'cells'; readonly cells: readonly HostCell[] }
  /** No topology is reported, and no guest is counted by cell. */
  | { readonly kind: 'none' }
  /** nova-compute does not start: the option at fault, its value, and the CPUs of it that are not online. */
  | {
      readonly kind: 'invalid'
      readonly exception: 'Invalid'
      readonly option: CpuOption
      readonly value: string
      readonly offline: CpuSet
    }

export type CpuOption = 'vcpu_pin_set' | '[compute] cpu_shared_set' | '[compute] cpu_dedicated_set'

/** Options that decide what of a host Nova gives to guests. */
export type CpuOptions = Pick<
  HostConfig,
  'vcpuPinSet' | 'cpuSharedSet' | 'cpuDedicatedSet' | 'reservedHugePages'
>

/**
 * nova/virt/libvirt/driver.py: _get_host_numa_topology. A host's cells before any guest is counted, from what libvirt
 * reports and what the operator set. `online` is every CPU that is; undefined where all of libvirt's are.
 */
export function hostCells(
  capabilities: readonly CapabilitiesCell[],
  online: CpuSet | undefined,
  options: CpuOptions,
  rules: Rules,
): HostCells {
  if (rules.hostCellVersion === 'none' || capabilities.length === 0) return { kind: 'none' }
  const all = union(
    capabilities.flatMap(({ cpus }) => cpus.map(({ id }) => id)),
    [],
  )
  const pools = cpusForGuests(online ?? all, options, rules)
  if (pools.kind === 'invalid') return pools
  const reserved = groupBy(options.reservedHugePages, ({ cell }) => cell)
  return {
    kind: 'cells',
    cells: capabilities.map((cell) => hostCell(cell, pools, reserved.get(cell.id) ?? [], rules)),
  }
}

/** CPUs of the whole host for shared and for dedicated vCPUs. */
interface CpuPools {
  readonly kind: 'pools'
  readonly shared: CpuSet
  readonly dedicated: CpuSet
}

type Invalid = Extract<HostCells, { kind: 'invalid' }>

function cpusForGuests(online: CpuSet, options: CpuOptions, rules: Rules): CpuPools | Invalid {
  const { vcpuPinSet, cpuSharedSet, cpuDedicatedSet } = options
  if (rules.guestCpuOptions === 'vcpu_pin_set') {
    if (!vcpuPinSet) return { kind: 'pools', shared: online, dedicated: online }
    const pinSet = cpusOf('vcpu_pin_set', vcpuPinSet, rules)
    if ('kind' in pinSet) return pinSet
    const allowed = rules.hostCellVersion === 'dict' ? pinSet : within(pinSet, online)
    return { kind: 'pools', shared: allowed, dedicated: allowed }
  }
  const shared = vcpuPinSet
    ? onlineCpus('vcpu_pin_set', vcpuPinSet, online, rules)
    : cpuSharedSet
      ? onlineCpus('[compute] cpu_shared_set', cpuSharedSet, online, rules)
      : cpuDedicatedSet
        ? []
        : online
  if ('kind' in shared) return shared
  if (!cpuDedicatedSet) {
    const apart = !!cpuSharedSet && !vcpuPinSet
    return { kind: 'pools', shared, dedicated: apart ? [] : shared }
  }
  const dedicated = onlineCpus('[compute] cpu_dedicated_set', cpuDedicatedSet, online, rules)
  return 'kind' in dedicated ? dedicated : { kind: 'pools', shared, dedicated }
}

function onlineCpus(option: CpuOption, value: string, online: CpuSet, rules: Rules): CpuSet | Invalid {
  const cpus = cpusOf(option, value, rules)
  if ('kind' in cpus) return cpus
  const known = new Set(online)
  const offline = cpus.filter((id) => !known.has(id))
  return offline.length > 0 ? { kind: 'invalid', exception: 'Invalid', option, value, offline } : cpus
}

function cpusOf(option: CpuOption, value: string, rules: Rules): CpuSet | Invalid {
  const spec = parseCpuSpec(value, rules)
  return spec.kind === 'cpus' && spec.cpus.length > 0
    ? spec.cpus
    : { kind: 'invalid', exception: 'Invalid', option, value, offline: [] }
}

function hostCell(
  cell: CapabilitiesCell,
  { shared, dedicated }: CpuPools,
  reserved: readonly ReservedPages[],
  rules: Rules,
): HostCell {
  const cpus = union(
    cell.cpus.map(({ id }) => id),
    [],
  )
  const cpuset = within(cpus, shared)
  const pcpuset = within(cpus, dedicated)
  return {
    id: cell.id,
    socket: rules.hostCellVersion === '1.5' ? socketOf(cell) : undefined,
    cpuset,
    pcpuset,
    siblings: rules.hostCellVersion === 'dict' ? [] : coresOf(cell, union(cpuset, pcpuset), rules),
    memory: MiB(Math.trunc(inMiB(cell.memory ?? KiB(0)))),
    memoryUsage: KiB(0),
    cpuUsage: 0,
    pinnedCpus: [],
    mempages: rules.pagePoolVersion === 'none' ? [] : pagesOf(cell, reserved, rules),
  }
}

/** The socket all CPUs of the cell are of; undefined where there are several, or none. */
function socketOf({ cpus }: CapabilitiesCell): number | undefined {
  const sockets = new Set(cpus.map(({ socket }) => socket))
  return sockets.size === 1 ? [...sockets][0] : undefined
}

/**
 * Sets of siblings, each once, in the order Nova's set of tuples has under today's Python, cut to the CPUs for guests:
 * up to Stein to those of the whole host, since Train to those of the cell.
 */
function coresOf({ cpus }: CapabilitiesCell, usable: CpuSet, rules: Rules): readonly CpuSet[] {
  const asTuples = cpus.map(({ siblings }) => inSetOrder(siblings ?? [], BigInt))
  const distinct = [...new Map(asTuples.map((core) => [core.join(), core])).values()]
  const least = rules.singleThreads === 'left out' ? 2 : 1
  return inSetOrder(distinct, tupleHash)
    .map((core) => within(union(core, []), usable))
    .filter((core) => core.length >= least)
}

const pagesOf = (cell: CapabilitiesCell, reserved: readonly ReservedPages[], rules: Rules) =>
  cell.pages.map(({ size, total }) => ({
    size,
    total,
    used: Pages(0),
    reserved:
      rules.reservedPages === 'unknown'
        ? Pages(0)
        : (reserved.find((pages) => pages.size === size)?.count ?? Pages(0)),
  }))
