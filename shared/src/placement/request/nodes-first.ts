import type { EmulatorThreadsPolicy, GuestCell, GuestTopology } from '../../model/cell.ts'
import type { Flavor } from '../../model/flavor.ts'
import type { Rules } from '../../releases/rules.ts'
import { singleCell } from './cells.ts'
import { withExplicitResources } from './explicit-resources.ts'
import { nodeCount, split } from './nodes.ts'
import { pageSizeConstraint, pageSizeRequest } from './page-size.ts'
import {
  asThreadPolicy,
  cpuPolicyConstraint,
  emulatorThreadsConstraint,
  isRealtime,
  pinned,
  realtimeMask,
  threadPoliciesOf,
  threadPolicyConstraint,
} from './policies.ts'
import { flavorSpec, type TypedImage } from './properties.ts'
import { refuse } from './refusal.ts'

/** What the CPU policies make of cells that nodes and page size gave, if they gave any. */
type PolicyStage = (
  cells: readonly GuestCell[] | undefined,
  flavor: Flavor,
  image: TypedImage,
  rules: Rules,
) => GuestTopology | undefined

/** nova/virt/hardware.py: numa_get_constraints, Liberty to Ussuri. */
export function nodesFirst(
  flavor: Flavor,
  image: TypedImage,
  rules: Rules,
  policies: PolicyStage,
): GuestTopology | undefined {
  const nodes = nodeCount(flavor, image, rules)
  const size = pageSizeConstraint(flavorSpec(flavor, 'mem_page_size'), image.memPageSize, rules)
  if (!nodes && !size && !asksForVpmem(flavor, rules)) return policies(undefined, flavor, image, rules)
  const pageSize = pageSizeRequest(size)
  const cells = split(nodes || 1, flavor, image, rules).map((cell) => ({ ...cell, pageSize }))
  return policies(cells, flavor, image, rules)
}

/** nova/virt/hardware.py: get_vpmems, of labels that are not blank. */
export const asksForVpmem = (flavor: Flavor, rules: Rules): boolean =>
  rules.vpmem === 'read' && (flavorSpec(flavor, 'pmem') ?? '').split(',').some((label) => label.trim() !== '')

const topology = (
  cells: readonly GuestCell[] | undefined,
  emulatorThreadsPolicy?: EmulatorThreadsPolicy,
): GuestTopology | undefined => cells && { cells, emulatorThreadsPolicy }

/** Cells of a pinned guest: one where nothing asked for nodes, or where nodes came to none. */
const orSingle = (cells: readonly GuestCell[] | undefined, flavor: Flavor): readonly GuestCell[] =>
  cells?.length ? cells : [singleCell(flavor)]

const dedicated = (
  cells: readonly GuestCell[] | undefined,
  flavor: Flavor,
  thread: string | undefined,
  emulator: EmulatorThreadsPolicy | undefined,
) => {
  const cpuThreadPolicy = asThreadPolicy(thread)
  return topology(
    orSingle(cells, flavor).map((cell) => ({ ...cell, cpuPolicy: 'dedicated', cpuThreadPolicy })),
    emulator,
  )
}

/** Liberty. */
export const pinningAlone: PolicyStage = (cells, flavor, image, rules) =>
  cpuPolicyConstraint(flavor, image, rules) === 'dedicated'
    ? topology(pinned(orSingle(cells, flavor)))
    : topology(cells)

/** Mitaka and Newton. */
export const realtimeThenThreads: PolicyStage = (cells, flavor, image, rules) => {
  const cpu = cpuPolicyConstraint(flavor, image, rules)
  checkRealtime(flavor, image, rules, cpu === 'dedicated')
  const threads = threadPoliciesOf(flavor, image, rules)
  if (cpu !== 'dedicated') {
    if (threads.flavor || threads.image) refuse('CPUThreadPolicyConfigurationInvalid')
    return topology(cells)
  }
  return dedicated(cells, flavor, threadPolicyConstraint(threads, rules), undefined)
}

/** Ocata, Pike and Queens. */
export const threadsThenRealtime: PolicyStage = (cells, flavor, image, rules) => {
  const cpu = cpuPolicyConstraint(flavor, image, rules)
  const thread = threadPolicyConstraint(threadPoliciesOf(flavor, image, rules), rules)
  const emulator = emulatorThreadsConstraint(flavor, rules)
  if (emulator === 'isolate' && cpu !== 'dedicated') refuse('BadRequirementEmulatorThreadsPolicy')
  checkRealtime(flavor, image, rules, cpu === 'dedicated')
  if (cpu !== 'dedicated') {
    if (thread) refuse('CPUThreadPolicyConfigurationInvalid', `cpu_thread_policy=${thread}`)
    return topology(cells)
  }
  return dedicated(cells, flavor, thread, emulator)
}

/** Rocky to Ussuri. */
export const threadsEmulatorRealtime: PolicyStage = (cells, flavor, image, rules) => {
  const said = {
    cpu: cpuPolicyConstraint(flavor, image, rules),
    thread: threadPolicyConstraint(threadPoliciesOf(flavor, image, rules), rules),
    emulator: emulatorThreadsConstraint(flavor, rules),
  }
  const { cpu, thread, emulator } = withExplicitResources(said, flavor, image, rules)
  if (cpu !== 'dedicated') {
    if (thread) refuse('CPUThreadPolicyConfigurationInvalid', `cpu_thread_policy=${thread}`)
    if (emulator === 'isolate') refuse('BadRequirementEmulatorThreadsPolicy')
    checkRealtime(flavor, image, rules, false)
    return topology(cells)
  }
  checkRealtime(flavor, image, rules, true)
  return dedicated(cells, flavor, thread, emulator)
}

function checkRealtime(flavor: Flavor, image: TypedImage, rules: Rules, isDedicated: boolean): void {
  if (!isRealtime(flavor, rules)) return
  if (!isDedicated) refuse('RealtimeConfigurationInvalid', 'hw:cpu_realtime')
  if (!realtimeMask(flavor, image)) refuse('RealtimeMaskNotFoundOrInvalid', 'hw:cpu_realtime_mask')
}
