import { describe, expect, test } from 'vitest'
import type { DivergenceKind } from '../divergence/divergence.ts'
import { explainDivergence } from '../explain/divergence.ts'
import { explainNextBoot } from '../explain/next-boot.ts'
import { plain } from '../explain/sentence.ts'
import { explainStep } from '../explain/step.ts'
import { CellId, HostId } from '../model/ids.ts'
import { compare, poolsOf } from '../planner/books.ts'
import { type Cloud, cloudOf } from '../planner/cloud.ts'
import { disagreementsIn } from '../planner/disagreement.ts'
import { nextBoot } from '../planner/next-boot.ts'
import { type Played, play } from '../planner/replay.ts'
import type { Outcome } from '../planner/step.ts'
import { xmlStory } from '../planner/xml-story.ts'
import { releaseById } from '../releases/index.ts'
import { PageSize } from '../units.ts'
import { readPlan, writePlan } from '../wire/plan.ts'
import { readSnapshot, writeSnapshot } from '../wire/snapshot.ts'
import { scenarioById, scenarios } from './index.ts'

function opened(scenarioId: string, planId: string): { readonly before: Cloud; readonly played: Played[] } {
  const scenario = scenarioById(scenarioId)
  const found = scenario?.plans.find(({ id }) => id === planId)
  const release = releaseById(found?.plan.release ?? '')
  if (!scenario || !found || !release) throw new Error(`no plan ${planId} of scenario ${scenarioId}`)
  const before = cloudOf(scenario.snapshot, release)
  return { before, played: play(before, found.plan.actions) }
}

const headlines = (played: readonly Played[]) => played.map(({ step }) => plain(explainStep(step).headline))

const compute07 = HostId('compute-07')

/** Free 2 MiB pages of one cell: Nova's, the kernel's. */
function free(cloud: Cloud | undefined, cell: number): readonly (number | undefined)[] {
  const pool =
    cloud && poolsOf(cloud, compute07).find((one) => one.cell === CellId(cell) && one.size === PageSize(2048))
  return [pool?.nova?.free, pool?.kernel?.free]
}

test.each(scenarios)('$id opens under the releases it names, and no step is impossible', ({ id, plans }) => {
  for (const plan of plans) {
    const kinds = opened(id, plan.id).played.map(({ step }) => step.outcome.kind)
    expect(kinds).not.toContain('not-possible')
  }
})

test.each(scenarios)('$id crosses the wire and comes back the same', ({ snapshot, plans }) => {
  const crossed = (json: unknown): unknown => JSON.parse(JSON.stringify(json))
  expect(readSnapshot(crossed(writeSnapshot(snapshot)))).toEqual({ facts: snapshot, problems: [] })
  for (const { plan } of plans) {
    expect(readPlan(crossed(writePlan(plan)))).toEqual({ facts: plan, problems: [] })
  }
})

test.each<[string, string, DivergenceKind[][]]>([
  ['pages-nobody-told-nova-about', 'the-sixteenth-guest', [[], ['wrong-cell'], []]],
  ['pages-nobody-told-nova-about', 'told-on-newton', [[], [], [], []]],
  ['mib-where-kib-was-meant', 'juno-b3', [['unit-mismatch'], ['unit-mismatch'], ['unit-mismatch']]],
  ['mib-where-kib-was-meant', 'juno', [[], [], []]],
  [
    'two-gates-two-answers',
    'liberty-refuses',
    [
      ['gates-disagree', 'hidden-capacity'],
      ['gates-disagree', 'hidden-capacity'],
      ['hidden-capacity'],
      ['at-risk'],
    ],
  ],
  ['two-gates-two-answers', 'mitaka-accepts', [['at-risk'], [], ['gates-disagree', 'at-risk'], ['at-risk']]],
])('the steps of %s, %s differ in %j', (scenario, plan, kinds) => {
  expect(opened(scenario, plan).played.map(({ step }) => disagreementsIn(step))).toEqual(kinds)
})

test('no two scenarios, and no two plans of one, share an id', () => {
  const ids = scenarios.map(({ id }) => id)
  expect(new Set(ids).size).toBe(ids.length)
  for (const { plans } of scenarios) expect(new Set(plans.map(({ id }) => id)).size).toBe(plans.length)
})

