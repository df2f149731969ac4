import { dedicatedVcpus, isPinned } from '../../accounting/guest-cell.ts'
import type { GuestCell } from '../../model/cell.ts'
import type { Rules } from '../../releases/rules.ts'
import { exceeds, inMiB, KiB, MiB, minus, plus } from '../../units.ts'
import type { Rejection } from '../rejection.ts'
import { isShared, type Meeting, objects, passes, type Test } from './meeting.ts'
import { cellMemoryTest, freeMemoryTest, pageAndMemoryTest, pageSizeTest } from './pages.ts'
import { packOntoCores } from './pins.ts'

/** What came of trying a guest cell on a host cell, and the guest cell as that leaves it. */
export type Attempt =
  | { readonly kind: 'fits' | 'fails'; readonly guest: GuestCell }
  | {
      readonly kind: 'raises'
      readonly guest: GuestCell
      readonly exception: string
      readonly detail: string
    }

/** nova/virt/hardware.py: _numa_fit_instance_cell, up to the first test that fails. */
export function attempt(guest: GuestCell, meeting: Meeting): Attempt {
  let now = guest
  for (const test of testsOf(meeting.rules)) {
    const tested = test(now, meeting)
    if (tested.kind === 'raises') return tested
    now = tested.guest
    if (tested.objections.length > 0) return { kind: 'fails', guest: now }
  }
  return { kind: 'fits', guest: { ...now, id: meeting.host.id } }
}

/** Every objection of every test, where `attempt` stops at the first. */
export function objectionsOf(guest: GuestCell, meeting: Meeting): readonly Rejection[] {
  const objections: Rejection[] = []
  let now = guest
  for (const test of testsOf(meeting.rules)) {
    const tested = test(now, meeting)
    now = tested.guest
    if (tested.kind === 'raises') {
      objections.push({ kind: 'exception', exception: tested.exception, detail: tested.detail })
    } else objections.push(...tested.objections)
  }
  return objections
}

/** A guest cell with more vCPUs than the host cell has CPUs would overcommit against itself. */
const ownCpusTest: Test = (guest, { host, where, reserve, rules }) => {
  const objections: Rejection[] = []
  const refuse = (needed: number, total: number) => {
    if (needed > total) objections.push({ kind: 'cell-cpus-too-few', needed, total, ...where })
  }
  if (isPinned(guest, rules)) refuse(dedicatedVcpus(guest, rules).length + reserve, host.pcpuset.length)
  if (isShared(guest, rules)) refuse(guest.cpuset.length, host.cpuset.length)
  return objects(guest, ...objections)
}

/** nova/virt/hardware.py: _numa_fit_instance_cell_with_pinning. */
const pinTest: Test = (guest, meeting) => {
  const { host, where, reserve, rules } = meeting
  if (!isPinned(guest, rules)) return passes(guest)

  const needed = dedicatedVcpus(guest, rules).length + reserve
  const taken = new Set(host.pinnedCpus)
  const free = host.pcpuset.filter((cpu) => !taken.has(cpu)).length
  const objections: Rejection[] = []
  if (needed > free) {
    objections.push({ kind: 'pcpus-short', needed, free, total: host.pcpuset.length, ...where })
  }
  if (rules.pinnedMemoryTest === 'free cell memory') {
    const memory = freeMemoryTest(guest, meeting)
    if (memory.kind === 'tested') objections.push(...memory.objections)
  }
  if (objections.length > 0) return objects(guest, ...objections)

  const packing = packOntoCores(guest, host, reserve, rules)
  if (packing.kind === 'raises') return { ...packing, guest }
  const policy = guest.cpuThreadPolicy ?? 'prefer'
  const refusal: Rejection = { kind: 'pinning-impossible', needed, free, policy, ...where }
  if (packing.kind === 'impossible') return objects(guest, refusal)

  const pins = new Map([...(guest.cpuPinning ?? []), ...packing.pins])
  const pinned: GuestCell = {
    ...guest,
    id: host.id,
    cpuPinning: packing.pins.length > 0 ? [...pins].sort(([one], [other]) => one - other) : guest.cpuPinning,
    ...(rules.emulatorThread === 'not reserved' ? {} : { cpusetReserved: packing.reserved }),
    ...(rules.pinnedTopology === 'none' ? {} : { cpuTopology: packing.topology }),
  }
  const cellWithoutVcpus = guest.cpuset.length + guest.pcpuset.length === 0
  return cellWithoutVcpus ? objects(pinned, refusal) : passes(pinned)
}

/** Usage by allocation ratios; only where the scheduler sent any. */
const limitsTest: Test = (guest, { host, where, limits, rules }) => {
  if (!limits || !isShared(guest, rules)) return passes(guest)

  const objections: Rejection[] = []
  const memoryLimit = limitOf(KiB(host.memory * limits.ramAllocationRatio), rules)
  if (exceeds(plus(host.memoryUsage, guest.memory), memoryLimit)) {
    objections.push({
      kind: 'cell-memory-short',
      needed: guest.memory,
      free: minus(memoryLimit, host.memoryUsage),
      total: host.memory,
      used: host.memoryUsage,
      ratio: limits.ramAllocationRatio,
      ...where,
    })
  }
  const needed = guest.cpuset.length
  if (host.cpuUsage + needed > host.cpuset.length * limits.cpuAllocationRatio) {
    objections.push({
      kind: 'cell-cpus-short',
      needed,
      used: host.cpuUsage,
      total: host.cpuset.length,
      ratio: limits.cpuAllocationRatio,
      ...where,
    })
  }
  return objects(guest, ...objections)
}

const limitOf = (memory: KiB, rules: Rules): KiB =>
  rules.cellMemoryLimit === 'whole MiB' ? MiB(Math.floor(inMiB(memory))) : memory

const testsInOrder: Readonly<Record<Rules['pageSizeFixed'], readonly Test[]>> = {
  'when all else fits': [cellMemoryTest, ownCpusTest, pinTest, limitsTest, pageSizeTest],
  'before all else': [pageAndMemoryTest, ownCpusTest, pinTest, limitsTest],
}

const testsOf = (rules: Rules): readonly Test[] =>
  rules.cellSearch === 'first permutation' ? testsInOrder[rules.pageSizeFixed] : [limitsTest]
