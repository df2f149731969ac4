import { conformance, type Release, type RuleName, type Rules, releases } from '@headroom/shared'
import type { RuleArea } from '../../url/search.ts'
import { areaTitles, ruleTitles, titleOf } from './rule-titles.ts'

export interface ReleasesQuery {
  /** Words that all must occur. */
  readonly filter: string | undefined
  readonly area: RuleArea | undefined
  readonly oldestFirst: boolean
}

/** What became of a rule: one word for another, or names that came and went. */
export type Shift =
  | { readonly kind: 'word'; readonly was: string; readonly became: string }
  | { readonly kind: 'names'; readonly came: readonly string[]; readonly went: readonly string[] }

export interface ChangeView {
  /** Its anchor on the page. */
  readonly id: string
  readonly rule: RuleName
  readonly title: string
  readonly shift: Shift
  readonly note: string
  readonly commit: string
  readonly since: string
  readonly bug: number | undefined
  readonly repository: 'nova' | 'placement'
}

export interface Agreement {
  readonly agreeing: number
  readonly total: number
}

export interface ReleaseView {
  readonly id: string
  readonly name: string
  readonly nova: string
  /** Its rules follow no others: it changes nothing. */
  readonly isOldest: boolean
  /** Recorded answers of the real Nova that the core gives too; undefined where none are recorded. */
  readonly conformance: Agreement | undefined
  readonly changes: readonly ChangeView[]
}

/** Releases in turn over which a rule keeps its value. */
export interface Span {
  readonly from: string
  readonly to: string
  readonly releases: number
  readonly value: string
  /** Anchor of the change that begins it; undefined for the oldest value, and where an older series goes on. */
  readonly change: string | undefined
  /** It holds for the release that is marked. */
  readonly marked: boolean
  /** Recorded answers of Nova that would be others with the value before; undefined where that was not asked. */
  readonly decides: number | undefined
}

export interface RuleView {
  readonly rule: RuleName
  readonly title: string
  readonly spans: readonly Span[]
}

export interface AreaView {
  readonly area: RuleArea
  readonly title: string
  readonly rules: readonly RuleView[]
}

interface NamedRule {
  readonly rule: RuleName
  readonly title: string
  readonly area: RuleArea
}

/** Every rule, as the page names it, area by area. */
export const namedRules: readonly NamedRule[] = (Object.keys(ruleTitles) as RuleArea[]).flatMap((area) =>
  Object.entries(ruleTitles[area]).map(([rule, title]) => ({ rule: rule as RuleName, title, area })),
)
const named = new Map(namedRules.map((rule) => [rule.rule, rule]))
const ruleCalled = (rule: RuleName): NamedRule => {
  const found = named.get(rule)
  if (!found) throw new Error(`the rule ${rule} has no title`)
  return found
}

/** Over all kinds of answers. */
function agreementOf(release: string): Agreement | undefined {
  const kinds = Object.values(conformance[release]?.kinds ?? {})
  if (kinds.length === 0) return undefined
  const sum = (of: keyof Agreement) => kinds.reduce((total, kind) => total + kind[of], 0)
  return { agreeing: sum('agreeing'), total: sum('total') }
}

const rulesChangedBy = (release: Release) => Object.keys(release.changes) as RuleName[]
const byId = new Map(releases.map((release) => [release.id, release]))
const isNames = (value: Rules[RuleName]): value is readonly string[] => typeof value !== 'string'
/** More names than this are counted. */
const mostNames = 6
const wordOf = (value: Rules[RuleName]): string => {
  if (!isNames(value)) return value
  return value.length > mostNames ? `${value.length} names` : value.join(', ')
}
const same = (one: Rules[RuleName], other: Rules[RuleName]) => String(one) === String(other)

const shiftOf = (was: Rules[RuleName], became: Rules[RuleName]): Shift => {
  if (!isNames(was) || !isNames(became)) return { kind: 'word', was: wordOf(was), became: wordOf(became) }
  const [before, now]: readonly (readonly string[])[] = [was, became]
  return {
    kind: 'names',
    came: became.filter((name) => !before?.includes(name)),
    went: was.filter((name) => !now?.includes(name)),
  }
}

const changeId = (release: Release, rule: RuleName) => `${release.id}.${rule}`

function changeView(release: Release, rule: RuleName): ChangeView {
  const change = release.changes[rule]
  const before = release.before === undefined ? undefined : byId.get(release.before)
  if (!change || !before) throw new Error(`${release.id} does not change ${rule}`)
  const { note, commit, since, bug, repository = 'nova' } = change
  return {
    id: changeId(release, rule),
    rule,
    title: titleOf[rule],
    shift: shiftOf(before.rules[rule], change.to),
    note,
    commit,
    since,
    bug,
    repository,
  }
}

