import { expect, test } from 'vitest'
import { type NovaRows, readNovaRows, rowSetsOf, type Table } from './nova-rows.ts'

const tableOf = (value: unknown): readonly Table[] => rowSetsOf(value).map(({ signature }) => signature.table)

const node = {
  host: 'compute-01',
  hypervisor_hostname: 'compute-01.example',
  memory_mb: 65536,
  vcpus: 16,
  local_gb: 90,
}

test.each<{ name: string; value: unknown; tables: readonly Table[] }>([
  { name: 'a list of rows', value: [node], tables: ['compute_nodes'] },
  { name: 'one row', value: node, tables: ['compute_nodes'] },
  { name: 'rows under any name', value: { rows: [node] }, tables: ['compute_nodes'] },
  {
    name: 'several tables by name',
    value: { compute_nodes: [node], instances: [{ uuid: 'a', vm_state: 'active' }] },
    tables: ['compute_nodes', 'instances'],
  },
  {
    name: 'a table without rows, by its name beside another',
    value: { instances: [], compute_nodes: [node] },
    tables: ['compute_nodes', 'instances'],
  },
  {
    name: 'an export whose tables carry their rows in data',
    value: [{ type: 'header' }, { type: 'table', name: 'compute_nodes', data: [node] }],
    tables: ['compute_nodes'],
  },
  {
    name: 'two columns, one of them the topology of a host',
    value: [
      { host: 'a', numa_topology: '{"nova_object.name": "NUMATopology", "nova_object.data": {"cells": []}}' },
    ],
    tables: ['compute_nodes'],
  },
  {
    name: 'rows of a guest’s topology',
    value: [{ instance_uuid: 'a', numa_topology: null }],
    tables: ['instance_extra'],
  },
  { name: 'flavors', value: [{ name: 'a', memory_mb: 1, vcpus: 1, flavorid: 'x' }], tables: ['flavors'] },
  {
    name: 'extra specs',
    value: [{ flavor_id: 1, key: 'hw:numa_nodes', value: '2' }],
    tables: ['flavor_extra_specs'],
  },
  { name: 'aggregates', value: [{ id: 1, uuid: 'x', name: 'az1' }], tables: ['aggregates'] },
  {
    name: 'hosts of aggregates',
    value: [{ id: 1, host: 'a', aggregate_id: 1 }],
    tables: ['aggregate_hosts'],
  },
  {
    name: 'metadata of aggregates',
    value: [{ aggregate_id: 1, key: 'a', value: 'b' }],
    tables: ['aggregate_metadata'],
  },
  { name: 'services', value: [{ host: 'a', binary: 'nova-compute' }], tables: ['services'] },
  {
    name: 'migrations',
    value: [{ id: 1, instance_uuid: 'a', source_compute: 'b', status: 'done' }],
    tables: ['migrations'],
  },
  {
    name: 'system metadata',
    value: [{ instance_uuid: 'a', key: 'image_os', value: 'x' }],
    tables: ['instance_system_metadata'],
  },
  {
    name: 'openstack hypervisor list --long',
    value: [{ ID: 1, 'Hypervisor Hostname': 'a', vCPUs: 1, 'Memory MB': 2 }],
    tables: ['compute_nodes'],
  },
  {
    name: 'openstack flavor list --long',
    value: [{ Name: 'a', RAM: 1, VCPUs: 1, Disk: 1 }],
    tables: ['flavors'],
  },
  {
    name: 'openstack aggregate list --long',
    value: [{ ID: 1, Name: 'a', 'Availability Zone': null, Hosts: [], Properties: {} }],
    tables: ['aggregates'],
  },
  {
    name: 'openstack compute service list',
    value: [{ ID: 1, Binary: 'nova-compute', Host: 'a', Zone: 'b', Status: 'enabled', State: 'up' }],
    tables: ['services'],
  },
])('$name', ({ value, tables }) => {
  expect(tableOf(value)).toEqual(tables)
})

