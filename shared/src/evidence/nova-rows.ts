import { z } from 'zod'
import type { GuestTopology, HostCell } from '../model/cell.ts'
import type { PciPool } from '../model/pci.ts'
import { memberPath, readJson, withoutEchoes } from '../parsing/json.ts'
import type { Parsed, Problem } from '../parsing/parsed.ts'
import { salvage } from '../parsing/salvage.ts'
import { flag, isNull, jsonText, real, text, textNeeded, time, whole, wholeNeeded, words } from './columns.ts'
import {
  type MigrationContext,
  readGuestTopology,
  readHostTopology,
  readMigrationContext,
  topologyOf,
} from './numa-topology.ts'
import { readPciPools } from './pci-pools.ts'
import {
  type AllocationRow,
  allocation,
  type InventoryRow,
  inventory,
  type NameOfIdRow,
  nameOfId,
  type PlacementAggregateRow,
  type ProviderAggregateRow,
  type ProviderTraitRow,
  placementAggregate,
  placementSignatures,
  providerAggregate,
  providerTrait,
  type ResourceProviderRow,
  resourceProvider,
} from './placement-rows.ts'

/** `deleted` is the row's id in rows that Nova has only marked. */
const row = { deleted: whole }

const computeNode = z.object({
  ...row,
  host: text,
  hypervisor_hostname: text,
  memory_mb: whole,
  memory_mb_used: whole,
  vcpus: whole,
  vcpus_used: whole,
  local_gb: whole,
  local_gb_used: whole,
  disk_available_least: whole,
  hypervisor_type: text,
  hypervisor_version: whole,
  cpu_info: jsonText,
  cpu_allocation_ratio: real,
  ram_allocation_ratio: real,
  disk_allocation_ratio: real,
})

const instance = z.object({
  ...row,
  uuid: textNeeded,
  display_name: text,
  hostname: text,
  host: text,
  node: text,
  project_id: text,
  /** Empty for a guest that boots from a volume, which is not NULL. */
  image_ref: z.preprocess((value) => (typeof value === 'string' ? value : null), z.string().nullish()),
  vm_state: text,
  task_state: text,
  power_state: whole,
  memory_mb: whole,
  vcpus: whole,
  root_gb: whole,
  ephemeral_gb: whole,
  instance_type_id: whole,
})

const supportedInstances = z.array(z.array(z.string()))

const flavorColumns = {
  name: textNeeded,
  memory_mb: wholeNeeded,
  vcpus: wholeNeeded,
  root_gb: whole,
  ephemeral_gb: whole,
  swap: whole,
}

const flavor = z.object({
  ...row,
  id: whole,
  ...flavorColumns,
  /** Only in the command line's listing. */
  extra_specs: words.optional(),
})

/** `instance_extra.flavor`, envelopes taken off. */
const storedFlavor = z.object({ ...flavorColumns, extra_specs: words.optional() })

const instanceExtra = z.object({ ...row, instance_uuid: textNeeded })

const extraSpec = z.object({ ...row, flavor_id: wholeNeeded, key: textNeeded, value: textNeeded })
const aggregate = z.object({
  ...row,
  id: whole,
  uuid: text,
  name: textNeeded,
  availability_zone: text,
  /** Only in the command line's listing. */
  hosts: z.array(z.string()).optional(),
  metadata: words.optional(),
})
const aggregateHost = z.object({ ...row, aggregate_id: wholeNeeded, host: textNeeded })
const aggregateMetadata = z.object({ ...row, aggregate_id: wholeNeeded, key: textNeeded, value: textNeeded })
const service = z.object({
  ...row,
  host: textNeeded,
  binary: textNeeded,
  disabled: flag,
  forced_down: flag,
  last_seen_up: time,
  /** Only in the command line's listing. */
  state: text,
})
const migration = z.object({
  ...row,
  id: textNeeded,
  uuid: text,
  instance_uuid: textNeeded,
  source_compute: textNeeded,
  dest_compute: text,
  migration_type: text,
  status: textNeeded,
  updated_at: time,
})
const instanceGroup = z.object({
  ...row,
  id: whole,
  uuid: textNeeded,
  name: text,
  /** Only in the command line's listing. */
  policy: text,
  members: z.array(z.string()).optional(),
})
const instanceGroupPolicy = z.object({ ...row, group_id: wholeNeeded, policy: textNeeded })
const instanceGroupMember = z.object({ ...row, group_id: wholeNeeded, instance_uuid: textNeeded })
const requestSpec = z.object({ ...row, instance_uuid: textNeeded })
/** `request_specs.spec`: what was asked at boot, and holds for every move (nova/objects/request_spec.py). */
const askedAtBoot = z
  .object({ 'nova_object.data': z.object({ availability_zone: z.string().nullish() }) })
  .transform(({ 'nova_object.data': { availability_zone } }) => ({ zone: availability_zone ?? undefined }))
