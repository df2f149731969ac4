import {
  type Action,
  type Attempt,
  answerOf,
  type BookAnswer,
  type BootOutcome,
  type CellId,
  type Cloud,
  cloudOf,
  enabledFilters,
  explainFit,
  explainGap,
  explainRejection,
  explainRule,
  explainStart,
  explainStep,
  explainVerdict,
  type GateVerdict,
  type HostId,
  hostOfStart,
  type KiB,
  type Long,
  type MemoryCompared,
  nameDestination,
  nameGate,
  type Outcome,
  type PageSize,
  Pages,
  type Played,
  type PoolBooks,
  pagesFor,
  part,
  plain,
  playing,
  poolsOf,
  type Rejection,
  releases,
  type Sentence,
  type Snapshot,
  type StartVerdict,
  type Step,
  tryChanges,
  tryRules,
  type Verdict,
  type XmlStory,
  xmlStory,
} from '@headroom/shared'
import type { RoomPoint } from '../../charts/RoomChart.tsx'
import { type BarBooks, barBooks } from '../../components/bar-books.ts'
import { type ChecksHead, openChecks } from './checks-view.ts'
import { type StepCard, stepCard } from './step-card.ts'
import { metBoot, tellingBoot } from './telling-boot.ts'

export {
  type CheckGroup,
  type CheckRow,
  type ChecksQuery,
  checkGroups,
  checkRow,
  openChecks,
} from './checks-view.ts'
export { type CompareView, compareView } from './compare-view.ts'
export { type PlanFile, planText } from './plan-files.ts'
export { type StepCard, stepCard } from './step-card.ts'

/** One pool before a step and after it. */
export interface BarChange {
  readonly host: HostId
  readonly cell: CellId
  readonly before: BarBooks
  readonly after: BarBooks
  /** `booked`: nothing changed in the end; `after` is Nova's book alone, with the guest. */
  readonly kind: 'changed' | 'booked'
}

/** A gate of a move; `asked` is false where this path does not ask it. */
export interface GateRow {
  readonly name: Sentence
  readonly asked: boolean
  readonly answer: BookAnswer
  /** What it makes of the destination's memory; undefined where it does not look. */
  readonly memory: MemoryCompared | undefined
  /** What the memory does not say: another reason, the cells, what is not known. */
  readonly why: Sentence | undefined
}

export interface LogLine {
  readonly says: string
  readonly seenWith: string
}

/** A guest's cells on their way from the flavor through Nova's XML to libvirt. */
export type GuestXmlView = Pick<XmlStory, 'host' | 'cells' | 'libvirt' | 'qemu'> & {
  readonly text: string
  /** libvirt does not read what was asked for. */
  readonly misread: boolean
}

/** One pool from before the plan to after the step: what is free by both books. */
export interface RoomView {
  readonly host: HostId
  readonly cell: CellId
  readonly size: PageSize
  readonly points: readonly RoomPoint[]
}

/** A step as the panel shows it. */
export interface StepView extends StepCard {
  /** Nothing where the gates say it. */
  readonly details: readonly Sentence[]
  readonly log: readonly LogLine[]
  readonly bars: readonly BarChange[]
  /** The pool of the first bar through the plan; undefined for a first step or one without bars. */
  readonly room: RoomView | undefined
  /** Pools that changed and are not among the bars. */
  readonly barsLeftOut: number
  /** Undefined where no host was asked. */
  readonly checks: ChecksHead | undefined
  readonly gates: readonly GateRow[]
  /** What Nova writes for the guest where it put it; undefined where it writes no cells. */
  readonly xml: GuestXmlView | undefined
  /** How the guest the table is about is named, where the step has several. */
  readonly about: string | undefined
}

/** A change that makes a step work. */
export interface FitView {
  readonly says: Sentence
  /** Where one step before it does it all. */
  readonly insert: Action | undefined
}

export function* fitViews(cloud: Cloud, asked: Action): Long<readonly FitView[]> {
  const fits = yield* tryChanges(cloud, asked)
  return fits.map(({ change, before, step }) => ({
    says: explainFit(change),
    insert: before.length === 1 && JSON.stringify(step) === JSON.stringify(asked) ? before[0] : undefined,
  }))
}

/** Neighbouring releases that answer a step alike. */
export interface ReleaseAnswer extends Omit<StepCard, 'title' | 'differs'> {
  readonly first: string
  readonly last: string
}

/** What releases answer to a step, and why the cloud's own answers so. */
export interface ByRelease {
  readonly answers: readonly ReleaseAnswer[]
  /** Of each rule without which the step would go well: since when it is so, and until when. */
  readonly rules: readonly (readonly Sentence[])[]
}

/** What forms offer of a host. */
export interface HostShape {
  readonly pools: readonly {
    readonly cell: CellId
    readonly size: PageSize
    readonly total: number
    readonly reserved: number
  }[]
}

