import { describe, expect, test } from 'vitest'
import { account } from './accounting/account.ts'
import { memoryOverhead } from './accounting/overhead.ts'
import { totalOf } from './accounting/totals.ts'
import { namedDestination } from './migration/named-destination.ts'
import type { Guest } from './model/guest.ts'
import type { Host } from './model/host.ts'
import { GuestId, HostId } from './model/ids.ts'
import { ProviderId } from './model/provider.ts'
import type { HostState } from './placement/host-state.ts'
import { overCapacity } from './placement/inventory.ts'
import { judge, judgeByPlacement } from './placement/judge.ts'
import { weightsOf } from './placement/weighers/weigh.ts'
import { cloudWith, computeHost } from './scenarios/cloud.ts'
import { counts, flavor as flavorOf } from './testing/boots.ts'
import { hostCell, pool } from './testing/cells.ts'
import { observed } from './testing/observed.ts'
import { flavor, request, rulesOf, state } from './testing/placement.ts'
import { inMiB, MiB, plus } from './units.ts'

/*
 * Worked arithmetic of whole hosts: what is reserved, ratios, and the four gates that count differently.
 */

type Asked = Parameters<typeof request>[1]

/** `used` holds the 512 MiB that are reserved. */
const host = (
  release: string,
  totalMb: number,
  usedMb: number,
  ram: number,
  shape: Partial<HostState> = {},
) =>
  state(release, {
    memory: { total: MiB(totalMb), used: MiB(usedMb) },
    vcpus: { total: 1000, used: 0 },
    ratios: { cpu: 16, ram, disk: 1 },
    ...shape,
  })

const says = (on: HostState, asked: Asked, release: string, names: readonly string[]) => {
  const verdict = judge(on, request(release, asked), names)
  return verdict.outcome === 'rejected'
    ? verdict.objections.map(({ reason }) => reason.kind).join(', ')
    : verdict.outcome
}

const moving = (memoryMb: number): Guest => ({
  id: GuestId('g'),
  name: 'g',
  host: HostId('elsewhere'),
  vmState: 'active',
  taskState: undefined,
  powerState: 1,
  flavor: flavor({ memoryMb }),
  image: {},
  topology: 'none',
})

describe('8,192 MiB of which guests have 7,168, and one more of 512', () => {
  test.each([
    ['RamFilter takes what is just enough', 'liberty', ['RamFilter'], 'fits'],
    ['so does Placement', 'zed', [], 'fits'],
  ])('%s', (_, release, names, answer) => {
    expect(says(host(release, 8192, 7680, 1), { memoryMb: 512 }, release, names)).toBe(answer)
  })
  test.each(['liberty', 'mitaka-13.0', 'zed'])('a forced live migration is refused in %s', (release) => {
    expect(namedDestination(host(release, 8192, 7680, 1), moving(512), rulesOf(release)).outcome).toBe(
      'rejected',
    )
  })
})

describe('64 GiB by 1.5 without guests', () => {
  test.each([
    ['RamFilter: 97,792 MiB', 'kilo', 97_792, 'fits'],
    ['RamFilter: and no more', 'kilo', 97_793, 'ram-short'],
    ['Liberty: no guest is larger than the host', 'liberty', 65_537, 'ram-self-overcommit'],
    ['Placement: nor there', 'zed', 65_537, 'inventory-too-small'],
  ])('%s', (_, release, memoryMb, answer) => {
    const names = release === 'zed' ? [] : ['RamFilter']
    expect(says(host(release, 65_536, 512, 1.5), { memoryMb }, release, names)).toBe(answer)
  })

  const many = (release: string, ram: number, names: readonly string[]) => {
    for (let count = 0; ; count += 1) {
      const on = host(release, 65_536, 512 + 4096 * count, ram)
      if (says(on, { memoryMb: 4096 }, release, names) !== 'fits') return count
    }
  }
  test.each([
    ['RamFilter by 1.5', 'kilo', 1.5, ['RamFilter'], 23],
    ['Placement by 1.5', 'zed', 1.5, [], 23],
    ['RamFilter by 1.0', 'kilo', 1, ['RamFilter'], 15],
    ['Placement by 1.0', 'zed', 1, [], 15],
  ])('guests of 4 GiB: %s', (_, release, ram, names, count) => {
    expect(many(release, ram, names)).toBe(count)
  })
})

