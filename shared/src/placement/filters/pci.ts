import type { PciAlias, PciPool } from '../../model/pci.ts'
import { int } from '../../oslo.ts'
import type { HostState } from '../host-state.ts'
import type { PlacementRequest } from '../request.ts'
import { type Answer, cannotSay, type Filter, objects, passes } from './filter.ts'

/** Devices that a flavor asks for under one alias. */
interface PciRequest {
  readonly alias: string
  readonly count: number
  /** Any of them. */
  readonly specs: readonly PciAlias[]
}

/**
 * nova/scheduler/filters/pci_passthrough_filter.py, nova/pci/stats.py: support_requests. Devices by
 * `pci_passthrough:alias`, each once. On which NUMA node they are is for NUMATopologyFilter to ask.
 */
export const PciPassthroughFilter: Filter = (host, request) => {
  const asked = requestsOf(request, host)
  if (!Array.isArray(asked)) return asked as Answer
  const free = (host.pciPools ?? []).map((pool) => ({ pool, count: pool.count }))
  for (const { alias, count, specs } of asked as readonly PciRequest[]) {
    const matching = free.filter(({ pool }) => specs.some((spec) => isOfKind(pool, spec)))
    const left = matching.reduce((sum, one) => sum + one.count, 0)
    if (left < count) return objects({ kind: 'pci-devices-short', alias, needed: count, free: left })
    let still = count
    for (const one of matching) {
      const taken = Math.min(one.count, still)
      one.count -= taken
      still -= taken
    }
  }
  return passes
}

/**
 * What a fit of cells would have to know of PCI devices. Undefined where it need not: none are asked for, or none of the
 * host's is on a node.
 */
export function pciOfCells(host: HostState, request: PlacementRequest): Answer | undefined {
  const asked = requestsOf(request, host)
  if (!Array.isArray(asked)) return asked as Answer
  if (asked.length === 0) return undefined
  const isBound = host.pciPools?.some(({ node }) => node !== undefined)
  return isBound ? cannotSay(host, 'PCI devices by NUMA cell', 'not modelled') : undefined
}

/** What a flavor asks for; an answer where that cannot be told. */
function requestsOf({ flavor }: PlacementRequest, host: HostState): readonly PciRequest[] | Answer {
  const text = flavor.extraSpecs['pci_passthrough:alias']
  if (!text) return []
  const { pciAliases } = host.settings
  if (!host.pciPools) return cannotSay(host, 'pci_stats', 'absent')
  if (!pciAliases) return cannotSay(host, '[pci] alias', 'absent')
  const requests: PciRequest[] = []
  for (const part of text.split(',')) {
    const [alias = '', amount = ''] = part.trim().split(':')
    const count = int(amount)
    const specs = pciAliases.filter(({ name }) => name === alias)
    if (count === undefined) return objects({ kind: 'exception', exception: 'ValueError', detail: part })
    if (specs.length === 0) {
      return objects({ kind: 'request-invalid', exception: 'PciRequestAliasNotDefined', detail: alias })
    }
    requests.push({ alias, count, specs })
  }
  return requests
}

/** Physical functions only where they are asked for. */
function isOfKind(pool: PciPool, { vendorId, productId, deviceType }: PciAlias): boolean {
  const type = pool.tags.dev_type
  return (
    (vendorId === undefined || vendorId === pool.vendorId) &&
    (productId === undefined || productId === pool.productId) &&
    (deviceType === undefined ? type !== 'type-PF' : deviceType === type)
  )
}