const systemMetadata = z.object({ ...row, instance_uuid: textNeeded, key: textNeeded, value: text })

export type StoredFlavor = z.infer<typeof storedFlavor>
/** The flavor of now, and both of a resize that is not over. */
export interface StoredFlavors {
  readonly cur: StoredFlavor | undefined
  readonly old: StoredFlavor | undefined
  readonly new: StoredFlavor | undefined
}
/** Why a column of JSON has no value: NULL, not selected, or not what it should be. */
type Unread = 'none' | 'not given' | 'not understood'
/** A column of JSON, and whether all of it was understood. */
export interface Column<T> {
  readonly value: T | Unread
  readonly whole: boolean
}
export type ComputeNodeRow = z.infer<typeof computeNode> & {
  readonly topology: Column<readonly HostCell[]>
  readonly supportedInstances: Column<readonly (readonly string[])[]>
  readonly stats: Column<Readonly<Record<string, string>>>
  readonly pciPools: Column<readonly PciPool[]>
}
export type InstanceRow = z.infer<typeof instance>
export type InstanceExtraRow = z.infer<typeof instanceExtra> & {
  readonly topology: Column<GuestTopology>
  readonly flavors: StoredFlavors | undefined
  readonly context: Column<MigrationContext>
}
export type FlavorRow = z.infer<typeof flavor>
export type ExtraSpecRow = z.infer<typeof extraSpec>
export type AggregateRow = z.infer<typeof aggregate>
export type AggregateHostRow = z.infer<typeof aggregateHost>
export type AggregateMetadataRow = z.infer<typeof aggregateMetadata>
export type ServiceRow = z.infer<typeof service>
export type MigrationRow = z.infer<typeof migration>
export type InstanceGroupRow = z.infer<typeof instanceGroup>
export type InstanceGroupPolicyRow = z.infer<typeof instanceGroupPolicy> & {
  readonly rules: Column<Readonly<Record<string, string>>>
}
export type InstanceGroupMemberRow = z.infer<typeof instanceGroupMember>
export type SystemMetadataRow = z.infer<typeof systemMetadata>

/** Rows of Nova's tables, those that Nova has marked as deleted left out, and of Placement's. */
export type RequestSpecRow = z.infer<typeof requestSpec> & {
  readonly asked: Column<{ readonly zone: string | undefined }>
}

export interface NovaTables {
  readonly compute_nodes: readonly ComputeNodeRow[]
  readonly instances: readonly InstanceRow[]
  readonly instance_extra: readonly InstanceExtraRow[]
  readonly instance_system_metadata: readonly SystemMetadataRow[]
  readonly request_specs: readonly RequestSpecRow[]
  readonly flavors: readonly FlavorRow[]
  readonly flavor_extra_specs: readonly ExtraSpecRow[]
  readonly aggregates: readonly AggregateRow[]
  readonly aggregate_hosts: readonly AggregateHostRow[]
  readonly aggregate_metadata: readonly AggregateMetadataRow[]
  readonly services: readonly ServiceRow[]
  readonly migrations: readonly MigrationRow[]
  readonly instance_groups: readonly InstanceGroupRow[]
  readonly instance_group_policy: readonly InstanceGroupPolicyRow[]
  readonly instance_group_member: readonly InstanceGroupMemberRow[]
  readonly resource_providers: readonly ResourceProviderRow[]
  readonly inventories: readonly InventoryRow[]
  readonly allocations: readonly AllocationRow[]
  readonly resource_classes: readonly NameOfIdRow[]
  readonly traits: readonly NameOfIdRow[]
  readonly placement_aggregates: readonly PlacementAggregateRow[]
  readonly resource_provider_aggregates: readonly ProviderAggregateRow[]
  readonly resource_provider_traits: readonly ProviderTraitRow[]
}
export type Table = keyof NovaTables

