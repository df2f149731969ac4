import fc from 'fast-check'
import { driverJsons } from './capabilities.ts'
import { type Choice, chosen } from './choice.ts'
import { type AskJson, asksOf, wildAsks, wildTopologies } from './flavor.ts'
import { type HostCellJson, type HostJson, hostJsons, stepMiB } from './host.ts'

const limits = fc.option(
  fc.record({
    cpu_allocation_ratio: chosen(1, 2, 4, 16, 1.5, 0.5, 1.1),
    ram_allocation_ratio: chosen(1, 1.5, 1.1, 0.9, 2, 0.5),
  }),
  { nil: null },
)
const packing = chosen(null, false, true)

const fit = fc
  .record({ host: hostJsons, ask: asksOf, limits, packing })
  .map(({ host, ask, limits, packing }) => ({ op: 'fit', host, ...ask(host.cells.length), limits, packing }))

/** Two products on one of the host's cells each, or on none. */
const pciPool = fc.record({
  product_id: chosen('1572', '154c', '154c'),
  on: fc.option(fc.nat(7), { nil: null }),
  count: chosen(1, 1, 2, 4),
  type: chosen(undefined, 'type-VF', 'type-VF', 'type-PF'),
  physnet: chosen(undefined, undefined, 'physnet1'),
})

const pciSpec = fc.record({
  product_id: chosen('1572', '154c', '154c'),
  dev_type: chosen(undefined, undefined, 'type-VF', 'type-PF'),
})

const devicesAsked = fc.record({
  pools: fc.array(pciPool, { maxLength: 5 }),
  requests: fc.array(
    fc.record({
      count: chosen(1, 1, 1, 2, 3),
      specs: fc.array(pciSpec, { minLength: 1, maxLength: 2 }),
      policy: chosen('required', 'legacy', 'preferred', 'socket'),
    }),
    { maxLength: 2 },
  ),
})

const vendor_id = '8086'

const pciJson = ({ pools, requests }: Choice<typeof devicesAsked>, { cells }: HostJson) => ({
  pools: pools.map(({ product_id, on, count, type, physnet }) => ({
    vendor_id,
    product_id,
    numa_node: on === null ? null : (cells[on % cells.length] as HostCellJson).id,
    count,
    tags: { ...(type ? { dev_type: type } : {}), ...(physnet ? { physical_network: physnet } : {}) },
  })),
  requests: requests.map(({ count, specs, policy }, index) => ({
    alias: `alias${index}`,
    count,
    policy,
    specs: specs.map(({ product_id, dev_type }) => ({
      vendor_id,
      product_id,
      ...(dev_type ? { dev_type } : {}),
    })),
  })),
})

const fitWithDevices = fc
  .record({ fit, devices: devicesAsked })
  .map(({ fit, devices }) => ({ ...fit, pci: pciJson(devices, fit.host) }))

const constraints = wildAsks.map((ask) => ({ op: 'constraints', ...ask }))

type Boot = (AskJson & { readonly count: number }) | { readonly delete: number }

const boot: fc.Arbitrary<(hostCells: number) => Boot> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({ ask: asksOf, count: chosen(1, 1, 2, 5) }).map(
      ({ ask, count }) =>
        (hostCells: number): Boot => ({ ...ask(hostCells), count }),
    ),
  },
  { weight: 1, arbitrary: fc.record({ delete: fc.nat(6) }).map((removal) => (): Boot => removal) },
)

const sequence = fc
  .record({
    host: hostJsons,
    boots: fc.array(boot, { minLength: 1, maxLength: 6 }),
    limits,
    packing,
    stop_at_first_failure: chosen(false, false, true),
  })
  .map(({ boots, ...asked }) => ({
    op: 'sequence',
    ...asked,
    boots: boots.map((boot) => boot(asked.host.cells.length)),
  }))

