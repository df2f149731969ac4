import { describe, expect, test } from 'vitest'
import { explainFit } from '../explain/fit.ts'
import { plain } from '../explain/sentence.ts'
import { CellId, GuestId, HostId } from '../model/ids.ts'
import { releaseById } from '../releases/index.ts'
import { scenarioById } from '../scenarios/index.ts'
import { GiB, PageSize, Pages } from '../units.ts'
import type { Action } from './action.ts'
import { type Cloud, cloudOf } from './cloud.ts'
import { play } from './replay.ts'
import { type Fit, whatWouldFit, works } from './what-would-fit.ts'

const host = HostId('compute-07')
const size = PageSize(2048)

function under(id: string, filters?: readonly string[]): Cloud {
  const snapshot = scenarioById('pages-nobody-told-nova-about')?.snapshot
  const release = releaseById(id)
  if (!snapshot || !release) throw new Error(`no scenario, or no release ${id}`)
  const settings = filters ? { ...snapshot.settings, enabledFilters: filters } : snapshot.settings
  return cloudOf({ ...snapshot, settings }, release)
}
const cloudAfter = (cloud: Cloud, ...actions: readonly Action[]): Cloud =>
  play(cloud, actions).at(-1)?.cloud ?? cloud
const boot = (id: string, count = 1, flavor = 'm1.small'): Action => ({
  do: 'boot',
  id,
  flavor,
  image: {},
  count,
  on: { host, how: 'requested' },
})
const reserve = (...counts: readonly number[]): Action => ({
  do: 'set-reserved-huge-pages',
  host,
  reserved: counts.map((count, cell) => ({ cell: CellId(cell), size, count: Pages(count) })),
})
const says = (fits: readonly Fit[]) => fits.map(({ change }) => plain(explainFit(change)))

describe('what would make a step work', () => {
  test('is nothing where it works', () => {
    expect(whatWouldFit(under('liberty'), boot('a'))).toEqual([])
  })

  test('where another process has the pages: those pages, or Nova told of them', () => {
    const full = cloudAfter(under('newton'), boot('a', 15))
    expect(says(whatWouldFit(full, boot('b')))).toEqual([
      'ovs-vswitchd gives back 256 × 2 MiB on compute-07, node 0.',
      'Keep back 256 × 2 MiB more on compute-07, cell 0 (reserved_huge_pages): Nova then goes elsewhere.',
      'compute-07 boots with 256 × 2 MiB more on node 0.',
      'a-15 leaves compute-07.',
      'Run Zed 26.0.',
    ])
  })

  test('a release without the option cannot be told', () => {
    const full = cloudAfter(under('liberty'), boot('a', 15))
    expect(says(whatWouldFit(full, boot('b'))).join(' ')).not.toContain('reserved_huge_pages')
  })

  test('where too many pages are kept back: so many fewer', () => {
    const kept = cloudAfter(under('newton'), reserve(16000, 16384))
    expect(says(whatWouldFit(kept, boot('a')))).toContain(
      'Keep back 640 × 2 MiB fewer on compute-07, cell 0 (reserved_huge_pages).',
    )
  })

  test('where a service is disabled: enabling it, or no filter that looks', () => {
    const off = cloudAfter(under('newton'), { do: 'set-service', host, state: 'disabled' })
    expect(says(whatWouldFit(off, boot('a')))).toEqual([
      'Enable the compute service of compute-07.',
      'Leave ComputeFilter out of enabled_filters.',
    ])
  })

  test('where a ratio is what is short: the least that is enough', () => {
    const cloud = under('mitaka', ['RamFilter'])
    const flavors = cloud.snapshot.flavors.map((one) => ({ ...one, memory: GiB(60), extraSpecs: {} }))
    const open = cloudOf({ ...cloud.snapshot, flavors }, cloud.release)
    const full = cloudAfter(open, boot('a', 3))
    const [fit] = whatWouldFit(full, boot('b'))
    expect(fit && plain(explainFit(fit.change))).toBe(
      'Raise ram_allocation_ratio on compute-07 from 1.5 to 1.88.',
    )
  })

  test('of the ratios that its cells would need: the least', () => {
    const cloud = under('zed', ['NUMATopologyFilter'])
    const flavors = cloud.snapshot.flavors.map((one) => ({
      ...one,
      memory: GiB(30),
      extraSpecs: { 'hw:numa_nodes': '1' },
    }))
    const open = cloudOf({ ...cloud.snapshot, flavors }, cloud.release)
    const ratio = (ram: number): Action => ({
      do: 'set-allocation-ratios',
      host,
      cpu: undefined,
      ram,
      disk: undefined,
    })
    const full = cloudAfter(open, ratio(0.5), boot('a', 2))
    expect(says(whatWouldFit(full, boot('b')))).toContain(
      'Raise ram_allocation_ratio on compute-07 from 0.5 to 0.94.',
    )
  })

  test('another release, where that is what it takes', () => {
    const full = cloudAfter(under('stein'), boot('a'))
    const move: Action = { do: 'live-migrate', guest: GuestId('a-1'), to: HostId('compute-08') }
    expect(says(whatWouldFit(full, move))).toEqual(['Run Train 20.0.'])
  })
})

test('every change was tried: with it the step works, and with a page less it does not', () => {
  const full = cloudAfter(under('newton'), boot('a', 15))
  for (const { before, step, change } of whatWouldFit(full, boot('b'))) {
    const played = play(full, [...before, step])
    expect(played.map(({ step }) => works(step.outcome))).not.toContain(false)
    if (change.kind !== 'process-gives') continue
    const less = before.map((action) =>
      action.do === 'give-pages-back' ? { ...action, pages: Pages(action.pages - 1) } : action,
    )
    const last = play(full, [...less, step]).at(-1)
    expect(last && works(last.step.outcome)).toBe(false)
  }
})