export interface NovaRows extends NovaTables {
  /** Tables that were there, with rows or without. */
  readonly given: readonly Table[]
}

type Row = Readonly<Record<string, unknown>>

/** How a row of a table is known: by columns that no other table has together, or words of the command line. */
interface Signature {
  readonly table: Table
  readonly columns: readonly string[]
  /** All columns the row may have, where others share its columns. */
  readonly only?: readonly string[]
  /** What `name` is like, where columns alone do not tell. */
  readonly named?: RegExp
  /** Columns of another client by our names. */
  readonly renamed?: Readonly<Record<string, string>>
}

const signatures: readonly Signature[] = [
  ...placementSignatures,
  { table: 'instances', columns: ['uuid', 'vm_state'] },
  { table: 'instance_system_metadata', columns: ['instance_uuid', 'key', 'value'] },
  { table: 'request_specs', columns: ['instance_uuid', 'spec'] },
  { table: 'migrations', columns: ['instance_uuid', 'source_compute', 'status'] },
  { table: 'instance_extra', columns: ['instance_uuid', 'numa_topology'] },
  { table: 'instance_extra', columns: ['instance_uuid', 'flavor'] },
  { table: 'services', columns: ['host', 'binary'] },
  {
    table: 'services',
    columns: ['Host', 'Binary', 'Status'],
    renamed: { Host: 'host', Binary: 'binary', Status: 'disabled', State: 'state' },
  },
  { table: 'aggregate_hosts', columns: ['aggregate_id', 'host'] },
  { table: 'aggregate_metadata', columns: ['aggregate_id', 'key', 'value'] },
  { table: 'flavor_extra_specs', columns: ['flavor_id', 'key', 'value'] },
  { table: 'compute_nodes', columns: ['hypervisor_hostname'], renamed: { service_host: 'host' } },
  {
    table: 'compute_nodes',
    columns: ['Hypervisor Hostname'],
    renamed: {
      'Hypervisor Hostname': 'hypervisor_hostname',
      vCPUs: 'vcpus',
      'vCPUs Used': 'vcpus_used',
      'Memory MB': 'memory_mb',
      'Memory MB Used': 'memory_mb_used',
    },
  },
  { table: 'compute_nodes', columns: ['host', 'numa_topology'] },
  { table: 'compute_nodes', columns: ['memory_mb', 'local_gb', 'vcpus'] },
  { table: 'flavors', columns: ['name', 'memory_mb', 'vcpus'] },
  {
    table: 'flavors',
    columns: ['Name', 'RAM', 'VCPUs'],
    renamed: {
      Name: 'name',
      RAM: 'memory_mb',
      VCPUs: 'vcpus',
      Disk: 'root_gb',
      Ephemeral: 'ephemeral_gb',
      Swap: 'swap',
      Properties: 'extra_specs',
    },
  },
  {
    table: 'aggregates',
    columns: ['Name', 'Availability Zone'],
    only: ['ID', 'UUID', 'Name', 'Availability Zone', 'Hosts', 'Properties'],
    renamed: {
      ID: 'id',
      Name: 'name',
      'Availability Zone': 'availability_zone',
      Hosts: 'hosts',
      Properties: 'metadata',
    },
  },
  { table: 'instance_group_policy', columns: ['group_id', 'policy'] },
  { table: 'instance_group_member', columns: ['group_id', 'instance_uuid'] },
  { table: 'instance_groups', columns: ['uuid', 'user_id', 'project_id', 'name'] },
  {
    table: 'instance_groups',
    columns: ['ID', 'Name', 'Policy', 'Members'],
    renamed: { ID: 'uuid', Name: 'name', Policy: 'policy', Members: 'members' },
  },
  {
    table: 'aggregates',
    columns: ['id', 'name'],
    only: ['id', 'name', 'uuid', 'created_at', 'updated_at', 'deleted_at', 'deleted', 'availability_zone'],
  },
]

