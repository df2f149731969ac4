import type { Guest } from '../../model/guest.ts'
import type { PciPool } from '../../model/pci.ts'
import { int } from '../../oslo.ts'
import type { Rules } from '../../releases/rules.ts'
import {
  type Devices,
  firstUnmet,
  type PciPolicy,
  type PciRequest,
  poolsAfter,
  type Unmet,
} from '../fit/devices.ts'
import type { HostState } from '../host-state.ts'
import type { Rejection } from '../rejection.ts'
import type { PlacementRequest } from '../request.ts'
import { type Answer, cannotSay, type Filter, objects, passes } from './filter.ts'

/** The extra spec that names devices: `alias:count`, several at commas. */
export const aliases = 'pci_passthrough:alias'

type Asking = Pick<PlacementRequest, 'flavor' | 'image'>

/**
 * nova/scheduler/filters/pci_passthrough_filter.py, nova/pci/stats.py: support_requests. Devices by
 * `pci_passthrough:alias`, each once. On which NUMA node they are is for NUMATopologyFilter to ask.
 */
export const PciPassthroughFilter: Filter = (host, request) => pciGate(host, request, host.rules)

/** The same by any release: the compute's claim asks for the devices too. */
export function pciGate(host: HostState, request: PlacementRequest, rules: Rules): Answer {
  const devices = devicesAsked(host, request, rules)
  if (devices === undefined) return passes
  if ('kind' in devices) return devices
  const unmet = firstUnmet(devices, undefined, rules)
  if (unmet) return objects(devicesShort(unmet))
  const beside = firstUnmet(devices, undefined, { ...rules, pciRequests: 'one after another' })
  return beside ? { kind: 'passes', overlooked: [devicesShort(beside)] } : passes
}

const devicesShort = ({ request, free }: Unmet): Rejection => ({
  kind: 'pci-devices-short',
  alias: request.alias,
  needed: request.count,
  free,
})

/**
 * What the fit of a guest's cells has to know of a host's devices, as the filter asks it or as the claim does. Undefined
 * where it need not know any; an answer where it cannot be told.
 */
export function devicesOfFit(
  host: HostState,
  request: PlacementRequest,
  asks: 'filter' | 'claim',
  rules: Rules,
): Devices | Answer | undefined {
  if (rules.pciPolicies === 'not asked') return undefined
  const asked = devicesAsked(host, request, rules)
  if (asked) return asked
  const { pciPools } = host
  if (rules.cellsWithDevices === 'in turn' || !pciPools?.length) return undefined
  if (asks === 'claim' && rules.pciOfClaim === 'of guests with devices') return undefined
  return { pools: pciPools, requests: [] }
}

/** Free devices once so many such guests are there; as they are where what it asks for cannot be told. */
export function pciPoolsWith(
  host: HostState,
  guest: Pick<Guest, 'flavor' | 'image' | 'topology'>,
  times: number,
): HostState['pciPools'] {
  const { pciPools, compute, cells } = host
  if (!guest.flavor.extraSpecs[aliases] || !pciPools) return pciPools
  const devices = devicesAsked(host, guest, compute)
  if (!devices || 'kind' in devices) return pciPools
  const ofGuest = typeof guest.topology === 'string' ? [] : guest.topology.cells
  const taken = ofGuest.map(({ id }) => id)
  const on = taken.length > 0 && typeof cells !== 'string' ? { taken, ofHost: cells } : undefined
  let pools: readonly PciPool[] = pciPools
  for (let taken = 0; taken < times; taken += 1) {
    const left = poolsAfter({ ...devices, pools }, on, compute)
    if (left === pools) break
    pools = left
  }
  return pools
}

/** The claim may find other cells than the filter of the same release, whose host cells come in another order. */
export const isOrderedByFilterAlone = (host: HostState, request: PlacementRequest): boolean =>
  host.pciPools !== undefined &&
  devicesOfFit(host, request, 'filter', host.rules) !== undefined &&
  devicesOfFit(host, request, 'claim', host.compute) === undefined

/** What a flavor asks for, of what is free; undefined for nothing, an answer where that cannot be told. */
function devicesAsked(host: HostState, request: Asking, rules: Rules): Devices | Answer | undefined {
  const text = request.flavor.extraSpecs[aliases]
  if (!text) return undefined
  const { pciPools } = host
  const { pciAliases } = host.settings
  if (!pciPools) return cannotSay(host, 'pci_stats', 'absent')
  if (!pciAliases) return cannotSay(host, '[pci] alias', 'absent')
  const requests: PciRequest[] = []
  for (const part of text.split(',')) {
    const [alias = '', amount = ''] = part.trim().split(':')
    const count = int(amount)
    const specs = pciAliases.filter(({ name }) => name === alias)
    if (count === undefined) return objects({ kind: 'exception', exception: 'ValueError', detail: part })
    if (specs.length === 0) return invalid('PciRequestAliasNotDefined', alias)
    const policy = ofRequest(request, rules) ?? specs[0]?.numaPolicy ?? 'legacy'
    if (!isPolicy(policy, rules)) return invalid('PciInvalidAlias', alias)
    requests.push({ alias, count, specs, policy })
  }
  return { pools: pciPools, requests }
}

const invalid = (exception: string, detail: string): Answer =>
  objects({ kind: 'request-invalid', exception, detail })

const policies: Record<Rules['pciPolicies'], readonly PciPolicy[]> = {
  'not asked': ['legacy'],
  legacy: ['legacy'],
  'required, legacy, preferred': ['required', 'legacy', 'preferred'],
  'required, legacy, preferred, socket': ['required', 'legacy', 'preferred', 'socket'],
}

const isPolicy = (policy: string, rules: Rules): policy is PciPolicy =>
  policies[rules.pciPolicies].some((known) => known === policy)

/** nova/virt/hardware.py: get_pci_numa_policy_constraint. The guest's own policy goes before the alias's. */
const ofRequest = ({ flavor, image }: Asking, rules: Rules): string | undefined =>
  rules.pciPolicyOfGuest === 'not read'
    ? undefined
    : flavor.extraSpecs['hw:pci_numa_affinity_policy'] || image.hw_pci_numa_affinity_policy || undefined
