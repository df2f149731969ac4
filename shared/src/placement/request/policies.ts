import type { CpuPolicy, CpuThreadPolicy, EmulatorThreadsPolicy, GuestCell } from '../../model/cell.ts'
import type { Flavor } from '../../model/flavor.ts'
import { boolFromString } from '../../oslo.ts'
import type { Rules } from '../../releases/rules.ts'
import { flavorSpec, type TypedImage, threadPolicies } from './properties.ts'
import { refuse } from './refusal.ts'

/** Kilo and Liberty mark a pinned guest by a pinning still empty, and store no policy. */
export const pinned = (cells: readonly GuestCell[]): readonly GuestCell[] =>
  cells.map((cell) => ({ ...cell, cpuPinning: [] }))

/** nova/virt/hardware.py: get_cpu_policy_constraint. Undefined is shared, where neither flavor nor image says. */
export function cpuPolicyConstraint(flavor: Flavor, image: TypedImage, rules: Rules): CpuPolicy | undefined {
  const known: readonly string[] =
    rules.mixedCpuPolicy === 'known' ? ['dedicated', 'shared', 'mixed'] : ['dedicated', 'shared']
  const asked = flavorSpec(flavor, 'cpu_policy')
  if (asked && !known.includes(asked) && rules.unknownPolicy === 'refused') {
    return refuse('InvalidCPUAllocationPolicy', `hw:cpu_policy=${asked}`)
  }
  const ofFlavor = known.includes(asked ?? '') ? (asked as CpuPolicy) : undefined
  const ofImage = image.cpuPolicy as CpuPolicy | undefined

  const forbidden: Record<CpuPolicy, readonly (CpuPolicy | undefined)[]> = {
    dedicated: [],
    mixed: ['dedicated'],
    shared: ['dedicated', 'mixed'],
  }
  if (ofFlavor) return forbidden[ofFlavor].includes(ofImage) ? refuse('ImageCPUPinningForbidden') : ofFlavor
  return ofImage === 'shared' && rules.imageSharedCpuPolicy === 'ignored' ? undefined : ofImage
}

/** What flavor and image say of thread policy; the image's is typed, the flavor's any text. */
export interface ThreadPolicies {
  readonly flavor: string | undefined
  readonly image: string | undefined
}

export const threadPoliciesOf = (flavor: Flavor, image: TypedImage, rules: Rules): ThreadPolicies =>
  rules.cpuThreadPolicy === 'not read'
    ? { flavor: undefined, image: undefined }
    : { flavor: flavorSpec(flavor, 'cpu_thread_policy'), image: image.threadPolicy }

/** nova/virt/hardware.py: get_cpu_thread_policy_constraint. Text, since before Stein no one looks what it is. */
export function threadPolicyConstraint({ flavor, image }: ThreadPolicies, rules: Rules): string | undefined {
  if (flavor && !threadPolicies.includes(flavor) && rules.unknownPolicy === 'refused') {
    return refuse('InvalidCPUThreadAllocationPolicy', `hw:cpu_thread_policy=${flavor}`)
  }
  if (flavor === undefined) return image
  if (flavor === 'prefer') return rules.cpuThreadPolicy === 'image over prefer' ? image : flavor
  if (image && image !== flavor) {
    return refuse(
      'ImageCPUThreadPolicyForbidden',
      `hw:cpu_thread_policy=${flavor} hw_cpu_thread_policy=${image}`,
    )
  }
  return flavor
}

/** As a guest cell can hold it. */
export const asThreadPolicy = (policy: string | undefined): CpuThreadPolicy | undefined =>
  policy === undefined || threadPolicies.includes(policy)
    ? (policy as CpuThreadPolicy | undefined)
    : refuse('ValueError', `cpu_thread_policy=${policy}`)

/** nova/virt/hardware.py: get_emulator_thread_policy_constraint. */
export function emulatorThreadsConstraint(flavor: Flavor, rules: Rules): EmulatorThreadsPolicy | undefined {
  if (rules.emulatorThreads === 'not read') return undefined
  const asked = flavorSpec(flavor, 'emulator_threads_policy')
  if (!asked) return undefined
  return asked === 'share' || asked === 'isolate'
    ? asked
    : refuse('InvalidEmulatorThreadsPolicy', `hw:emulator_threads_policy=${asked}`)
}

export const isRealtime = (flavor: Flavor, rules: Rules): boolean =>
  rules.realtime === 'read' && boolFromString(flavorSpec(flavor, 'cpu_realtime') ?? '')

/** The image's mask, which knows the guest better, else the flavor's. */
export const realtimeMask = (flavor: Flavor, image: TypedImage): string | undefined =>
  image.realtimeMask || flavorSpec(flavor, 'cpu_realtime_mask')
