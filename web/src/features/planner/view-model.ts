import {
  type Action,
  type Attempt,
  type BootOutcome,
  briefPass,
  briefRejection,
  briefStart,
  type CellId,
  type Cloud,
  cloudOf,
  type DivergenceKind,
  disagreementsIn,
  enabledFilters,
  explainAction,
  explainFit,
  explainGap,
  explainRejection,
  explainStart,
  explainStep,
  explainVerdict,
  type GateVerdict,
  type HostId,
  type HostState,
  type KiB,
  type MemoryCompared,
  nameDestination,
  nameGate,
  novaBookOf,
  type Outcome,
  type PageSize,
  Pages,
  type Played,
  type PoolBooks,
  pagesFor,
  plain,
  play,
  poolsOf,
  type Rejection,
  type Release,
  type Returning,
  type Sentence,
  type Snapshot,
  type StartVerdict,
  type Step,
  type Verdict,
  whatWouldFit,
  withoutGuest,
  type XmlStory,
  xmlStory,
} from '@headroom/shared'
import type { RoomPoint } from '../../charts/RoomChart.tsx'
import { type BarBooks, barBooks } from '../../components/bar-books.ts'
import type { ChipAnswer } from '../../components/Verdict.tsx'

export { type PlanFile, planText } from './plan-files.ts'

/** A step as the list shows it. A book that is not asked says nothing. */
export interface StepCard {
  readonly title: Sentence
  /** What came of it, in one sentence. */
  readonly says: Sentence
  readonly nova: ChipAnswer | undefined
  readonly host: ChipAnswer | undefined
  /** In what ways the books, or two gates of Nova's, answer otherwise. */
  readonly differs: readonly DivergenceKind[]
}

/** One pool before a step and after it. */
export interface BarChange {
  readonly host: HostId
  readonly cell: CellId
  readonly before: BarBooks
  readonly after: BarBooks
  /** `booked`: nothing changed in the end; `after` is Nova's book alone, with the guest. */
  readonly kind: 'changed' | 'booked'
}

export type CheckCell =
  | { readonly kind: 'passes'; readonly brief: Sentence | undefined }
  /** It starts, and not as asked or not for sure. */
  | {
      readonly kind: 'remarks'
      readonly brief: Sentence
      readonly full: Sentence
      readonly tone: 'altered' | 'at risk'
    }
  | { readonly kind: 'objects'; readonly brief: readonly Sentence[]; readonly full: readonly Sentence[] }
  | { readonly kind: 'unknown'; readonly full: Sentence }
  | { readonly kind: 'not asked' }

/** One host: a cell for each check in the order of the columns, then what the host said where it was tried. */
export interface CheckRow {
  readonly host: HostId
  /** The attempt that took this host, from 1. */
  readonly attempt: number | undefined
  readonly checks: readonly CheckCell[]
  readonly starts: CheckCell
}

export interface ChecksTable {
  /** Those that refuse a host, cannot be told, or have a number to show. */
  readonly checks: readonly string[]
  /** Those that every host passes, with nothing more to say. */
  readonly passedByAll: readonly string[]
  /** Hosts that were tried first, then those that pass, then the rest. */
  readonly rows: readonly CheckRow[]
  readonly hosts: number
  readonly attempts: number
}

