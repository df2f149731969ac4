import { expect, test } from 'vitest'
import { HostId } from '../model/ids.ts'
import { releaseById } from '../releases/index.ts'
import { cloudWith, computeHost, flavor } from '../scenarios/cloud.ts'
import { hostCell, pool } from '../testing/cells.ts'
import { observed } from '../testing/observed.ts'
import { GiB, MiB } from '../units.ts'
import { cloudOf } from './cloud.ts'
import { replay } from './replay.ts'

/** Hosts that differ in memory, most first, and in free huge pages. */
const host = (name: string, memory: number, pages: number) =>
  computeHost(HostId(name), {
    memory: GiB(memory),
    vcpus: 8,
    cells: [hostCell({ memory: GiB(memory), mempages: [pool('4K', '1048576'), pool('2M', `${pages}`)] })],
    observed: observed({
      nodes: [
        { cpus: '0-7', memory: GiB(memory), memoryFree: GiB(4), pools: [{ size: '2M', total: pages }] },
      ],
      holders: [],
      qemu: '7.2',
    }),
  })

const hosts = [host('a', 64, 0), host('b', 48, 0), host('c', 32, 0), host('d', 16, 1024)]
const small = flavor('small', 1, MiB(1024), { 'hw:mem_page_size': '2048' })

const bootsWith = (enabledFilters: readonly string[], id = 'pike') => {
  const release = releaseById(id)
  if (!release) throw new Error(`no release ${id}`)
  const snapshot = cloudWith({ name: 'pages', release: id, hosts, flavors: [small], enabledFilters })
  const boot = { do: 'boot', id: 'g', flavor: 'small', image: {}, count: 1, on: undefined } as const
  const [step] = replay(cloudOf(snapshot, release), [boot])
  if (step?.outcome.kind !== 'boots') throw new Error('boots nothing')
  const [{ attempts, result }] = step.outcome.boots as [(typeof step.outcome.boots)[number]]
  return [attempts.map(({ chosen }) => chosen), result]
}

test('a host whose claim refuses costs an attempt: three are tried, and the fourth would have done', () => {
  expect(bootsWith(['ComputeFilter'])).toEqual([['a', 'b', 'c'], { kind: 'no-valid-host', after: 3 }])
})

test('alternates are named with the first host, from Queens', () => {
  expect(bootsWith(['ComputeFilter'], 'queens-17.0')).toEqual([
    ['a', 'b', 'c'],
    { kind: 'no-valid-host', after: 3 },
  ])
  expect(bootsWith(['ComputeFilter', 'NUMATopologyFilter'], 'queens-17.0')).toEqual([
    ['d'],
    { kind: 'runs', host: 'd' },
  ])
})

test('with NUMATopologyFilter the scheduler knows', () => {
  expect(bootsWith(['ComputeFilter', 'NUMATopologyFilter'])).toEqual([['d'], { kind: 'runs', host: 'd' }])
})

test('guests of a plan keep apart as their server group says', () => {
  const release = releaseById('pike')
  if (!release) throw new Error('no release pike')
  const apart = { id: 'g1', name: 'web', policy: 'anti-affinity', maxServerPerHost: undefined }
  const plain = cloudWith({
    name: 'group',
    release: 'pike',
    hosts: hosts.slice(0, 2),
    flavors: [flavor('plain', 1, MiB(512))],
    enabledFilters: ['ServerGroupAntiAffinityFilter'],
  })
  const boot = {
    do: 'boot',
    id: 'w',
    flavor: 'plain',
    image: {},
    count: 3,
    on: undefined,
    group: 'g1',
  } as const
  const [step] = replay(cloudOf({ ...plain, serverGroups: [apart] }, release), [boot])
  const outcome = step?.outcome.kind === 'boots' ? step.outcome.boots : []
  expect(outcome.map(({ attempts: [first] }) => first.chosen)).toEqual(['a', 'b', undefined])
})
