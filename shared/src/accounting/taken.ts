import type { Flavor } from '../model/flavor.ts'
import type { Guest } from '../model/guest.ts'
import type { Hypervisor } from '../model/host.ts'
import type { Rules } from '../releases/rules.ts'
import { inGiB, type KiB, plus } from '../units.ts'
import { memoryOverhead } from './overhead.ts'

/** A guest in a role, as far as it matters to what it takes of the whole host. */
export interface Taker {
  readonly flavor: Flavor
  readonly topology: Guest['topology'] | 'guessed'
  readonly role: 'running' | 'incoming' | 'outgoing'
  readonly fromVolume: boolean | undefined
}

/** nova/compute/resource_tracker.py: _update_usage. What a guest takes of the whole host, cells or none. */
export function takenOfHost(
  taker: Taker,
  hypervisor: Hypervisor | undefined,
  rules: Rules,
): { readonly memory: KiB; readonly vcpus: number; readonly diskGb: number } {
  const { flavor, topology } = taker
  const keepsCpu =
    rules.cpuUsage === 'every vCPU' &&
    rules.emulatorThread !== 'not reserved' &&
    typeof topology === 'object' &&
    topology.emulatorThreadsPolicy === 'isolate'
  return {
    memory: plus(flavor.memory, memoryOverhead(flavor, hypervisor, rules)),
    vcpus: flavor.vcpus + (keepsCpu ? 1 : 0),
    diskGb: diskGb(taker, rules),
  }
}

function diskGb({ flavor, role, fromVolume }: Taker, rules: Rules): number {
  const swap = rules.diskUsage === 'root, ephemeral, swap' ? inGiB(flavor.swap) : 0
  const counts =
    rules.volumeBackedDisk === 'counted' ||
    (rules.volumeBackedDisk === 'counted for moves' && role !== 'running')
  const root = fromVolume && !counts ? 0 : flavor.rootGb
  return root + flavor.ephemeralGb + swap
}
