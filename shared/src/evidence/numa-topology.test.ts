import { expect, test } from 'vitest'
import { envelope, readGuestTopology, readHostTopology, topologyOf } from './numa-topology.ts'

/** As Nova serialises an object (oslo.versionedobjects: obj_to_primitive). */
const object = (name: string, version: string, data: object) => ({
  'nova_object.name': name,
  'nova_object.namespace': 'nova',
  'nova_object.version': version,
  'nova_object.data': data,
  'nova_object.changes': Object.keys(data),
})
const hostObject = (cellVersion: string, ...cells: object[]) =>
  object('NUMATopology', '1.2', { cells: cells.map((cell) => object('NUMACell', cellVersion, cell)) })
const guestObject = (cellVersion: string, ...cells: object[]) =>
  object('InstanceNUMATopology', '1.3', {
    cells: cells.map((cell) => object('InstanceNUMACell', cellVersion, cell)),
  })

const pages = (data: object) => object('NUMAPagesTopology', '1.1', data)
const base = { id: 0, cpuset: [1, 0], memory: 1024, cpu_usage: 3, memory_usage: 512 }
const read = {
  id: 0,
  socket: undefined,
  cpuset: [0, 1],
  pcpuset: [0, 1],
  siblings: [],
  memory: 1048576,
  memoryUsage: 524288,
  cpuUsage: 3,
  pinnedCpus: [],
  mempages: [],
}

test.each([
  {
    name: 'Juno has dicts, CPUs as text and no pages',
    value: { cells: [{ id: 0, cpus: '0,1', cpu_usage: 3, mem: { total: 1024, used: 512 } }] },
    cell: read,
  },
  { name: 'what an older object does not have yet is nothing', value: hostObject('1.0', base), cell: read },
  {
    name: 'Kilo has pages, siblings and pins, and reserves nothing',
    value: hostObject('1.2', {
      ...base,
      pinned_cpus: [1],
      siblings: [
        [3, 1],
        [0, 2],
      ],
      mempages: [
        pages({ size_kb: 2048, total: 100, used: 10 }),
        pages({ size_kb: 4, total: 9, used: 0, reserved: 1 }),
      ],
    }),
    cell: {
      ...read,
      pinnedCpus: [1],
      siblings: [
        [1, 3],
        [0, 2],
      ],
      mempages: [
        { size: 4, total: 9, used: 0, reserved: 1 },
        { size: 2048, total: 100, used: 10, reserved: 0 },
      ],
    },
  },
  {
    name: 'since Train dedicated CPUs are a set of their own, empty or not',
    value: hostObject('1.4', { ...base, pcpuset: [] }),
    cell: { ...read, pcpuset: [] },
  },
  {
    name: 'since Wallaby a cell knows its socket, if it is on one',
    value: hostObject('1.5', {
      ...base,
      pcpuset: [2],
      socket: 1,
      network_metadata: object('NetworkMetadata', '1.0', {}),
    }),
    cell: { ...read, pcpuset: [2], socket: 1 },
  },
  {
    name: 'a cell over several sockets has none',
    value: hostObject('1.5', { ...base, socket: null }),
    cell: read,
  },
  {
    name: 'usage below zero is read as it stands',
    value: hostObject('1.5', { ...base, memory_usage: -512, cpu_usage: -1 }),
    cell: { ...read, memoryUsage: -524288, cpuUsage: -1 },
  },
])('a host: $name', ({ value, cell }) => {
  expect(topologyOf(value)).toBe('host')
  expect(readHostTopology(value)).toEqual({ facts: [cell], problems: [] })
})

const guestRead = {
  id: 1,
  cpuset: [0, 1],
  pcpuset: [],
  memory: 1048576,
  pageSize: undefined,
  cpuPolicy: undefined,
  cpuThreadPolicy: undefined,
  cpuPinning: undefined,
  cpusetReserved: undefined,
}
const guestBase = { id: 1, cpuset: [0, 1], memory: 1024 }

