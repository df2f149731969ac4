import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { explainCompared } from '../explain/comparison.ts'
import { plain } from '../explain/sentence.ts'
import { CellId, GuestId, HostId } from '../model/ids.ts'
import { releaseById } from '../releases/index.ts'
import { scenarioById } from '../scenarios/index.ts'
import { PageSize, Pages } from '../units.ts'
import type { Action } from './action.ts'
import { cloudOf } from './cloud.ts'
import { comparePlans, type PlanComparison } from './compare-plans.ts'

const host = HostId('compute-07')

function under(id: string) {
  const snapshot = scenarioById('pages-nobody-told-nova-about')?.snapshot
  const release = releaseById(id)
  if (!snapshot || !release) throw new Error(`no scenario, or no release ${id}`)
  return cloudOf(snapshot, release)
}
const boot = (id: string, count = 1): Action => ({
  do: 'boot',
  id,
  flavor: 'm1.small',
  image: {},
  count,
  on: { host, how: 'requested' },
})
const reserve: Action = {
  do: 'set-reserved-huge-pages',
  host,
  reserved: [{ cell: CellId(0), size: PageSize(2048), count: Pages(256) }],
}
const shape = ({ steps }: PlanComparison) =>
  steps.map((one) =>
    one.kind === 'only'
      ? `${one.of ? '+' : '-'}${one.at}`
      : `${one.at.join('=')} ${one.partings.map(({ kind }) => kind)}`,
  )

describe('two plans', () => {
  test('that are one part nowhere', () => {
    const side = { cloud: under('liberty'), actions: [boot('a', 15), boot('b')] }
    expect(comparePlans(side, side).first).toBeUndefined()
  })

  test('part where one has a step more, and steps after it stand beside each other', () => {
    const cloud = under('newton')
    const compared = comparePlans(
      { cloud, actions: [boot('a', 15), boot('b')] },
      { cloud, actions: [boot('a', 15), reserve, boot('b')] },
    )
    expect(shape(compared)).toEqual(['0=0 ', '+1', '1=2 works,host,refusal'])
    expect(compared.first).toBe(1)
    expect(compared.steps.flatMap(explainCompared).map(plain).slice(0, 3)).toEqual([
      'Only the second plan: Set reserved_huge_pages on compute-07 to node:0,size:2048,count:256.',
      'It works by the second and not by the first.',
      'b-1 ends on no host by the first, on compute-07 by the second.',
    ])
  })

  test('under two releases part where Nova changed', () => {
    const move: Action = { do: 'live-migrate', guest: GuestId('a-1'), to: HostId('compute-08') }
    const actions = [boot('a'), move]
    const compared = comparePlans({ cloud: under('stein'), actions }, { cloud: under('train'), actions })
    expect(compared.first).toBe(1)
    expect(compared.steps.flatMap(explainCompared).map(plain)[0]).toBe(
      'It works by the second and not by the first.',
    )
  })

  test('have every step of both, each once and in order', () => {
    const names = fc.array(
      fc.constantFrom('a', 'b', 'c', 'd').map((id) => boot(id)),
      { maxLength: 6 },
    )
    fc.assert(
      fc.property(names, names, (one, other) => {
        const cloud = under('liberty')
        const { steps } = comparePlans({ cloud, actions: one }, { cloud, actions: other })
        const places = (of: 0 | 1) =>
          steps.flatMap((step) => (step.kind === 'both' ? [step.at[of]] : step.of === of ? [step.at] : []))
        expect(places(0)).toEqual(one.map((_, at) => at))
        expect(places(1)).toEqual(other.map((_, at) => at))
      }),
      { numRuns: 40 },
    )
  })
})
