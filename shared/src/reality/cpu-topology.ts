import type { GuestTopology } from '../model/cell.ts'
import type { Flavor, ImageProps } from '../model/flavor.ts'
import { int } from '../oslo.ts'
import type { CpuTopology } from './guest-xml.ts'

const parts = ['sockets', 'cores', 'threads'] as const

const mostOfAny = 65_536

/**
 * The CPU topology a guest is shown (nova/virt/hardware.py: get_best_cpu_topology): as near as can be to what flavor and
 * image prefer, else all sockets; no more threads than pinning found. Undefined where Nova would refuse the request.
 */
export function cpuTopologyOf(
  flavor: Flavor,
  image: ImageProps,
  topology: GuestTopology | undefined,
): CpuTopology | undefined {
  const ofFlavor = (name: string, otherwise: number) => read(flavor.extraSpecs, `hw:cpu_${name}`, otherwise)
  const ofImage = (name: string, otherwise: number) => read(image, `hw_cpu_${name}`, otherwise)

  const flavorMost = parts.map((part) => ofFlavor(`max_${part}`, mostOfAny))
  const most = parts.map((part, at) => ofImage(`max_${part}`, flavorMost[at] as number))
  if (most.some((limit, at) => limit > (flavorMost[at] as number))) return undefined

  const wanted = preferred(
    parts.map((part) => ofFlavor(part, -1)),
    parts.map((part) => ofImage(part, -1)),
    most,
  )
  if (!wanted) return undefined
  const possible = possibleTopologies(flavor.vcpus, most)
  return best(asThreaded(possible, topology, wanted[2] as number), wanted)
}

const read = (texts: Readonly<Record<string, string>>, name: string, otherwise: number): number => {
  const text = texts[name]
  return text === undefined ? otherwise : (int(text) ?? otherwise)
}

/** The image's, unless it says nothing; a flavor that goes beyond the limits is not heard. */
function preferred(
  flavor: readonly number[],
  image: readonly number[],
  most: readonly number[],
): readonly number[] | undefined {
  const beyond = (wanted: readonly number[]) => wanted.some((count, at) => count > (most[at] as number))
  if (beyond(image)) return undefined
  if (image.some((count) => count !== -1)) return image
  return beyond(flavor) ? [-1, -1, -1] : flavor
}

/** Most cores first, then most sockets. */
function possibleTopologies(vcpus: number, most: readonly number[]): readonly CpuTopology[] {
  const [maxSockets = 0, maxCores = 0, maxThreads = 0] = most
  const divisors = Array.from({ length: vcpus }, (_, index) => index + 1).filter((n) => vcpus % n === 0)
  return divisors
    .flatMap((sockets) =>
      divisors
        .filter((cores) => (vcpus / sockets) % cores === 0)
        .map((cores) => ({ sockets, cores, threads: vcpus / sockets / cores })),
    )
    .filter(
      ({ sockets, cores, threads }) => sockets <= maxSockets && cores <= maxCores && threads <= maxThreads,
    )
    .sort(
      (a, b) => b.sockets * b.cores - a.sockets * a.cores || b.sockets - a.sockets || b.threads - a.threads,
    )
}

/** Those with the most threads that pinning, and whoever asked for threads, allow. */
function asThreaded(
  possible: readonly CpuTopology[],
  topology: GuestTopology | undefined,
  wanted: number,
): readonly CpuTopology[] {
  const found = (topology?.cells ?? []).flatMap(({ cpuTopology }) =>
    cpuTopology ? [cpuTopology.threads] : [],
  )
  if (found.length === 0) return possible
  const allowed = Math.max(1, Math.min(...found, ...(wanted === -1 ? [] : [wanted])))
  const fitting = possible.map(({ threads }) => threads).filter((threads) => threads <= allowed)
  return possible.filter(({ threads }) => threads === Math.max(...fitting))
}

function best(possible: readonly CpuTopology[], wanted: readonly number[]): CpuTopology | undefined {
  const score = (topology: CpuTopology) => parts.filter((part, at) => topology[part] === wanted[at]).length
  return [...possible].sort((a, b) => score(b) - score(a))[0]
}