test('rows of other tables, and of other services, are not taken for ours', () => {
  const others = [
    [{ id: 1, uuid: 'x', name: 'key', user_id: 'u', fingerprint: 'p' }],
    [{ id: 1, uuid: 'x', project_id: 1, user_id: 1, generation: 3 }],
    [{ ID: 'x', Name: 'server', Status: 'ACTIVE', 'Availability Zone': 'az1', Host: 'a' }],
    [{ instance_uuid: 'a', action: 'create', start_time: 'b' }],
    [1, null, 'a'],
    [],
    {},
    { instances: [] },
    null,
    'compute_nodes',
  ]
  expect(others.map(tableOf)).toEqual(others.map(() => []))
})

const rows = (value: unknown): NovaRows => readNovaRows(value).facts as NovaRows

test('numbers may be text, and NULL is what a client calls it', () => {
  const read = readNovaRows([
    { ...node, memory_mb: '65536', vcpus: '', local_gb: 'NULL', memory_mb_used: null },
  ])
  expect(read.problems).toEqual([])
  expect(read.facts?.compute_nodes).toMatchObject([
    { memory_mb: 65536, vcpus: null, local_gb: null, memory_mb_used: null },
  ])
})

test('a row that Nova has marked as deleted is left out', () => {
  expect(
    rows([
      { ...node, deleted: 0 },
      { ...node, deleted: 7 },
    ]).compute_nodes,
  ).toHaveLength(1)
})

test.each([
  { name: 'NULL is a host without one', numa_topology: null, value: 'none', whole: true },
  {
    name: 'a column that was not selected is not given',
    numa_topology: undefined,
    value: 'not given',
    whole: true,
  },
  {
    name: 'text that is no JSON is not understood',
    numa_topology: 'cells: 2',
    value: 'not understood',
    whole: false,
  },
  { name: 'JSON without cells has none', numa_topology: '{"cells": []}', value: [], whole: true },
  {
    name: 'a cell that was lost is missed',
    numa_topology: '{"cells": [{"id": 0, "cpus": "0"}]}',
    value: [],
    whole: false,
  },
])('numa_topology: $name', ({ numa_topology, value, whole }) => {
  const row = numa_topology === undefined ? node : { ...node, numa_topology }
  expect(rows([row]).compute_nodes[0]?.topology).toEqual({ value, whole })
})

test('a stored flavor is the one the guest has now, and both of a resize, in either shape', () => {
  const data = { name: 'big', memory_mb: 4096, vcpus: 2, swap: 0, extra_specs: { 'hw:numa_nodes': '2' } }
  const old = { name: 'small', memory_mb: 1, vcpus: 1 }
  const shapes = [
    { cur: { 'nova_object.name': 'Flavor', 'nova_object.data': data }, old: { 'nova_object.data': old } },
    { cur: data, old },
  ]
  const extras = shapes.map((flavor) => ({ instance_uuid: 'a', flavor: JSON.stringify(flavor) }))
  const both = { cur: data, old, new: undefined }
  expect(rows(extras).instance_extra.map(({ flavors }) => flavors)).toEqual([both, both])
})

test('a migration context has the topology of either end', () => {
  const cell = { id: 1, cpuset: [0], memory: 512 }
  const migration_context = JSON.stringify({
    'nova_object.name': 'MigrationContext',
    'nova_object.data': {
      migration_id: 17,
      old_numa_topology: { 'nova_object.data': { cells: [{ 'nova_object.data': cell }] } },
      new_numa_topology: null,
    },
  })
  const [extra] = rows([{ instance_uuid: 'a', numa_topology: null, migration_context }]).instance_extra
  expect(extra?.context.value).toMatchObject({
    migration: '17',
    old: { cells: [{ id: 1, memory: 524288 }] },
    new: 'none',
  })
})

test('a fault within a migration context has the path through it', () => {
  const cells = [{ id: 0, cpus: '0', mem: { total: 'much' } }]
  const { problems } = readNovaRows([
    { instance_uuid: 'a', numa_topology: null, migration_context: { old_numa_topology: { cells } } },
  ])
  expect(problems).toMatchObject([
    { at: { path: '[0].migration_context.old_numa_topology.cells[0].mem.total' }, expected: 'number' },
  ])
})

