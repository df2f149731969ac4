import type { HostCell } from '../../model/cell.ts'
import type { CellId } from '../../model/ids.ts'
import type { PciAlias, PciPool } from '../../model/pci.ts'
import { boolFromString } from '../../oslo.ts'
import type { Rules } from '../../releases/rules.ts'

/** Devices that a flavor asks for under one alias. */
export interface PciRequest {
  readonly alias: string
  readonly count: number
  /** Any of them. */
  readonly specs: readonly PciAlias[]
  readonly policy: PciPolicy
}

/** `legacy`: of the guest's cells, or of no known cell. */
export type PciPolicy = 'required' | 'legacy' | 'preferred' | 'socket'

/** Free devices of a host, and what a guest asks of them. */
export interface Devices {
  readonly pools: readonly PciPool[]
  readonly requests: readonly PciRequest[]
}

export interface Unmet {
  readonly request: PciRequest
  /** Devices of the kind that the policy allows and no request before took. */
  readonly free: number
}

/** The cells a guest would have, of a host with these; undefined for a guest without cells. */
export interface OnCells {
  readonly taken: readonly CellId[]
  readonly ofHost: readonly HostCell[]
}

/** nova/pci/stats.py: support_requests. The first request that the pools cannot meet. */
export function firstUnmet(
  { pools, requests }: Devices,
  on: OnCells | undefined,
  rules: Rules,
): Unmet | undefined {
  let left: readonly PciPool[] = inOrder(pools)
  for (const request of requests) {
    const suitable = suitableFor(request, left, on, rules)
    const free = devicesIn(suitable)
    if (free < request.count) return { request, free }
    if (rules.pciRequests === 'one after another') left = without(left, suitable, request.count)
  }
  return undefined
}

/** What is left of the pools once a guest on these cells has what it asks for; as they are where that is too much. */
export function poolsAfter(
  { pools, requests }: Devices,
  on: OnCells | undefined,
  rules: Rules,
): readonly PciPool[] {
  let left = pools
  for (const request of requests) {
    const suitable = suitableFor(request, inOrder(left), on, rules)
    if (devicesIn(suitable) < request.count) return pools
    left = without(left, suitable, request.count)
  }
  return left
}

/** Devices on each cell, whatever their kind (numa_fit_instance_to_host: total_pci_in_cell). */
export function devicesByCell(pools: readonly PciPool[]): ReadonlyMap<CellId, number> {
  const counts = new Map<CellId, number>()
  for (const { node, count } of pools)
    if (node !== undefined) counts.set(node, (counts.get(node) ?? 0) + count)
  return counts
}

/** Pools with fewer keys come first (PciDeviceStats.__init__). */
const inOrder = (pools: readonly PciPool[]): readonly PciPool[] =>
  pools.toSorted((one, other) => keysOf(one) - keysOf(other))

const keysOf = ({ tags }: PciPool): number => Object.keys(tags).length

const devicesIn = (pools: readonly PciPool[]): number => pools.reduce((sum, { count }) => sum + count, 0)

/** PciDeviceStats._filter_pools, in the order in which they are taken from. */
function suitableFor(
  request: PciRequest,
  pools: readonly PciPool[],
  on: OnCells | undefined,
  rules: Rules,
): readonly PciPool[] {
  const ofKind = pools.filter((pool) => request.specs.some((spec) => isOfKind(pool, spec)))
  const near = on ? nearCells(request, ofKind, on, rules) : ofKind
  return near.filter((pool) => !isKeptBack(pool, request))
}

const isOfKind = (pool: PciPool, { vendorId, productId, deviceType }: PciAlias): boolean =>
  isAsked(pool.vendorId, vendorId) &&
  isAsked(pool.productId, productId) &&
  isAsked(pool.tags.dev_type, deviceType)

const isAsked = (has: string | undefined, wanted: string | undefined): boolean =>
  wanted === undefined || has?.toLowerCase() === wanted.toLowerCase()

/** Given only to who asks for them by name. */
const typesKeptBack = ['type-PF', 'vdpa']

/** Physical functions, vDPA and remote-managed devices; an alias cannot ask for the last. */
const isKeptBack = ({ tags }: PciPool, { specs }: PciRequest): boolean =>
  boolFromString(tags.remote_managed ?? '') ||
  typesKeptBack.some((type) => tags.dev_type === type && !specs.some(({ deviceType }) => deviceType === type))

/** PciDeviceStats._filter_pools_for_numa_cells: nearer devices alone where they are enough. */
function nearCells(
  { policy, count }: PciRequest,
  pools: readonly PciPool[],
  on: OnCells,
  rules: Rules,
): readonly PciPool[] {
  const isNear = ({ node }: PciPool) => node !== undefined && on.taken.includes(node)
  const isNotFar = (pool: PciPool) => pool.node === undefined || isNear(pool)
  if (rules.pciPolicies === 'legacy') return pools.filter(isNotFar)

  const near = pools.filter(isNear)
  if (policy === 'required' || devicesIn(near) >= count) return near
  if (policy === 'socket') return onSockets(pools, on)
  const notFar = pools.filter(isNotFar)
  if (policy === 'legacy' || devicesIn(notFar) >= count) return notFar
  return [...notFar, ...pools.filter((pool) => !isNotFar(pool))]
}

/** PciDeviceStats._filter_pools_for_socket_affinity: none where some cell of the host does not know its socket. */
function onSockets(pools: readonly PciPool[], { taken, ofHost }: OnCells): readonly PciPool[] {
  if (ofHost.some(({ socket }) => socket === undefined)) return []
  const sockets = new Set(ofHost.filter(({ id }) => taken.includes(id)).map(({ socket }) => socket))
  const nodes = ofHost.filter(({ socket }) => sockets.has(socket)).map(({ id }) => id)
  return pools.filter(({ node }) => node !== undefined && nodes.includes(node))
}

/** So many devices less, from the first of the pools they may be taken from. */
function without(all: readonly PciPool[], from: readonly PciPool[], count: number): readonly PciPool[] {
  const taken = new Map<PciPool, number>()
  let still = count
  for (const pool of from) {
    const some = Math.min(pool.count, still)
    taken.set(pool, some)
    still -= some
  }
  return all
    .map((pool) => ({ ...pool, count: pool.count - (taken.get(pool) ?? 0) }))
    .filter(({ count }) => count > 0)
}
