import type { AggregateId, HostId, Id, SourceId } from './ids.ts'

/** uuid of a resource provider; of a compute's own that of its compute node. */
export type ProviderId = Id<'provider'>
export const ProviderId = (text: string) => text as ProviderId

/** What a provider has of one class, in the class's own unit: MB of `MEMORY_MB`, GB of `DISK_GB`, else a count. */
export interface Inventory {
  /** `VCPU`, `PCPU`, `MEMORY_MB`, `DISK_GB`, `CUSTOM_…`. */
  readonly resourceClass: string
  readonly total: number
  readonly reserved: number
  readonly allocationRatio: number
  readonly minUnit: number
  readonly maxUnit: number
  readonly stepSize: number
}

/** Amounts by resource class, in the class's own unit. */
export type Amounts = Readonly<Record<string, number>>

/** A resource provider (placement/objects/resource_provider.py): a compute, or what is nested in one. */
export interface ResourceProvider {
  readonly id: ProviderId
  readonly name: string
  readonly parent: ProviderId | undefined
  /** The compute its tree belongs to; undefined for what no compute has, as a pool that hosts share. */
  readonly host: HostId | undefined
  /** Undefined where not read; so the rest. */
  readonly inventories: readonly Inventory[] | undefined
  /** What Placement itself adds up of its allocations. */
  readonly usages: Amounts | undefined
  readonly traits: readonly string[] | undefined
  readonly aggregates: readonly AggregateId[] | undefined
}

/** What one consumer holds of one provider. */
export interface Allocation {
  /** uuid of an instance, or of a migration: that holds what a moving guest had at its source, Queens and later. */
  readonly consumer: string
  readonly provider: ProviderId
  readonly resources: Amounts
}

/** Placement's own book, as it was read. */
export interface PlacementRecord {
  readonly source: SourceId
  readonly providers: readonly ResourceProvider[]
  /** Undefined where no source listed them. */
  readonly allocations: readonly Allocation[] | undefined
}
