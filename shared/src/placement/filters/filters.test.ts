import { expect, test } from 'vitest'
import { AggregateId, GuestId, HostId } from '../../model/ids.ts'
import type { CloudSettings } from '../../model/snapshot.ts'
import type { SchedulerHints } from '../../placement/request.ts'
import { hostCell, pool } from '../../testing/cells.ts'
import { request, state } from '../../testing/placement.ts'
import { GiB, MiB } from '../../units.ts'
import type { HostState } from '../host-state.ts'
import { filters } from './filters.ts'

type Shape = Parameters<typeof state>[1]
type Asked = Parameters<typeof request>[1]

/** `passes`, the kinds of objections, or what is missing. */
function says(name: string, release: string, host: Shape, asked: Asked, hints: Partial<SchedulerHints> = {}) {
  const answer = filters.get(name)?.(state(release, host), request(release, asked, hints))
  switch (answer?.kind) {
    case 'passes':
      return 'passes'
    case 'objects':
      return answer.reasons.map(({ kind }) => kind).join(' ')
    case 'unknown':
      return `unknown: ${answer.gaps.map(({ what }) => what).join(' ')}`
    default:
      return 'no such filter'
  }
}

const memory = (totalMb: number, usedMb: number, ram: number | undefined): Shape => ({
  memory: { total: MiB(totalMb), used: MiB(usedMb) },
  ratios: { cpu: undefined, ram, disk: undefined },
})

test.each<[name: string, release: string, host: Shape, memoryMb: number, answer: string]>([
  ['what is left is enough', 'juno', memory(8192, 7680, 1), 512, 'passes'],
  ['one MiB too little', 'juno', memory(8192, 7681, 1), 512, 'ram-short'],
  ['the ratio makes room', 'juno', memory(1872, 1536, 1.5), 512, 'passes'],
  ['the default ratio is 1.5', 'zed', memory(65536, 65536, undefined), 32768, 'passes'],
  ['since Antelope it is 1.0', '2023.1', memory(65536, 65536, undefined), 1, 'ram-short'],
  ['a ratio of 0.0 in the row means the default', 'liberty', memory(65536, 65536, 0), 32768, 'passes'],
  ['a guest larger than the host passes', 'kilo', memory(65536, 0, 1.5), 98304, 'passes'],
  ['a guest larger than the host is refused', 'liberty', memory(65536, 0, 1.5), 98304, 'ram-self-overcommit'],
  ['a row without memory says nothing', 'liberty', { memory: undefined }, 1, 'unknown: memory_mb'],
])('RamFilter, %s (%s)', (_, release, host, memoryMb, answer) => {
  expect(says('RamFilter', release, host, { memoryMb })).toBe(answer)
})

test('RamFilter says what it compared', () => {
  const answer = filters.get('RamFilter')?.(
    state('juno', memory(65536, 92160, 1.5)),
    request('juno', { memoryMb: 8192 }),
  )
  expect(answer).toEqual({
    kind: 'objects',
    reasons: [
      {
        kind: 'ram-short',
        needed: MiB(8192),
        free: MiB(6144),
        total: MiB(65536),
        used: MiB(92160),
        ratio: 1.5,
      },
    ],
  })
})

const vcpus = (total: number, used: number): Shape => ({ vcpus: { total, used } })

test.each<[name: string, release: string, host: Shape, vcpus: number, answer: string]>([
  ['sixteen vCPUs a CPU', 'kilo', vcpus(16, 248), 8, 'passes'],
  ['one too many', 'kilo', vcpus(16, 249), 8, 'vcpus-short'],
  ['four a CPU since Antelope', '2023.1', vcpus(16, 57), 8, 'vcpus-short'],
  ['more vCPUs than the host has CPUs', 'kilo', vcpus(16, 0), 17, 'passes'],
  ['more vCPUs than the host has CPUs', 'liberty', vcpus(16, 0), 17, 'vcpus-self-overcommit'],
  ['a host that reports no CPUs passes', 'liberty', vcpus(0, 0), 17, 'passes'],
  ['a row without vCPUs says nothing', 'liberty', { vcpus: undefined }, 1, 'unknown: vcpus'],
])('CoreFilter, %s (%s)', (_, release, host, vcpus, answer) => {
  expect(says('CoreFilter', release, host, { vcpus })).toBe(answer)
})