/** What a request may name, and the filters that are enabled. */
export interface Choices {
  readonly zones: readonly { readonly id: string; readonly name: string }[]
  readonly groups: readonly { readonly id: string; readonly name: string; readonly note: string }[]
  readonly filters: readonly string[]
}

/** A name to choose, and what tells it from others. */
export interface PlanAsk {
  readonly actions: readonly Action[]
}

export interface FlavorView {
  readonly name: string
  readonly vcpus: number
  readonly memory: KiB
  /** `hw:numa_nodes=2` */
  readonly extraSpecs: readonly string[]
}

/** Bars of one step that a panel shows. */
const mostBars = 6

/** The last of the steps played, in full. Undefined for none. */
export function stepView(start: Cloud, played: readonly Played[]): StepView | undefined {
  const last = played.at(-1)
  if (!last) return undefined
  const { step, cloud: after } = last
  const before = played.at(-2)?.cloud ?? start
  const bars = barsOf(before, after, step)
  const log = logOf(step)
  const met = metBoot(start, played)
  return {
    ...stepCard(step),
    details: step.outcome.kind === 'migrates' ? [] : explainStep(step).details.filter(isNotIn(log)),
    log,
    bars: bars.slice(0, mostBars),
    room: roomOf(start, played, bars[0]),
    barsLeftOut: Math.max(bars.length - mostBars, 0),
    checks: openChecks(start, played)?.head,
    gates: gateRows(step.outcome),
    xml: met && xmlOf(met.cloud, step.action, met.boot.outcome),
    about: met && met.boot.of > 1 ? met.boot.outcome.guest : undefined,
  }
}

/** The log's own words stand by themselves. */
const isNotIn = (log: readonly LogLine[]) => (sentence: Sentence) =>
  !sentence.some(
    (word) => typeof word === 'object' && 'code' in word && log.some(({ says }) => says === word.code),
  )

function roomOf(start: Cloud, played: readonly Played[], bar: BarChange | undefined): RoomView | undefined {
  if (!bar || played.length < 2) return undefined
  const { host, cell } = bar
  const { size } = bar.before
  const points = [start, ...played.map(({ cloud }) => cloud)].map((cloud, step): RoomPoint => {
    const pool = poolsOf(cloud, host).find((one) => one.cell === cell && one.size === size)
    return { step, nova: pool?.nova?.free, host: pool?.kernel?.free }
  })
  return { host, cell, size, points }
}

function xmlOf(cloud: Cloud, action: Action, { attempts }: BootOutcome): GuestXmlView | undefined {
  const host = attempts.findLast(({ chosen }) => chosen !== undefined)?.chosen
  if (action.do !== 'boot' || host === undefined) return undefined
  const flavor = cloud.snapshot.flavors.find(({ name }) => name === action.flavor)
  const [story] = flavor ? xmlStory(cloud, [host], flavor, action.image) : []
  if (story?.text === undefined || story.cells.length === 0) return undefined
  const { cells, libvirt, qemu, text } = story
  return { host, cells, libvirt, qemu, text, misread: cells.some(({ asked, read }) => asked !== read) }
}

function gateRows(outcome: Outcome): readonly GateRow[] {
  if (outcome.kind !== 'migrates') return []
  const { gates, start } = outcome
  return gates.map(gateRow).concat(start ? [hostRow(start)] : [])
}

const gateRow = ({ gate, verdict, asked, memory }: GateVerdict): GateRow => ({
  name: nameGate(gate),
  asked,
  answer: answerOf(verdict),
  memory,
  why: whyOf(verdict),
})

/** Reasons that the memory compared says already. */
const ofMemory: readonly Rejection['kind'][] = ['live-migration-memory', 'ram-short']

function whyOf(verdict: Verdict): Sentence | undefined {
  switch (verdict.outcome) {
    case 'fits':
      return verdict.placed && explainVerdict(verdict)
    case 'rejected': {
      const other = verdict.objections.find(({ reason }) => !ofMemory.includes(reason.kind))
      return other && explainRejection(other.reason)
    }
    case 'unknown':
      return explainGap(verdict.gaps[0])
  }
}

const hostRow = (start: StartVerdict): GateRow => ({
  name: nameDestination,
  asked: true,
  answer: hostOfStart(start),
  memory: undefined,
  why: explainStart(start),
})

/** What an operator finds in the logs, each line once. */
function logOf({ outcome }: Step): readonly LogLine[] {
  const starts =
    outcome.kind === 'boots'
      ? outcome.boots.flatMap(({ attempts }) => attempts.flatMap(({ start }) => start ?? []))
      : outcome.kind === 'migrates' && outcome.start
        ? [outcome.start]
        : []
  const said = starts.flatMap((start) =>
    start.outcome === 'refuses' ? start.refusals : start.outcome === 'starts' ? start.remarks : [],
  )
  const lines = said.flatMap(({ words }) => words ?? [])
  return [...new Map(lines.map((line) => [line.says, line])).values()]
}