test.each([
  {
    name: 'Juno has dicts',
    value: { cells: [{ id: 1, cpus: '0-1', mem: { total: 1024 } }] },
    cell: guestRead,
  },
  {
    name: 'a legacy dict may have a page size',
    value: { cells: [{ id: 1, cpus: '0,1', mem: { total: 1024 }, pagesize: 2048 }] },
    cell: { ...guestRead, pageSize: 2048 },
  },
  { name: 'the first objects have no pages', value: guestObject('1.0', guestBase), cell: guestRead },
  {
    name: 'Kilo pins without a policy',
    value: guestObject('1.2', {
      ...guestBase,
      pagesize: 1048576,
      cpu_pinning_raw: { '1': 4, '0': 9 },
      cpu_topology: object('VirtCPUTopology', '1.0', { sockets: 1, cores: 1, threads: 2 }),
    }),
    cell: {
      ...guestRead,
      pageSize: 1048576,
      cpuPinning: [
        [0, 9],
        [1, 4],
      ],
      cpuTopology: { sockets: 1, cores: 1, threads: 2 },
    },
  },
  {
    name: 'since Victoria dedicated vCPUs are a set of their own',
    value: guestObject('1.6', {
      ...guestBase,
      cpuset: [0],
      pcpuset: [1],
      pagesize: 2048,
      cpu_pinning_raw: { '1': 4 },
      cpu_policy: 'mixed',
      cpu_thread_policy: 'isolate',
      cpuset_reserved: [7],
    }),
    cell: {
      ...guestRead,
      cpuset: [0],
      pcpuset: [1],
      pageSize: 2048,
      cpuPinning: [[1, 4]],
      cpuPolicy: 'mixed',
      cpuThreadPolicy: 'isolate',
      cpusetReserved: [7],
    },
  },
  {
    name: 'a request that was not placed keeps what it asked for',
    value: guestObject('1.6', { ...guestBase, id: -1, pagesize: -2, cpu_pinning_raw: {} }),
    cell: { ...guestRead, id: -1, pageSize: 'large', cpuPinning: [] },
  },
])('a guest: $name', ({ value, cell }) => {
  expect(topologyOf(value)).toBe('guest')
  expect(readGuestTopology(value)).toEqual({
    facts: { guest: undefined, topology: { cells: [cell], emulatorThreadsPolicy: undefined } },
    problems: [],
  })
})

test('page sizes asked for are small, large and any', () => {
  const { facts } = readGuestTopology(
    guestObject('1.6', ...[-1, -2, -3, 4].map((pagesize) => ({ ...guestBase, pagesize }))),
  )
  expect(facts?.topology.cells.map(({ pageSize }) => pageSize)).toEqual(['small', 'large', 'any', 4])
})

test('an older topology names its guest, a newer one its emulator threads', () => {
  const data = { cells: [], instance_uuid: 'a-uuid', emulator_threads_policy: 'isolate' }
  expect(readGuestTopology(object('InstanceNUMATopology', '1.3', data)).facts).toEqual({
    guest: 'a-uuid',
    topology: { cells: [], emulatorThreadsPolicy: 'isolate' },
  })
})

const pool = { size_kb: 2048, total: 100, used: 10, reserved: 0 }
test.each([
  {
    name: 'a pool that lacks a number leaves its cell standing',
    value: hostObject('1.5', base, {
      ...base,
      id: 1,
      mempages: [pages(pool), pages({ ...pool, total: null })],
    }),
    at: 'cells[1].mempages[1].total',
    expected: 'number',
    cells: 2,
  },
  {
    name: 'a cell whose CPUs are no list keeps its memory and pages',
    value: hostObject('1.5', base, { ...base, cpuset: '0-3' }),
    at: 'cells[1].cpuset',
    expected: 'array',
    cells: 2,
  },
  {
    name: 'in Juno’s dicts the path is the dict’s',
    value: { cells: [{ id: 0, cpus: '0..1', cpu_usage: 0, mem: { total: 1, used: 0 } }] },
    at: 'cells[0].cpus',
    expected: 'a CPU list such as 0,1,2',
    cells: 0,
  },
  {
    name: 'a cell without its usage is left out',
    value: { cells: [{ id: 0, cpus: '0', cpu_usage: 0, mem: { total: 1 } }] },
    at: 'cells[0].mem.used',
    expected: 'number',
    cells: 0,
  },
])('$name', ({ value, at, expected, cells }) => {
  const { facts, problems } = readHostTopology(value)
  expect(problems).toMatchObject([{ severity: 'error', at: { path: at }, expected }])
  expect(facts).toHaveLength(cells)
})

test('a major version we have not seen is read, with a warning', () => {
  const { facts, problems } = readHostTopology({
    ...hostObject('1.5', base),
    'nova_object.version': '2.0',
  })
  expect(facts).toHaveLength(1)
  expect(problems).toEqual([
    {
      severity: 'warning',
      at: { path: 'nova_object.version' },
      found: '"2.0"',
      expected: 'version 1.x',
    },
  ])
})

test('what has no cells of Nova is no topology', () => {
  const others = [
    null,
    'cells',
    [],
    {},
    { cells: [] },
    { cells: [{}] },
    object('Flavor', '1.2', { cells: [] }),
  ]
  expect(others.map(topologyOf)).toEqual(others.map(() => undefined))
})

test('paths leave Nova’s envelopes out', () => {
  expect(envelope).toEqual(['nova_object.data'])
})