test.each<[name: string, host: Shape, asked: Asked, answer: string]>([
  ['what is left is enough', { disk: { total: GiB(100), used: GiB(80) } }, { rootGb: 20 }, 'passes'],
  ['swap counts', { disk: { total: GiB(100), used: GiB(80) } }, { rootGb: 20, swapMb: 1 }, 'disk-short'],
  ['a row without disk says nothing', { disk: undefined }, { rootGb: 1 }, 'unknown: local_gb'],
])('DiskFilter, %s', (_, host, asked, answer) => {
  expect(says('DiskFilter', 'mitaka', host, asked)).toBe(answer)
})

const guest = GuestId('guest-1')

test.each<[filter: string, name: string, host: Shape, hints: Partial<SchedulerHints>, answer: string]>([
  ['ComputeFilter', 'up and enabled', {}, {}, 'passes'],
  ['ComputeFilter', 'disabled', { service: { enabled: false, up: true } }, {}, 'host-disabled'],
  ['ComputeFilter', 'down', { service: { enabled: true, up: false } }, {}, 'host-down'],
  ['ComputeFilter', 'no service known', { service: undefined }, {}, 'unknown: service'],
  ['RetryFilter', 'not tried', {}, {}, 'passes'],
  ['RetryFilter', 'tried', {}, { tried: [HostId('host-1')] }, 'already-tried'],
  ['AvailabilityZoneFilter', 'no zone asked', { zone: undefined }, {}, 'passes'],
  ['AvailabilityZoneFilter', 'in the zone', { zone: 'a' }, { zone: 'a' }, 'passes'],
  ['AvailabilityZoneFilter', 'in another', { zone: 'b' }, { zone: 'a' }, 'wrong-zone'],
  ['AvailabilityZoneFilter', 'zone not known', { zone: undefined }, { zone: 'a' }, 'unknown: zone'],
  ['SameHostFilter', 'no guest named', {}, {}, 'passes'],
  ['SameHostFilter', 'with it', { guests: [guest] }, { sameHost: [guest] }, 'passes'],
  ['SameHostFilter', 'without it', { guests: [] }, { sameHost: [guest] }, 'not-with'],
  ['SameHostFilter', 'guests not listed', { guests: undefined }, { sameHost: [guest] }, 'unknown: guests'],
  ['DifferentHostFilter', 'without it', { guests: [] }, { differentHost: [guest] }, 'passes'],
  ['DifferentHostFilter', 'with it', { guests: [guest] }, { differentHost: [guest] }, 'not-apart'],
])('%s, %s', (name, _, host, hints, answer) => {
  expect(says(name, 'liberty', host, {}, hints)).toBe(answer)
})

test.each<[filter: string, asked: Asked, answer: string]>([
  ['ComputeCapabilitiesFilter', {}, 'passes'],
  ['ComputeCapabilitiesFilter', { extraSpecs: { 'hw:numa_nodes': '1' } }, 'passes'],
  ['ComputeCapabilitiesFilter', { extraSpecs: { ssd: 'true' } }, 'capability-lacks'],
  ['ComputeCapabilitiesFilter', { extraSpecs: { 'capabilities:ssd': '1' } }, 'capability-lacks'],
  [
    'ComputeCapabilitiesFilter',
    { extraSpecs: { 'capabilities:cpu_info:arch': 'x86_64' } },
    'unknown: cpu_info',
  ],
  ['ImagePropertiesFilter', { image: { hw_disk_bus: 'virtio' } }, 'passes'],
  ['ImagePropertiesFilter', { image: { hw_architecture: 'aarch64' } }, 'unknown: supported_instances'],
  ['PciPassthroughFilter', {}, 'passes'],
  ['PciPassthroughFilter', { extraSpecs: { 'pci_passthrough:alias': 'gpu:1' } }, 'unknown: pci_stats'],
  ['ServerGroupAntiAffinityFilter', {}, 'passes'],
])('%s asked %j: %s', (name, asked, answer) => {
  expect(says(name, 'liberty', {}, asked)).toBe(answer)
})

const paged: HostState['cells'] = [hostCell({ mempages: [pool('4K', '3670016'), pool('2M', '1024')] })]
const huge: Asked = { memoryMb: 1024, extraSpecs: { 'hw:mem_page_size': '2048' } }

test.each<[name: string, cells: HostState['cells'], asked: Asked, answer: string]>([
  ['a guest without topology passes anywhere', 'not read', {}, 'passes'],
  ['one with a topology needs a host with one', 'none', huge, 'host-has-no-topology'],
  ['a topology not read says nothing', 'not read', huge, 'unknown: numa_topology'],
  ['pages enough', paged, huge, 'passes'],
  ['pages short', paged, { ...huge, memoryMb: 2050 }, 'pages-short'],
])('NUMATopologyFilter, %s', (_, cells, asked, answer) => {
  expect(says('NUMATopologyFilter', 'liberty', { cells }, asked)).toBe(answer)
})