const signatureOf = (row: Row): Signature | undefined => {
  const topology = topologyOf(opened(row.numa_topology).facts)
  if (topology === 'host') return { table: 'compute_nodes', columns: [], renamed: { service_host: 'host' } }
  return signatures.find(
    ({ columns, only, named }) =>
      columns.every((column) => column in row) &&
      (!named || named.test(`${row.name}`)) &&
      (!only || Object.keys(row).every((column) => only.includes(column))),
  )
}

/** Rows of one table, and where in the document each stands. */
interface RowSet {
  readonly rows: readonly { readonly row: unknown; readonly path: string }[]
  readonly signature: Signature
}

/**
 * Lists of rows in a document: a list, one row, `{"rows": […]}`, several tables by name (there a list may be empty), or
 * an export whose items carry their rows in `data`. What is no row of a table we know is not among them.
 */
export function rowSetsOf(value: unknown): readonly RowSet[] {
  if (isRow(value)) {
    const signature = signatureOf(value)
    if (signature) return [{ rows: [{ row: value, path: '' }], signature }]
  }
  const lists = listsIn(value)
  const known = lists.flatMap((list) => setOf(list) ?? [])
  const named = lists.flatMap(({ path, rows }): RowSet[] => {
    const table = rows.length === 0 && signatures.find((one) => one.table === path)?.table
    return table ? [{ rows: [], signature: { table, columns: [] } }] : []
  })
  return known.length > 0 ? [...known, ...named] : []
}

interface List {
  readonly path: string
  readonly rows: readonly unknown[]
}

function listsIn(value: unknown): readonly List[] {
  if (isRow(value)) {
    return Object.entries(value).flatMap(([path, rows]) => (Array.isArray(rows) ? [{ path, rows }] : []))
  }
  if (!Array.isArray(value)) return []
  const tables = value.flatMap((item: unknown, i) =>
    isRow(item) && Array.isArray(item.data) ? [{ path: `[${i}].data`, rows: item.data as unknown[] }] : [],
  )
  return tables.length > 0 ? tables : [{ path: '', rows: value }]
}

/** All rows of a list are of one table: that of the first that can be told. */
function setOf({ path, rows }: List): RowSet | undefined {
  for (const row of rows) {
    const signature = isRow(row) ? signatureOf(row) : undefined
    if (signature) return { rows: rows.map((row, i) => ({ row, path: memberPath(path, i) })), signature }
  }
  return undefined
}