const guestCellShape = fc.record({
  /** On one of the host's cells, or on one it has not. */
  on: fc.nat(7),
  elsewhere: chosen(false, false, false, false, false, false, false, true),
  vcpus: fc.integer({ min: 1, max: 4 }),
  memory: fc.integer({ min: 1, max: 8 }),
  oddMiB: chosen(0, 0, 0, 1, 3),
  pageSize: chosen(null, null, 4, 64, 2048, 2048, 1048576, 16384),
  /** CPUs of the cell that are taken, by their place. */
  pins: fc.array(fc.nat(40), { minLength: 4, maxLength: 4 }),
  unknownPin: chosen(false, false, false, false, false, false, false, true),
  reserved: fc.option(fc.nat(40), { nil: null }),
})

const guestShape = fc.record({
  cells: fc.array(guestCellShape, { minLength: 1, maxLength: 3 }),
  policy: chosen(null, 'shared', 'dedicated', 'dedicated', 'mixed'),
  threads: chosen(null, 'prefer', 'isolate', 'require'),
  emulator: chosen(null, null, 'share', 'isolate'),
})

type GuestShape = Choice<typeof guestShape>

/** A placed guest whose pins are mostly CPUs the host has. */
function guestJson({ cells, policy, threads, emulator }: GuestShape, host: HostJson) {
  let next = 0
  return {
    cells: cells.map((cell) => {
      const on = host.cells[cell.on % host.cells.length] as HostCellJson
      const vcpus = Array.from({ length: cell.vcpus }, () => next++)
      const dedicated =
        policy === 'dedicated' ? vcpus : policy === 'mixed' ? vcpus.filter((vcpu) => vcpu % 2 === 0) : []
      const cpu = (at: number) => (cell.unknownPin ? 9000 + at : (on.pcpuset[at % on.pcpuset.length] ?? at))
      const pins = dedicated.map((vcpu, index) => [`${vcpu}`, cpu(cell.pins[index] as number)] as const)
      return {
        id: cell.elsewhere ? 99 : on.id,
        cpuset: vcpus.filter((vcpu) => !dedicated.includes(vcpu)),
        pcpuset: dedicated,
        memory_mb: cell.memory * stepMiB + cell.oddMiB,
        pagesize: cell.pageSize,
        cpu_policy: policy,
        cpu_thread_policy: dedicated.length > 0 ? threads : null,
        cpu_pinning: dedicated.length > 0 ? Object.fromEntries(pins) : null,
        cpuset_reserved: dedicated.length > 0 && cell.reserved !== null ? [cpu(cell.reserved)] : null,
      }
    }),
    emulator_threads_policy: policy === 'dedicated' || policy === 'mixed' ? emulator : null,
  }
}

const usage = fc
  .record({
    host: hostJsons,
    guests: fc.array(guestShape, { minLength: 1, maxLength: 4 }),
    /** Counted in, then out again, and out what never was in. */
    frees: fc.array(fc.boolean(), { minLength: 4, maxLength: 4 }),
    undo: fc.boolean(),
  })
  .map(({ host, guests, frees, undo }) => {
    const steps = guests.map((guest, index) => ({
      topologies: [guestJson(guest, host)],
      free: frees[index] === true && !undo,
    }))
    const undone = undo ? steps.toReversed().map((step) => ({ ...step, free: true })) : []
    return { op: 'usage', host, steps: [...steps, ...undone] }
  })

const cpuTopology = wildTopologies.map((ask) => ({ op: 'cpu_topology', ...ask }))

const stored = fc
  .record({ host: hostJsons, guest: guestShape })
  .map(({ host, guest }) => ({ op: 'stored', host, topology: guestJson(guest, host) }))

/** Values that an aggregate may have for a number, and some that are none. */
const aggregateTexts = chosen('0', '1', '2', '-1', '0.5', '1e3', '7', '9', '60', 'x', '')
const multipliers = [
  'ram_weight_multiplier',
  'cpu_weight_multiplier',
  'disk_weight_multiplier',
  'io_ops_weight_multiplier',
  'build_failure_weight_multiplier',
]
const most = ['max_io_ops_per_host', 'max_instances_per_host']