describe('pages nobody told Nova about', () => {
  const scenario = 'pages-nobody-told-nova-about'

  test('before anything, Nova promises 256 pages on every cell that Open vSwitch holds', () => {
    const { before } = opened(scenario, 'the-sixteenth-guest')
    expect([free(before, 0), free(before, 1)]).toEqual([
      [16384, 16128],
      [16384, 16128],
    ])
    expect(compare(before).map((one) => plain(explainDivergence(one).headline))).toEqual(
      Array.from({ length: 3 }, () => [
        'Cell 0: Nova would promise 256 × 2 MiB that another process holds.',
        'Cell 1: Nova would promise 256 × 2 MiB that another process holds.',
      ]).flat(),
    )
  })

  test('fifteen guests leave 1,024 by Nova’s book and 768 by the kernel’s', () => {
    const { played } = opened(scenario, 'the-sixteenth-guest')
    expect([free(played[0]?.cloud, 0), free(played[0]?.cloud, 1)]).toEqual([
      [1024, 768],
      [16384, 16128],
    ])
  })

  test('the sixteenth passes the filter for cell 0 and fails in QEMU; cell 1 has 16,128 pages free', () => {
    const { played } = opened(scenario, 'the-sixteenth-guest')
    expect(headlines(played)).toEqual([
      '15 run, on compute-07, host cell 0.',
      'No valid host was found after 1 attempt: Nova accepts it on compute-07, and it cannot start there.',
      'It runs on compute-07, host cell 1.',
    ])
    const outcome = played[1]?.step.outcome as Extract<Outcome, { kind: 'boots' }>
    expect(outcome.boots[0]?.attempts[0]).toMatchObject({
      chosen: compute07,
      start: {
        outcome: 'refuses',
        refusals: [
          {
            kind: 'pool-short',
            moment: 'start',
            node: 0,
            needed: 1024,
            free: 768,
            total: 16384,
            elsewhere: [{ node: 1, free: 16128 }],
            words: { says: 'unable to map backing store for guest RAM: Cannot allocate memory' },
          },
        ],
      },
    })
  })

  test('a failed boot leaves both books as they were', () => {
    const { played } = opened(scenario, 'the-sixteenth-guest')
    expect(played[1]?.cloud).toBe(played[0]?.cloud)
    expect(played[1]?.step.touched).toEqual([])
  })

  test('three such hosts are tried once each, then no valid host', () => {
    const { played } = opened(scenario, 'three-hosts-three-attempts')
    const outcome = played[3]?.step.outcome as Extract<Outcome, { kind: 'boots' }>
    expect(outcome.boots[0]?.attempts.map(({ chosen }) => chosen)).toEqual([
      'compute-07',
      'compute-08',
      'compute-09',
    ])
    expect(outcome.boots[0]?.result).toEqual({ kind: 'no-valid-host', after: 3 })
    expect(headlines(played).at(-1)).toBe('It runs on compute-07, host cell 1.')
  })

  test('told of the pages, Newton sends the sixteenth to cell 1', () => {
    const { before, played } = opened(scenario, 'told-on-newton')
    expect(compare(before).filter(({ host }) => host === compute07)).toHaveLength(2)
    expect(played.map(({ cloud }) => compare(cloud).filter(({ host }) => host === compute07))).toEqual(
      played.map(() => []),
    )
    expect(headlines(played).slice(1)).toEqual([
      '15 run, on compute-07, host cell 0.',
      'It runs on compute-07, host cell 1.',
      'It runs on compute-07, host cell 1.',
    ])
  })

  test('what would boot next, by both books', () => {
    const { played } = opened(scenario, 'the-sixteenth-guest')
    const full = played[0]?.cloud
    if (!full) throw new Error('not played')
    const next = full.snapshot.flavors.map((flavor) => nextBoot(full, compute07, flavor))
    expect(
      next.map(({ flavor, nova, start, moreByNova, moreByHost, moreTogether }) => [
        flavor,
        nova.outcome === 'fits' && nova.placed?.cells[0]?.id,
        start?.outcome,
        moreByNova.count,
        moreByHost?.count,
        moreTogether.count,
      ]),
    ).toEqual([
      ['m1.small', 0, 'refuses', 17, 15, 0],
      ['m1.medium', 1, 'starts', 8, 7, 7],
    ])
    expect(next.map((one) => plain(explainNextBoot(one)))).toEqual([
      'Nova puts it on host cell 0, and it cannot start. It needs 1,024 × 2 MiB; node 0 has 768 free: ovs-vswitchd (pid 2417) holds 256 × 2 MiB. Node 1 has 16,128 free.',
      'It boots on host cell 1.',
    ])
  })
})

