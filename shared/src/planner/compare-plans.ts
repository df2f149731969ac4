import type { GuestId, HostId } from '../model/ids.ts'
import type { Objection, Verdict } from '../placement/verdict.ts'
import type { Refusal } from '../reality/refusal.ts'
import type { StartVerdict } from '../reality/start-verdict.ts'
import type { Action } from './action.ts'
import type { Cloud } from './cloud.ts'
import { finished, type Long, part } from './long.ts'
import { type Played, playing } from './replay.ts'
import type { Outcome, Step } from './step.ts'
import { works } from './what-would-fit.ts'

/** A plan on a cloud: of two that are compared, plan, release, settings or snapshot may differ, or all of them. */
export interface PlanSide {
  readonly cloud: Cloud
  readonly actions: readonly Action[]
}

type Two<T> = readonly [T, T]

/** In what way two answers to one step part. */
export type Parting =
  /** One works and the other does not. */
  | { readonly kind: 'works'; readonly works: Two<boolean> }
  | { readonly kind: 'host'; readonly guest: GuestId | undefined; readonly hosts: Two<HostId | undefined> }
  /** Host cells of one guest on one host. */
  | { readonly kind: 'cells'; readonly guest: GuestId | undefined; readonly cells: Two<readonly number[]> }
  /** What Nova says of one host; undefined where it has nothing against it. */
  | { readonly kind: 'objection'; readonly host: HostId; readonly objections: Two<Objection | undefined> }
  /** What a host says to the start; undefined where it has nothing against it, or was not asked. */
  | { readonly kind: 'refusal'; readonly host: HostId; readonly refusals: Two<Refusal | undefined> }
  /** The same answer with other numbers. */
  | { readonly kind: 'numbers' }

export type ComparedStep =
  /** `at` is its place in each plan. No parting is the same answer. */
  | {
      readonly kind: 'both'
      readonly at: Two<number>
      readonly steps: Two<Step>
      readonly partings: readonly Parting[]
    }
  | { readonly kind: 'only'; readonly of: 0 | 1; readonly at: number; readonly step: Step }

export interface PlanComparison {
  readonly steps: readonly ComparedStep[]
  /** Place in `steps` of the first that is of one plan alone, or answered otherwise; undefined where there is none. */
  readonly first: number | undefined
}

/** Two plans step by step: steps that ask the same stand beside each other, in the order of both. */
export const comparePlans = (one: PlanSide, other: PlanSide): PlanComparison =>
  finished(comparing(one, other))

/** The same, told as each plan is replayed. */
export function* comparing(one: PlanSide, other: PlanSide): Long<PlanComparison> {
  const replayed = [
    yield* part(playing(one.cloud, one.actions), 0, 2),
    yield* part(playing(other.cloud, other.actions), 1, 2),
  ] as const
  const steps = aligned(one.actions, other.actions).flatMap(([a, b]): ComparedStep[] => {
    const [left, right] = [step(replayed[0], a), step(replayed[1], b)]
    if (left && right && a !== undefined && b !== undefined) {
      return [{ kind: 'both', at: [a, b], steps: [left, right], partings: partings(left, right) }]
    }
    if (left && a !== undefined) return [{ kind: 'only', of: 0, at: a, step: left }]
    return right && b !== undefined ? [{ kind: 'only', of: 1, at: b, step: right }] : []
  })
  const first = steps.findIndex((one) => one.kind === 'only' || one.partings.length > 0)
  return { steps, first: first === -1 ? undefined : first }
}

const step = (played: readonly Played[], at: number | undefined): Step | undefined =>
  at === undefined ? undefined : played[at]?.step

/** Places of steps that ask the same, as many as can be kept in order, and of those between them. */
function aligned(one: readonly Action[], other: readonly Action[]): readonly Two<number | undefined>[] {
  const [a, b] = [one, other].map((actions) => actions.map((action) => JSON.stringify(action))) as [
    string[],
    string[],
  ]
  const longest = Array.from({ length: a.length + 1 }, () => new Array<number>(b.length + 1).fill(0))
  const at = (i: number, j: number): number => longest[i]?.[j] ?? 0
  for (let i = a.length - 1; i >= 0; i -= 1) {
    const row = longest[i] as number[]
    for (let j = b.length - 1; j >= 0; j -= 1) {
      row[j] = a[i] === b[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1))
    }
  }
  const pairs: Two<number | undefined>[] = []
  let [i, j] = [0, 0]
  while (i < a.length || j < b.length) {
    if (i < a.length && j < b.length && a[i] === b[j]) pairs.push([i++, j++])
    else if (j >= b.length || (i < a.length && at(i + 1, j) >= at(i, j + 1))) pairs.push([i++, undefined])
    else pairs.push([undefined, j++])
  }
  return pairs
}