const weighedHost = fc.record({
  total_mb: fc.integer({ min: 1, max: 512 }).map((gib) => gib * 1024),
  free_ram_mb: fc.oneof(fc.integer({ min: -40_000, max: 400_000 }), chosen(0, 1024, 30_000)),
  disk_mb: fc.integer({ min: 0, max: 900 }).map((gib) => gib * 1024),
  free_disk_mb: fc.oneof(fc.integer({ min: -9000, max: 900_000 }), chosen(0, 10_240)),
  vcpus: fc.integer({ min: 1, max: 128 }),
  vcpus_used: fc.nat(400),
  cpu_allocation_ratio: chosen(1, 2, 4, 16, 1.5),
  num_io_ops: fc.oneof(fc.nat(12), chosen(0, 0, 7, 8, 9)),
  failed_builds: chosen(0, 0, 0, 1, 3),
  num_instances: fc.oneof(fc.nat(70), chosen(49, 50, 51)),
  hypervisor_version: chosen(7_000_000, 8_002_000),
  aggregate: fc.dictionary(fc.constantFrom(...multipliers, ...most), aggregateTexts, { maxKeys: 2 }),
})

const weigh = fc
  .record({
    hosts: fc.array(weighedHost, { minLength: 2, maxLength: 5 }),
    multipliers: fc.dictionary(fc.constantFrom(...multipliers), chosen(-2, -1, 0, 0.5, 1, 3), { maxKeys: 3 }),
    most: fc.dictionary(fc.constantFrom(...most), fc.integer({ min: 1, max: 60 }), { maxKeys: 2 }),
  })
  .map(({ hosts, multipliers, most }) => ({ op: 'weigh', hosts, conf: { ...multipliers, ...most } }))

const reservedPart = fc.oneof(
  { weight: 6, arbitrary: fc.nat(3).map((node) => `node:${node}`) },
  {
    weight: 6,
    arbitrary: chosen('2048', '1048576', '4', '2MB', '1GB', '64', '1GiB', '2M', '512b', '3000b').map(
      (size) => `size:${size}`,
    ),
  },
  { weight: 6, arbitrary: fc.nat(400).map((count) => `count:${count}`) },
  {
    weight: 1,
    arbitrary: chosen(
      'node:x',
      'size:x',
      'count:',
      'node: 1',
      ' count:3 ',
      'node',
      'pages:3',
      'count:-1',
      'size:1.5',
      'node:01',
      '',
    ),
  },
)

const reservedValue = fc.oneof(
  {
    weight: 3,
    arbitrary: fc
      .record({ node: fc.nat(2), size: chosen('2048', '1048576', '2MB', '1GB', '4'), count: fc.nat(99) })
      .map(({ node, size, count }) => `node:${node},size:${size},count:${count}`),
  },
  { weight: 1, arbitrary: fc.array(reservedPart, { maxLength: 4 }).map((parts) => parts.join(',')) },
)

const reserved = fc.array(reservedValue, { maxLength: 4 }).map((values) => ({ op: 'parse_reserved', values }))

const memoryMiB = fc.oneof(
  fc.nat(64).map((steps) => steps * stepMiB),
  fc.nat(70_000),
)

const livemig = fc
  .record({
    free_ram_mb: fc.oneof(memoryMiB, fc.integer({ min: -40_000, max: 0 })),
    memory_mb: memoryMiB,
    ram_allocation_ratio: chosen(1, 1.5, 1.1, 0.9, 0, 16, 1.3),
    instance_memory_mb: memoryMiB,
  })
  .map((asked) => ({ op: 'livemig_check', ...asked }))

const host = driverJsons.map((asked) => ({ op: 'host_from_capabilities', ...asked }))

const domainXml = fc
  .record({ driver: driverJsons, ask: asksOf, limits, packing })
  .map(({ driver, ask, limits, packing }) => ({
    op: 'domain_xml',
    ...driver,
    ...ask(driver.caps_xml.split('<cell id').length - 1),
    limits,
    packing,
  }))

/** Requests at random in the oracle's format, by kind of answer. */
export const oracleRequests = {
  fit,
  fit_with_devices: fitWithDevices,
  constraints,
  sequence,
  usage,
  reserved,
  livemig,
  host,
  domain_xml: domainXml,
  stored,
  cpu_topology: cpuTopology,
  weigh,
} as const satisfies Readonly<Record<string, fc.Arbitrary<object>>>

export type OracleKind = keyof typeof oracleRequests
export const oracleKinds = Object.keys(oracleRequests) as readonly OracleKind[]
