import { memo } from '../collections.ts'
import type { GuestTopology } from '../model/cell.ts'
import type { Flavor, ImageProps } from '../model/flavor.ts'
import { int } from '../oslo.ts'
import type { Rules } from '../releases/rules.ts'
import type { CpuTopology } from './guest-xml.ts'

const parts = ['sockets', 'cores', 'threads'] as const

const mostOfAny = 65_536

/** Nova raises, and names what is at fault. */
type Raised = { readonly kind: 'raises'; readonly exception: string; readonly detail: string }

const raises = (exception: string, detail: string): Raised => ({ kind: 'raises', exception, detail })

/** Sockets, cores and threads in that order; zero where nothing is preferred. */
type CpuLimits =
  | { readonly kind: 'limits'; readonly wanted: readonly number[]; readonly most: readonly number[] }
  | Raised

/**
 * What flavor and image prefer and allow of sockets, cores and threads (nova/virt/hardware.py:
 * get_cpu_topology_constraints). An image may lower the flavor's `hw:cpu_max_*`, never raise them; a flavor that prefers
 * more than that is not heard, an image that does is refused.
 */
export function cpuLimitsOf(flavor: Flavor, image: ImageProps, rules: Rules): CpuLimits {
  const properties = parts.flatMap((part) => [`hw_cpu_max_${part}`, `hw_cpu_${part}`])
  const badImage = properties.find((name) => isNoNumber(image[name]))
  if (badImage) return raises('ValueError', `${badImage}=${image[badImage]}`)
  const badFlavor = (prefix: string) =>
    parts.map((part) => `${prefix}${part}`).find((name) => isNoNumber(flavor.extraSpecs[name]))
  const noNumber = (name: string) =>
    raises(
      rules.cpuTopologyLimits === 'by the API too' ? 'InvalidRequest' : 'ValueError',
      `${name}=${flavor.extraSpecs[name]}`,
    )
  const ofFlavor = (name: string) => read(flavor.extraSpecs[`hw:cpu_${name}`])
  const ofImage = (name: string) => read(image[`hw_cpu_${name}`])
  const zeroCounts = rules.cpuTopologyLimits === 'by the compute, zero too'
  const isUnset = (count: number | undefined): count is undefined | 0 =>
    count === undefined || (count === 0 && !zeroCounts)

  const badLimit = badFlavor('hw:cpu_max_')
  if (badLimit) return noNumber(badLimit)
  const flavorMost = parts.map((part) => ofFlavor(`max_${part}`))
  const imageMost = parts.map((part) => ofImage(`max_${part}`))
  const exceeds = parts.some((_, at) => {
    const [image, flavor] = [imageMost[at], flavorMost[at]]
    if (zeroCounts) return image !== undefined && image > (flavor ?? mostOfAny)
    return !isUnset(flavor) && (image ?? 0) > flavor
  })
  if (exceeds) return raises('ImageVCPULimitsRangeExceeded', said('hw_cpu_max_', imageMost))
  const most = parts.map((_, at) => {
    const [image, flavor] = [imageMost[at], flavorMost[at]]
    return isUnset(image) ? (isUnset(flavor) ? mostOfAny : flavor) : image
  })

  const badWant = badFlavor('hw:cpu_')
  if (badWant) return noNumber(badWant)
  const flavorWants = parts.map((part) => ofFlavor(part) ?? 0)
  const imageWants = parts.map((part) => ofImage(part) ?? 0)
  const beyond = (wanted: readonly number[]) => wanted.some((count, at) => count > (most[at] as number))
  if (beyond(imageWants)) return raises('ImageVCPUTopologyRangeExceeded', said('hw_cpu_', imageWants))
  if (imageWants.some((count) => count !== 0)) return { kind: 'limits', wanted: imageWants, most }
  return { kind: 'limits', wanted: beyond(flavorWants) ? [0, 0, 0] : flavorWants, most }
}

const isNoNumber = (text: string | undefined): boolean => text !== undefined && int(text) === undefined

const read = (text: string | undefined): number | undefined => (text === undefined ? undefined : int(text))

const said = (prefix: string, counts: readonly (number | undefined)[]): string =>
  parts.flatMap((part, at) => (counts[at] === undefined ? [] : [`${prefix}${part}=${counts[at]}`])).join(' ')

/**
 * The CPU topology a guest is shown (nova/virt/hardware.py: get_best_cpu_topology): as near as can be to what flavor and
 * image prefer, else all sockets; no more threads than pinning found. The compute finds it when it starts the guest.
 */
export function cpuTopologyOf(
  flavor: Flavor,
  image: ImageProps,
  topology: GuestTopology | undefined,
  rules: Rules,
): { readonly kind: 'topology'; readonly topology: CpuTopology } | Raised {
  const limits = limitsAsked(flavor)(image)(rules)
  if (limits.kind === 'raises') return limits
  const { wanted, most, possible } = limits
  const found = best(asThreaded(possible, topology, wanted[2] as number), wanted)
  return found
    ? { kind: 'topology', topology: found }
    : raises('ImageVCPULimitsRangeImpossible', `vcpus=${flavor.vcpus} ${said('hw:cpu_max_', most)}`)
}

/** Guests of one flavor and image ask the same. */
const limitsAsked = memo((flavor: Flavor) =>
  memo((image: ImageProps) =>
    memo((rules: Rules) => {
      const limits = cpuLimitsOf(flavor, image, rules)
      return limits.kind === 'raises'
        ? limits
        : { ...limits, possible: possibleTopologies(flavor.vcpus, limits.most) }
    }),
  ),
)

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
  const allowed = Math.max(1, Math.min(...found, ...(wanted <= 0 ? [] : [wanted])))
  const fitting = possible.map(({ threads }) => threads).filter((threads) => threads <= allowed)
  return possible.filter(({ threads }) => threads === Math.max(...fitting))
}

function best(possible: readonly CpuTopology[], wanted: readonly number[]): CpuTopology | undefined {
  const score = (topology: CpuTopology) => parts.filter((part, at) => topology[part] === wanted[at]).length
  return [...possible].sort((a, b) => score(b) - score(a))[0]
}
