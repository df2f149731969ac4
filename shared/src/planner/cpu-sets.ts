import { parseCpuSpec } from '../accounting/cpu-spec.ts'
import { type CapabilitiesCell, hostCells } from '../accounting/host-cells.ts'
import { guestAsRead } from '../accounting/stored-shape.ts'
import { type CpuSet, union, within, without } from '../model/cpus.ts'
import type { Guest } from '../model/guest.ts'
import type { Host, HostConfig } from '../model/host.ts'
import type { Inventory } from '../model/provider.ts'
import type { Rules } from '../releases/rules.ts'
import type { Action } from './action.ts'
import { type Cloud, guestsOn, rulesOf, withHost } from './cloud.ts'
import { recorded } from './host-options.ts'
import { withInventories } from './inventories.ts'
import { optionAbsent } from './option-since.ts'
import { impossible, type Performed } from './performed.ts'
import type { ConfigRemark, Impossible, StartFault } from './step.ts'

type SetCpuSets = Extract<Action, { do: 'set-cpu-sets' }>
type CpuSets = Pick<HostConfig, 'vcpuPinSet' | 'cpuSharedSet' | 'cpuDedicatedSet'>

/**
 * Which CPUs of a host are for shared and which for dedicated vCPUs. nova-compute starts again with it or refuses to
 * (nova/virt/libvirt/driver.py: _check_cpu_set_configuration; nova/compute/manager.py: _validate_pinning_configuration),
 * and reports cells, VCPU and PCPU anew. Guests keep the CPUs they run on.
 */
export function setCpuSets(cloud: Cloud, action: SetCpuSets): Performed {
  const host = recorded(cloud, action.host)
  if ('kind' in host) return impossible(cloud, host)
  const rules = rulesOf(cloud, host)
  const sets = optionsOf(action)
  const absent = absentOption(sets, rules)
  if (absent) return impossible(cloud, absent)
  const capabilities = capabilitiesOf(host)
  if (!capabilities) return impossible(cloud, { kind: 'not-observed', host: host.id })

  const guests = guestsOn(cloud, host.id)
  const fault = contradiction(sets, host.config, rules) ?? guestAtFault(sets, guests, rules)
  if (fault) return impossible(cloud, { kind: 'does-not-start', host: host.id, fault })
  const reported = hostCells(
    capabilities,
    undefined,
    { ...sets, reservedHugePages: host.config.reservedHugePages },
    rules,
  )
  if (reported.kind === 'invalid') {
    const { option, value, offline } = reported
    const invalid = { kind: 'invalid-cpus', option, value, offline } as const
    return impossible(cloud, { kind: 'does-not-start', host: host.id, fault: invalid })
  }
  const cells = reported.kind === 'cells' ? reported.cells : []
  const count = (of: 'cpuset' | 'pcpuset') => cells.reduce((all, cell) => all + cell[of].length, 0)
  const { nova } = host
  const after = withHost(cloud, {
    ...host,
    config: { ...host.config, ...sets },
    nova: {
      ...nova,
      vcpus: cells.length > 0 ? count('cpuset') : nova.vcpus,
      cells:
        typeof nova.cells === 'string'
          ? nova.cells
          : nova.cells.map((cell) => {
              const { cpuset, pcpuset, siblings } = cells.find(({ id }) => id === cell.id) ?? cell
              return { ...cell, cpuset, pcpuset, siblings }
            }),
    },
  })
  const dedicated = sets.cpuDedicatedSet === undefined ? 0 : count('pcpuset')
  return {
    outcome: { kind: 'configured', remarks: pinnedOutside(guests, sets, rules) },
    cloud: withInventories(after, new Set([host.id]), (all) =>
      cpuInventories(all, count('cpuset'), dedicated),
    ),
    touched: [host.id],
  }
}

/** An option set to nothing is not set. */
const optionsOf = ({ vcpuPinSet, cpuSharedSet, cpuDedicatedSet }: SetCpuSets): CpuSets => ({
  vcpuPinSet: vcpuPinSet || undefined,
  cpuSharedSet: cpuSharedSet || undefined,
  cpuDedicatedSet: cpuDedicatedSet || undefined,
})

/** `cpu_shared_set` is for emulator threads alone from Rocky to Stein. */
function absentOption({ cpuSharedSet, cpuDedicatedSet }: CpuSets, rules: Rules): Impossible | undefined {
  if (cpuDedicatedSet !== undefined && !tellsCpusApart(rules)) {
    return optionAbsent('[compute] cpu_dedicated_set', tellsCpusApart)
  }
  if (cpuSharedSet !== undefined && !readsSharedSet(rules)) {
    return optionAbsent('[compute] cpu_shared_set', readsSharedSet)
  }
  return undefined
}

const tellsCpusApart = ({ guestCpuOptions }: Rules): boolean => guestCpuOptions !== 'vcpu_pin_set'
const readsSharedSet = ({ xmlEmulatorPin }: Rules): boolean =>
  xmlEmulatorPin === 'the CPU reserved, or cpu_shared_set'

