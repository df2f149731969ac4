import { groupBy } from '../collections.ts'
import { AggregateId, GuestId } from '../model/ids.ts'
import type { Migration } from '../model/migration.ts'
import type { Aggregate, CloudSettings, ServerGroup } from '../model/snapshot.ts'
import type { HostNames } from './host-names.ts'
import type { Evidence } from './import.ts'
import { snapshotsIn, tableOf } from './tables.ts'

/** What was set for the schedulers, each option by the last that says it. */
export function joinSettings(all: readonly Evidence[]): CloudSettings {
  const said = all.flatMap(({ facts }) => {
    if (facts.of === 'snapshot') return Object.entries(facts.snapshot.settings)
    return facts.of === 'nova.conf' ? Object.entries(facts.conf.settings) : []
  })
  const given = Object.fromEntries(said.filter(([, value]) => value !== undefined))
  return { enabledFilters: undefined, maxAttempts: undefined, ...given }
}

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

/** Server groups, and which guest is of which. Undefined where no source listed them. */
export function joinServerGroups(all: readonly Evidence[]): {
  readonly groups: readonly ServerGroup[] | undefined
  readonly groupOf: ReadonlyMap<string, string>
} {
  const before = snapshotsIn(all).flatMap(({ serverGroups }) => serverGroups ?? [])
  const rows = tableOf(all, 'instance_groups')
  const policies = new Map(tableOf(all, 'instance_group_policy').map((row) => [row.group_id, row]))
  const uuids = new Map(rows.map(({ id, uuid }) => [id, uuid]))
  const groups = rows.map((row): ServerGroup => {
    const policy = policies.get(row.id ?? -1)
    return {
      id: row.uuid,
      name: row.name ?? row.uuid,
      policy: policy?.policy ?? row.policy ?? '',
      maxServerPerHost: policy?.rules.value === undefined ? undefined : mostOf(policy.rules.value),
    }
  })
  const members = [
    ...tableOf(all, 'instance_group_member').map(
      (row) => [row.instance_uuid, uuids.get(row.group_id)] as const,
    ),
    ...rows.flatMap(({ uuid, members = [] }) => members.map((guest) => [guest, uuid] as const)),
  ]
  const isListed = before.length + groups.length > 0 || all.some(({ facts }) => givesGroups(facts))
  return {
    groups: isListed ? [...new Map([...before, ...groups].map((one) => [one.id, one])).values()] : undefined,
    groupOf: new Map(members.flatMap(([guest, group]) => (group === undefined ? [] : [[guest, group]]))),
  }
}

const givesGroups = (facts: Evidence['facts']): boolean =>
  facts.of === 'nova rows'
    ? facts.rows.given.includes('instance_groups')
    : facts.of === 'snapshot' && facts.snapshot.serverGroups !== undefined

const mostOf = (rules: Readonly<Record<string, string>> | string): number | undefined =>
  typeof rules === 'string' ? undefined : Number(rules.max_server_per_host) || undefined

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