/** Where one guest of a step ended, and who refused what on the way. */
interface Answer {
  readonly guest: GuestId | undefined
  readonly host: HostId | undefined
  readonly cells: readonly number[]
  readonly verdicts: readonly Verdict[]
  readonly starts: readonly StartVerdict[]
}

function partings(one: Step, other: Step): readonly Parting[] {
  const worked = [works(one.outcome), works(other.outcome)] as const
  const found: Parting[] = worked[0] === worked[1] ? [] : [{ kind: 'works', works: worked }]
  const [left, right] = [answersIn(one.outcome), answersIn(other.outcome)]
  for (const [index, a] of left.entries()) {
    const b = right[index]
    if (b) found.push(...parted(a, b))
  }
  if (found.length > 0) return found
  return JSON.stringify(one.outcome) === JSON.stringify(other.outcome) ? [] : [{ kind: 'numbers' }]
}

function parted(a: Answer, b: Answer): readonly Parting[] {
  const { guest } = a
  const place: readonly Parting[] =
    a.host !== b.host
      ? [{ kind: 'host', guest, hosts: [a.host, b.host] }]
      : a.cells.join() === b.cells.join()
        ? []
        : [{ kind: 'cells', guest, cells: [a.cells, b.cells] }]
  return [...place, ...objectionsParted(a, b), ...refusalsParted(a, b)]
}

/** That a host had its turn is no objection of its own. */
const first = ({ verdicts }: Answer, host: HostId): Objection | undefined =>
  verdicts
    .flatMap((one) => (one.host === host && one.outcome === 'rejected' ? [one.objections[0]] : []))
    .find(({ reason }) => reason.kind !== 'already-tried')

const key = (one: Objection | undefined): string => (one ? `${one.by} ${one.reason.kind}` : '')

function objectionsParted(a: Answer, b: Answer): readonly Parting[] {
  const hosts = new Set([...a.verdicts, ...b.verdicts].map(({ host }) => host))
  return [...hosts].flatMap((host): Parting[] => {
    const objections = [first(a, host), first(b, host)] as const
    return key(objections[0]) === key(objections[1]) ? [] : [{ kind: 'objection', host, objections }]
  })
}

function refusalsParted(a: Answer, b: Answer): readonly Parting[] {
  const hosts = new Set([...a.starts, ...b.starts].map(({ host }) => host))
  return [...hosts].flatMap((host): Parting[] => {
    const refusals = [refusalOf(a, host), refusalOf(b, host)] as const
    return refusals[0]?.kind === refusals[1]?.kind ? [] : [{ kind: 'refusal', host, refusals }]
  })
}

const refusalOf = ({ starts }: Answer, host: HostId): Refusal | undefined => {
  const start = starts.find((one) => one.host === host)
  return start?.outcome === 'refuses' ? start.refusals[0] : undefined
}

function answersIn(outcome: Outcome): readonly Answer[] {
  switch (outcome.kind) {
    case 'boots':
      return outcome.boots.map(({ guest, attempts, result }) => {
        const host = result.kind === 'no-valid-host' ? undefined : result.host
        const verdicts = attempts.flatMap((attempt) => attempt.verdicts)
        return {
          guest,
          host,
          cells: cellsAt(verdicts, host),
          verdicts,
          starts: attempts.flatMap(({ start }) => start ?? []),
        }
      })
    case 'migrates': {
      const verdicts = outcome.gates.filter(({ asked }) => asked).map(({ verdict }) => verdict)
      const host = outcome.result === 'moves' ? outcome.to : undefined
      const starts = outcome.start ? [outcome.start] : []
      return [{ guest: undefined, host, cells: cellsAt(verdicts, host), verdicts, starts }]
    }
    case 'rebuilds':
    case 'powers':
      return [
        {
          guest: undefined,
          host: outcome.host,
          cells: [],
          verdicts: outcome.kind === 'rebuilds' && outcome.verdict ? [outcome.verdict] : [],
          starts: outcome.start ? [outcome.start] : [],
        },
      ]
    case 'reboots':
      return outcome.guests.map(({ guest, start }) => ({
        guest,
        host: undefined,
        cells: [],
        verdicts: [],
        starts: start ? [start] : [],
      }))
    default:
      return []
  }
}

function cellsAt(verdicts: readonly Verdict[], host: HostId | undefined): readonly number[] {
  const verdict = verdicts.findLast((one) => one.host === host && one.outcome === 'fits')
  return verdict?.outcome === 'fits' ? (verdict.placed?.cells ?? []).map(({ id }) => id) : []
}