/** Rows of Nova's tables, as JSON of whatever client. A row that lacks what makes it one is left out and named. */
export function readNovaRows(value: unknown): Parsed<NovaRows> {
  const problems: Problem[] = []
  const sets = rowSetsOf(value)
  const of = (table: Table) => sets.filter(({ signature }) => signature.table === table)
  const rowsOf = <S extends z.ZodObject>(table: Table, schema: S): Read<z.infer<S>>[] =>
    of(table).flatMap(({ rows, signature }) =>
      rows.flatMap(({ row, path }): Read<z.infer<S>>[] => {
        const columns = isRow(row) ? named(row, signature) : row
        const { facts, problems: met } = salvage(schema, columns, path)
        problems.push(...met)
        if (facts === undefined || !isRow(columns)) return []
        const { deleted } = facts as { readonly deleted?: number | null | undefined }
        return deleted ? [] : [{ facts, columns, path }]
      }),
    )
  const plain = <S extends z.ZodObject>(table: Table, schema: S) =>
    rowsOf(table, schema).map(({ facts }) => facts)

  /** A column that holds JSON, as text or already opened. */
  const column = <T>(
    { columns, path }: Read<unknown>,
    name: string,
    read: (inner: unknown) => Parsed<T>,
  ): Column<T> => {
    if (!(name in columns)) return { value: 'not given', whole: true }
    if (isNull(columns[name])) return { value: 'none', whole: true }
    const inner = opened(columns[name])
    const { facts, problems: met } = read(inner.facts)
    const all = withoutEchoes(inner.problems, met)
    problems.push(...all.map(within(path, name)))
    return { value: facts ?? 'not understood', whole: all.every(({ severity }) => severity === 'warning') }
  }

  const nodes = rowsOf('compute_nodes', computeNode)
  if (nodes.length > 1) {
    for (const { facts, path } of nodes) {
      if (facts.host || facts.hypervisor_hostname) continue
      problems.push({ severity: 'error', at: { path }, expected: 'host or hypervisor_hostname' })
    }
  }
  const facts: NovaRows = {
    given: [...new Set(sets.map(({ signature }) => signature.table))],
    compute_nodes: nodes.map((read) => ({
      ...read.facts,
      topology: column(read, 'numa_topology', readHostTopology),
      supportedInstances: column(read, 'supported_instances', (value) => salvage(supportedInstances, value)),
      pciPools: column(read, 'pci_stats', readPciPools),
      stats: column(read, 'stats', (value) => salvage(words, value)),
    })),
    instances: plain('instances', instance),
    instance_extra: rowsOf('instance_extra', instanceExtra).map((read) => {
      const { value, whole } = column(read, 'numa_topology', readGuestTopology)
      const flavors = column(read, 'flavor', readStoredFlavors).value
      return {
        ...read.facts,
        topology: { value: typeof value === 'string' ? value : value.topology, whole },
        flavors: typeof flavors === 'string' ? undefined : flavors,
        context: column(read, 'migration_context', readMigrationContext),
      }
    }),
    instance_system_metadata: plain('instance_system_metadata', systemMetadata),
    request_specs: rowsOf('request_specs', requestSpec).map((read) => ({
      ...read.facts,
      asked: column(read, 'spec', (value) => salvage(askedAtBoot, value)),
    })),
    flavors: plain('flavors', flavor),
    flavor_extra_specs: plain('flavor_extra_specs', extraSpec),
    aggregates: plain('aggregates', aggregate),
    aggregate_hosts: plain('aggregate_hosts', aggregateHost),
    aggregate_metadata: plain('aggregate_metadata', aggregateMetadata),
    services: plain('services', service),
    migrations: plain('migrations', migration),
    instance_groups: plain('instance_groups', instanceGroup),
    instance_group_policy: rowsOf('instance_group_policy', instanceGroupPolicy).map((read) => ({
      ...read.facts,
      rules: column(read, 'rules', (value) => salvage(words, value)),
    })),
    instance_group_member: plain('instance_group_member', instanceGroupMember),
    resource_providers: plain('resource_providers', resourceProvider),
    inventories: plain('inventories', inventory),
    allocations: plain('allocations', allocation),
    resource_classes: plain('resource_classes', nameOfId),
    traits: plain('traits', nameOfId),
    placement_aggregates: plain('placement_aggregates', placementAggregate),
    resource_provider_aggregates: plain('resource_provider_aggregates', providerAggregate),
    resource_provider_traits: plain('resource_provider_traits', providerTrait),
  }
  return { facts, problems }
}

interface Read<Facts> {
  readonly facts: Facts
  readonly columns: Row
  readonly path: string
}

const isRow = (value: unknown): value is Row =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** A row's columns by our names. */
const named = (row: Row, { renamed = {} }: Signature): Row =>
  Object.fromEntries(Object.entries(row).map(([column, value]) => [renamed[column] ?? column, value]))

const opened = (value: unknown): Parsed<unknown> =>
  typeof value === 'string' ? readJson(value) : { facts: value, problems: [] }

/** A problem of a column's own document, as a problem of the row: its lines are not the file's. */
const within =
  (path: string, column: string) =>
  ({ at, ...problem }: Problem): Problem => {
    const inner = at.path ?? ''
    const joint = inner === '' || inner.startsWith('[') ? '' : '.'
    return { ...problem, at: { path: `${memberPath(path, column)}${joint}${inner}` } }
  }

function readStoredFlavors(value: unknown): Parsed<StoredFlavors> {
  const problems: Problem[] = []
  const one = (which: keyof StoredFlavors) => {
    const flavor = isRow(value) ? value[which] : undefined
    if (flavor === null || (flavor === undefined && which !== 'cur')) return undefined
    const read = salvage(storedFlavor, isRow(flavor) ? (flavor['nova_object.data'] ?? flavor) : flavor, which)
    problems.push(...read.problems)
    return read.facts
  }
  return { facts: { cur: one('cur'), old: one('old'), new: one('new') }, problems }
}