const threaded = hostCell({ id: 0, cpus: '0-3', siblings: '0,1 2,3' })
const plain = hostCell({ id: 1, cpus: '4-7', siblings: '' })
const single = hostCell({ id: 0, cpus: '0-3', siblings: '0 1 2 3' })
const required: Asked = {
  vcpus: 2,
  extraSpecs: { 'hw:cpu_policy': 'dedicated', 'hw:cpu_thread_policy': 'require' },
}

test.each<[release: string, name: string, cells: HostState['cells'], answer: string]>([
  ['mitaka', 'one cell of two has threads', [threaded, plain], 'host-has-no-threads'],
  ['newton', 'one cell of two has threads', [threaded, plain], 'passes'],
  ['queens', 'no cell has', [plain], 'host-has-no-threads'],
  ['rocky', 'every core has one', [single], 'host-has-no-threads'],
])('threads required in %s, %s: %s', (release, _, cells, answer) => {
  expect(says('NUMATopologyFilter', release, { cells }, required)).toBe(answer)
})

const group = (policy: string, hosts: readonly string[], maxServerPerHost?: number) => ({
  group: { name: 'web', policy, maxServerPerHost, hosts: hosts.map(HostId) },
})
const inAggregate = (...metadata: readonly Readonly<Record<string, string>>[]): Shape => ({
  aggregates: metadata.map((words, id) => ({
    id: AggregateId(`${id}`),
    name: `aggregate ${id}`,
    zone: undefined,
    hosts: [HostId('host-1')],
    metadata: words,
  })),
})
const unset = { enabledFilters: undefined, maxAttempts: undefined }
const isolated = (settings: Partial<CloudSettings>): Shape => ({
  settings: { ...unset, isolatedHosts: ['host-1'], ...settings },
})
const counts = (stats: Readonly<Record<string, string>>): Shape => ({ guests: undefined, stats })
const kvm: Shape = {
  hypervisor: {
    type: 'QEMU',
    version: 7_002_000,
    cpuInfo: '{"arch": "x86_64", "features": ["vmx", "avx2"]}',
    supportedInstances: [['x86_64', 'kvm', 'hvm']],
  },
}

