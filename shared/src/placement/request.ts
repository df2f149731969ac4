import type { Flavor, ImageProps } from '../model/flavor.ts'
import type { GuestId, HostId } from '../model/ids.ts'
import { cpuLimitsOf } from '../reality/cpu-topology.ts'
import type { Rules } from '../releases/rules.ts'
import { GiB, type KiB, plus } from '../units.ts'
import type { Constraints } from './request/constraints.ts'
import { numaConstraints } from './request/numa-constraints.ts'

/** What a guest takes of a whole host. */
export interface Resources {
  readonly vcpus: number
  readonly memory: KiB
  /** Root and ephemeral disk, and swap. */
  readonly disk: KiB
}

/** The server group a guest is to join, and where its members are: a host as often as it has one. */
export interface GroupHint {
  readonly name: string
  readonly policy: string
  readonly maxServerPerHost: number | undefined
  readonly hosts: readonly HostId[]
}

/** What a caller may say beside flavor and image. */
export interface SchedulerHints {
  /** `--availability-zone`, without a host. */
  readonly zone: string | undefined
  /** Hosts this request has failed on, for RetryFilter. */
  readonly tried: readonly HostId[]
  readonly sameHost: readonly GuestId[]
  readonly differentHost: readonly GuestId[]
  readonly group: GroupHint | undefined
  /** Whose guest it is; undefined where nobody said. */
  readonly project: string | undefined
}

/** Nova's `RequestSpec`: what is asked of every host. */
export interface PlacementRequest {
  readonly flavor: Flavor
  readonly image: ImageProps
  readonly constraints: Constraints
  /** What the scheduler is asked for in their place: a resize that kept the cells of the old flavor. Absent is the same. */
  readonly scheduled?: Constraints
  readonly resources: Resources
  readonly hints: SchedulerHints
}

const noHints: SchedulerHints = {
  zone: undefined,
  tried: [],
  sameHost: [],
  differentHost: [],
  group: undefined,
  project: undefined,
}

/** A request as Nova's API makes it under the cloud's release. */
export const placementRequest = (
  flavor: Flavor,
  image: ImageProps,
  rules: Rules,
  hints: Partial<SchedulerHints> = {},
): PlacementRequest => ({
  flavor,
  image,
  constraints: apiConstraints(flavor, image, rules),
  resources: resourcesOf(flavor),
  hints: { ...noHints, ...hints },
})

/** nova/compute/api.py: _validate_flavor_image_nostatus, the CPU topology first where the API looks at it. */
function apiConstraints(flavor: Flavor, image: ImageProps, rules: Rules): Constraints {
  if (rules.cpuTopologyLimits === 'by the API too') {
    const limits = cpuLimitsOf(flavor, image, rules)
    if (limits.kind === 'raises') {
      return { kind: 'rejected', exception: limits.exception, detail: limits.detail }
    }
  }
  return numaConstraints(flavor, image, rules)
}

/** Flavors have disk in GiB and swap in MiB. */
export const resourcesOf = (flavor: Flavor): Resources => ({
  vcpus: flavor.vcpus,
  memory: flavor.memory,
  disk: plus(GiB(flavor.rootGb + flavor.ephemeralGb), flavor.swap),
})