/** Pools of which a book changed; where none did, those that Nova would have booked. */
function barsOf(before: Cloud, after: Cloud, step: Step): readonly BarChange[] {
  const changed = step.touched.flatMap((host) => {
    const then = hugePools(after, host)
    return hugePools(before, host).flatMap((pool, i): BarChange[] => {
      const now = then[i]
      const bars = now && { before: barBooks(pool), after: barBooks(now) }
      if (!bars || JSON.stringify(bars.before) === JSON.stringify(bars.after)) return []
      return [{ host, cell: pool.cell, ...bars, kind: 'changed' }]
    })
  })
  if (changed.length > 0) return changed
  const boot = tellingBoot(step)
  return boot ? boot.outcome.attempts.flatMap((attempt) => bookedBars(before, attempt)) : []
}

function bookedBars(cloud: Cloud, { chosen, verdicts }: Attempt): readonly BarChange[] {
  const verdict = verdicts.find(({ host }) => host === chosen)
  if (chosen === undefined || verdict?.outcome !== 'fits') return []
  const cells = verdict.placed?.cells ?? []
  return hugePools(cloud, chosen).flatMap((pool): BarChange[] => {
    const guests = cells.filter(({ id, pageSize }) => id === pool.cell && pageSize === pool.size)
    const pages = guests.reduce((all, { memory }) => all + (pagesFor(memory, pool.size) ?? 0), 0)
    if (pages === 0 || !pool.nova) return []
    const before = barBooks(pool)
    return [{ host: chosen, cell: pool.cell, before, after: novaAlone(before, pages), kind: 'booked' }]
  })
}

const novaAlone = ({ size, nova }: BarBooks, more: number): BarBooks => ({
  size,
  nova: nova && { ...nova, used: nova.used + more },
  host: undefined,
})

/** The largest a kernel's own page gets. */
const largestBase = 64

const hugePools = (cloud: Cloud, host: HostId): readonly PoolBooks[] =>
  poolsOf(cloud, host).filter(({ size, kernel }) => size > largestBase || kernel !== undefined)

/** What each release answers to the last action, neighbours that say the same together, and what decides it in the cloud's own. */
export function* byRelease(cloud: Cloud, actions: readonly Action[]): Long<ByRelease> {
  const of = releases.length + 1
  const answers: ReleaseAnswer[] = []
  for (const [done, release] of releases.entries()) {
    const played = yield* part(playing(cloudOf(cloud.snapshot, release), actions), done, of)
    const last = played.at(-1)
    if (!last) return { answers: [], rules: [] }
    const { says, nova, host } = stepCard(last.step)
    answers.push({ first: release.name, last: release.name, says, nova, host })
  }
  const rules: ByRelease['rules'][number][] = []
  for (const rule of tryRules(cloud, actions)) {
    if (rule) rules.push(explainRule(rule))
    yield { done: releases.length, of }
  }
  return { answers: alike(answers), rules }
}

const alike = (answers: readonly ReleaseAnswer[]): readonly ReleaseAnswer[] =>
  answers.reduce<ReleaseAnswer[]>((groups, one) => {
    const before = groups.at(-1)
    return before && sameAnswer(before, one)
      ? groups.with(-1, { ...before, last: one.last })
      : groups.concat(one)
  }, [])

const sameAnswer = (a: ReleaseAnswer, b: ReleaseAnswer): boolean =>
  a.nova === b.nova && a.host === b.host && plain(a.says) === plain(b.says)

/** The pools of a host that pages can be taken from or kept back in; undefined for a host that is not there. */
export function hostShape(cloud: Cloud, id: string): HostShape | undefined {
  const host = [...cloud.hosts.values()].find((one) => one.id === id)
  return (
    host && {
      pools: hugePools(cloud, host.id).map(({ cell, size, nova, kernel }) => ({
        cell,
        size,
        total: kernel?.total ?? nova?.total ?? Pages(0),
        reserved: nova?.reserved ?? Pages(0),
      })),
    }
  )
}

export function choicesOf({ hosts, snapshot, release }: Cloud): Choices {
  const zones = new Set([...hosts.values()].flatMap(({ zone }) => zone ?? []))
  return {
    zones: [...zones].sort().map((zone) => ({ id: zone, name: zone })),
    groups: (snapshot.serverGroups ?? []).map(({ id, name, policy }) => ({ id, name, note: policy })),
    filters: enabledFilters(snapshot.settings.enabledFilters, release.rules),
  }
}

export const flavorViews = ({ flavors }: Snapshot): readonly FlavorView[] =>
  flavors.map(({ name, vcpus, memory, extraSpecs }) => ({
    name,
    vcpus,
    memory,
    extraSpecs: Object.entries(extraSpecs).map(([key, value]) => `${key}=${value}`),
  }))
