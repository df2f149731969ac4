import { groupBy } from '../collections.ts'
import { AggregateId, GuestId } from '../model/ids.ts'
import type { Migration } from '../model/migration.ts'
import type { Aggregate, CloudSettings } from '../model/snapshot.ts'
import type { HostNames } from './host-names.ts'
import type { Evidence } from './import.ts'
import { snapshotsIn, tableOf } from './tables.ts'

/** What was set for the schedulers, each option by the last that says it. */
export const joinSettings = (all: readonly Evidence[]): CloudSettings =>
  all.reduce<CloudSettings>(
    (settings, { facts }) => {
      const said =
        facts.of === 'snapshot' ? facts.snapshot : facts.of === 'nova.conf' ? facts.conf : undefined
      return {
        enabledFilters: said?.settings.enabledFilters ?? settings.enabledFilters,
        maxAttempts: said?.settings.maxAttempts ?? settings.maxAttempts,
      }
    },
    { enabledFilters: undefined, maxAttempts: undefined },
  )

export function joinAggregates(all: readonly Evidence[], names: HostNames): readonly Aggregate[] {
  const before = snapshotsIn(all).flatMap(({ aggregates }) => aggregates)
  const hosts = groupBy(tableOf(all, 'aggregate_hosts'), ({ aggregate_id }) => aggregate_id)
  const metadata = groupBy(tableOf(all, 'aggregate_metadata'), ({ aggregate_id }) => aggregate_id)
  const listed = tableOf(all, 'aggregates').map((row): Aggregate => {
    const id = row.id ?? -1
    const pairs = (metadata.get(id) ?? []).map(({ key, value }) => [key, value] as const)
    const words = { ...row.metadata, ...Object.fromEntries(pairs) }
    const named = [...(row.hosts ?? []), ...(hosts.get(id) ?? []).map(({ host }) => host)]
    return {
      id: AggregateId(row.uuid ?? `${id}`),
      name: row.name,
      zone: words.availability_zone ?? row.availability_zone ?? undefined,
      hosts: [...new Set(named.map(names.resolve))],
      metadata: words,
    }
  })
  return [...new Map([...before, ...listed].map((one) => [one.id, one])).values()]
}

export function joinMigrations(all: readonly Evidence[], names: HostNames): readonly Migration[] {
  const before = snapshotsIn(all).flatMap(({ migrations }) => migrations)
  const listed = tableOf(all, 'migrations').map(
    (row): Migration => ({
      id: row.uuid ?? row.id,
      row: row.uuid ? row.id : undefined,
      guest: GuestId(row.instance_uuid),
      source: names.resolve(row.source_compute),
      destination: row.dest_compute ? names.resolve(row.dest_compute) : undefined,
      type: row.migration_type ?? 'migration',
      status: row.status,
      updatedAt: row.updated_at ?? undefined,
    }),
  )
  return [...new Map([...before, ...listed].map((one) => [one.id, one])).values()]
}
