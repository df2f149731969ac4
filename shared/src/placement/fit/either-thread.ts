import { memo } from '../../collections.ts'
import type { GuestCell, HostCell } from '../../model/cell.ts'
import { type CpuSet, holds } from '../../model/cpus.ts'
import type { CellId } from '../../model/ids.ts'

/**
 * Host cells where a guest takes some threads of a core and leaves others that were as free: nova/virt/hardware.py:
 * _pack_instance_onto_cores takes the first of a Python set, which follows from how often Nova copied it.
 */
export const cellsOfEitherThread = (
  placed: readonly GuestCell[],
  hosts: readonly HostCell[],
): readonly CellId[] =>
  placed.flatMap((guest) => {
    const host = hosts.find(({ id }) => id === guest.id)
    return host && takesPartOfACore(guest, host) ? [host.id] : []
  })

function takesPartOfACore({ cpuPinning = [], cpusetReserved = [] }: GuestCell, host: HostCell): boolean {
  const taken = new Set([...cpuPinning.map(([, cpu]) => cpu), ...cpusetReserved])
  for (const cpu of taken) {
    const core = coresByCpu(host.siblings).get(cpu) ?? []
    if (core.some((other) => !taken.has(other) && isFree(other, host))) return true
  }
  return false
}

const isFree = (cpu: number, { pcpuset, pinnedCpus }: HostCell): boolean =>
  holds(pcpuset, cpu) && !holds(pinnedCpus, cpu)

const coresByCpu = memo(
  (cores: readonly CpuSet[]): ReadonlyMap<number, CpuSet> =>
    new Map(cores.flatMap((core) => core.map((cpu) => [cpu, core] as const))),
)
