import type { CpuPolicy, GuestTopology } from '../../model/cell.ts'
import { type CpuSet, within, without } from '../../model/cpus.ts'
import type { Flavor } from '../../model/flavor.ts'
import { boolFromString } from '../../oslo.ts'
import type { Rules } from '../../releases/rules.ts'
import { vcpusOf } from './cells.ts'
import { type Policies, withExplicitResources } from './explicit-resources.ts'
import { nodeCount, split } from './nodes.ts'
import { asksForVpmem } from './nodes-first.ts'
import { pageSizeConstraint, pageSizeRequest } from './page-size.ts'
import {
  asThreadPolicy,
  cpuPolicyConstraint,
  emulatorThreadsConstraint,
  isRealtime,
  realtimeMask,
  threadPoliciesOf,
  threadPolicyConstraint,
} from './policies.ts'
import { cpusOf, flavorSpec, type TypedImage } from './properties.ts'
import { refuse } from './refusal.ts'

/** nova/virt/hardware.py: numa_get_constraints, Victoria and later. */
export function policiesFirst(flavor: Flavor, image: TypedImage, rules: Rules): GuestTopology | undefined {
  const cpu = cpuPolicyConstraint(flavor, image, rules)
  const thread = threadPolicyConstraint(threadPoliciesOf(flavor, image, rules), rules)
  const realtime = realtimeCpus(flavor, image, rules)
  const masked = dedicatedMask(flavor, rules)
  const emulator = emulatorThreadsConstraint(flavor, rules)

  const policies = withExplicitResources({ cpu, thread, emulator }, flavor, image, rules)
  checkTogether(policies, realtime, masked)

  const nodes = nodeCount(flavor, image, rules)
  const size = pageSizeConstraint(flavorSpec(flavor, 'mem_page_size'), image.memPageSize, rules)
  checkLockedMemory(flavor, image, rules)
  const pins = policies.cpu === 'dedicated' || policies.cpu === 'mixed'
  if (!nodes && !size && !pins && !asksForVpmem(flavor, rules)) return undefined

  const dedicated = dedicatedCpus(policies.cpu, flavor, masked ?? realtime)
  const cells = split(nodes || 1, flavor, image, rules).map((cell) => ({
    ...cell,
    cpuset: without(cell.cpuset, dedicated),
    pcpuset: within(cell.cpuset, dedicated),
    pageSize: pageSizeRequest(size),
    cpuPolicy: policies.cpu,
    cpuThreadPolicy: asThreadPolicy(policies.thread),
  }))
  return { cells, emulatorThreadsPolicy: policies.emulator }
}

const dedicatedCpus = (policy: CpuPolicy | undefined, flavor: Flavor, mixed: CpuSet | undefined): CpuSet => {
  if (policy === 'dedicated') return vcpusOf(flavor)
  return policy === 'mixed' ? (mixed ?? []) : []
}

/** A mask as CPUs: `^` alone counts from all of the flavor's. */
const maskedCpus = (mask: string, flavor: Flavor, rules: Rules): CpuSet =>
  cpusOf(mask.trim().startsWith('^') ? `0-${flavor.vcpus - 1},${mask}` : mask, rules)

const isSubset = (cpus: CpuSet, of: CpuSet): boolean => without(cpus, of).length === 0

/** nova/virt/hardware.py: get_realtime_cpu_constraint. Undefined for a guest without real time. */
export function realtimeCpus(flavor: Flavor, image: TypedImage, rules: Rules): CpuSet | undefined {
  if (!isRealtime(flavor, rules)) return undefined
  const mask = realtimeMask(flavor, image)
  const invalid = () => refuse('RealtimeMaskNotFoundOrInvalid', `cpu_realtime_mask=${mask ?? ''}`)
  const all = vcpusOf(flavor)
  const cpus = mask ? maskedCpus(mask, flavor, rules) : all
  if (cpus.length === 0) return invalid()

  const emulator = emulatorThreadsConstraint(flavor, rules)
  if (cpus.length === all.length && isSubset(cpus, all) && !emulator) return invalid()
  return isSubset(cpus, all) ? cpus : invalid()
}

/** nova/virt/hardware.py: get_dedicated_cpu_constraint. Some vCPUs and not all of them; undefined without a mask. */
function dedicatedMask(flavor: Flavor, rules: Rules): CpuSet | undefined {
  const mask = flavorSpec(flavor, 'cpu_dedicated_mask')
  if (!mask) return undefined
  const cpus = maskedCpus(mask, flavor, rules)
  const all = vcpusOf(flavor)
  const proper = cpus.length > 0 && !isSubset(all, cpus) && isSubset(cpus, all)
  return proper ? cpus : refuse('InvalidMixedInstanceDedicatedMask', `hw:cpu_dedicated_mask=${mask}`)
}

function checkTogether(
  { cpu, thread, emulator }: Policies,
  realtime: CpuSet | undefined,
  masked: CpuSet | undefined,
): void {
  switch (cpu) {
    case 'dedicated':
      if (masked) refuse('RequiredMixedInstancePolicy', 'hw:cpu_dedicated_mask')
      return
    case 'mixed':
      if (!!realtime === !!masked) refuse('RequiredMixedOrRealtimeCPUMask', 'hw:cpu_dedicated_mask')
      return
    default:
      if (thread) refuse('CPUThreadPolicyConfigurationInvalid', `cpu_thread_policy=${thread}`)
      if (emulator === 'isolate') refuse('BadRequirementEmulatorThreadsPolicy')
      if (masked) refuse('RequiredMixedInstancePolicy', 'hw:cpu_dedicated_mask')
      if (realtime) refuse('RealtimeConfigurationInvalid', 'hw:cpu_realtime')
  }
}

/** nova/virt/hardware.py: get_locked_memory_constraint. It changes no book. */
function checkLockedMemory(flavor: Flavor, image: TypedImage, rules: Rules): void {
  if (rules.lockedMemory === 'not read') return
  const spec = flavorSpec(flavor, 'locked_memory')
  const ofFlavor = spec === undefined ? undefined : boolFromString(spec)
  const ofImage = image.lockedMemory
  if (ofFlavor !== undefined && ofImage !== undefined && ofFlavor !== ofImage) {
    refuse('FlavorImageLockedMemoryConflict', `hw:locked_memory=${ofFlavor} hw_locked_memory=${ofImage}`)
  }
  const sized = flavorSpec(flavor, 'mem_page_size') || image.memPageSize
  if ((ofFlavor ?? ofImage) && !sized) refuse('LockMemoryForbidden', 'hw:locked_memory')
}