test.each<[filter: string, rule: string, release: string, Shape, Asked, Partial<SchedulerHints>, string]>([
  [
    'AggregateRamFilter',
    'an aggregate’s ratio counts',
    'newton',
    { ...inAggregate({ ram_allocation_ratio: '1.0' }), memory: { total: MiB(1024), used: MiB(0) } },
    { memoryMb: 1024 },
    {},
    'passes',
  ],
  [
    'AggregateRamFilter',
    'of several the least',
    'newton',
    {
      ...inAggregate({ ram_allocation_ratio: '1.5' }, { ram_allocation_ratio: '0.5' }),
      memory: { total: MiB(1024), used: MiB(0) },
    },
    { memoryMb: 1024 },
    {},
    'ram-short',
  ],
  [
    'AggregateRamFilter',
    'one that is no number counts for nothing',
    'newton',
    { ...inAggregate({ ram_allocation_ratio: 'much' }), memory: { total: MiB(1024), used: MiB(512) } },
    { memoryMb: 1024 },
    {},
    'passes',
  ],
  [
    'AggregateCoreFilter',
    'an aggregate’s ratio counts',
    'newton',
    { ...inAggregate({ cpu_allocation_ratio: '1' }), vcpus: { total: 4, used: 3 } },
    { vcpus: 2 },
    {},
    'vcpus-short',
  ],
  [
    'AggregateDiskFilter',
    'an aggregate’s ratio counts',
    'newton',
    { ...inAggregate({ disk_allocation_ratio: '0.5' }), disk: { total: GiB(10), used: GiB(0) } },
    { rootGb: 6 },
    {},
    'disk-short',
  ],
  [
    'ExactRamFilter',
    'exactly what is free',
    'newton',
    { memory: { total: MiB(2048), used: MiB(1024) } },
    { memoryMb: 1024 },
    {},
    'passes',
  ],
  [
    'ExactRamFilter',
    'more free than asked',
    'newton',
    { memory: { total: MiB(2048), used: MiB(1023) } },
    { memoryMb: 1024 },
    {},
    'not-exactly',
  ],
  [
    'ExactCoreFilter',
    'more free than asked',
    'newton',
    { vcpus: { total: 4, used: 0 } },
    { vcpus: 2 },
    {},
    'not-exactly',
  ],
  [
    'ExactDiskFilter',
    'exactly what is free',
    'newton',
    { disk: { total: GiB(10), used: GiB(0) } },
    { rootGb: 10 },
    {},
    'passes',
  ],
  ['NumInstancesFilter', 'fewer than 50', 'zed', counts({ num_instances: '49' }), {}, {}, 'passes'],
  ['NumInstancesFilter', '50', 'zed', counts({ num_instances: '50' }), {}, {}, 'too-many-guests'],
  ['NumInstancesFilter', 'not counted', 'zed', { guests: undefined }, {}, {}, 'unknown: guests'],
  [
    'AggregateNumInstancesFilter',
    'an aggregate says how many',
    'zed',
    { ...inAggregate({ max_instances_per_host: '2' }), ...counts({ num_instances: '2' }) },
    {},
    {},
    'too-many-guests',
  ],
  ['IoOpsFilter', 'eight at work', 'zed', counts({ io_workload: '8' }), {}, {}, 'too-many-io-ops'],
  ['IoOpsFilter', 'a counter that the compute leaves out is zero', 'zed', counts({}), {}, {}, 'passes'],
  ['IoOpsFilter', 'no counters read', 'zed', { stats: undefined }, {}, {}, 'unknown: io_workload'],
  ['IsolatedHostsFilter', 'nothing set', 'zed', {}, {}, {}, 'passes'],
  ['IsolatedHostsFilter', 'a host kept for images', 'zed', isolated({}), {}, {}, 'isolated-host'],
  [
    'IsolatedHostsFilter',
    'kept, and open to others',
    'zed',
    isolated({ isolatedHostsRestricted: false }),
    {},
    {},
    'passes',
  ],
  [
    'IsolatedHostsFilter',
    'images named, and none known of the request',
    'zed',
    isolated({ isolatedImages: ['i'] }),
    {},
    {},
    'unknown: image id',
  ],
  [
    'IsolatedHostsFilter',
    'images named, on a host kept for them and open to others',
    'zed',
    isolated({ isolatedImages: ['i'], isolatedHostsRestricted: false }),
    {},
    {},
    'passes',
  ],
  ['MetricsFilter', 'nothing to weigh', 'zed', {}, {}, {}, 'passes'],
  [
    'MetricsFilter',
    'a metric to weigh',
    'zed',
    { settings: { ...unset, metricsWeights: ['cpu.percent=-1.0'] } },
    {},
    {},
    'unknown: metrics',
  ],
  ['TrustedFilter', 'no trust asked for', 'ocata', {}, {}, {}, 'passes'],
  [
    'TrustedFilter',
    'a trusted host',
    'ocata',
    {},
    { extraSpecs: { 'trust:trusted_host': 'trusted' } },
    {},
    'unknown: attestation',
  ],
  ['IoOpsFilter', 'seven', 'zed', counts({ io_workload: '7' }), {}, {}, 'passes'],
  [
    'AggregateIoOpsFilter',
    'an aggregate says how many',
    'zed',
    { ...inAggregate({ max_io_ops_per_host: '9' }), ...counts({ io_workload: '8' }) },
    {},
    {},
    'passes',
  ],
  [
    'AggregateInstanceExtraSpecsFilter',
    'nothing asked',
    'zed',
    {},
    { extraSpecs: { 'hw:numa_nodes': '1' } },
    {},
    'passes',
  ],
  [
    'AggregateInstanceExtraSpecsFilter',
    'asked and there',
    'zed',
    inAggregate({ ssd: 'true, fast' }),
    { extraSpecs: { 'aggregate_instance_extra_specs:ssd': 'fast' } },
    {},
    'passes',
  ],
  [
    'AggregateInstanceExtraSpecsFilter',
    'a key without scope counts too',
    'zed',
    {},
    { extraSpecs: { ssd: 'true' } },
    {},
    'aggregate-lacks',
  ],
  [
    'AggregateInstanceExtraSpecsFilter',
    'an operator',
    'zed',
    inAggregate({ ssd: '3' }),
    { extraSpecs: { ssd: '>= 4' } },
    {},
    'aggregate-lacks',
  ],
  [
    'AggregateInstanceExtraSpecsFilter',
    'a number of what is none',
    'zed',
    inAggregate({ ssd: 'x' }),
    { extraSpecs: { ssd: '>= 4' } },
    {},
    'exception',
  ],
  ['AggregateTypeAffinityFilter', 'no aggregate names flavors', 'zed', {}, {}, {}, 'passes'],
  [
    'AggregateTypeAffinityFilter',
    'one names others',
    'zed',
    inAggregate({ instance_type: 'a, b' }),
    {},
    {},
    'aggregate-lacks',
  ],
  [
    'AggregateTypeAffinityFilter',
    'one names this',
    'zed',
    inAggregate({ instance_type: 'a, flavor' }),
    {},
    {},
    'passes',
  ],
  ['AggregateMultiTenancyIsolation', 'anybody’s', 'zed', {}, {}, {}, 'passes'],
  [
    'AggregateMultiTenancyIsolation',
    'nobody said whose',
    'zed',
    inAggregate({ filter_tenant_id: 'p' }),
    {},
    {},
    'unknown: project_id',
  ],
  [
    'AggregateMultiTenancyIsolation',
    'another project’s',
    'zed',
    inAggregate({ filter_tenant_id: 'p,q' }),
    {},
    { project: 'r' },
    'aggregate-lacks',
  ],
  [
    'AggregateImagePropertiesIsolation',
    'an image without the property',
    'zed',
    inAggregate({ os: 'win' }),
    {},
    {},
    'passes',
  ],
  [
    'AggregateImagePropertiesIsolation',
    'an image with another',
    'zed',
    inAggregate({ os: 'win' }),
    { image: { os: 'linux' } },
    {},
    'aggregate-lacks',
  ],
  [
    'AvailabilityZoneFilter',
    'a zone of any of its aggregates',
    'zed',
    inAggregate({ availability_zone: 'a' }, { availability_zone: 'b' }),
    {},
    { zone: 'b' },
    'passes',
  ],
  [
    'ComputeCapabilitiesFilter',
    'a path into what the driver reported',
    'zed',
    kvm,
    { extraSpecs: { 'capabilities:cpu_info:features': '<in> avx2' } },
    {},
    'passes',
  ],
  [
    'ComputeCapabilitiesFilter',
    'a path that leads nowhere',
    'zed',
    kvm,
    { extraSpecs: { 'capabilities:cpu_info:model': 'EPYC' } },
    {},
    'capability-lacks',
  ],
  [
    'ComputeCapabilitiesFilter',
    'an unknown key without scope refuses up to Mitaka',
    'mitaka',
    kvm,
    { extraSpecs: { ssd: 'true' } },
    {},
    'capability-lacks',
  ],
  [
    'ComputeCapabilitiesFilter',
    'and passes from Newton',
    'newton-14.0',
    kvm,
    { extraSpecs: { ssd: 'true' } },
    {},
    'passes',
  ],
  [
    'ImagePropertiesFilter',
    'what the host runs',
    'zed',
    kvm,
    { image: { hw_architecture: 'amd64', hw_vm_mode: 'hvm' } },
    {},
    'passes',
  ],
  [
    'ImagePropertiesFilter',
    'what it does not',
    'zed',
    kvm,
    { image: { hw_architecture: 'aarch64' } },
    {},
    'image-not-supported',
  ],
  [
    'ServerGroupAntiAffinityFilter',
    'one of the group is here',
    'zed',
    {},
    {},
    group('anti-affinity', ['host-1']),
    'group-apart',
  ],
  [
    'ServerGroupAntiAffinityFilter',
    'one is elsewhere',
    'zed',
    {},
    {},
    group('anti-affinity', ['host-2']),
    'passes',
  ],
  [
    'ServerGroupAntiAffinityFilter',
    'two may be here from Stein',
    'stein',
    {},
    {},
    group('anti-affinity', ['host-1'], 2),
    'passes',
  ],
  [
    'ServerGroupAntiAffinityFilter',
    'not up to Rocky',
    'rocky',
    {},
    {},
    group('anti-affinity', ['host-1'], 2),
    'group-apart',
  ],
  ['ServerGroupAffinityFilter', 'the first of its group', 'zed', {}, {}, group('affinity', []), 'passes'],
  [
    'ServerGroupAffinityFilter',
    'the group is elsewhere',
    'zed',
    {},
    {},
    group('affinity', ['host-2']),
    'group-together',
  ],
  [
    'ServerGroupAffinityFilter',
    'the group is here',
    'zed',
    {},
    {},
    group('affinity', ['host-1', 'host-2']),
    'passes',
  ],
])('%s: %s (%s)', (name, _, release, host, asked, hints, answer) => {
  expect(says(name, release, host, asked, hints)).toBe(answer)
})