describe('ratios nobody set', () => {
  const unset = { ratios: { cpu: undefined, ram: undefined, disk: undefined }, vcpus: { total: 32, used: 0 } }
  test.each([
    ['by 1.5 up to Zed', 'zed', 512 + 65_024, 'fits'],
    ['by 1.0 from 2023.1', '2023.1-27.0', 512 + 65_024, 'inventory-short'],
  ])('memory: %s', (_, release, usedMb, answer) => {
    expect(says({ ...host(release, 65_536, usedMb, 1), ...unset }, { memoryMb: 1024 }, release, [])).toBe(
      answer,
    )
  })
  test.each([
    ['by 16.0 up to Zed', 'zed', 'fits'],
    ['by 4.0 from 2023.1', '2023.1-27.0', 'inventory-short'],
  ])('vCPUs: %s', (_, release, answer) => {
    const on = { ...host(release, 65_536, 512, 1), ...unset, vcpus: { total: 32, used: 128 } }
    expect(says(on, { memoryMb: 1 }, release, [])).toBe(answer)
  })
})

test('a host over its capacity by a ratio that was lowered takes no guest', () => {
  expect(says(host('zed', 65_536, 80_512, 1), { memoryMb: 1 }, 'zed', [])).toBe('inventory-short')
})

describe('250 of 256 vCPUs used, and 8 more', () => {
  const vcpus = { total: 16, used: 250 }
  test.each([
    ['CoreFilter refuses', 'ocata', ['CoreFilter'], 'inventory-short, vcpus-short'],
    ['without it nobody looks up to Newton', 'newton', ['RamFilter'], 'fits'],
    ['Placement refuses', 'pike', [], 'inventory-short'],
  ])('%s', (_, release, names, answer) => {
    expect(says(host(release, 65_536, 512, 1, { vcpus }), { vcpus: 8 }, release, names)).toBe(answer)
  })
})

describe('256 GiB of which 200 are 1 GiB pages', () => {
  test('memory without page size and memory in huge pages are one class', () => {
    expect(says(host('zed', 262_144, 512 + 194_560, 1), { memoryMb: 65_536 }, 'zed', [])).toBe('fits')
  })
  test('pages kept back as reserved_host_memory_mb are kept from those who want them', () => {
    const on = host('zed', 262_144, 204_800, 1, { reserved: { memory: MiB(204_800), vcpus: undefined } })
    expect(says(on, { memoryMb: 57_344 }, 'zed', [])).toBe('fits')
    expect(says(on, { memoryMb: 98_304 }, 'zed', [])).toBe('inventory-short')
  })
})

describe('16 CPUs apart for dedicated vCPUs', () => {
  const cells = (pinned: string) => [
    hostCell({ cpus: '0-15', dedicated: '16-31', pinned, mempages: [pool('4K', '4194304')] }),
  ]
  const on = (pinned: string) =>
    host('train-20.0', 65_536, 512, 1, {
      vcpus: { total: 16, used: 0 },
      ratios: { cpu: 4, ram: 1, disk: 1 },
      cells: cells(pinned),
    })
  const four: Asked = { vcpus: 4, extraSpecs: { 'hw:cpu_policy': 'dedicated' } }
  test.each([
    ['twelve are taken, four are left', '16-27', four, 'fits'],
    ['a fifth guest has none', '16-31', four, 'inventory-short'],
    [
      'the emulator takes a fifth CPU',
      '16-27',
      { ...four, extraSpecs: { ...four.extraSpecs, 'hw:emulator_threads_policy': 'isolate' } },
      'inventory-short',
    ],
    ['shared vCPUs are another class', '16-31', { vcpus: 16 }, 'fits'],
  ])('%s', (_, pinned, asked, answer) => {
    expect(says(on(pinned), asked, 'train-20.0', [])).toBe(answer)
  })
})

describe('a guest without page size on a cell whose memory is booked', () => {
  const full = [hostCell({ memoryUsage: MiB(16_000), mempages: [pool('4K', '4194304')] })]
  const asked: Asked = { memoryMb: 8192, extraSpecs: { 'hw:numa_nodes': '1' } }
  test.each([
    ['by the filter’s limits it is refused', ['NUMATopologyFilter'], 'cell-memory-short'],
    ['a claim without limits takes it', [], 'fits'],
  ])('%s', (_, names, answer) => {
    expect(says(host('2026.1', 65_536, 512, 1, { cells: full }), asked, '2026.1', names)).toBe(answer)
  })
})

