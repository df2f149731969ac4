import { expect, test } from 'vitest'
import { isNovaConf, parseNovaConf } from './nova-conf.ts'

const text = `# compute-07
[DEFAULT]
host = compute-07
; third parties
reserved_huge_pages = node:0,size:2048,count:256
reserved_huge_pages = node:1, size:1GB, count:1
reserved_host_memory_mb = 512
reserved_host_memory_mb=4096
reserved_host_cpus: 2
cpu_allocation_ratio = 16.0
ram_allocation_ratio = 0.0

[compute]
cpu_shared_set = 0-1,
    16-17
cpu_dedicated_set = 2-15,^3
packing_host_numa_cells_allocation_strategy = False

[filter_scheduler]
enabled_filters = ComputeFilter, NUMATopologyFilter
[scheduler]
max_attempts = 5
[libvirt]
cpu_mode = host-model
`

test('options of capacity and scheduling are read, of which a repeated one keeps its last value', () => {
  expect(parseNovaConf(text)).toEqual({
    facts: {
      host: 'compute-07',
      options: 13,
      config: {
        reservedHugePages: [
          { cell: 0, size: 2048, count: 256 },
          { cell: 1, size: 1048576, count: 1 },
        ],
        reservedHostMemory: 4194304,
        reservedHostCpus: 2,
        vcpuPinSet: undefined,
        cpuSharedSet: '0-1, 16-17',
        cpuDedicatedSet: '2-15,^3',
        packing: false,
      },
      ratios: { cpu: 16, ram: undefined, disk: undefined },
      settings: { enabledFilters: ['ComputeFilter', 'NUMATopologyFilter'], maxAttempts: 5 },
    },
    problems: [],
  })
})

test('request filters are those that are turned on', () => {
  const options = 'limit_tenants_to_placement_aggregate=True\nimage_metadata_prefilter=false\n'
  const { facts } = parseNovaConf(`[scheduler]\n${options}enable_isolated_aggregate_filtering = yes\n`)
  expect(facts?.settings.requestFilterOptions).toEqual([
    'limit_tenants_to_placement_aggregate',
    'enable_isolated_aggregate_filtering',
  ])
})

test('a ratio that is not set begins as the initial one says', () => {
  const { facts } = parseNovaConf(
    'initial_cpu_allocation_ratio=8\ncpu_allocation_ratio=2\ninitial_ram_allocation_ratio=1.2\n',
  )
  expect(facts?.ratios).toEqual({ cpu: 2, ram: 1.2, disk: undefined })
})

test('options have their older homes', () => {
  const { facts } = parseNovaConf(
    '[DEFAULT]\nscheduler_default_filters=RamFilter\nscheduler_max_attempts=3\nvcpu_pin_set=4-12,^8\n',
  )
  expect(facts?.settings).toEqual({ enabledFilters: ['RamFilter'], maxAttempts: 3 })
  expect(facts?.config.vcpuPinSet).toBe('4-12,^8')
})

test.each([
  {
    name: 'memory with a unit',
    line: 'reserved_host_memory_mb = 2 GB',
    path: '[DEFAULT] reserved_host_memory_mb',
    found: '2 GB',
    expected: 'a whole number',
  },
  {
    name: 'a ratio that is none',
    line: 'cpu_allocation_ratio = 4:1',
    path: '[DEFAULT] cpu_allocation_ratio',
    found: '4:1',
    expected: 'a number',
  },
  {
    name: 'a line that is no option',
    line: 'and then some',
    path: undefined,
    found: 'and then some',
    expected: '[section] or option = value',
  },
])('$name is named, and the rest is read', ({ line, path, found, expected }) => {
  const { facts, problems } = parseNovaConf(`[DEFAULT]\n${line}\nreserved_host_cpus = 3\n`)
  const at = path === undefined ? { line: 2 } : { line: 2, path }
  expect(problems).toEqual([{ severity: 'error', at, found, expected }])
  expect(facts?.config.reservedHostCpus).toBe(3)
})

test('a file is Nova’s by an option that is read here, or by a section that only Nova has', () => {
  const files = [
    text,
    '[DEFAULT]\nreserved_huge_pages = node:0,size:4,count:1\n',
    'reserved_host_memory_mb = 1\n',
    '[DEFAULT]\ndebug = true\n[placement]\nregion_name = RegionOne\n',
    '[DEFAULT]\ndebug = true\n',
    'name = value\n',
    '',
  ]
  expect(files.map(isNovaConf)).toEqual([true, true, true, true, false, false, false])
})

