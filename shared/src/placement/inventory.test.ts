import { expect, test } from 'vitest'
import { hostCell } from '../testing/cells.ts'
import { request, state } from '../testing/placement.ts'
import { GiB, MiB } from '../units.ts'
import { Placement } from './inventory.ts'

type Shape = Parameters<typeof state>[1]
type Asked = Parameters<typeof request>[1]

function says(release: string, host: Shape, asked: Asked): string {
  const answer = Placement(state(release, host), request(release, asked))
  if (answer.kind === 'passes') return 'passes'
  if (answer.kind === 'unknown') return `unknown: ${answer.gaps.map(({ what }) => what).join(' ')}`
  return answer.reasons
    .map((why) => (why.kind === 'inventory-short' ? `${why.resource} short` : `${why.kind}`))
    .join(', ')
}

/** 64 GiB of which 512 MiB are the host's, and `usedMb` guests'. */
const memory = (usedMb: number, ram: number): Shape => ({
  memory: { total: MiB(65_536), used: MiB(512 + usedMb) },
  ratios: { cpu: undefined, ram, disk: undefined },
})

test.each<[name: string, release: string, host: Shape, asked: Asked, answer: string]>([
  ['Newton does not ask it', 'newton', memory(65_536, 1), { memoryMb: 65_024 }, 'passes'],
  ['Ocata does', 'ocata', memory(65_536, 1), { memoryMb: 1 }, 'MEMORY_MB short'],
  ['what is reserved is no room', 'zed', memory(0, 1), { memoryMb: 65_025 }, 'MEMORY_MB short'],
  ['all the rest is', 'zed', memory(0, 1), { memoryMb: 65_024 }, 'passes'],
  ['the ratio multiplies what is not reserved', 'zed', memory(32_512, 1.5), { memoryMb: 65_024 }, 'passes'],
  ['and no more', 'zed', memory(32_512, 1.5), { memoryMb: 65_025 }, 'MEMORY_MB short'],
  ['no guest is larger than the host', 'zed', memory(0, 1.5), { memoryMb: 65_537 }, 'inventory-too-small'],
  ['vCPUs by ratio', 'zed', { vcpus: { total: 16, used: 250 } }, { vcpus: 8 }, 'VCPU short'],
  ['more vCPUs than CPUs', 'zed', {}, { vcpus: 17 }, 'inventory-too-small'],
  [
    'swap is rounded up to a GB',
    'zed',
    { disk: { total: GiB(10), used: GiB(0) } },
    { rootGb: 10, swapMb: 1 },
    'inventory-too-small',
  ],
  ['disk short', 'zed', { disk: { total: GiB(10), used: GiB(1) } }, { rootGb: 10 }, 'DISK_GB short'],
  ['a guest without disk needs none', 'zed', { disk: undefined }, {}, 'passes'],
  ['a row without memory says nothing', 'zed', { memory: undefined }, {}, 'unknown: MEMORY_MB'],
])('%s (%s)', (_, release, host, asked, answer) => {
  expect(says(release, host, asked)).toBe(answer)
})

const pinned: Asked = { vcpus: 4, extraSpecs: { 'hw:cpu_policy': 'dedicated' } }
const apart = (pins: string): Shape => ({
  vcpus: { total: 4, used: 0 },
  cells: [hostCell({ cpus: '0-3', dedicated: '4-7', pinned: pins })],
})

test.each<[name: string, release: string, host: Shape, asked: Asked, answer: string]>([
  ['dedicated vCPUs are PCPU', 'train', apart(''), pinned, 'passes'],
  ['of which each is given once', 'train', apart('4'), pinned, 'PCPU short'],
  [
    'the emulator takes one more',
    'train',
    apart(''),
    { vcpus: 4, extraSpecs: { 'hw:cpu_policy': 'dedicated', 'hw:emulator_threads_policy': 'isolate' } },
    'inventory-too-small',
  ],
  [
    'a mixed guest takes both',
    'victoria',
    apart('4-6'),
    { vcpus: 4, extraSpecs: { 'hw:cpu_policy': 'mixed', 'hw:cpu_dedicated_mask': '0-1' } },
    'PCPU short',
  ],
  [
    'one set of CPUs has VCPU alone, sixteen times over',
    'train',
    { vcpus: { total: 8, used: 120 }, cells: [hostCell({ pinned: '0-7' })] },
    pinned,
    'passes',
  ],
])('%s (%s)', (_, release, host, asked, answer) => {
  expect(says(release, host, asked)).toBe(answer)
})

test.each<[name: string, release: string, host: Shape, asked: Asked, answer: string]>([
  [
    'amounts of its own mean nothing up to Ocata',
    'ocata',
    {},
    { extraSpecs: { 'resources:MEMORY_MB': '99999' } },
    'passes',
  ],
  [
    'and count from Pike',
    'pike',
    {},
    { extraSpecs: { 'resources:MEMORY_MB': '99999' } },
    'inventory-too-small',
  ],
  [
    'none of a class is none',
    'pike',
    { vcpus: { total: 16, used: 256 } },
    { extraSpecs: { 'resources:VCPU': '0' } },
    'passes',
  ],
  [
    'a class nobody has read is not known',
    'pike',
    {},
    { extraSpecs: { 'resources:CUSTOM_GPU': '1' } },
    'unknown: resources:CUSTOM_GPU',
  ],
  ['a trait means nothing in Pike', 'pike', {}, { extraSpecs: { 'trait:CUSTOM_SSD': 'required' } }, 'passes'],
  [
    'nor is it known from Queens',
    'queens-17.0',
    {},
    { extraSpecs: { 'trait:CUSTOM_SSD': 'required' } },
    'unknown: trait:CUSTOM_SSD',
  ],
  [
    'PCPU that is asked for by name has no other',
    'train-20.0',
    {},
    { extraSpecs: { 'resources:PCPU': '1' } },
    'inventory-too-small',
  ],
])('%s (%s)', (_, release, host, asked, answer) => {
  expect(says(release, host, asked)).toBe(answer)
})

test.each([
  ['the zone is the filter’s alone up to Wallaby', 'wallaby', 'passes'],
  ['Placement looks at it from Xena', 'xena', 'objects'],
])('%s', (_, release, kind) => {
  const answer = Placement(state(release, { zone: 'a' }), request(release, {}, { zone: 'b' }))
  expect(answer.kind).toBe(kind)
})