/** What Placement has of the host, whatever its row says. */
const recorded = (
  on: HostState,
  inventories: readonly (readonly [resourceClass: string, total: number, reserved: number, ratio: number])[],
  used: Readonly<Record<string, number>>,
): HostState => ({
  ...on,
  providers: [
    {
      used,
      provider: {
        id: ProviderId('p'),
        name: on.id,
        parent: undefined,
        host: on.id,
        inventories: inventories.map(([resourceClass, total, reserved, allocationRatio]) => ({
          resourceClass,
          total,
          reserved,
          allocationRatio,
          minUnit: 1,
          maxUnit: total,
          stepSize: 1,
        })),
        usages: undefined,
        traits: undefined,
        aggregates: undefined,
      },
    },
  ],
})

describe('a ratio that Placement has keeps, though no option sets it any more', () => {
  const unset = { ratios: { cpu: undefined, ram: undefined, disk: undefined } }
  const upgraded = (release: string, used: Readonly<Record<string, number>>) =>
    recorded(
      { ...host(release, 65_536, 512, 1), ...unset },
      [
        ['MEMORY_MB', 65_536, 512, 1.5],
        ['VCPU', 32, 0, 16],
      ],
      used,
    )
  test.each([
    ['97,536 MiB and no more', { memoryMb: 1024 }, { MEMORY_MB: 96_512 }, 'fits'],
    ['one MiB more', { memoryMb: 1024 }, { MEMORY_MB: 96_513 }, 'inventory-short'],
    ['512 vCPUs', { vcpus: 1, memoryMb: 1 }, { VCPU: 511 }, 'fits'],
    ['one more', { vcpus: 1, memoryMb: 1 }, { VCPU: 512 }, 'inventory-short'],
  ])('upgraded to 2023.1 from Wallaby: %s', (_, asked, used, answer) => {
    expect(says(upgraded('2023.1', used), asked, '2023.1', [])).toBe(answer)
  })
  test('cpu_allocation_ratio=1.0 that was removed again stays', () => {
    const on = recorded(
      { ...host('stein', 65_536, 512, 1), ...unset },
      [
        ['MEMORY_MB', 65_536, 512, 1],
        ['VCPU', 16, 0, 1],
      ],
      { VCPU: 16 },
    )
    expect(says(on, { vcpus: 1, memoryMb: 1 }, 'stein', [])).toBe('inventory-short')
  })
})

test('a resize on one host is allocated twice until it is confirmed', () => {
  const on = (used: number) =>
    recorded(
      host('zed', 32_768, 512, 1),
      [
        ['MEMORY_MB', 32_768, 512, 1],
        ['VCPU', 1000, 0, 1],
      ],
      {
        MEMORY_MB: used,
      },
    )
  expect(says(on(8192 + 16_384), { memoryMb: 8192 }, 'zed', [])).toBe('inventory-short')
  expect(says(on(16_384), { memoryMb: 8192 }, 'zed', [])).toBe('fits')
})

describe('a host that a lowered ratio left over its capacity', () => {
  const over = (release: string) => host(release, 65_536, 80_512, 1)
  test.each([
    ['up to Pike nothing changes hands', 'pike', undefined],
    ['from Queens its guests cannot leave', 'queens-17.0', 'inventory-over'],
    ['nor in 2025.1', '2025.1', 'inventory-over'],
    ['Placement of 2025.2 lets them', '2025.2', undefined],
  ])('%s', (_, release, kind) => {
    expect(overCapacity(over(release), request(release, { memoryMb: 4096 }))?.kind).toBe(kind)
  })
  test('one that is just full lets them go', () => {
    expect(overCapacity(host('zed', 65_536, 65_536, 1), request('zed', { memoryMb: 4096 }))).toBeUndefined()
  })
})

test('a guest that Nova has deleted and that still runs is in no book of Nova’s', () => {
  const ledger = (running: boolean) => {
    const snapshot = cloudWith({
      name: 'deleted',
      release: 'zed',
      hosts: [
        computeHost(HostId('a'), {
          memory: MiB(65_536),
          vcpus: 8,
          cells: 'none',
          observed: {
            ...observed({ nodes: [{ cpus: '0-7', memory: MiB(65_536), pools: [] }], holders: [] }),
            guests: running ? [{ id: GuestId('gone'), name: 'gone', pid: 7 }] : [],
          },
        }),
      ],
      flavors: [],
      enabledFilters: [],
    })
    return account(snapshot, snapshot.hosts[0] as Host, rulesOf('zed'))
  }
  expect(ledger(true)).toEqual(ledger(false))
  expect(totalOf(ledger(true), undefined, 'host memory')).toBe(MiB(512))
})

