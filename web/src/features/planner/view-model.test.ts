import { cloudOf, finished, type PageSize, Pages, plain, play, releaseById } from '@headroom/shared'
import { scenarioById } from '@headroom/shared/scenarios'
import { expect, test } from 'vitest'
import { novaFree } from '../../components/bar-books.ts'
import { find } from '../../worker/find.ts'
import { tellingStep } from './telling-step.ts'
import { byRelease, hostShape, type StepCard, stepCard, stepView } from './view-model.ts'

function opened(scenario: string, plan: string) {
  const found = scenarioById(scenario)
  const actions = found?.plans.find(({ id }) => id === plan)?.plan
  const release = releaseById(actions?.release ?? '')
  if (!found || !actions || !release) throw new Error(`no plan ${plan}`)
  return { snapshot: found.snapshot, cloud: cloudOf(found.snapshot, release), actions: actions.actions }
}

const pagesPlan = (plan: string) => opened('pages-nobody-told-nova-about', plan)
const gatesPlan = (plan: string) => opened('two-gates-two-answers', plan)

/** The chips of a step as they stand on its card. */
const chips = ({ nova, host, differs }: StepCard) =>
  [nova && `Nova ${nova}`, host && `host ${host}`, ...differs].filter(Boolean).join(', ')

const cards = ({ cloud, actions }: ReturnType<typeof opened>) =>
  play(cloud, actions).map(({ step }) => stepCard(step))

test.each([
  {
    name: 'the sixteenth guest passes Nova and fails on the host, a larger one boots',
    of: pagesPlan('the-sixteenth-guest'),
    says: ['Nova yes, host yes', 'Nova yes, host no, wrong-cell', 'Nova yes, host yes'],
    telling: 1,
  },
  {
    name: 'three hosts that all fail are still a yes of Nova’s and a no of the host’s',
    of: pagesPlan('three-hosts-three-attempts'),
    says: [
      'Nova yes, host yes',
      'Nova yes, host yes',
      'Nova yes, host yes',
      'Nova yes, host no, wrong-cell',
      'Nova yes, host yes',
    ],
    telling: 3,
  },
  {
    name: 'what Nova is told the host does not hear of',
    of: pagesPlan('told-on-newton'),
    says: ['Nova yes, host unaware', 'Nova yes, host yes', 'Nova yes, host yes', 'Nova yes, host yes'],
    telling: 3,
  },
  {
    name: 'two gates of one book that disagree say so on the card',
    of: gatesPlan('liberty-refuses'),
    says: [
      'Nova no, host at risk, gates-disagree, hidden-capacity',
      'Nova no, host yes, gates-disagree, hidden-capacity',
      'Nova no, host at risk, hidden-capacity',
      'Nova yes, host at risk, at-risk',
    ],
    telling: 0,
  },
])('$name', ({ of, says, telling }) => {
  const all = cards(of)
  expect(all.map(chips)).toEqual(says)
  expect(tellingStep(all)).toBe(telling)
})

function step(of: ReturnType<typeof opened>, number: number) {
  const view = stepView(of.cloud, play(of.cloud, of.actions.slice(0, number)))
  if (!view) throw new Error(`no step ${number}`)
  return view
}

test('a boot that changes both books shows the pool before and after', () => {
  const { bars } = step(pagesPlan('the-sixteenth-guest'), 1)
  expect(
    bars.map(({ host, cell, kind, before, after }) => [
      host,
      cell,
      kind,
      before.nova && novaFree(before.nova),
      before.host?.free,
      after.nova && novaFree(after.nova),
      after.host?.free,
    ]),
  ).toEqual([['compute-07', 0, 'changed', 16384, 16128, 1024, 768]])
})

test('a boot that fails shows the pool as it is, then by Nova’s book alone', () => {
  const { bars } = step(pagesPlan('the-sixteenth-guest'), 2)
  expect(bars).toMatchObject([
    {
      host: 'compute-07',
      cell: 0,
      kind: 'booked',
      before: { nova: { used: 15360 }, host: { free: 768, thirdParty: 256 } },
      after: { nova: { used: 16384 }, host: undefined },
    },
  ])
})

