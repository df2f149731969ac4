import {
  type Cloud,
  type Drainable,
  type DrainPlan,
  type DrainRequest,
  explainDrainRemark,
  explainFit,
  explainMove,
  explainRejection,
  groupBy,
  type MatrixCell,
  type Move,
  plain,
  type Sentence,
  type Stays,
} from '@headroom/shared'
import { formatPlan } from '../../url/plan-link.ts'
import { reasonsOf } from './matrix-view.ts'

export interface StaysRow {
  readonly guest: string
  readonly name: string
  readonly host: string
  readonly why: Sentence
  readonly certain: string
  /** Single changes that let it go. */
  readonly frees: readonly Sentence[]
  /** What most hosts object, with the numbers, as the cloud is before anything moves. */
  readonly short: Sentence | undefined
}

/** What is asked of a drain, with hosts by their names. */
export type DrainAsk = Omit<DrainRequest, 'hosts'> & { readonly hosts: readonly string[] }

/** The hosts of an address, first the one, then those after it. */
export const hostsOf = (host: string | undefined, after: string | undefined): readonly string[] => [
  ...(host === undefined ? [] : [host]),
  ...(after === undefined ? [] : after.split(',')),
]

export interface MoveRow {
  readonly key: string
  readonly name: string
  readonly from: string
  readonly to: string
  readonly how: Move['how']
  readonly why: Sentence
  /** From 1. */
  readonly wave: number
}

export interface DrainView {
  /** In the order in which they are emptied. */
  readonly hosts: readonly string[]
  readonly moves: readonly MoveRow[]
  readonly aside: number
  readonly cold: number
  readonly remarks: readonly Sentence[]
  readonly stays: readonly StaysRow[]
  readonly waves: number
  /** The plan as it stands in an address; undefined where nothing moves. */
  readonly hash: string | undefined
}

/** `cells`: the guests that stay against every other host. */
export function drainView(
  cloud: Cloud,
  { actions, order, waves, stays, remarks }: DrainPlan,
  cells: readonly MatrixCell[],
): DrainView {
  const byGuest = groupBy(cells, ({ guest }) => guest)
  const nameOf = (guest: Stays['guest']) => cloud.guests.get(guest)?.name ?? guest
  const moves = waves.flatMap((wave, index) => wave.map((move) => ({ move, wave: index + 1 })))
  return {
    hosts: order,
    moves: moves.map(({ move, wave }, index) => ({
      key: `${index}`,
      name: nameOf(move.guest),
      from: move.from,
      to: move.to,
      how: move.how,
      why: explainMove(move),
      wave,
    })),
    aside: moves.filter(({ move }) => move.why.kind === 'aside').length,
    cold: moves.filter(({ move }) => move.how === 'cold').length,
    remarks: remarks.map(explainDrainRemark),
    stays: stays.map((one) => ({
      guest: one.guest,
      name: nameOf(one.guest),
      host: one.host,
      why: whyItStays(one),
      certain: certainty(one),
      frees: one.frees.map(({ change }) => explainFit(change)),
      short: one.because ? undefined : reasonsOf(byGuest.get(one.guest) ?? [])[0]?.example,
    })),
    waves: waves.length,
    hash:
      moves.length > 0
        ? formatPlan({ version: 1, snapshot: undefined, release: undefined, actions })
        : undefined,
  }
}

const certainty = ({ certain, aside }: Stays): string => {
  if (!certain) return 'no: the search gave up'
  return aside === 'no' ? 'yes, with others moved aside too' : 'yes'
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