/** A gate of a move; `asked` is false where this path does not ask it. */
export interface GateRow {
  readonly name: Sentence
  readonly asked: boolean
  readonly answer: ChipAnswer
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
  readonly checks: ChecksTable | undefined
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

export function fitViews(cloud: Cloud, actions: readonly Action[]): readonly FitView[] {
  const last = actions.at(-1)
  if (!last) return []
  return whatWouldFit(play(cloud, actions.slice(0, -1)).at(-1)?.cloud ?? cloud, last).map(
    ({ change, before, step }) => ({
      says: explainFit(change),
      insert: before.length === 1 && JSON.stringify(step) === JSON.stringify(last) ? before[0] : undefined,
    }),
  )
}

/** Neighbouring releases that answer a step alike. */
export interface ReleaseAnswer extends Omit<StepCard, 'title' | 'differs'> {
  readonly first: string
  readonly last: string
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

/** A name to choose, and what tells it from others. */
export interface Named {
  readonly id: string
  readonly name: string
  readonly note: string
}

export interface Found {
  readonly named: readonly Named[]
  readonly more: number
}

export type FindWhat = 'host' | 'guest'

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

/** The step in one line, and what each book says of it. */
export const stepCard = (step: Step): StepCard => ({
  title: explainAction(step.action),
  says: explainStep(step).headline,
  ...answers(step.outcome),
  differs: disagreementsIn(step),
})

type Answers = Pick<StepCard, 'nova' | 'host'>

function answers(outcome: Outcome): Answers {
  switch (outcome.kind) {
    case 'boots':
      return {
        nova: worst(outcome.boots.map(novaOfBoot)),
        host: worst(outcome.boots.flatMap((boot) => hostOfBoot(boot) ?? [])),
      }
    case 'migrates': {
      const asked = outcome.gates.filter((gate) => gate.asked).map(({ verdict }) => answerOf(verdict))
      return { nova: worst(asked), host: outcome.start && hostOfStart(outcome.start) }
    }
    case 'guest-changes':
      return { nova: 'yes', host: outcome.start && hostOfStart(outcome.start) }
    case 'host-changes':
      return { nova: 'unaware', host: outcome.result === 'done' ? 'yes' : 'no' }
    case 'powers':
      return { nova: 'unaware', host: outcome.start ? hostOfStart(outcome.start) : 'yes' }
    case 'rebuilds':
      return {
        nova: outcome.verdict ? answerOf(outcome.verdict) : 'yes',
        host: outcome.start && hostOfStart(outcome.start),
      }
    case 'reboots':
      return { nova: 'unaware', host: worst(outcome.guests.map(hostOfReturning)) }
    case 'configured':
    case 'host-set':
      return { nova: 'yes', host: 'unaware' }
    case 'left-out':
    case 'not-possible':
      return { nova: undefined, host: undefined }
  }
}

const hostOfReturning = ({ start }: Returning): ChipAnswer => (start ? hostOfStart(start) : 'no')

const byWeight: readonly ChipAnswer[] = ['no', 'altered', 'unknown', 'retried', 'at risk', 'unaware', 'yes']
const worst = (all: readonly ChipAnswer[]): ChipAnswer | undefined =>
  byWeight.find((answer) => all.includes(answer))

const answerOf = ({ outcome }: Verdict): ChipAnswer =>
  (({ fits: 'yes', rejected: 'no', unknown: 'unknown' }) as const)[outcome]

function hostOfStart(start: StartVerdict): ChipAnswer {
  switch (start.outcome) {
    case 'starts':
      if (start.remarks.some(({ kind }) => kind !== 'memory-short')) return 'altered'
      return start.remarks.length > 0 ? 'at risk' : 'yes'
    case 'refuses':
      return 'no'
    case 'unknown':
      return 'unknown'
  }
}

/** Nova accepts where a claim does; a host is asked to start it only then. */
function novaOfBoot({ attempts, result }: BootOutcome): ChipAnswer {
  if (attempts.some(({ start }) => start !== undefined)) return 'yes'
  return result.kind === 'unknown' ? 'unknown' : 'no'
}

/** Undefined where Nova took no host, so that none was asked. */
function hostOfBoot({ attempts, result }: BootOutcome): ChipAnswer | undefined {
  const starts = attempts.flatMap(({ start }) => start ?? [])
  if (starts.length === 0) return undefined
  const last = starts.map(hostOfStart).at(-1)
  return result.kind !== 'runs'
    ? worst(starts.map(hostOfStart))
    : last === 'yes' && attempts.length > 1
      ? 'retried'
      : last
}

/** Bars of one step that a panel shows. */
const mostBars = 6
/** Hosts of one step that a panel shows. */
const mostRows = 50

/** The last of the steps played, in full. Undefined for none. */
export function stepView(start: Cloud, played: readonly Played[]): StepView | undefined {
  const last = played.at(-1)
  if (!last) return undefined
  const { step, cloud: after } = last
  const before = played.at(-2)?.cloud ?? start
  const bars = barsOf(before, after, step)
  const log = logOf(step)
  const boot = tellingBoot(step)
  const met = boot && justBefore(before, after, step, boot)
  return {
    ...stepCard(step),
    details: step.outcome.kind === 'migrates' ? [] : explainStep(step).details.filter(isNotIn(log)),
    log,
    bars: bars.slice(0, mostBars),
    room: roomOf(start, played, bars[0]),
    barsLeftOut: Math.max(bars.length - mostBars, 0),
    checks: boot && met && checksOf(met, boot.outcome),
    gates: gateRows(step.outcome),
    xml: boot && met && xmlOf(met, step.action, boot.outcome),
    about: boot && boot.of > 1 ? boot.outcome.guest : undefined,
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

interface TellingBoot {
  readonly outcome: BootOutcome
  readonly index: number
  readonly of: number
}

/** Of several guests, the first that does not run; else the last. */
function tellingBoot({ outcome }: Step): TellingBoot | undefined {
  if (outcome.kind !== 'boots') return undefined
  const { boots } = outcome
  const failed = boots.findIndex(({ result }) => result.kind !== 'runs')
  const index = failed === -1 ? boots.length - 1 : failed
  const boot = boots[index]
  return boot && { outcome: boot, index, of: boots.length }
}

/**
 * Nova's book as the guest of this boot met it: the ones before it are there. Where none after it was placed, that is the
 * book after the step without this guest; a step of many guests is not played again for it.
 */
function justBefore(before: Cloud, after: Cloud, { action, outcome }: Step, boot: TellingBoot): Cloud {
  if (action.do !== 'boot' || outcome.kind !== 'boots' || boot.index === 0) return before
  const later = outcome.boots.slice(boot.index + 1)
  if (later.every(({ guest }) => !after.guests.get(guest))) {
    const guest = after.guests.get(boot.outcome.guest)
    return guest ? withoutGuest(after, guest) : after
  }
  return play(before, [{ ...action, count: boot.index }])[0]?.cloud ?? before
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

function checksOf(cloud: Cloud, { attempts }: BootOutcome): ChecksTable {
  const [first] = attempts
  const asked = first.verdicts.filter((verdict) => !isNotAsked(verdict))
  const names = enabledFilters(cloud.snapshot.settings.enabledFilters, cloud.release.rules)
  const named = new Set(asked.flatMap(checksNamed))
  const checks = [
    ...names.filter((name) => named.has(name)),
    ...[...named].filter((name) => !names.includes(name)),
  ]
  const attemptOf = (host: HostId) => attempts.findIndex(({ chosen }) => chosen === host)
  const order = (host: HostId, verdict: Verdict): number =>
    attemptOf(host) >= 0
      ? attemptOf(host)
      : verdict.outcome === 'fits'
        ? attempts.length
        : attempts.length + 1
  const rows = asked
    .toSorted((a, b) => order(a.host, a) - order(b.host, b))
    .slice(0, mostRows)
    .map((verdict) => checkRow(cloud, verdict, checks, attempts, attemptOf(verdict.host)))
  const telling = checks.map((_, i) => rows.some((row) => isTelling(row.checks[i])))
  return {
    checks: checks.filter((_, i) => telling[i]),
    passedByAll: checks.filter((_, i) => !telling[i]),
    rows: rows.map((row) => ({ ...row, checks: row.checks.filter((_, i) => telling[i]) })),
    hosts: asked.length,
    attempts: attempts.filter(({ chosen }) => chosen !== undefined).length,
  }
}

/** More than that it passes: a number, or another answer. */
const isTelling = (cell: CheckCell | undefined): boolean =>
  cell?.kind !== 'passes' || (cell.brief?.some((word) => typeof word !== 'string') ?? false)

/** The request names another host. */
const isNotAsked = (verdict: Verdict): boolean =>
  verdict.outcome === 'rejected' && verdict.objections[0].reason.kind === 'not-the-forced-host'

const checksNamed = (verdict: Verdict): readonly string[] => [
  ...verdict.passed,
  ...(verdict.outcome === 'rejected' ? verdict.objections.map(({ by }) => by) : []),
]

function checkRow(
  cloud: Cloud,
  verdict: Verdict,
  checks: readonly string[],
  attempts: readonly Attempt[],
  attempt: number,
): CheckRow {
  const state = novaBookOf(cloud, verdict.host).state
  return {
    host: verdict.host,
    attempt: attempt === -1 ? undefined : attempt + 1,
    checks: checks.map((check) => checkCell(check, verdict, state)),
    starts: startCell(attempts[attempt]?.start),
  }
}

function checkCell(check: string, verdict: Verdict, state: HostState): CheckCell {
  const reasons = verdict.outcome === 'rejected' ? verdict.objections.filter(({ by }) => by === check) : []
  if (reasons.length > 0) {
    return {
      kind: 'objects',
      brief: reasons.map(({ reason }) => briefRejection(reason)),
      full: reasons.map(({ reason }) => explainRejection(reason)),
    }
  }
  if (verdict.passed.includes(check)) {
    const placed = verdict.outcome === 'fits' ? verdict.placed : undefined
    return { kind: 'passes', brief: briefPass(check, state, placed) }
  }
  return verdict.outcome === 'unknown'
    ? { kind: 'unknown', full: explainGap(verdict.gaps[0]) }
    : { kind: 'not asked' }
}

function startCell(start: StartVerdict | undefined): CheckCell {
  if (!start) return { kind: 'not asked' }
  switch (start.outcome) {
    case 'starts': {
      const brief = briefStart(start)
      const tone = hostOfStart(start)
      return tone === 'altered' || tone === 'at risk'
        ? { kind: 'remarks', brief, full: explainStart(start), tone }
        : { kind: 'passes', brief }
    }
    case 'refuses':
      return { kind: 'objects', brief: [briefStart(start)], full: [explainStart(start)] }
    case 'unknown':
      return { kind: 'unknown', full: explainStart(start) }
  }
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

/** What a release answers to the last action. Undefined for no action. */
export function releaseAnswer(
  snapshot: Snapshot,
  release: Release,
  actions: readonly Action[],
): ReleaseAnswer | undefined {
  const last = play(cloudOf(snapshot, release), actions).at(-1)
  if (!last) return undefined
  const { says, nova, host } = stepCard(last.step)
  return { first: release.name, last: release.name, says, nova, host }
}

/** Neighbours that say the same, together. */
export const alike = (answers: readonly ReleaseAnswer[]): readonly ReleaseAnswer[] =>
  answers.reduce<ReleaseAnswer[]>((groups, one) => {
    const before = groups.at(-1)
    return before && sameAnswer(before, one)
      ? groups.with(-1, { ...before, last: one.last })
      : groups.concat(one)
  }, [])

const sameAnswer = (a: ReleaseAnswer, b: ReleaseAnswer): boolean =>
  a.nova === b.nova && a.host === b.host && plain(a.says) === plain(b.says)

const mostFound = 50

/** Hosts whose name or zone has the text, or guests whose name, id, flavor or host has. */
export function find(cloud: Cloud, what: 'host' | 'guest', text: string): Found {
  const wanted = text.trim().toLowerCase()
  const has = ({ id, name, note }: Named) => `${id}\n${name}\n${note}`.toLowerCase().includes(wanted)
  const found = (what === 'host' ? hostNames(cloud) : guestNames(cloud)).filter(has)
  return { named: found.slice(0, mostFound), more: Math.max(found.length - mostFound, 0) }
}

const hostNames = (cloud: Cloud): Named[] =>
  [...cloud.hosts.values()].map(({ id, zone }) => ({ id, name: id, note: zone ?? '' }))

const guestNames = (cloud: Cloud): Named[] =>
  [...cloud.guests.values()].flatMap(({ id, name, host, flavor }) =>
    host === undefined ? [] : [{ id, name, note: `${flavor.name} on ${host}` }],
  )

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

export const flavorViews = ({ flavors }: Snapshot): readonly FlavorView[] =>
  flavors.map(({ name, vcpus, memory, extraSpecs }) => ({
    name,
    vcpus,
    memory,
    extraSpecs: Object.entries(extraSpecs).map(([key, value]) => `${key}=${value}`),
  }))
