import { expect, test } from 'vitest'
import { GuestId, HostId } from '../../model/ids.ts'
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
  ['ComputeCapabilitiesFilter', { extraSpecs: { ssd: 'true' } }, 'unknown: ssd'],
  ['ComputeCapabilitiesFilter', { extraSpecs: { 'capabilities:ssd': '1' } }, 'unknown: capabilities:ssd'],
  ['ImagePropertiesFilter', { image: { hw_disk_bus: 'virtio' } }, 'passes'],
  ['ImagePropertiesFilter', { image: { hw_architecture: 'aarch64' } }, 'unknown: hw_architecture'],
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