test.each([
  ['icehouse', [1, 0.4286, 0]],
  ['liberty', [1, 0.4286, 0]],
  ['victoria', [1, 0.3333, 0]],
])('what 30,000, 10,000 and -5,000 MiB free weigh in %s', (release, weights) => {
  const hosts = [30_000, 10_000, -5000].map((freeMb, at) => ({
    ...host(release, 65_536, 65_536 - freeMb, 1),
    id: HostId(`${at}`),
    disk: undefined,
    vcpus: undefined,
  }))
  expect(weightsOf(hosts).weights.map((weight) => Number(weight.toFixed(4)))).toEqual(weights)
})

test.each([
  ['CoreFilter takes it up to Kilo', 'kilo', ['CoreFilter'], 'fits'],
  ['and no more from Liberty', 'liberty', ['CoreFilter'], 'vcpus-self-overcommit'],
  ['nor does Placement', 'pike', [], 'inventory-too-small'],
])('17 vCPUs on 16 CPUs by 16.0: %s', (_, release, names, answer) => {
  const on = host(release, 65_536, 512, 1, { vcpus: { total: 16, used: 0 } })
  expect(says(on, { vcpus: 17 }, release, names)).toBe(answer)
})

test('memory of an odd MiB is not for two cells', () => {
  const { constraints } = request('zed', { vcpus: 4, memoryMb: 4097, extraSpecs: { 'hw:numa_nodes': '2' } })
  expect(constraints).toMatchObject({ kind: 'rejected', exception: 'ImageNUMATopologyAsymmetric' })
})

test.each([
  ['XenServer up to Stein', 'stein', 'XenServer', 4134],
  ['XenServer from Train', 'train', 'XenServer', 4096],
  ['libvirt', 'stein', 'QEMU', 4096],
])('4,096 MiB and 2 vCPUs on %s count %i MiB', (_, release, type, counted) => {
  const of = flavor({ vcpus: 2, memoryMb: 4096 })
  const hypervisor = { type, version: undefined, cpuInfo: undefined, supportedInstances: undefined }
  expect(inMiB(plus(of.memory, memoryOverhead(of, hypervisor, rulesOf(release))))).toBe(counted)
})

/** How many such guests Placement has room for by what a compute of these cells reports, and how many its cells take. */
function letIn(
  release: string,
  cpus: Parameters<typeof hostCell>[0],
  text: string,
): readonly (number | undefined)[] {
  const mempages = [pool('4K', '16777216')]
  const cell = (pinned = '') => hostCell({ memory: MiB(65_536), mempages, ...cpus, pinned })
  const { vcpus, extraSpecs } = flavorOf(text)
  const reported = { total: cell().cpuset.length, used: 0 }
  const room = (guests: number) => {
    const taken = vcpus * guests
    const isApart = cell().pcpuset.length > 0 && cell().cpuset.length === 0
    const pinned = isApart && taken > 0 ? `0-${taken - 1}` : ''
    const on = host(release, 65_536, 512, 1, {
      vcpus: isApart ? { total: 0, used: 0 } : { ...reported, used: taken },
      cells: [cell(pinned)],
    })
    return judgeByPlacement(on, request(release, { vcpus, memoryMb: 64, extraSpecs })).outcome === 'fits'
  }
  let named = 0
  while (room(named)) named += 1
  return [named, counts({ release, cells: [cell()] }, [text, 99])[0]]
}

const threads = '0,4 1,5 2,6 3,7'
const isolated = '2 vCPU, 64, hw:cpu_policy=dedicated, hw:cpu_thread_policy=isolate'
const apart = { cpus: '', dedicated: '0-7', siblings: threads }
const legacy = { cpus: '0-7', siblings: threads }

test.each([
  [
    '4 dedicated vCPUs are VCPU up to Stein',
    'stein',
    { cpus: '0-15' },
    '4 vCPU, 64, hw:cpu_policy=dedicated',
    64,
    4,
  ],
  ['whole cores of 2 vCPUs count as 2 PCPU', 'train-20.0', apart, isolated, 4, 2],
  ['or as 2 VCPU without cpu_dedicated_set', 'train-20.0', legacy, isolated, 64, 2],
  ['beside shared CPUs a compute refuses whole cores', 'train', apart, isolated, 4, 0],
  ['so from Victoria', 'victoria', apart, isolated, 4, 0],
])('what Placement names, and what fits: %s, in %s', (_, release, cpus, text, named, fitting) => {
  expect(letIn(release, cpus, text)).toEqual([named, fitting])
})