test('a compute node says what runs its guests and what it counts', () => {
  const [read] = rows([
    {
      ...node,
      hypervisor_type: 'QEMU',
      hypervisor_version: '7002000',
      cpu_info: { arch: 'x86_64' },
      supported_instances: '[["x86_64", "kvm", "hvm"]]',
      stats: '{"io_workload": 2, "failed_builds": "0"}',
      disk_available_least: -21,
    },
  ]).compute_nodes
  expect(read).toMatchObject({
    hypervisor_version: 7002000,
    cpu_info: '{"arch":"x86_64"}',
    supportedInstances: { value: [['x86_64', 'kvm', 'hvm']] },
    stats: { value: { io_workload: '2', failed_builds: '0' } },
    disk_available_least: -21,
  })
})

test.each([
  ['', ''],
  ['9f0d', '9f0d'],
  [null, null],
])('an empty image_ref is not NULL: %j', (image_ref, read) => {
  const [instance] = rows([{ uuid: 'a', vm_state: 'active', image_ref }]).instances
  expect(instance?.image_ref).toBe(read)
})

test('the command line’s columns are read as ours', () => {
  const read = readNovaRows([
    {
      ID: 'x',
      Name: 'm1',
      RAM: 4096,
      VCPUs: 2,
      Disk: 20,
      Ephemeral: 0,
      Swap: '',
      Properties: { 'hw:cpu_policy': 'dedicated' },
    },
  ])
  expect(read.problems).toEqual([])
  expect(read.facts?.flavors).toMatchObject([
    {
      name: 'm1',
      memory_mb: 4096,
      vcpus: 2,
      root_gb: 20,
      swap: null,
      extra_specs: { 'hw:cpu_policy': 'dedicated' },
    },
  ])
})

test.each([
  {
    name: 'a number that is none is unknown, the row stays',
    value: { rows: [node, { ...node, memory_mb: '64 GB' }] },
    at: 'rows[1].memory_mb',
    expected: 'number',
    left: 2,
  },
  {
    name: 'a row that is no object is left out',
    value: [node, 'compute-02'],
    at: '[1]',
    expected: 'object',
    left: 1,
  },
  {
    name: 'a problem within a column has the path through it',
    value: [
      {
        ...node,
        numa_topology:
          '{"cells": [{"id": 0, "cpus": "0", "cpu_usage": 0, "mem": {"total": 1, "used": "?"}}]}',
      },
    ],
    at: '[0].numa_topology.cells[0].mem.used',
    expected: 'number',
    left: 1,
  },
])('$name', ({ value, at, expected, left }) => {
  const { facts, problems } = readNovaRows(value)
  expect(problems).toMatchObject([{ severity: 'error', at: { path: at }, expected }])
  expect(facts?.compute_nodes).toHaveLength(left)
})

test('a row without what makes it one is left out and named', () => {
  const { facts, problems } = readNovaRows([
    { uuid: 'a', vm_state: 'active' },
    { uuid: null, vm_state: 'active' },
  ])
  expect(facts?.instances).toHaveLength(1)
  expect(problems).toMatchObject([{ at: { path: '[1].uuid' }, expected: 'string' }])
})

test('server groups, their policies and members are told apart', () => {
  const { instance_groups, instance_group_policy, instance_group_member } = rows([
    { data: [{ id: 3, uuid: 'g', user_id: 'u', project_id: 'p', name: 'web' }] },
    { data: [{ id: 1, group_id: 3, policy: 'anti-affinity', rules: '{"max_server_per_host": "2"}' }] },
    { data: [{ id: 1, group_id: 3, instance_uuid: 'a' }] },
  ])
  expect(instance_groups).toMatchObject([{ id: 3, uuid: 'g', name: 'web' }])
  expect(instance_group_policy).toMatchObject([
    { group_id: 3, policy: 'anti-affinity', rules: { value: { max_server_per_host: '2' } } },
  ])
  expect(instance_group_member).toMatchObject([{ group_id: 3, instance_uuid: 'a' }])
})