/** Every CPU that is online, by node; from Nova's own cells where these leave none out. Undefined where neither is known. */
function capabilitiesOf({ nova, observed, config }: Host): readonly CapabilitiesCell[] | undefined {
  const stored = typeof nova?.cells === 'object' ? nova.cells : []
  const cores = observed?.siblings ?? stored.flatMap(({ siblings }) => siblings)
  const cellOf = (id: CapabilitiesCell['id'], cpus: CpuSet): CapabilitiesCell => {
    const socket = stored.find((cell) => cell.id === id)?.socket
    return {
      id,
      memory: undefined,
      pages: [],
      cpus: cpus.map((cpu) => ({
        id: cpu,
        socket,
        siblings: cores.find((core) => core.includes(cpu)) ?? [cpu],
      })),
    }
  }
  if (observed) return observed.nodes.map(({ id, cpus }) => cellOf(id, cpus))
  if (config.vcpuPinSet || config.cpuSharedSet || config.cpuDedicatedSet || stored.length === 0) {
    return undefined
  }
  return stored.map(({ id, cpuset, pcpuset }) => cellOf(id, union(cpuset, pcpuset)))
}

const cpusOf = (value: string | undefined, rules: Rules): CpuSet => {
  const spec = value === undefined ? undefined : parseCpuSpec(value, rules)
  return spec?.kind === 'cpus' ? spec.cpus : []
}

function contradiction(sets: CpuSets, config: HostConfig, rules: Rules): StartFault | undefined {
  if (!tellsCpusApart(rules)) return undefined
  const { vcpuPinSet, cpuSharedSet, cpuDedicatedSet } = sets
  if (vcpuPinSet !== undefined) {
    return cpuDedicatedSet === undefined
      ? undefined
      : { kind: 'options-exclude', options: ['vcpu_pin_set', '[compute] cpu_dedicated_set'] }
  }
  const both = within(cpusOf(cpuSharedSet, rules), cpusOf(cpuDedicatedSet, rules))
  if (both.length > 0) return { kind: 'sets-overlap', cpus: both }
  const set = cpuSharedSet ? 'cpu_shared_set' : cpuDedicatedSet ? 'cpu_dedicated_set' : undefined
  return set && (config.reservedHostCpus ?? 0) > 0
    ? { kind: 'options-exclude', options: ['reserved_host_cpus', `[compute] ${set}`] }
    : undefined
}

/** The first guest that needs CPUs which these options do not set aside. */
function guestAtFault(sets: CpuSets, guests: readonly Guest[], rules: Rules): StartFault | undefined {
  if (!tellsCpusApart(rules)) return undefined
  for (const guest of guests) {
    const needs = missing(policyOf(guest, rules), sets)
    if (needs) return { kind: 'guest-without-cpus', guest: guest.id, needs: `[compute] ${needs}` }
  }
  return undefined
}

function missing(
  policy: ReturnType<typeof policyOf>,
  { vcpuPinSet, cpuSharedSet, cpuDedicatedSet }: CpuSets,
): string | undefined {
  switch (policy) {
    case 'shared':
      return cpuDedicatedSet && !cpuSharedSet ? 'cpu_shared_set' : undefined
    case 'dedicated':
      return cpuSharedSet && !cpuDedicatedSet && !vcpuPinSet ? 'cpu_dedicated_set' : undefined
    case 'mixed':
      return cpuSharedSet ? (cpuDedicatedSet ? undefined : 'cpu_dedicated_set') : 'cpu_shared_set'
    case 'not read':
      return undefined
  }
}

function policyOf({ topology }: Guest, rules: Rules): 'shared' | 'dedicated' | 'mixed' | 'not read' {
  if (topology === 'not read') return 'not read'
  if (topology === 'none') return 'shared'
  return guestAsRead(topology, rules).cells[0]?.cpuPolicy ?? 'shared'
}

function pinnedOutside(guests: readonly Guest[], sets: CpuSets, rules: Rules): readonly ConfigRemark[] {
  const allowed = cpusOf(sets.vcpuPinSet ?? sets.cpuDedicatedSet, rules)
  if (allowed.length === 0) return []
  return guests.flatMap(({ id: guest, topology }): ConfigRemark[] => {
    const pins = typeof topology === 'string' ? [] : topology.cells.flatMap((cell) => cell.cpuPinning ?? [])
    const cpus = without(
      union(
        pins.map(([, cpu]) => cpu),
        [],
      ),
      allowed,
    )
    return cpus.length > 0 ? [{ kind: 'pinned-outside', guest, cpus }] : []
  })
}

/** A class of which there is none is not reported. */
const cpuInventories = (
  all: readonly Inventory[],
  shared: number,
  dedicated: number,
): readonly Inventory[] => [
  ...all.filter(({ resourceClass }) => resourceClass !== 'VCPU' && resourceClass !== 'PCPU'),
  ...inventoryOf(all, 'VCPU', shared),
  ...inventoryOf(all, 'PCPU', dedicated),
]

function inventoryOf(
  all: readonly Inventory[],
  resourceClass: 'VCPU' | 'PCPU',
  total: number,
): readonly Inventory[] {
  if (total === 0) return []
  const before = all.find((one) => one.resourceClass === resourceClass)
  const first = { resourceClass, reserved: 0, allocationRatio: 1, minUnit: 1, stepSize: 1 }
  return [{ ...first, ...before, total, maxUnit: total }]
}
