import {
  type Cloud,
  type Drainable,
  type DrainPlan,
  explainGateSays,
  explainRejection,
  type Guest,
  groupBy,
  type MatrixCell,
  matrixCsv,
  nameGateOfMatrix,
  plain,
  type Sentence,
  type Stays,
} from '@headroom/shared'
import { formatPlan } from '../../url/plan-link.ts'

export interface StaysRow {
  readonly guest: string
  readonly name: string
  readonly why: Sentence
  readonly certain: boolean
  /** What most hosts object, with the numbers, as the cloud is before anything moves. */
  readonly short: Sentence | undefined
}

export interface DrainView {
  readonly host: string
  readonly moves: readonly {
    readonly guest: string
    readonly name: string
    readonly to: string
    /** From 1. */
    readonly wave: number
  }[]
  readonly stays: readonly StaysRow[]
  readonly waves: number
  /** The plan as it stands in an address; undefined where nothing moves. */
  readonly hash: string | undefined
}

/** `cells`: the guests that stay against every other host. */
export function drainView(
  cloud: Cloud,
  host: string,
  { actions, waves, stays }: DrainPlan,
  cells: readonly MatrixCell[],
): DrainView {
  const byGuest = groupBy(cells, ({ guest }) => guest)
  const nameOf = (guest: Stays['guest']) => cloud.guests.get(guest)?.name ?? guest
  return {
    host,
    moves: waves.flatMap((wave, index) =>
      wave.map(({ guest, to }) => ({ guest, name: nameOf(guest), to, wave: index + 1 })),
    ),
    stays: stays.map((one) => ({
      guest: one.guest,
      name: nameOf(one.guest),
      why: whyItStays(one),
      certain: one.certain,
      short: one.because ? undefined : reasonsOf(byGuest.get(one.guest) ?? [])[0]?.example,
    })),
    waves: waves.length,
    hash:
      actions.length > 0
        ? formatPlan({ version: 1, snapshot: undefined, release: undefined, actions })
        : undefined,
  }
}

/** The move it may not make, or who refused it on how many hosts. */
function whyItStays({ because, refusals }: Stays): Sentence {
  if (because) return explainRejection(because)
  if (refusals.length === 0) return ['There is no other host.']
  return refusals.flatMap(
    ({ by, hosts }, index): Sentence => [
      index > 0 ? ', ' : '',
      ...gate(by),
      ' on ',
      { count: hosts, of: hosts === 1 ? 'host' : 'hosts' },
    ],
  )
}

const gate = (by: string): Sentence => {
  if (by === 'host') return ['could not start']
  if (by === 'unknown') return ['not known']
  return [{ code: by }, ' refuses']
}

export interface SweepView {
  /** Those that cannot be emptied first. */
  readonly rows: readonly {
    readonly host: string
    readonly guests: number
    readonly stays: number
    readonly why: string | undefined
  }[]
  readonly drainable: number
}

export function sweepView(all: readonly Drainable[]): SweepView {
  const rows = all.map(({ host, guests, stays: [first, ...others] }) => ({
    host,
    guests,
    stays: first ? others.length + 1 : 0,
    why: first && plain(whyItStays(first)),
  }))
  return {
    rows: [...rows].sort((one, other) => other.stays - one.stays || other.guests - one.guests),
    drainable: rows.filter(({ stays }) => stays === 0).length,
  }
}

/** A destination of one guest. */
export interface DestinationRow {
  readonly host: string
  readonly taken: MatrixCell['taken']
  readonly disagree: boolean
  /** The first gate that refuses, with its reason; who does not know; or nothing. */
  readonly why: Sentence | undefined
  readonly gates: readonly { readonly name: Sentence; readonly asked: boolean; readonly says: Sentence }[]
}

/** One guest against every other host. */
export interface GuestRow {
  readonly guest: string
  readonly name: string
  readonly flavor: string
  readonly counts: Readonly<Record<MatrixCell['taken'], number>>
  readonly disagree: number
  /** Why hosts do not take it, the most frequent first. */
  readonly reasons: readonly { readonly gate: Sentence; readonly example: Sentence; readonly hosts: number }[]
  readonly destinations: readonly DestinationRow[]
}

export interface MatrixView {
  readonly guests: readonly GuestRow[]
  readonly csv: string
}

export function matrixView(guests: readonly Guest[], cells: readonly MatrixCell[]): MatrixView {
  const byGuest = groupBy(cells, ({ guest }) => guest)
  return {
    guests: guests.map((guest) => guestRow(guest, byGuest.get(guest.id) ?? [])),
    csv: matrixCsv(cells),
  }
}

function guestRow({ id, name, flavor }: Guest, cells: readonly MatrixCell[]): GuestRow {
  const of = (taken: MatrixCell['taken']) => cells.filter((cell) => cell.taken === taken).length
  return {
    guest: id,
    name,
    flavor: flavor.name,
    counts: {
      'by both': of('by both'),
      'by Nova alone': of('by Nova alone'),
      'by the host alone': of('by the host alone'),
      'by neither': of('by neither'),
      'not known': of('not known'),
    },
    disagree: cells.filter(({ disagree }) => disagree).length,
    reasons: reasonsOf(cells),
    destinations: cells.map((cell) => {
      const says = obstacle(cell)
      return {
        host: cell.host,
        taken: cell.taken,
        disagree: cell.disagree,
        why: says && explainGateSays(says),
        gates: cell.gates.map((one) => ({
          name: nameGateOfMatrix(one.gate),
          asked: one.asked,
          says: explainGateSays(one),
        })),
      }
    }),
  }
}

/** Why hosts do not take a guest, the most frequent first. */
function reasonsOf(cells: readonly MatrixCell[]): GuestRow['reasons'] {
  const refusals = groupBy(
    cells.filter(({ taken }) => taken !== 'by both'),
    keyOf,
  )
  return [...refusals.values()]
    .flatMap((all) => {
      const says = all[0] && obstacle(all[0])
      return says
        ? [{ gate: nameGateOfMatrix(says.gate), example: explainGateSays(says), hosts: all.length }]
        : []
    })
    .sort((one, other) => other.hosts - one.hosts)
}

/** What keeps the guest from there: the first gate on its path that refuses, else the first that does not know. */
const obstacle = ({ gates }: MatrixCell) =>
  gates.find(({ asked, outcome }) => asked && outcome === 'refuses') ??
  gates.find(({ asked, outcome }) => asked && outcome === 'not known')

function keyOf(cell: MatrixCell): string {
  const says = obstacle(cell)
  if (!says || !('why' in says)) return `${says?.gate} ${says?.outcome}`
  return `${says.gate} ${says.gate === 'host' ? says.why.kind : `${says.why.by} ${says.why.reason.kind}`}`
}
