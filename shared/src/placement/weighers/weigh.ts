import type { Rules } from '../../releases/rules.ts'
import { allocationRatio } from '../filters/allocation-ratio.ts'
import { diskSeen, memorySeen } from '../filters/room.ts'
import type { HostState } from '../host-state.ts'

/** More weighs more, so that guests spread. What no source gave weighs nothing. */
type Weigher = (host: HostState) => number

/** nova/scheduler/weights/ram.py: free memory, without the ratio. */
const ram: Weigher = (host) => free(memorySeen(host))

/** nova/scheduler/weights/disk.py. */
const disk: Weigher = (host) => free(diskSeen(host))

const free = (seen: ReturnType<typeof memorySeen>): number => (seen ? seen.total - seen.used : 0)

/** nova/scheduler/weights/cpu.py: free vCPUs, by ratio. */
const cpu: Weigher = (host) =>
  host.vcpus ? host.vcpus.total * allocationRatio(host, 'cpu') - host.vcpus.used : 0

const weighers: Record<Rules['weighers'], readonly Weigher[]> = {
  ram: [ram],
  'ram, disk': [ram, disk],
  'ram, disk, cpu': [ram, disk, cpu],
}

/** Hosts in the order Nova takes them, and how many of the first weigh the same. */
export interface Weighed {
  readonly order: readonly HostState[]
  readonly tied: number
}

/**
 * Heaviest first, of which Nova takes the first; those that tie in the order given (nova/weights.py). Weighers of what no
 * snapshot has are left out: I/O, failed builds, metrics, PCI, hypervisor versions. From Kilo to Ussuri a scheduler also
 * remembers the extremes of requests before, which is not known here.
 */
export function weigh(hosts: readonly HostState[]): Weighed {
  const [first] = hosts
  if (!first) return { order: [], tied: 0 }
  const { rules } = first
  const columns = weighers[rules.weighers].map((weigher) => normalized(hosts.map(weigher), rules))
  const weighed = hosts.map((host, row) => ({
    host,
    weight: columns.reduce((sum, column) => sum + (column[row] ?? 0), 0),
  }))
  weighed.sort((a, b) => b.weight - a.weight)
  const [best] = weighed
  return {
    order: weighed.map(({ host }) => host),
    tied: weighed.filter(({ weight }) => weight === best?.weight).length,
  }
}

/** Between 0 and 1; the lower end is no free resource at all, or what is overcommitted most. */
function normalized(weights: readonly number[], rules: Rules): readonly number[] {
  const floored = rules.weightFloor === 'zero' ? weights.map((weight) => Math.max(weight, 0)) : weights
  const least = floored.reduce((least, weight) => Math.min(least, weight), 0)
  const most = floored.reduce((most, weight) => Math.max(most, weight), Number.NEGATIVE_INFINITY)
  return floored.map((weight) => (most === least ? 0 : (weight - least) / (most - least)))
}
