import { cpuSet } from '../model/cpus.ts'
import { sum } from '../units.ts'
import { detector } from './detector.ts'
import { type Finding, finding, memory } from './finding.ts'
import type { HostBooks } from './host-books.ts'
import { type Ruled, remedyOfRule, ruled } from './ruled.ts'

export interface UnboundFinding extends Finding<'memory-bound-nowhere' | 'vcpus-kept-to-a-cell'>, Ruled {
  /** Guests it concerns. */
  readonly guests: number
}

/**
 * What the domain XML of a release leaves out or adds: memory booked on a cell and bound to none, and guests without cells
 * kept to the CPUs of one that nobody booked (nova/virt/libvirt/driver.py: _get_guest_numa_config).
 */
export const unbound = detector(['nova'], (books): readonly UnboundFinding[] => [
  ...boundNowhere(books),
  ...keptToCell(books),
])

const isThere = (vmState: string): boolean => vmState !== 'shelved_offloaded' && vmState !== 'deleted'

function boundNowhere({ host, residents, rules, compute }: HostBooks): readonly UnboundFinding[] {
  const placed = residents.flatMap(({ topology, vmState }) =>
    typeof topology === 'string' || !isThere(vmState) ? [] : [topology],
  )
  if (rules.xmlMemoryPolicy !== 'none' || placed.length === 0) return []
  const of = ruled(compute, [{ rule: 'xmlMemoryPolicy', is: 'strict' }])
  const booked = sum(placed.flatMap(({ cells }) => cells.map((cell) => cell.memory)))
  return [
    {
      ...finding('memory-bound-nowhere', {
        kind: 'wrong-cell',
        where: { host },
        resource: memory,
        expected: { by: 'nova', amount: booked },
        observed: { by: 'libvirt', amount: 0 },
        severity: { next: 'drift', amount: booked, unit: 'KiB' },
        remedy: remedyOfRule(of),
      }),
      ...of,
      guests: placed.length,
    },
  ]
}

function keptToCell({ host, residents, rules, compute, cells = [] }: HostBooks): readonly UnboundFinding[] {
  const ordinary = residents.filter(({ topology, vmState }) => topology === 'none' && isThere(vmState))
  if (rules.ordinaryGuestCpus === 'any of the host' || cells.length < 2 || ordinary.length === 0) return []
  const of = ruled(compute, [{ rule: 'ordinaryGuestCpus', is: 'any of the host' }])
  const all = cpuSet(cells.flatMap(({ cpuset }) => cpuset)).length
  const most = Math.max(...cells.map(({ cpuset }) => cpuset.length))
  return [
    {
      ...finding('vcpus-kept-to-a-cell', {
        kind: 'wrong-cell',
        where: { host },
        resource: { of: 'cpus', unit: 'count' },
        expected: { by: 'nova', amount: all },
        observed: { by: 'libvirt', amount: most },
        severity: { next: 'drift', amount: all - most, unit: 'count' },
        remedy: remedyOfRule(of),
      }),
      ...of,
      guests: ordinary.length,
    },
  ]
}
