import { describe, expect, test } from 'vitest'
import { plain } from '../explain/sentence.ts'
import { explainStep } from '../explain/step.ts'
import { HostId, SourceId } from '../model/ids.ts'
import { type Inventory, ProviderId, type ResourceProvider } from '../model/provider.ts'
import { releaseById } from '../releases/index.ts'
import { scenarioById } from '../scenarios/index.ts'
import { GiB, MiB } from '../units.ts'
import type { Action } from './action.ts'
import { type Cloud, cloudOf } from './cloud.ts'
import { stateOf } from './nova-book.ts'
import { play, replay } from './replay.ts'

const host = HostId('compute-07')
const pinnedFlavor = {
  name: 'pinned',
  vcpus: 2,
  memory: GiB(2),
  rootGb: 0,
  ephemeralGb: 0,
  swap: MiB(0),
  extraSpecs: { 'hw:cpu_policy': 'dedicated', 'hw:mem_page_size': '2048' },
}
const plainFlavor = { ...pinnedFlavor, name: 'plain', extraSpecs: {} }

function under(id: string, filters: readonly string[] = ['NUMATopologyFilter']): Cloud {
  const snapshot = scenarioById('pages-nobody-told-nova-about')?.snapshot
  const release = releaseById(id)
  if (!snapshot || !release) throw new Error(`no scenario, or no release ${id}`)
  const settings = { ...snapshot.settings, enabledFilters: filters }
  return cloudOf({ ...snapshot, settings, flavors: [pinnedFlavor, plainFlavor] }, release)
}

const boot = (id: string, flavor = 'pinned', count = 1): Action => ({
  do: 'boot',
  id,
  flavor,
  image: {},
  count,
  on: { host, how: 'requested' },
})
const sets = (pin?: string, shared?: string, dedicated?: string): Action => ({
  do: 'set-cpu-sets',
  host,
  vcpuPinSet: pin,
  cpuSharedSet: shared,
  cpuDedicatedSet: dedicated,
})
const ratios = (
  of: { cpu?: number; ram?: number; disk?: number },
  on: HostId | undefined = host,
): Action => ({
  do: 'set-allocation-ratios',
  host: on,
  cpu: of.cpu,
  ram: of.ram,
  disk: of.disk,
})
const last = (cloud: Cloud, ...actions: readonly Action[]) => {
  const step = replay(cloud, actions).at(-1)
  return step ? plain(explainStep(step).headline) : ''
}
const stateAfter = (cloud: Cloud, ...actions: readonly Action[]) =>
  stateOf(play(cloud, actions).at(-1)?.cloud ?? cloud, host)

describe('an option the release does not have', () => {
  test.each<[string, string, Action]>([
    ['icehouse', 'ram_allocation_ratio; Liberty 12.0 is the first that does.', ratios({ ram: 2 })],
    ['liberty', 'disk_allocation_ratio; Mitaka 13.0 is the first that does.', ratios({ disk: 2 })],
    ['ocata', 'reserved_host_cpus; Pike is the first', { do: 'set-reserved-host-cpus', host, cpus: 2 }],
    ['stein', 'cpu_dedicated_set; Train 20.0 is the first', sets(undefined, undefined, '0-3')],
    ['queens', 'cpu_shared_set; Rocky 18.0 is the first', sets(undefined, '0-3')],
    ['xena', 'packing_host_numa_cells_allocation_strategy; Yoga', { do: 'set-packing', host, packing: true }],
  ])('%s has no %s', (release, words, action) => {
    expect(last(under(release), action)).toContain(words)
  })
})

describe('allocation ratios', () => {
  test('are of one host, and what is not given stays', () => {
    const [played] = play(under('zed'), [ratios({ ram: 1 })])
    const all = played ? [...played.cloud.hosts.values()].map(({ nova }) => nova?.ratios) : []
    expect(all).toEqual([
      { cpu: 16, ram: 1, disk: 1 },
      { cpu: 16, ram: 1.5, disk: 1 },
      { cpu: 16, ram: 1.5, disk: 1 },
    ])
  })

  test('of no host are of all', () => {
    const [played] = play(under('icehouse'), [
      { do: 'set-allocation-ratios', host: undefined, cpu: 2, ram: undefined, disk: undefined },
    ])
    expect(played?.step.touched).toHaveLength(3)
    expect([...(played?.cloud.hosts.values() ?? [])].map(({ nova }) => nova?.ratios.cpu)).toEqual([2, 2, 2])
  })
})

