import type { CpuSet } from '../../model/cpus.ts'
import type { Flavor, ImageProps } from '../../model/flavor.ts'
import { boolFromString } from '../../oslo.ts'
import type { Rules } from '../../releases/rules.ts'
import { isRealtime, realtimeMask } from './policies.ts'
import { realtimeCpus } from './policies-first.ts'
import { cpusOf, flavorSpec, typedImage } from './properties.ts'

/**
 * vCPUs with real time of a request that Nova accepts; undefined without real time. nova/virt/hardware.py:
 * vcpus_realtime_topology, since Victoria get_realtime_cpu_constraint.
 */
export function realtimeVcpus(flavor: Flavor, image: ImageProps, rules: Rules): CpuSet | undefined {
  const typed = typedImage(image, rules)
  if (rules.constraintOrder === 'policies, nodes') return realtimeCpus(flavor, typed, rules)
  if (!isRealtime(flavor, rules)) return undefined
  return cpusOf(`0-${flavor.vcpus - 1},${realtimeMask(flavor, typed) ?? ''}`, rules)
}

/** nova/virt/hardware.py: get_locked_memory_constraint. */
export const locksMemory = (flavor: Flavor, image: ImageProps, rules: Rules): boolean =>
  rules.lockedMemory === 'read' &&
  boolFromString(flavorSpec(flavor, 'locked_memory') ?? image.hw_locked_memory ?? '')
