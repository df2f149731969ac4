import { dedicatedVcpus, isPinned } from '../../accounting/guest-cell.ts'
import type { GuestCell } from '../../model/cell.ts'
import { countWithout } from '../../model/cpus.ts'
import type { Rules } from '../../releases/rules.ts'
import { exceeds, inMiB, KiB, MiB, minus, plus } from '../../units.ts'
import type { OnCell, Rejection } from '../rejection.ts'
import { isRaised, isShared, type Meeting, type Raised, type Telling, type Test } from './meeting.ts'
import { cellMemoryTest, freeMemoryTest, pageAndMemoryTest, pageSizeTest } from './pages.ts'
import { packOntoCores, packsSurely } from './pins.ts'

/** What came of trying a guest cell on a host cell, and the guest cell as that leaves it. */
export type Attempt =
  | { readonly kind: 'fits' | 'fails'; readonly guest: GuestCell }
  | ({ readonly kind: 'raises'; readonly guest: GuestCell } & Raised)

/** nova/virt/hardware.py: _numa_fit_instance_cell, up to the first test that fails. */
export function attempt(guest: GuestCell, meeting: Meeting): Attempt {
  let now = guest
  for (const test of testsOf(meeting.rules)) {
    const tested = test(now, meeting, undefined)
    if (tested === undefined) return { kind: 'fails', guest: now }
    if (isRaised(tested)) return { kind: 'raises', guest: now, ...tested }
    now = tested
  }
  return { kind: 'fits', guest: now.id === meeting.host.id ? now : { ...now, id: meeting.host.id } }
}

/** Every objection of every test, where `attempt` stops at the first. */
export function objectionsOf(guest: GuestCell, where: OnCell, meeting: Meeting): readonly Rejection[] {
  const telling: Telling = { where, objections: [] }
  let now = guest
  for (const test of testsOf(meeting.rules)) {
    const tested = test(now, meeting, telling)
    if (tested === undefined) continue
    if (isRaised(tested)) telling.objections.push({ kind: 'exception', ...tested })
    else now = tested
  }
  return telling.objections
}

/** A guest cell with more vCPUs than the host cell has CPUs would overcommit against itself. */
const ownCpusTest: Test = (guest, { host, reserve, rules }, telling) => {
  const dedicated = isPinned(guest, rules) ? dedicatedVcpus(guest, rules).length + reserve : 0
  const shared = isShared(guest, rules) ? guest.cpuset.length : 0
  if (dedicated <= host.pcpuset.length && shared <= host.cpuset.length) return guest
  if (!telling) return undefined

  const refuse = (needed: number, total: number) => {
    if (needed > total)
      telling.objections.push({ kind: 'cell-cpus-too-few', needed, total, ...telling.where })
  }
  refuse(dedicated, host.pcpuset.length)
  refuse(shared, host.cpuset.length)
  return undefined
}

/** nova/virt/hardware.py: _numa_fit_instance_cell_with_pinning. */
const pinTest: Test = (guest, meeting, telling) => {
  const { host, reserve, rules } = meeting
  if (!isPinned(guest, rules)) return guest

  const needed = dedicatedVcpus(guest, rules).length + reserve
  const free = countWithout(host.pcpuset, host.pinnedCpus)
  if (needed > free) {
    if (!telling) return undefined
    const total = host.pcpuset.length
    telling.objections.push({ kind: 'pcpus-short', needed, free, total, ...telling.where })
  }
  const enough = rules.pinnedMemoryTest !== 'free cell memory' || freeMemoryTest(guest, meeting, telling)
  if (needed > free || !enough) return undefined

  // Whoever tells reasons places nothing: of cores it is enough that they can be packed.
  if (telling && packsSurely(guest, host, reserve, rules)) return guest
  const packing = packOntoCores(guest, host, reserve, rules)
  if (packing.kind === 'raises') return { exception: packing.exception, detail: packing.detail }
  if (packing.kind === 'impossible') return unpinnable(guest, meeting, telling)

  const { pins, reserved, topology } = packing
  const pinned: GuestCell = {
    ...guest,
    id: host.id,
    cpuPinning: pins.length > 0 ? withPins(guest.cpuPinning, pins) : guest.cpuPinning,
    cpusetReserved: rules.emulatorThread === 'not reserved' ? guest.cpusetReserved : reserved,
  }
  return rules.pinnedTopology === 'none' ? pinned : { ...pinned, cpuTopology: topology }
}

type Pins = NonNullable<GuestCell['cpuPinning']>

/** Pins of an earlier attempt stay where this one has none. */
const withPins = (before: Pins | undefined, pins: Pins): Pins =>
  before === undefined || before.length === 0
    ? pins
    : [...new Map([...before, ...pins])].sort(([one], [other]) => one - other)

/** A pinned guest cell without vCPUs never fits; what was written into it stays. */
const vcpusTest: Test = (guest, meeting, telling) => {
  const empty = guest.cpuset.length + guest.pcpuset.length === 0
  return empty && isPinned(guest, meeting.rules) ? unpinnable(guest, meeting, telling) : guest
}

function unpinnable(guest: GuestCell, { host, reserve, rules }: Meeting, telling: Telling | undefined) {
  telling?.objections.push({
    kind: 'pinning-impossible',
    needed: dedicatedVcpus(guest, rules).length + reserve,
    free: countWithout(host.pcpuset, host.pinnedCpus),
    policy: guest.cpuThreadPolicy ?? 'prefer',
    ...telling.where,
  })
  return undefined
}

/** Usage by allocation ratios; only where the scheduler sent any. */
const limitsTest: Test = (guest, { host, limits, rules }, telling) => {
  if (!limits || !isShared(guest, rules)) return guest

  const memoryLimit = limitOf(KiB(host.memory * limits.ramAllocationRatio), rules)
  const memoryShort = exceeds(plus(host.memoryUsage, guest.memory), memoryLimit)
  const needed = guest.cpuset.length
  const cpusShort = host.cpuUsage + needed > host.cpuset.length * limits.cpuAllocationRatio
  if (!memoryShort && !cpusShort) return guest
  if (!telling) return undefined

  if (memoryShort) {
    telling.objections.push({
      kind: 'cell-memory-short',
      needed: guest.memory,
      free: minus(memoryLimit, host.memoryUsage),
      total: host.memory,
      used: host.memoryUsage,
      ratio: limits.ramAllocationRatio,
      ...telling.where,
    })
  }
  if (cpusShort) {
    telling.objections.push({
      kind: 'cell-cpus-short',
      needed,
      used: host.cpuUsage,
      total: host.cpuset.length,
      ratio: limits.cpuAllocationRatio,
      ...telling.where,
    })
  }
  return undefined
}

const limitOf = (memory: KiB, rules: Rules): KiB =>
  rules.cellMemoryLimit === 'whole MiB' ? MiB(Math.floor(inMiB(memory))) : memory

const testsInOrder: Readonly<Record<Rules['pageSizeFixed'], readonly Test[]>> = {
  'when all else fits': [cellMemoryTest, ownCpusTest, pinTest, vcpusTest, limitsTest, pageSizeTest],
  'before all else': [pageAndMemoryTest, ownCpusTest, pinTest, vcpusTest, limitsTest],
}
const limitsAlone: readonly Test[] = [limitsTest]

const testsOf = (rules: Rules): readonly Test[] =>
  rules.cellSearch === 'first permutation' ? testsInOrder[rules.pageSizeFixed] : limitsAlone
