import { z } from 'zod'
import { real, realNeeded, text, textNeeded, whole, wholeNeeded } from './columns.ts'

/**
 * Rows of Placement's tables (placement/db/sqlalchemy/models.py), and its REST bodies where they stand within their
 * provider: `inventories`, `usages`, `traits`, `aggregates`, `allocations`, as the API or the command line writes them.
 */

const inventoryColumns = {
  total: wholeNeeded,
  reserved: whole,
  allocation_ratio: real,
  min_unit: whole,
  max_unit: whole,
  step_size: whole,
}

const namedInventory = z.object({ resource_class: z.string(), ...inventoryColumns })
const amountOf = z.object({ resource_class: z.string(), used: wholeNeeded })
const amounts = z.record(z.string(), realNeeded)

type Row = Readonly<Record<string, unknown>>
const isRow = (value: unknown): value is Row =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** A body by itself has what is asked under its own name. */
const body =
  (name: string) =>
  (value: unknown): unknown =>
    isRow(value) && name in value ? value[name] : value

/** The API has classes as keys, the command line in rows. */
const rowsByClass = (value: unknown): unknown =>
  isRow(value)
    ? Object.entries(value).map(([resource_class, row]) =>
        isRow(row) ? { resource_class, ...row } : { resource_class, used: row },
      )
    : value

const usageRows = (value: unknown): unknown => {
  const rows = rowsByClass(body('usages')(value))
  return Array.isArray(rows)
    ? rows.map((row: unknown) => (isRow(row) && 'usage' in row ? { ...row, used: row.usage } : row))
    : rows
}

const names = (value: unknown): unknown =>
  Array.isArray(value) ? value.map((one: unknown) => (isRow(one) ? one.name : one)) : value

export const resourceProvider = z.object({
  id: whole,
  uuid: textNeeded,
  name: textNeeded,
  parent_provider_id: whole,
  parent_provider_uuid: text,
  inventories: z
    .preprocess((value) => rowsByClass(body('inventories')(value)), z.array(namedInventory).optional())
    .optional(),
  usages: z.preprocess(usageRows, z.array(amountOf).optional()).optional(),
  traits: z.preprocess((value) => names(body('traits')(value)), z.array(z.string()).optional()).optional(),
  aggregates: z.preprocess(body('aggregates'), z.array(z.string()).optional()).optional(),
  allocations: z
    .preprocess(body('allocations'), z.record(z.string(), z.object({ resources: amounts })).optional())
    .optional(),
})

export const inventory = z.object({
  resource_provider_id: wholeNeeded,
  resource_class_id: wholeNeeded,
  ...inventoryColumns,
})
export const allocation = z.object({
  resource_provider_id: wholeNeeded,
  resource_class_id: wholeNeeded,
  consumer_id: textNeeded,
  used: wholeNeeded,
})
export const nameOfId = z.object({ id: wholeNeeded, name: textNeeded })
export const placementAggregate = z.object({ id: wholeNeeded, uuid: textNeeded })
export const providerAggregate = z.object({ resource_provider_id: wholeNeeded, aggregate_id: wholeNeeded })
export const providerTrait = z.object({ resource_provider_id: wholeNeeded, trait_id: wholeNeeded })

export type ResourceProviderRow = z.infer<typeof resourceProvider>
export type InventoryRow = z.infer<typeof inventory>
export type InventoryColumns = z.infer<typeof namedInventory>
export type AllocationRow = z.infer<typeof allocation>
export type NameOfIdRow = z.infer<typeof nameOfId>
export type PlacementAggregateRow = z.infer<typeof placementAggregate>
export type ProviderAggregateRow = z.infer<typeof providerAggregate>
export type ProviderTraitRow = z.infer<typeof providerTrait>

/** Columns that no row of another table has together. `resource_classes` and `traits` have the same: names tell. */
export const placementSignatures = [
  { table: 'resource_providers', columns: ['uuid', 'name', 'generation'] },
  { table: 'resource_providers', columns: ['uuid', 'name', 'parent_provider_uuid'] },
  { table: 'inventories', columns: ['resource_provider_id', 'resource_class_id', 'total'] },
  { table: 'allocations', columns: ['resource_provider_id', 'resource_class_id', 'consumer_id'] },
  { table: 'resource_provider_aggregates', columns: ['resource_provider_id', 'aggregate_id'] },
  { table: 'resource_provider_traits', columns: ['resource_provider_id', 'trait_id'] },
  {
    table: 'resource_classes',
    columns: ['id', 'name'],
    only: ['id', 'name', 'created_at', 'updated_at'],
    named: /^(VCPU|PCPU|MEMORY_MB|DISK_GB)$/,
  },
  {
    table: 'traits',
    columns: ['id', 'name'],
    only: ['id', 'name', 'created_at', 'updated_at'],
    named: /^(HW|COMPUTE|STORAGE|MISC|OWNER|CUSTOM)_[A-Z0-9_]+$/,
  },
  {
    table: 'placement_aggregates',
    columns: ['id', 'uuid'],
    only: ['id', 'uuid', 'created_at', 'updated_at'],
  },
] as const
