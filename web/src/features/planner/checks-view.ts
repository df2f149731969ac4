import {
  type Action,
  type Attempt,
  briefPass,
  briefRejection,
  briefStart,
  type Cloud,
  type CountedLine,
  countedAt,
  countedBy,
  countedByHost,
  enabledFilters,
  explainGap,
  explainRejection,
  explainStart,
  groupBy,
  type HostId,
  hostOfStart,
  nameReason,
  novaBookOf,
  type PlacementRequest,
  type Played,
  placementRequest,
  plain,
  type Refusal,
  type Sentence,
  type StartVerdict,
  type Verdict,
} from '@headroom/shared'
import { type MetBoot, metBoot } from './telling-boot.ts'

/** What one check made of one host, in a few words; `full` and `counted` are what it opens into. */
export type CheckCell =
  | {
      readonly kind: 'passes'
      readonly brief: Sentence | undefined
      readonly counted: readonly CountedLine[]
    }
  /** It starts, and not as asked or not for sure. */
  | {
      readonly kind: 'remarks'
      readonly brief: Sentence
      readonly full: Sentence
      readonly tone: 'altered' | 'at risk'
      readonly counted: readonly CountedLine[]
    }
  | {
      readonly kind: 'objects'
      readonly brief: readonly Sentence[]
      readonly full: readonly Sentence[]
      readonly counted: readonly CountedLine[]
    }
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

/** What stands above the hosts. */
export interface ChecksHead {
  /** Those that refuse a host, cannot be told, or have a number to show. */
  readonly checks: readonly string[]
  /** Those that every host passes, with nothing more to say. */
  readonly passedByAll: readonly string[]
  readonly hosts: number
  readonly attempts: number
}

/** Hosts of which the same is said. */
export type CheckGroup = {
  readonly key: string
  readonly hosts: number
} & (
  | { readonly kind: 'tried' | 'passes' }
  /** The first check that objects, where Nova stops, and the kind of its reason. */
  | { readonly kind: 'refused'; readonly by: string; readonly says: Sentence }
  | { readonly kind: 'unknown'; readonly says: Sentence }
)

export interface ChecksQuery {
  /** Part of a host's name; empty is every host. */
  readonly host: string
  /** `host` by name, a check by the number it shows; undefined as they were tried, then as the cloud lists them. */
  readonly sort: string | undefined
  readonly descending: boolean
}

/** What every host said to one guest. */
export interface OpenChecks {
  readonly head: ChecksHead
  readonly cloud: Cloud
  readonly request: PlacementRequest | undefined
  readonly attempts: readonly Attempt[]
  readonly asked: readonly Verdict[]
}

/** Undefined where the last step of the played is none that boots. */
export function openChecks(start: Cloud, played: readonly Played[]): OpenChecks | undefined {
  const met = metBoot(start, played)
  const action = played.at(-1)?.step.action
  return met && action && checksOf(met, action)
}

function checksOf({ boot, cloud }: MetBoot, action: Action): OpenChecks {
  const { attempts } = boot.outcome
  const asked = attempts[0].verdicts.filter((verdict) => !isNotAsked(verdict))
  const named = new Set(asked.flatMap(checksNamed))
  const enabled = enabledFilters(cloud.snapshot.settings.enabledFilters, cloud.release.rules)
  const names = [...new Set([...enabled.filter((name) => named.has(name)), ...named])]
  const telling = tellingChecks(cloud, asked)
  return {
    head: {
      checks: names.filter((name) => telling(name)),
      passedByAll: names.filter((name) => !telling(name)),
      hosts: asked.length,
      attempts: attempts.filter(({ chosen }) => chosen !== undefined).length,
    },
    cloud,
    request: requestOf(cloud, action),
    attempts,
    asked,
  }
}

function requestOf({ snapshot, release }: Cloud, action: Action): PlacementRequest | undefined {
  const flavor =
    action.do === 'boot' ? snapshot.flavors.find(({ name }) => name === action.flavor) : undefined
  return action.do === 'boot' && flavor ? placementRequest(flavor, action.image, release.rules) : undefined
}

/** The request names another host. */
const isNotAsked = (verdict: Verdict): boolean =>
  verdict.outcome === 'rejected' && verdict.objections[0].reason.kind === 'not-the-forced-host'

const checksNamed = (verdict: Verdict): readonly string[] => [
  ...verdict.passed,
  ...(verdict.outcome === 'rejected' ? verdict.objections.map(({ by }) => by) : []),
]

/** Whether a check has more to say than that every host passes: a number, or another answer. */
function tellingChecks(cloud: Cloud, asked: readonly Verdict[]): (check: string) => boolean {
  const all = asked.length
  const passing = new Map<string, number>()
  for (const { passed } of asked) {
    for (const name of passed) passing.set(name, (passing.get(name) ?? 0) + 1)
  }
  const example = asked.find(({ outcome }) => outcome === 'fits') ?? asked[0]
  return (check) => passing.get(check) !== all || (example !== undefined && hasNumber(cloud, example, check))
}

const hasNumber = (cloud: Cloud, verdict: Verdict, check: string): boolean =>
  briefPass(check, novaBookOf(cloud, verdict.host).state, placedOf(verdict))?.some(
    (word) => typeof word !== 'string',
  ) ?? false

const placedOf = (verdict: Verdict) => (verdict.outcome === 'fits' ? verdict.placed : undefined)

