import { groupBy } from '../collections.ts'
import { AggregateId, type HostId } from '../model/ids.ts'
import {
  type Allocation,
  type Amounts,
  type Inventory,
  type PlacementRecord,
  ProviderId,
  type ResourceProvider,
} from '../model/provider.ts'
import type { Gap } from '../model/snapshot.ts'
import type { HostNames } from './host-names.ts'
import type { Evidence } from './import.ts'
import { notGiven } from './missing.ts'
import type { InventoryColumns, ResourceProviderRow } from './placement-rows.ts'
import { gives, snapshotsIn, tableOf } from './tables.ts'

/** Placement's book by the newest that lists its providers; a snapshot's where no rows do. */
export function joinPlacement(
  all: readonly Evidence[],
  names: HostNames,
  hosts: ReadonlySet<HostId>,
): { readonly placement: PlacementRecord | undefined; readonly gaps: readonly Gap[] } {
  const rows = tableOf(all, 'resource_providers')
  const source = all.findLast(
    ({ facts }) => facts.of === 'nova rows' && facts.rows.given.includes('resource_providers'),
  )?.source.id
  if (source === undefined) {
    return { placement: snapshotsIn(all).findLast(({ placement }) => placement)?.placement, gaps: [] }
  }
  const classes = new Map(tableOf(all, 'resource_classes').map(({ id, name }) => [id, name]))
  const unnamed = new Set<number>()
  const classOf = (id: number): string => {
    const name = classes.get(id) ?? firstClasses[id]
    if (name === undefined) unnamed.add(id)
    return name ?? `resource_class_id ${id}`
  }
  const ids = new Map(rows.map((row) => [row.id ?? undefined, ProviderId(row.uuid)]))
  const parentOf = ({ parent_provider_uuid, parent_provider_id }: ResourceProviderRow) =>
    parent_provider_uuid ? ProviderId(parent_provider_uuid) : ids.get(parent_provider_id ?? Number.NaN)
  const parents = new Map(rows.map((row) => [ProviderId(row.uuid), { row, parent: parentOf(row) }]))
  const hostOf = (id: ProviderId, seen: readonly ProviderId[] = []): HostId | undefined => {
    const found = parents.get(id)
    if (!found || seen.includes(id)) return undefined
    if (found.parent !== undefined) return hostOf(found.parent, [...seen, id])
    const host = names.resolve(found.row.name)
    return hosts.has(host) ? host : undefined
  }

  const inventories = groupBy(tableOf(all, 'inventories'), (row) => row.resource_provider_id)
  const rowsOfAllocations = tableOf(all, 'allocations')
  const traitNames = new Map(tableOf(all, 'traits').map(({ id, name }) => [id, name]))
  const traits = groupBy(tableOf(all, 'resource_provider_traits'), (row) => row.resource_provider_id)
  const uuids = new Map(tableOf(all, 'placement_aggregates').map(({ id, uuid }) => [id, uuid]))
  const aggregates = groupBy(tableOf(all, 'resource_provider_aggregates'), (row) => row.resource_provider_id)

  const providers = [...new Map(rows.map((row) => [row.uuid, row])).values()].map((row): ResourceProvider => {
    const key = row.id ?? Number.NaN
    const id = ProviderId(row.uuid)
    const listed = <T>(table: Parameters<typeof gives>[1], of: readonly T[] | undefined) =>
      of ?? (gives(all, table) ? [] : undefined)
    return {
      id,
      name: row.name,
      parent: parents.get(id)?.parent,
      host: hostOf(id),
      inventories: row.inventories
        ? row.inventories.map((one) => inventoryOf(one.resource_class, one))
        : listed('inventories', inventories.get(key))?.map((one) =>
            inventoryOf(classOf(one.resource_class_id), one),
          ),
      usages: row.usages && sumOf(row.usages.map(({ resource_class, used }) => [resource_class, used])),
      traits:
        row.traits ??
        listed('resource_provider_traits', traits.get(key))?.flatMap(
          ({ trait_id }) => traitNames.get(trait_id) ?? [],
        ),
      aggregates: (
        row.aggregates ??
        listed('resource_provider_aggregates', aggregates.get(key))?.flatMap(
          ({ aggregate_id }) => uuids.get(aggregate_id) ?? [],
        )
      )?.map(AggregateId),
    }
  })

  const isListed = gives(all, 'allocations') || rows.some((row) => row.allocations !== undefined)
  const ofProviders = rows.flatMap((row) =>
    Object.entries(row.allocations ?? {}).map(
      ([consumer, { resources }]): Allocation => ({ consumer, provider: ProviderId(row.uuid), resources }),
    ),
  )
  const held = groupBy(
    rowsOfAllocations,
    ({ consumer_id, resource_provider_id }) => `${consumer_id} ${resource_provider_id}`,
  )
  const ofRows = [...held.values()].flatMap((these): readonly Allocation[] => {
    const [first] = these
    const provider = ids.get(first?.resource_provider_id)
    if (!first || provider === undefined) return []
    const resources = sumOf(these.map((row) => [classOf(row.resource_class_id), row.used]))
    return [{ consumer: first.consumer_id, provider, resources }]
  })
  return {
    placement: { source, providers, allocations: isListed ? [...ofProviders, ...ofRows] : undefined },
    gaps: unnamed.size > 0 ? [notGiven('resource_classes', { source })] : [],
  }
}

/** Ids that every Placement has given these; further ones differ with the version that first stored them. */
const firstClasses: Readonly<Record<number, string>> = { 0: 'VCPU', 1: 'MEMORY_MB', 2: 'DISK_GB' }

/** What a row leaves out is what Placement's API puts in its place (placement/handlers/inventory.py). */
const inventoryOf = (resourceClass: string, row: Omit<InventoryColumns, 'resource_class'>): Inventory => ({
  resourceClass,
  total: row.total,
  reserved: row.reserved ?? 0,
  allocationRatio: row.allocation_ratio ?? 1,
  minUnit: row.min_unit ?? 1,
  maxUnit: row.max_unit ?? 2 ** 31 - 1,
  stepSize: row.step_size ?? 1,
})

function sumOf(amounts: readonly (readonly [resourceClass: string, amount: number])[]): Amounts {
  const sums: Record<string, number> = {}
  for (const [resourceClass, amount] of amounts) sums[resourceClass] = (sums[resourceClass] ?? 0) + amount
  return sums
}