describe('what is reserved for the host', () => {
  test('counts as used, once, whatever was set before', () => {
    const memory = (mib: number): Action => ({ do: 'set-reserved-host-memory', host, memory: MiB(mib) })
    expect(stateAfter(under('zed'), memory(4096)).memory?.used).toBe(MiB(4096))
    expect(stateAfter(under('zed'), memory(4096), memory(1024)).memory?.used).toBe(MiB(1024))
  })

  test('moves the total of a row that was read by the difference', () => {
    const cloud = under('zed')
    const hosts = cloud.snapshot.hosts.map((one) => ({
      ...one,
      nova: one.nova && { ...one.nova, usage: 'stored' as const, memoryUsed: MiB(10_000), vcpusUsed: 7 },
    }))
    const stored = cloudOf({ ...cloud.snapshot, hosts }, cloud.release)
    expect(stateAfter(stored, { do: 'set-reserved-host-memory', host, memory: MiB(1024) }).memory?.used).toBe(
      MiB(10_512),
    )
    expect(stateAfter(stored, { do: 'set-reserved-host-cpus', host, cpus: 2 }).vcpus?.used).toBe(9)
  })

  test('is CPUs only where none are set apart', () => {
    expect(
      last(under('zed'), sets(undefined, '0-7', '8-15'), { do: 'set-reserved-host-cpus', host, cpus: 2 }),
    ).toBe(
      'nova-compute on compute-07 would not start: reserved_host_cpus cannot be set beside [compute] cpu_shared_set.',
    )
  })
})

describe('CPUs for guests', () => {
  const cpus = (cloud: Cloud, ...actions: readonly Action[]) => {
    const { cells, vcpus } = stateAfter(cloud, ...actions)
    return typeof cells === 'string'
      ? cells
      : `${cells.map(({ cpuset, pcpuset }) => `${cpuset.length}+${pcpuset.length}`).join(' ')} of ${vcpus?.total}`
  }

  test.each<[string, string, Action, string]>([
    ['vcpu_pin_set leaves the others out', 'stein', sets('0-3,16-19'), '4+4 4+4 of 8'],
    ['shared and dedicated CPUs are told apart', 'zed', sets(undefined, '0-3', '4-15'), '4+12 0+0 of 4'],
    ['dedicated alone leaves none to share', 'zed', sets(undefined, undefined, '0-15'), '0+16 0+0 of 0'],
    ['shared alone leaves none to pin', 'zed', sets(undefined, '0-15'), '16+0 0+0 of 16'],
    ['none set is every CPU', 'zed', sets(), '16+16 16+16 of 32'],
  ])('%s', (_, release, action, says) => {
    expect(cpus(under(release), action)).toBe(says)
  })

  test('can be set back', () => {
    expect(cpus(under('zed'), sets(undefined, '0-3', '4-15'), sets())).toBe('16+16 16+16 of 32')
  })

  test.each<[string, Action, string]>([
    [
      'of both sets',
      sets(undefined, '0-7', '4-15'),
      'CPUs 4-7 are in cpu_shared_set and in cpu_dedicated_set.',
    ],
    [
      'beside vcpu_pin_set',
      sets('0-7', undefined, '8-15'),
      'vcpu_pin_set cannot be set beside [compute] cpu_dedicated_set.',
    ],
    ['that are not there', sets(undefined, '0-40'), 'CPUs 32-40 of [compute] cpu_shared_set are not online.'],
    ['that are no list', sets(undefined, 'x'), 'x names no CPUs for [compute] cpu_shared_set.'],
  ])('%s keep nova-compute from starting', (_, action, words) => {
    expect(last(under('zed'), action)).toBe(`nova-compute on compute-07 would not start: ${words}`)
  })

  test.each<[string, string, Action, string]>([
    ['a pinned guest', 'pinned', sets(undefined, '0-15'), 'needs CPUs of [compute] cpu_dedicated_set'],
    [
      'a guest that shares',
      'plain',
      sets(undefined, undefined, '0-15'),
      'needs CPUs of [compute] cpu_shared_set',
    ],
  ])('%s that is there needs CPUs of its kind', (_, flavor, action, words) => {
    expect(last(under('zed'), boot('a', flavor), action)).toContain(words)
  })

  test('a guest stays pinned to CPUs that are no longer for it, and that is said', () => {
    const [, step] = replay(under('zed'), [boot('a'), sets(undefined, '0-3', '4-15')])
    expect(step?.outcome).toEqual({
      kind: 'configured',
      remarks: [{ kind: 'pinned-outside', guest: 'a-1', cpus: [0, 1] }],
    })
  })
})