/** Hosts that were tried, those that pass, the reasons of the others by how many give them; within each as asked for. */
export function checkGroups(
  open: OpenChecks,
  { host, sort, descending }: ChecksQuery,
): { readonly groups: readonly CheckGroup[]; readonly order: readonly Verdict[] } {
  const wanted = host.trim().toLowerCase()
  const found = open.asked.filter((verdict) => verdict.host.toLowerCase().includes(wanted))
  const all = [...groupBy(found, (verdict) => keyOf(open, verdict)).values()]
    .map((verdicts) => ({
      group: groupOf(open, verdicts),
      verdicts: sorted(open, verdicts, sort, descending),
    }))
    .toSorted((a, b) => rank[a.group.kind] - rank[b.group.kind] || b.group.hosts - a.group.hosts)
  return { groups: all.map(({ group }) => group), order: all.flatMap(({ verdicts }) => verdicts) }
}

const rank = { tried: 0, passes: 1, refused: 2, unknown: 2 } as const

const attemptOf = ({ attempts }: OpenChecks, host: HostId): number =>
  attempts.findIndex(({ chosen }) => chosen === host)

const unnamed = (verdict: Extract<Verdict, { outcome: 'unknown' }>): Sentence =>
  explainGap({ ...verdict.gaps[0], host: undefined, guest: undefined })

function keyOf(open: OpenChecks, verdict: Verdict): string {
  if (attemptOf(open, verdict.host) >= 0) return 'tried'
  switch (verdict.outcome) {
    case 'fits':
      return 'passes'
    case 'rejected': {
      const [{ by, reason }] = verdict.objections
      return `${by}: ${plain(nameReason(reason))}`
    }
    case 'unknown':
      return plain(unnamed(verdict))
  }
}

function groupOf(open: OpenChecks, verdicts: readonly Verdict[]): CheckGroup {
  const [first] = verdicts
  const key = first ? keyOf(open, first) : ''
  const hosts = verdicts.length
  if (!first || key === 'tried') return { key, hosts, kind: 'tried' }
  switch (first.outcome) {
    case 'fits':
      return { key, hosts, kind: 'passes' }
    case 'rejected': {
      const [{ by, reason }] = first.objections
      return { key, hosts, kind: 'refused', by, says: nameReason(reason) }
    }
    case 'unknown':
      return { key, hosts, kind: 'unknown', says: unnamed(first) }
  }
}

function sorted(
  open: OpenChecks,
  verdicts: readonly Verdict[],
  sort: string | undefined,
  descending: boolean,
): readonly Verdict[] {
  const way = descending ? -1 : 1
  if (sort === undefined) {
    return verdicts.toSorted((a, b) => attemptOf(open, a.host) - attemptOf(open, b.host))
  }
  if (sort === 'host') {
    return verdicts.toSorted((a, b) => way * a.host.localeCompare(b.host, 'en', { numeric: true }))
  }
  return verdicts
    .map((verdict) => ({ verdict, shows: numberShown(checkCell(open, sort, verdict)) }))
    .toSorted((a, b) => {
      if (a.shows === undefined || b.shows === undefined)
        return Number(a.shows === undefined) - Number(b.shows === undefined)
      return way * (a.shows - b.shows)
    })
    .map(({ verdict }) => verdict)
}

/** The largest of the numbers a cell shows: of a host whose cells all object, the nearest to what is needed. */
function numberShown(cell: CheckCell): number | undefined {
  const briefs = cell.kind === 'objects' ? cell.brief : cell.kind === 'passes' ? [cell.brief ?? []] : []
  const numbers = briefs.flatMap((brief) => firstNumber(brief) ?? [])
  return numbers.length === 0 ? undefined : Math.max(...numbers)
}

const firstNumber = (sentence: Sentence): number | undefined => {
  for (const word of sentence) {
    if (typeof word === 'string') continue
    if ('memory' in word) return word.memory
    if ('pages' in word) return word.pages
    if ('count' in word) return word.count
  }
  return undefined
}

export function checkRow(open: OpenChecks, verdict: Verdict): CheckRow {
  const attempt = attemptOf(open, verdict.host)
  return {
    host: verdict.host,
    attempt: attempt === -1 ? undefined : attempt + 1,
    checks: open.head.checks.map((check) => checkCell(open, check, verdict)),
    starts: startCell(open.attempts[attempt]?.start),
  }
}

function checkCell({ cloud, request }: OpenChecks, check: string, verdict: Verdict): CheckCell {
  const reasons = verdict.outcome === 'rejected' ? verdict.objections.filter(({ by }) => by === check) : []
  if (reasons.length > 0) {
    return {
      kind: 'objects',
      brief: reasons.map(({ reason }) => briefRejection(reason)),
      full: reasons.map(({ reason }) => explainRejection(reason)),
      counted: reasons.flatMap(({ reason }) => countedBy(reason) ?? []),
    }
  }
  if (verdict.passed.includes(check)) {
    const { state } = novaBookOf(cloud, verdict.host)
    const placed = placedOf(verdict)
    const counted = request ? countedAt(check, state, request, placed) : []
    return { kind: 'passes', brief: briefPass(check, state, placed), counted }
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
        ? { kind: 'remarks', brief, full: explainStart(start), tone, counted: countedByHosts(start.remarks) }
        : { kind: 'passes', brief, counted: [] }
    }
    case 'refuses':
      return {
        kind: 'objects',
        brief: [briefStart(start)],
        full: [explainStart(start)],
        counted: countedByHosts(start.refusals),
      }
    case 'unknown':
      return { kind: 'unknown', full: explainStart(start) }
  }
}

const countedByHosts = (refusals: readonly Refusal[]) => refusals.flatMap((one) => countedByHost(one) ?? [])
