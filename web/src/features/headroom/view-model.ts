import {
  type FlavorHeadroom,
  figure,
  type HeadroomByPlace,
  type HeadroomRoom,
  type Survival,
} from '@headroom/shared'

/** A number as a table shows it: `1,204`, `1,000+`. */
export const moreText = ({ count, atLeast }: { readonly count: number; readonly atLeast: boolean }): string =>
  `${figure(count)}${atLeast ? '+' : ''}`

/** What Nova books and no host runs. */
export const unkept = ({ nova, runs, unsure }: HeadroomRoom): number =>
  Math.max(0, nova.count - runs.count - unsure)

export interface HeadroomView {
  readonly rows: readonly FlavorHeadroom[]
  /** The flavor of which Nova promises most in vain; undefined where it promises nothing that is not there. */
  readonly worst: FlavorHeadroom | undefined
  /** Flavors of which not one more runs. */
  readonly full: readonly string[]
}

export function headroomView(all: readonly FlavorHeadroom[]): HeadroomView {
  const [first] = [...all].sort((one, other) => unkept(other.now) - unkept(one.now))
  return {
    rows: all,
    worst: first && unkept(first.now) > 0 ? first : undefined,
    full: all.filter(({ now }) => now.runs.count + now.unsure === 0).map(({ flavor }) => flavor),
  }
}

export interface LossView {
  /** Worst first. */
  readonly rows: readonly { readonly host: string; readonly guests: number; readonly homeless: number }[]
  readonly safe: number
}

export function lossView(all: readonly Survival[]): LossView {
  const rows = all.map(({ lost, guests, homeless }) => ({
    host: lost.join(', '),
    guests,
    homeless: homeless.length,
  }))
  return {
    rows: [...rows].sort((one, other) => other.homeless - one.homeless || other.guests - one.guests),
    safe: rows.filter(({ homeless }) => homeless === 0).length,
  }
}

export type PlacesView = HeadroomByPlace