describe('MiB where KiB was meant', () => {
  const scenario = 'mib-where-kib-was-meant'
  const story = (planId: string) => {
    const { before } = opened(scenario, planId)
    const [flavor] = before.snapshot.flavors
    if (!flavor) throw new Error('no flavor')
    return xmlStory(
      before,
      [...before.hosts.values()].map(({ id }) => id),
      flavor,
    )
  }

  test.each([
    ['juno-b3', [6144, 2048], 'MiB', [6144, 2048]],
    ['juno', [6291456, 2097152], 'KiB', [6291456, 2097152]],
  ] as const)('%s writes %j, counted in %s', (planId, written, unit, read) => {
    for (const { cells, text } of story(planId)) {
      expect(cells.map((cell) => cell.asked)).toEqual([6291456, 2097152])
      expect(cells.map((cell) => cell.written)).toEqual(written.map((value) => ({ value, unit })))
      expect(cells.map((cell) => cell.read)).toEqual(read)
      expect(text).toContain(`<cell id="0" cpus="0-2" memory="${written[0]}"/>`)
      expect(text).toContain('<memory>8388608</memory>')
    }
  })

  test('each QEMU and libvirt makes its own of the milestone’s XML', () => {
    expect(headlines(opened(scenario, 'juno-b3').played)).toEqual([
      'It runs on qemu-2-0, host cell 0, host cell 1. It has 8 GiB and cells that describe 8 MiB: the guest sees a wrong topology.',
      'No valid host was found after 1 attempt: Nova accepts it on qemu-2-1, and it cannot start there.',
      'It runs on libvirt-9, host cell 0, host cell 1. libvirt takes the sum of the cells for the guest’s memory: it has 8 MiB where 8 GiB were asked for, and nobody says so.',
    ])
    expect(story('juno-b3').map(({ start }) => start)).toMatchObject([
      { outcome: 'starts', remarks: [{ kind: 'wrong-topology' }] },
      {
        outcome: 'refuses',
        refusals: [
          {
            kind: 'cells-unequal-memory',
            words: {
              says: 'total memory for NUMA nodes (0x800000) should equal RAM size (0x200000000)',
            },
          },
        ],
      },
      { outcome: 'starts', remarks: [{ kind: 'shrunk-to-cells', cells: 8192, memory: 8388608 }] },
    ])
  })

  test('2014.2’s starts everywhere as asked', () => {
    expect(headlines(opened(scenario, 'juno').played)).toEqual([
      'It runs on qemu-2-0, host cell 0, host cell 1.',
      'It runs on qemu-2-1, host cell 0, host cell 1.',
      'It runs on libvirt-9, host cell 0, host cell 1.',
    ])
  })
})

describe('two gates, two answers', () => {
  const scenario = 'two-gates-two-answers'
  const gates = ({ step }: Played) =>
    step.outcome.kind === 'migrates'
      ? step.outcome.gates.map(({ verdict, memory }) => [verdict.outcome, (memory?.available ?? 0) / 1024])
      : []

  test('Liberty counts 336 MiB free for 512 and refuses; RamFilter counts 1,272', () => {
    const { played } = opened(scenario, 'liberty-refuses')
    expect(played.slice(0, 3).map(gates)).toEqual([
      [
        ['rejected', 336],
        ['fits', 1272],
      ],
      [
        ['rejected', 336],
        ['fits', 1272],
      ],
      [
        ['rejected', 336],
        ['rejected', 1272],
      ],
    ])
    expect(headlines(played).at(-1)).toBe(
      'It runs on compute-12. It may touch 512 MiB; 336 MiB are free now on the whole host: it may be killed, or slow the others down.',
    )
  })

  test('Mitaka counts by ratio and accepts, also where no vCPU is left', () => {
    const { played } = opened(scenario, 'mitaka-accepts')
    expect(played.slice(0, 3).map(gates)).toEqual([
      [
        ['fits', 1272],
        ['fits', 1272],
      ],
      [
        ['fits', 1272],
        ['fits', 1272],
      ],
      [
        ['fits', 1272],
        ['rejected', 1272],
      ],
    ])
    expect(headlines(played).slice(0, 3)).toEqual([
      'It moves to compute-12.',
      'It moves to compute-13.',
      'It moves to compute-14. Booting the same guest there would be refused.',
    ])
  })

  test('a guest that is shut off counts like one that runs, and its memory is free on the host', () => {
    const { played } = opened(scenario, 'liberty-refuses')
    const remarks = played
      .slice(0, 2)
      .map(({ step: { outcome } }) =>
        outcome.kind === 'migrates' && outcome.start?.outcome === 'starts'
          ? outcome.start.remarks.length
          : -1,
      )
    expect(remarks).toEqual([1, 0])
  })
})
