import {
  type Cloud,
  type Drainable,
  type DrainPlan,
  explainRejection,
  groupBy,
  type MatrixCell,
  plain,
  type Sentence,
  type Stays,
} from '@headroom/shared'
import { formatPlan } from '../../url/plan-link.ts'
import { reasonsOf } from './matrix-view.ts'

export {
  type MatrixCellView,
  type MatrixHead,
  type MatrixView,
  matrixCellView,
  matrixHead,
  matrixText,
  matrixView,
  type OpenMatrix,
  openMatrix,
  type Refusals,
  refusalsOf,
} from './matrix-view.ts'

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
