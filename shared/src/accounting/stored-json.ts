import type { GuestCell, GuestTopology, HostCell, PageSizeRequest } from '../model/cell.ts'
import type { CpuSet } from '../model/cpus.ts'
import type { GuestId } from '../model/ids.ts'
import type { Rules } from '../releases/rules.ts'
import { inMiB } from '../units.ts'

/** What a release's guest cell has beside id, CPUs, memory, page size and pinning. */
export const guestCellFields: Record<
  Rules['guestCellVersion'],
  {
    /** CPU and thread policy. */
    readonly policies: boolean
    /** Host CPUs kept for the emulator, and the topology's policy for it. */
    readonly reserved: boolean
    /** Dedicated vCPUs apart from shared ones. */
    readonly split: boolean
  }
> = {
  none: { policies: false, reserved: false, split: false },
  dict: { policies: false, reserved: false, split: false },
  '1.2': { policies: false, reserved: false, split: false },
  '1.3': { policies: true, reserved: false, split: false },
  '1.4': { policies: true, reserved: true, split: false },
  '1.6': { policies: true, reserved: true, split: true },
}

/** What a release's host cell has beside usage, CPUs, memory and siblings. */
export const hostCellFields: Record<
  Rules['hostCellVersion'],
  {
    /** CPUs for dedicated vCPUs apart. */
    readonly split: boolean
    readonly socket: boolean
  }
> = {
  none: { split: false, socket: false },
  dict: { split: false, socket: false },
  '1.2': { split: false, socket: false },
  '1.3': { split: false, socket: false },
  '1.4': { split: true, socket: false },
  '1.5': { split: true, socket: true },
}

/** Nova's MEMPAGES_SMALL, _LARGE and _ANY (nova/virt/hardware.py). */
const sizeNumbers = { small: -1, large: -2, any: -3 } as const

export const pageSizeNumber = (size: PageSizeRequest | undefined): number | null =>
  size === undefined ? null : typeof size === 'string' ? sizeNumbers[size] : size

/**
 * `compute_nodes.numa_topology` as that release stores it: dicts in Juno, else a NUMATopology (nova/objects/numa.py) in
 * Nova's envelopes, MiB and KiB per page. `network_metadata`, and which fields changed last, are not written: nobody has
 * them here, and Nova reads it without. Undefined where the release stores none.
 */
export function storedHostTopology(cells: readonly HostCell[], rules: Rules): object | undefined {
  const { hostCellVersion: version, pagePoolVersion } = rules
  if (version === 'none') return undefined
  if (version === 'dict') {
    return {
      cells: cells.map((cell) => ({
        id: cell.id,
        cpus: cell.cpuset.join(','),
        cpu_usage: cell.cpuUsage,
        mem: { total: inMiB(cell.memory), used: inMiB(cell.memoryUsage) },
      })),
    }
  }
  const { split, socket } = hostCellFields[version]
  const pool = ({ size, total, used, reserved }: HostCell['mempages'][number]) =>
    enveloped('NUMAPagesTopology', pagePoolVersion, {
      size_kb: size,
      total,
      used,
      ...(pagePoolVersion === '1.1' ? { reserved } : {}),
    })
  const stored = cells.map((cell) =>
    enveloped('NUMACell', version, {
      id: cell.id,
      cpuset: cell.cpuset,
      ...(split ? { pcpuset: cell.pcpuset } : {}),
      memory: inMiB(cell.memory),
      cpu_usage: cell.cpuUsage,
      memory_usage: inMiB(cell.memoryUsage),
      pinned_cpus: cell.pinnedCpus,
      siblings: cell.siblings,
      mempages: cell.mempages.map(pool),
      ...(socket ? { socket: cell.socket ?? null } : {}),
    }),
  )
  return enveloped('NUMATopology', '1.2', { cells: stored })
}

/**
 * `instance_extra.numa_topology` as that release stores it: dicts in Juno, else an InstanceNUMATopology
 * (nova/objects/instance_numa.py). `guest` is whose it is, which Nova writes up to Newton. Undefined where the release
 * stores none.
 */
export function storedGuestTopology(
  { cells, emulatorThreadsPolicy }: GuestTopology,
  rules: Rules,
  guest?: GuestId,
): object | undefined {
  const { guestCellVersion: version } = rules
  if (version === 'none') return undefined
  if (version === 'dict') {
    return {
      cells: cells.map((cell) => ({
        id: cell.id,
        cpus: allCpus(cell).join(','),
        mem: { total: inMiB(cell.memory) },
      })),
    }
  }
  const { policies, reserved, split } = guestCellFields[version]
  const stored = cells.map((cell) =>
    enveloped('InstanceNUMACell', version, {
      id: cell.id,
      cpuset: split ? cell.cpuset : allCpus(cell),
      ...(split ? { pcpuset: cell.pcpuset } : {}),
      memory: inMiB(cell.memory),
      pagesize: pageSizeNumber(cell.pageSize),
      cpu_pinning_raw: cell.cpuPinning ? Object.fromEntries(cell.cpuPinning) : null,
      ...(policies
        ? { cpu_policy: cell.cpuPolicy ?? null, cpu_thread_policy: cell.cpuThreadPolicy ?? null }
        : {}),
      ...(reserved ? { cpuset_reserved: cell.cpusetReserved ?? null } : {}),
      ...(cell.cpuTopology ? { cpu_topology: enveloped('VirtCPUTopology', '1.0', cell.cpuTopology) } : {}),
    }),
  )
  return enveloped('InstanceNUMATopology', reserved ? '1.3' : '1.2', {
    cells: stored,
    ...(!reserved && guest !== undefined ? { instance_uuid: guest } : {}),
    ...(reserved ? { emulator_threads_policy: emulatorThreadsPolicy ?? null } : {}),
  })
}

const allCpus = ({ cpuset, pcpuset }: GuestCell): CpuSet => [...cpuset, ...pcpuset].sort((a, b) => a - b)

/** oslo.versionedobjects: obj_to_primitive. */
const enveloped = (name: string, version: string, data: object) => ({
  'nova_object.name': name,
  'nova_object.namespace': 'nova',
  'nova_object.version': version,
  'nova_object.data': data,
})