const reserved = (...values: readonly string[]) =>
  parseNovaConf(`[DEFAULT]\n${values.map((value) => `reserved_huge_pages = ${value}\n`).join('')}`)

test.each([
  ['a size without the B of its unit', 'node:0,size:2M,count:1', 'InvalidReservedMemoryPagesOption'],
  ['a size that nobody has', 'node:0,size:big,count:1', 'InvalidReservedMemoryPagesOption'],
  ['a count that is missing', 'node:0,size:2048', 'InvalidReservedMemoryPagesOption'],
  ['a part without a colon', 'node:0,size:2048,count', 'ConfigFileValueError'],
  ['a part twice', 'node:0,node:1,size:2048,count:1', 'ConfigFileValueError'],
])(
  'reserved_huge_pages: %s keeps nova-compute from starting, and is named at its line',
  (_, value, exception) => {
    const { facts, problems } = reserved('node:0,size:2048,count:64', value)
    expect(problems).toEqual([
      {
        severity: 'error',
        at: { line: 3, path: '[DEFAULT] reserved_huge_pages' },
        found: value,
        expected: `node:N,size:SIZE,count:PAGES, a size in KiB or as 2MB: nova-compute does not start with this (${exception})`,
      },
    ])
    expect(facts?.config.reservedHugePages).toEqual([{ cell: 0, size: 2048, count: 64 }])
  },
)

test.each([
  ['in KiB', 'node:1,size:2048,count:64', [{ cell: 1, size: 2048, count: 64 }]],
  ['with its unit', 'node:1,size:2MB,count:64', [{ cell: 1, size: 2048, count: 64 }]],
  [
    'in the order one likes, with spaces',
    ' count:64 , size:1GiB, node:1',
    [{ cell: 1, size: 1048576, count: 64 }],
  ],
])('reserved_huge_pages: a size %s', (_, value, pages) => {
  expect(reserved(value).problems).toEqual([])
  expect(reserved(value).facts?.config.reservedHugePages).toEqual(pages)
})

test('reserved_huge_pages: of one node and size the last counts', () => {
  const { facts } = reserved('node:0,size:2048,count:64', 'node:0,size:2MB,count:16')
  expect(facts?.config.reservedHugePages).toEqual([{ cell: 0, size: 2048, count: 16 }])
})

test('reserved_huge_pages: pages that cannot be are named', () => {
  const { facts, problems } = reserved('node:0,size:2048,count:-4', 'node:1,size:512b,count:4')
  expect(problems.map(({ at }) => at.line)).toEqual([2, 3])
  expect(facts?.config.reservedHugePages).toEqual([])
})

test('what filters and weighers are set to is read', () => {
  const { facts, problems } = parseNovaConf(`[filter_scheduler]
isolated_hosts = a, b
isolated_images = i
restrict_isolated_hosts_to_isolated_images = false
io_ops_weight_multiplier = -2.5
build_failure_weight_multiplier = 1e6
[metrics]
weight_setting = cpu.percent=-1.0
[conductor]
migrate_max_retries = -1
`)
  expect(problems).toEqual([])
  expect(facts?.settings).toMatchObject({
    isolatedHosts: ['a', 'b'],
    isolatedImages: ['i'],
    isolatedHostsRestricted: false,
    weightMultipliers: { io_ops_weight_multiplier: -2.5, build_failure_weight_multiplier: 1_000_000 },
    metricsWeights: ['cpu.percent=-1.0'],
    migrateMaxRetries: -1,
  })
})

test('PCI aliases are JSON, and one that is none is named', () => {
  const { facts, problems } = parseNovaConf(`[pci]
alias = {"name": "gpu", "vendor_id": "10de", "product_id": "20b5", "numa_policy": "preferred"}
alias = gpu
`)
  expect(facts?.settings.pciAliases).toMatchObject([
    { name: 'gpu', vendorId: '10de', productId: '20b5', numaPolicy: 'preferred' },
  ])
  expect(problems.map(({ at }) => at)).toEqual([{ line: 3, path: '[pci] alias' }])
})