/** Everything about a change that a reader may look for. */
function textOf({ name, id }: Release, { rule, title, shift, note, commit, since, bug }: ChangeView): string {
  const values = shift.kind === 'word' ? [shift.was, shift.became] : [...shift.came, ...shift.went]
  const area = areaTitles[ruleCalled(rule).area]
  return [name, id, rule, title, area, ...values, note, commit, since, bug ?? ''].join('\n').toLowerCase()
}

const passes = (filter: string | undefined) => {
  const words = (filter ?? '').toLowerCase().split(/\s+/).filter(Boolean)
  return (text: string) => words.every((word) => text.includes(word))
}

interface Told {
  readonly release: Release
  readonly changes: readonly { readonly view: ChangeView; readonly text: string }[]
}

/** Oldest first. */
const told: readonly Told[] = releases.map((release) => ({
  release,
  changes: rulesChangedBy(release).map((rule) => {
    const view = changeView(release, rule)
    return { view, text: textOf(release, view) }
  }),
}))

/** What each release changed. Under a filter, releases of which nothing passes are left out. */
export function byRelease({ filter, area, oldestFirst }: ReleasesQuery): readonly ReleaseView[] {
  const matches = passes(filter)
  const views = told.map(({ release: { id, name, nova, before }, changes }) => ({
    id,
    name,
    nova,
    isOldest: before === undefined,
    conformance: agreementOf(id),
    changes: changes
      .filter(
        ({ view, text }) => (area === undefined || ruleCalled(view.rule).area === area) && matches(text),
      )
      .map(({ view }) => view),
  }))
  const shown = filter || area ? views.filter(({ changes }) => changes.length > 0) : views
  return oldestFirst ? shown : shown.toReversed()
}

/** Answers are recorded of some releases: the first of a span that has any was compared with the one recorded before. */
function decidedIn(rule: RuleName, over: readonly Release[]): number | undefined {
  const recorded = over.find(({ id }) => conformance[id])
  return recorded && conformance[recorded.id]?.rules[rule]
}

/** The value of a rule over all releases in order; a span ends where the value does, or where a release sets it anew. */
function spansOf(rule: RuleName, order: readonly Release[], marked: string | undefined): readonly Span[] {
  const starts = order.flatMap((release, at) => {
    const previous = order[at - 1]
    return previous && same(previous.rules[rule], release.rules[rule]) && !release.changes[rule] ? [] : [at]
  })
  return starts.flatMap((at, index) => {
    const over = order.slice(at, starts[index + 1])
    const [first, last] = [over[0], over.at(-1)]
    if (!first || !last) return []
    return {
      from: first.name,
      to: last.name,
      releases: over.length,
      value: wordOf(first.rules[rule]),
      change: first.changes[rule] && changeId(first, rule),
      marked: over.some(({ id }) => id === marked),
      decides: decidedIn(rule, over),
    }
  })
}

/** The value of each rule at each release, oldest release first; a rule passes by itself or by one of its changes. */
export function byRule({ filter, area }: ReleasesQuery, marked: string | undefined): readonly AreaView[] {
  const matches = passes(filter)
  const changed = new Set(
    told.flatMap(({ changes }) => changes.filter(({ text }) => matches(text)).map(({ view }) => view.rule)),
  )
  const rules = namedRules.filter(
    (is) =>
      (area === undefined || is.area === area) &&
      (changed.has(is.rule) || matches(`${is.rule}\n${is.title}\n${areaTitles[is.area]}`.toLowerCase())),
  )
  return (Object.keys(areaTitles) as RuleArea[]).flatMap((of) => {
    const own = rules.filter((is) => is.area === of)
    if (own.length === 0) return []
    return {
      area: of,
      title: areaTitles[of],
      rules: own.map(({ rule, title }) => ({ rule, title, spans: spansOf(rule, releases, marked) })),
    }
  })
}

/** The columns of that table. */
export const releaseColumns = releases.map(({ id, name, nova }) => ({
  id,
  name,
  nova,
  conformance: agreementOf(id),
}))

export interface ReleasesFacts {
  readonly releases: number
  readonly oldest: string
  readonly newest: string
  readonly rules: number
  readonly changes: number
}

export const releasesFacts: ReleasesFacts = {
  releases: releases.length,
  oldest: releases[0]?.name ?? '',
  newest: releases.at(-1)?.name ?? '',
  rules: namedRules.length,
  changes: told.reduce((sum, { changes }) => sum + changes.length, 0),
}

/** How many rules have another value in the newest release. */
export function rulesBehind(id: string): number {
  const [own, newest] = [byId.get(id), releases.at(-1)]
  if (!own || !newest) return 0
  return namedRules.filter(({ rule }) => !same(own.rules[rule], newest.rules[rule])).length
}
