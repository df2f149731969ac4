import { createConnection } from 'mysql2/promise'

/** Tables that a snapshot is made of, by database. */
const tables: Readonly<Record<string, readonly string[]>> = {
  nova_api: [
    'request_specs',
    'flavors',
    'flavor_extra_specs',
    'aggregates',
    'aggregate_hosts',
    'aggregate_metadata',
    'instance_groups',
    'instance_group_policy',
    'instance_group_member',
  ],
  nova_cell0: ['instances', 'instance_extra'],
  nova_cell1: [
    'compute_nodes',
    'services',
    'instances',
    'instance_extra',
    'instance_system_metadata',
    'migrations',
  ],
  placement: [
    'resource_providers',
    'resource_classes',
    'inventories',
    'allocations',
    'consumers',
    'traits',
    'resource_provider_traits',
    'placement_aggregates',
    'resource_provider_aggregates',
  ],
}

/** A database's rows as the JSON that an operator would export: `{ "nova_api.flavors": [{ … }, …], … }`. */
export async function readRows(uri: string): Promise<string> {
  const connection = await createConnection({ uri, dateStrings: true })
  try {
    const read: Record<string, unknown> = {}
    for (const [database, names] of Object.entries(tables)) {
      for (const name of names) {
        const [rows] = await connection.query('select * from ??.??', [database, name])
        read[`${database}.${name}`] = rows
      }
    }
    return JSON.stringify(read, undefined, 1)
  } finally {
    await connection.end()
  }
}
