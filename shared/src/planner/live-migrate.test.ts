import { expect, test } from 'vitest'
import { plain } from '../explain/sentence.ts'
import { explainStep } from '../explain/step.ts'
import type { Guest } from '../model/guest.ts'
import { GuestId, HostId } from '../model/ids.ts'
import { releaseById } from '../releases/index.ts'
import { cloudWith, computeHost } from '../scenarios/cloud.ts'
import { flavor, request, rulesOf } from '../testing/boots.ts'
import { hostCell, pool } from '../testing/cells.ts'
import { observed } from '../testing/observed.ts'
import { GiB } from '../units.ts'
import { cloudOf } from './cloud.ts'
import { replay } from './replay.ts'

const pages = '2 vCPU, 1024, hw:mem_page_size=2048'

/** A host with so much memory, of which the scheduler takes the most first, and so many free huge pages. */
const host = (name: string, gib: number, free: number) =>
  computeHost(HostId(name), {
    memory: GiB(gib),
    vcpus: 8,
    cells: [hostCell({ memory: GiB(gib), mempages: [pool('4K', '1048576'), pool('2M', `${free}`)] })],
    observed: observed({
      nodes: [{ cpus: '0-7', memory: GiB(gib), memoryFree: GiB(4), pools: [{ size: '2M', total: free }] }],
      holders: [],
      qemu: '7.2',
    }),
  })

function move(migrateMaxRetries: number | undefined) {
  const release = releaseById('train')
  if (!release) throw new Error('no train')
  const topology = request(pages, rulesOf('train'))
  const guest: Guest = {
    id: GuestId('g'),
    name: 'g',
    host: HostId('a'),
    vmState: 'active',
    taskState: undefined,
    powerState: 1,
    flavor: flavor(pages),
    image: {},
    topology: { ...topology, cells: topology.cells.map((cell) => ({ ...cell, pageSize: 2048 as never })) },
  }
  const plain = cloudWith({
    name: 'retries',
    release: 'train',
    hosts: [host('a', 32, 1024), host('b', 64, 0), host('c', 48, 0), host('d', 16, 1024)],
    flavors: [flavor(pages)],
    guests: [guest],
    enabledFilters: ['ComputeFilter'],
  })
  const snapshot = { ...plain, settings: { ...plain.settings, migrateMaxRetries } }
  const [step] = replay(cloudOf(snapshot, release), [
    { do: 'live-migrate', guest: guest.id, to: undefined, microversion: undefined, force: undefined },
  ])
  if (step?.outcome.kind !== 'migrates') throw new Error('moves nothing')
  return { step, outcome: step.outcome }
}

test.each([
  ['every destination is tried where the operator sets none', undefined, 'd'],
  ['and where it is -1', -1, 'd'],
  ['two that refused may be followed by a third', 2, 'd'],
  ['one retry is too few', 1, undefined],
  ['no retry is one destination', 0, undefined],
])('migrate_max_retries: %s', (_, most, to) => {
  expect(move(most).outcome.to).toBe(to)
})

test('what ended the tries is said', () => {
  const { details } = explainStep(move(1).step)
  expect(details.map(plain).join('\n')).toContain(
    '2 destinations refused; migrate_max_retries = 1 lets no more be asked.',
  )
})

/** A guest without topology, from a host whose shared CPUs are these to one that has others. */
function shared(release: string, from: string | undefined, to: string | undefined) {
  const found = releaseById(release)
  if (!found) throw new Error(`no ${release}`)
  const small = flavor('1 vCPU, 512')
  const confined = (name: string, cpuSharedSet: string | undefined) => {
    const plain = host(name, 32, 0)
    return { ...plain, config: { ...plain.config, cpuSharedSet } }
  }
  const snapshot = cloudWith({
    name: 'shared',
    release,
    hosts: [confined('a', from), confined('b', to)],
    flavors: [small],
    guests: [
      {
        id: GuestId('g'),
        name: 'g',
        host: HostId('a'),
        vmState: 'active',
        taskState: undefined,
        powerState: 1,
        flavor: small,
        image: {},
        topology: 'none',
      },
    ],
    enabledFilters: ['ComputeFilter'],
  })
  const [step] = replay(cloudOf(snapshot, found), [
    { do: 'live-migrate', guest: GuestId('g'), to: HostId('b'), microversion: undefined, force: undefined },
  ])
  return step ? explainStep(step).details.map(plain).at(-1) : undefined
}

test.each([
  ['2024.1', '0-1', '2-3', /on CPUs 0-1 of the destination.* say CPUs 2-3/],
  ['2024.1', undefined, '2-3', /on all CPUs of the destination.* say CPUs 2-3/],
  ['2024.1', '0-1', undefined, /on CPUs 0-1 of the destination.* say all CPUs/],
  ['2024.1', '0-1', '0,1', /^(?!.*of the destination)/],
  ['2024.2', '0-1', '2-3', /^(?!.*of the destination)/],
])(
  'in %s a guest from shared CPUs %s to %s says so where it keeps them (bug 1869804)',
  (...[release, from, to, says]) => {
    expect(shared(release, from, to)).toMatch(says)
  },
)
