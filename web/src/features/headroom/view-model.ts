import {
  type FlavorHeadroom,
  figure,
  type HeadroomByPlace,
  type HeadroomRoom,
  type Survival,
  type ZoneLost,
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

/** How many of a flavor are booted in its turn, by its name. */
export type Weights = Readonly<Record<string, number>>

/** `m1.small:2,m1.large:0`; what cannot be read is left out. */
export const parseWeights = (text: string | undefined): Weights =>
  Object.fromEntries(
    (text ?? '').split(',').flatMap((part) => {
      const at = part.lastIndexOf(':')
      const weight = Number(part.slice(at + 1))
      return at > 0 && Number.isInteger(weight) && weight >= 0 ? [[part.slice(0, at), weight]] : []
    }),
  )

/** Undefined where every flavor has the usual weight of 1. */
export const formatWeights = (weights: Weights): string | undefined =>
  Object.entries(weights)
    .flatMap(([flavor, weight]) => (weight === 1 ? [] : [`${flavor}:${weight}`]))
    .join() || undefined

export interface LossView {
  /** Worst first. */
  readonly rows: readonly { readonly host: string; readonly guests: number; readonly homeless: number }[]
  readonly safe: number
  readonly zones: readonly {
    readonly zone: string
    readonly hosts: number
    readonly guests: number
    readonly homeless: number
  }[]
}

export function lossView(all: readonly Survival[], zones: readonly ZoneLost[]): LossView {
  const rows = all.map(({ lost, guests, homeless }) => ({
    host: lost.join(', '),
    guests,
    homeless: homeless.length,
  }))
  return {
    rows: [...rows].sort((one, other) => other.homeless - one.homeless || other.guests - one.guests),
    safe: rows.filter(({ homeless }) => homeless === 0).length,
    zones: zones.map(({ zone, survival }) => ({
      zone: zone ?? 'in no zone',
      hosts: survival.lost.length,
      guests: survival.guests,
      homeless: survival.homeless.length,
    })),
  }
}

export type PlacesView = HeadroomByPlace
