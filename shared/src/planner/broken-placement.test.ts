import { describe, expect, test } from 'vitest'
import { plain } from '../explain/sentence.ts'
import { explainStep } from '../explain/step.ts'
import { HostId } from '../model/ids.ts'
import { releaseById } from '../releases/index.ts'
import { cloudWith, computeHost } from '../scenarios/cloud.ts'
import { flavor } from '../testing/boots.ts'
import { hostCell } from '../testing/cells.ts'
import { observed } from '../testing/observed.ts'
import { GiB, MiB } from '../units.ts'
import { cloudOf } from './cloud.ts'
import { disagreementsIn } from './disagreement.ts'
import { replay } from './replay.ts'

/** One guest on one host whose cells have these CPUs and are used so far, by NUMATopologyFilter alone. */
function booted(release: string, cells: Parameters<typeof computeHost>[1]['cells'], asks: string) {
  const rules = releaseById(release)
  if (!rules) throw new Error(`no release ${release}`)
  const host = computeHost(HostId('h'), {
    memory: GiB(48),
    vcpus: 24,
    cells,
    observed: observed({ nodes: [{ cpus: '0-23', memory: GiB(48), pools: [] }], holders: [] }),
    ratios: { ram: 1 },
  })
  const stored = { ...host, nova: host.nova && { ...host.nova, usage: 'stored' as const } }
  const snapshot = cloudWith({
    name: 'broken',
    release,
    hosts: [stored],
    flavors: [flavor(asks)],
    enabledFilters: ['NUMATopologyFilter'],
  })
  const boot = { do: 'boot', id: 'g', flavor: asks, image: {}, count: 1, on: undefined } as const
  const [step] = replay(cloudOf(snapshot, rules), [boot])
  if (!step) throw new Error('no step')
  const { headline, details } = explainStep(step)
  return { kinds: disagreementsIn(step), said: [headline, ...details].map(plain) }
}

const used = (...usage: readonly number[]) =>
  usage.map((mib, id) =>
    hostCell({ id, cpus: `${id * 8}-${id * 8 + 7}`, memory: MiB(16384), memoryUsage: MiB(mib) }),
  )

/** A guest cell of one vCPU for each size in MiB. */
const nodes = (...memory: readonly number[]) =>
  [
    `${memory.length} vCPU, ${memory.reduce((sum, one) => sum + one, 0)}, hw:numa_nodes=${memory.length}`,
    ...memory.flatMap((mib, node) => [`hw:numa_cpus.${node}=${node}`, `hw:numa_mem.${node}=${mib}`]),
  ].join(', ')

describe.each(['zed', 'master'])('the fit cache of %s', (release) => {
  test('refuses a guest that fits: a broken placement, with the cells that would carry it', () => {
    const { kinds, said } = booted(release, used(8192, 4096, 8192), nodes(2048, 10240))
    expect(kinds).toEqual(['broken-placement'])
    expect(said.join(' ')).toContain(
      'There is room for each of the guest’s 2 cells on host cell 0, host cell 1, but Nova’s fit cache took one guest cell for another. The fault is Nova’s.',
    )
  })

  test('so it does on three cells', () => {
    const { kinds, said } = booted(release, used(4096, 0, 12288), nodes(2048, 6144, 6144))
    expect(kinds).toEqual(['broken-placement'])
    expect(said.join(' ')).toContain('host cell 2, host cell 0, host cell 1, but Nova’s fit cache')
  })

  test('books a guest where it does not fit: a broken placement, with what was short', () => {
    const { kinds, said } = booted(release, used(8192, 12288, 12288), nodes(2048, 2048, 10240))
    expect(kinds).toEqual(['broken-placement'])
    expect(said.join(' ')).toContain(
      'It does not fit there: guest cell 2 needs 10 GiB; host cell 0 has 8 GiB left (16 GiB × 1 less 8 GiB used). Nova’s fit cache had the answer for another guest cell. The fault is Nova’s.',
    )
  })
})

test('before the cache the same three guests go where they fit, or nowhere', () => {
  const stories = [
    booted('yoga', used(8192, 4096, 8192), nodes(2048, 10240)),
    booted('yoga', used(4096, 0, 12288), nodes(2048, 6144, 6144)),
    booted('yoga', used(8192, 12288, 12288), nodes(2048, 2048, 10240)),
  ]
  expect(stories.flatMap(({ kinds }) => kinds)).not.toContain('broken-placement')
})

test.each([
  ['kilo', ['broken-placement']],
  ['liberty', ['broken-placement']],
  ['mitaka', []],
])('5 dedicated vCPUs on 8 free threads, %s', (release, kinds) => {
  const threads = [hostCell({ cpus: '0-7', siblings: '0,4 1,5 2,6 3,7', memory: GiB(48) })]
  const story = booted(release, threads, '5 vCPU, 1024, hw:cpu_policy=dedicated')
  expect(story.kinds.filter((kind) => kind === 'broken-placement')).toEqual(kinds)
  expect(story.said.join(' ').includes('There are free threads for every vCPU on host cell 0')).toBe(
    kinds.length > 0,
  )
})
