import { cpuSpecSet } from '../accounting/cpu-spec.ts'
import {
  bothOf,
  copyOf,
  eitherOf,
  firstWithout,
  type PythonSet,
  setOfIds,
  walk,
} from '../accounting/set-order.ts'
import type { CapabilityCell } from '../evidence/capabilities.ts'
import type { HostCell } from '../model/cell.ts'
import { without } from '../model/cpus.ts'
import type { Rules } from '../releases/rules.ts'
import type { ReportedHost } from './reported-host.ts'

type Ids = PythonSet<number>

const none: Ids = setOfIds([])

/**
 * A host's cells with CPUs in the order in which Nova's fit walks them before any guest is booked: every set is made of
 * the sets, and in the ways, that nova/virt/libvirt/driver.py: _get_host_numa_topology and nova/objects/numa.py:
 * free_siblings make it. Where a cell lists no cores its own CPUs are walked.
 */
export function walkedCells(host: ReportedHost, rules: Rules): readonly HostCell[] {
  const pools = poolsOf(host, rules)
  const listed = new Map(host.listed.map((cell) => [cell.id, cell]))
  return (host.cells ?? []).map((cell) => walkedCell(cell, listed.get(cell.id)?.cpus ?? [], pools))
}

interface Pools {
  readonly shared: Ids
  readonly dedicated: Ids
  /** What the cores of a cell are cut to. */
  readonly ofCores: (ofCell: Ids) => Ids
}

function poolsOf({ options, online }: ReportedHost, rules: Rules): Pools {
  const { vcpuPinSet, cpuSharedSet, cpuDedicatedSet } = options
  const ofOption = (value: string) => cpuSpecSet(value, rules)
  const ofHost = setOfIds(online)
  if (rules.guestCpuOptions === 'vcpu_pin_set') {
    const allowed = vcpuPinSet ? bothOf(ofOption(vcpuPinSet), ofHost) : ofHost
    return { shared: allowed, dedicated: allowed, ofCores: () => allowed }
  }
  const option = vcpuPinSet ?? cpuSharedSet
  const shared = option ? ofOption(option) : cpuDedicatedSet ? none : ofHost
  const legacy = cpuSharedSet && !vcpuPinSet ? none : shared
  const dedicated = cpuDedicatedSet ? ofOption(cpuDedicatedSet) : legacy
  return { shared, dedicated, ofCores: (ofCell) => bothOf(ofCell, eitherOf(shared, dedicated)) }
}

function walkedCell(cell: HostCell, cpus: CapabilityCell['cpus'], pools: Pools): HostCell {
  const ofCell = setOfIds(cpus.map(({ id }) => id))
  const free = firstWithout(asField(bothOf(ofCell, pools.dedicated)), none)
  if (cell.siblings.length === 0) return { ...cell, pcpuset: walk(free) }
  const ofCores = pools.ofCores(ofCell)
  return {
    ...cell,
    siblings: cell.siblings.map((core) => {
      const whole = cpus.find(({ id }) => id === core[0])?.siblings ?? core
      const walked = walk(bothOf(asField(bothOf(anew(setOfIds(whole)), ofCores)), free))
      return [...walked, ...without(core, walked)]
    }),
  }
}

/** A set made of another's items, met one after another. */
const anew = (set: Ids): Ids => setOfIds(walk(set))

/** oslo.versionedobjects: a set that becomes a field of an object. */
const asField = (set: Ids): Ids => copyOf(anew(set))