test('reserving pages moves Nova’s book and leaves the host’s', () => {
  const { bars } = step(pagesPlan('told-on-newton'), 1)
  expect(bars.map(({ cell, before, after }) => [cell, before.nova?.reserved, after.nova?.reserved])).toEqual([
    [0, 0, 256],
    [1, 0, 256],
  ])
  expect(bars.map(({ before, after }) => after.host?.free === before.host?.free)).toEqual([true, true])
})

test('the log lines of attempts that fail alike stand once', () => {
  expect(step(pagesPlan('three-hosts-three-attempts'), 4).log).toHaveLength(1)
})

test('gates have what each counts, and the destination answers last', () => {
  const { gates } = step(gatesPlan('liberty-refuses'), 1)
  expect(
    gates.map(({ asked, answer, memory }) => [
      asked,
      answer,
      memory && memory.available / 1024,
      memory && memory.needed / 1024,
      memory?.ratio,
    ]),
  ).toEqual([
    [true, 'no', 336, 512, undefined],
    [false, 'yes', 1272, 512, 1.5],
    [true, 'at risk', undefined, undefined, undefined],
  ])
})

test('a gate that refuses for another reason than memory says it', () => {
  const { gates } = step(gatesPlan('mitaka-accepts'), 3)
  expect(gates.map(({ answer, why }) => [answer, why && plain(why)])).toContainEqual([
    'no',
    expect.stringContaining('vCPU'),
  ])
})

test('releases that answer alike stand together', () => {
  const { cloud, actions } = gatesPlan('liberty-refuses')
  const { answers } = finished(byRelease(cloud, actions.slice(0, 1)))
  expect(answers.map(({ first, last, nova }) => [first, last, nova])).toEqual([
    ['Icehouse', 'Liberty', 'no'],
    ['Mitaka 13.0', expect.any(String), 'yes'],
  ])
})

test('a guest that a step made is found after it', () => {
  const { cloud, actions } = pagesPlan('the-sixteenth-guest')
  const after = play(cloud, actions).at(-1)?.cloud ?? cloud
  expect(find(cloud, 'guest', 'medium').named).toEqual([])
  expect(find(after, 'guest', 'medium-1').named).toEqual([
    { id: 'medium-1', name: 'medium-1', note: 'm1.medium on compute-07' },
  ])
  expect(find(cloud, 'host', 'COMPUTE-08').named.map(({ id }) => id)).toEqual(['compute-08'])
})

test('a form offers the pools of a host with what is kept back now', () => {
  const { cloud, actions } = pagesPlan('told-on-newton')
  const after = play(cloud, actions).at(-1)?.cloud ?? cloud
  expect(hostShape(after, 'compute-07')?.pools).toEqual(
    [0, 1].map((cell) => ({ cell, size: 2048 as PageSize, total: Pages(16384), reserved: Pages(256) })),
  )
  expect(hostShape(after, 'no such host')).toBeUndefined()
})

test.each([
  { plan: 'juno-b3', reads: [6144, 2048], misread: true },
  { plan: 'juno', reads: [6291456, 2097152], misread: false },
])('$plan: libvirt reads $reads KiB for cells of 6 GiB and 2 GiB', ({ plan, reads, misread }) => {
  const { cloud, actions } = opened('mib-where-kib-was-meant', plan)
  const xml = stepView(cloud, play(cloud, actions))?.xml
  expect(xml?.cells.map(({ asked }) => asked)).toEqual([6144 * 1024, 2048 * 1024])
  expect(xml?.cells.map(({ read }) => read)).toEqual(reads)
  expect(xml?.misread).toBe(misread)
})

test('room by step: the books part by what others hold, and a boot that fails takes nothing', () => {
  const { cloud, actions } = pagesPlan('the-sixteenth-guest')
  expect(stepView(cloud, play(cloud, actions.slice(0, 2)))?.room?.points).toEqual([
    { step: 0, nova: 16384, host: 16128 },
    { step: 1, nova: 1024, host: 768 },
    { step: 2, nova: 1024, host: 768 },
  ])
})