describe('Placement’s own record', () => {
  const inventory = (resourceClass: string, total: number): Inventory => ({
    resourceClass,
    total,
    reserved: 0,
    allocationRatio: 1,
    minUnit: 1,
    maxUnit: total,
    stepSize: 1,
  })
  const recorded = (): Cloud => {
    const cloud = under('zed', [])
    const provider: ResourceProvider = {
      id: ProviderId('p'),
      name: host,
      parent: undefined,
      host,
      inventories: [inventory('VCPU', 32), inventory('MEMORY_MB', 131_072)],
      usages: {},
      traits: [],
      aggregates: [],
    }
    const placement = { source: SourceId('placement'), providers: [provider], allocations: [] }
    return cloudOf({ ...cloud.snapshot, placement }, cloud.release)
  }
  const inventories = (...actions: readonly Action[]) =>
    stateAfter(recorded(), ...actions).providers?.[0]?.provider.inventories?.map(
      ({ resourceClass, total, reserved, allocationRatio }) =>
        `${resourceClass} ${total} less ${reserved} × ${allocationRatio}`,
    )

  test.each<[string, Action, readonly string[]]>([
    ['the ratio', ratios({ ram: 2 }), ['VCPU 32 less 0 × 1', 'MEMORY_MB 131072 less 0 × 2']],
    [
      'what is reserved',
      { do: 'set-reserved-host-memory', host, memory: MiB(4096) },
      ['VCPU 32 less 0 × 1', 'MEMORY_MB 131072 less 4096 × 1'],
    ],
    [
      'CPUs set apart',
      sets(undefined, '0-3', '4-15'),
      ['MEMORY_MB 131072 less 0 × 1', 'VCPU 4 less 0 × 1', 'PCPU 12 less 0 × 1'],
    ],
    [
      'no VCPU where all are dedicated',
      sets(undefined, undefined, '0-15'),
      ['MEMORY_MB 131072 less 0 × 1', 'PCPU 16 less 0 × 1'],
    ],
  ])('has %s', (_, action, says) => {
    expect(inventories(action)).toEqual(says)
  })

  test('decides of the next boot', () => {
    const all: Action = { do: 'set-reserved-host-memory', host, memory: MiB(131_000) }
    expect(last(recorded(), boot('a', 'plain'))).toBe('It runs on compute-07.')
    expect(last(recorded(), all, boot('a', 'plain'))).toContain('No valid host')
  })
})

describe('the scheduler', () => {
  test('asks the filters that are enabled', () => {
    const none: Action = { do: 'set-enabled-filters', filters: [] }
    const disabled: Action = { do: 'set-service', host, state: 'disabled' }
    const cloud = under('zed', ['ComputeFilter'])
    expect(last(cloud, disabled, boot('a', 'plain'))).toContain('No valid host')
    expect(last(cloud, disabled, none, boot('a', 'plain'))).toBe('It runs on compute-07.')
  })

  test('judges by its own release, computes claim by theirs', () => {
    const [played] = play(under('stein'), [{ do: 'upgrade-scheduler', release: 'train' }])
    const state = played && stateOf(played.cloud, host)
    expect([state?.rules, state?.compute]).toEqual([releaseById('train')?.rules, releaseById('stein')?.rules])
  })

  test('knows the release', () => {
    expect(last(under('stein'), { do: 'upgrade-scheduler', release: 'havana' })).toBe(
      'There is no release havana in this snapshot.',
    )
  })
})

describe('a rolling upgrade', () => {
  const move: Action = { do: 'live-migrate', guest: 'a-1' as never, to: HostId('compute-08') }
  const upgrade = (of: string | undefined): Action => ({
    do: 'upgrade-compute',
    host: of === undefined ? undefined : HostId(of),
    release: 'train',
  })

  test('moves guests with cells only once the last compute is upgraded', () => {
    const roll = [boot('a'), { do: 'upgrade-scheduler', release: 'train' } as const]
    expect(last(under('stein'), ...roll, move)).toMatch(/^Nova refuses the move/)
    expect(last(under('stein'), ...roll, upgrade('compute-07'), upgrade('compute-08'), move)).toMatch(
      /^Nova refuses the move/,
    )
    expect(last(under('stein'), ...roll, upgrade(undefined), move)).toBe('It moves to compute-08.')
  })

  test('begins with the scheduler', () => {
    const remarks = (...actions: readonly Action[]) => {
      const outcome = replay(under('stein'), actions).at(-1)?.outcome
      return outcome?.kind === 'configured' && outcome.remarks
    }
    expect(remarks(upgrade('compute-07'))).toEqual([{ kind: 'newer-than-scheduler', scheduler: 'Stein' }])
    expect(remarks({ do: 'upgrade-scheduler', release: 'train' }, upgrade('compute-07'))).toEqual([])
  })

  test('counts guests anew by the new rules', () => {
    const cloud = under('stein')
    const hosts = cloud.snapshot.hosts.map((one) => ({
      ...one,
      nova: one.nova && { ...one.nova, usage: 'stored' as const, memoryUsed: MiB(10_000) },
    }))
    const stored = cloudOf({ ...cloud.snapshot, hosts }, cloud.release)
    expect(stateAfter(stored, upgrade('compute-07')).memory?.used).toBe(MiB(512))
  })
})
