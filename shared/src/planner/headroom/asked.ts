import type { Flavor, ImageProps } from '../../model/flavor.ts'
import type { HostId } from '../../model/ids.ts'
import type { Cloud } from '../cloud.ts'
import { type Survival, survive } from '../drain/survive.ts'
import { type Long, part } from '../long.ts'
import { type FairShare, fairShare } from './fair-share.ts'
import { headroom } from './headroom.ts'
import type { FlavorHeadroom } from './room.ts'

/** What is asked of a cloud's room for some flavors, beside how much there is. */
export interface HeadroomAsk {
  readonly flavors: readonly Flavor[]
  readonly image: ImageProps
  /** How many of a flavor come in its turn where all share, by its name; 1 where it is not named. Undefined: not asked. */
  readonly weights: Readonly<Record<string, number>> | undefined
  /** Hosts that are lost together; undefined: not asked. */
  readonly lost: readonly HostId[] | undefined
}

export interface HeadroomAnswer {
  readonly flavors: readonly FlavorHeadroom[]
  readonly shared: readonly FairShare[] | undefined
  readonly survival: Survival | undefined
}

export function* headroomAsked(cloud: Cloud, ask: HeadroomAsk): Long<HeadroomAnswer> {
  const { weights, lost } = ask
  const parts = 1 + (weights ? 1 : 0) + (lost ? 1 : 0)
  const flavors = yield* part(headroom(cloud, ask.flavors, ask.image), 0, parts)
  const shares = ask.flavors.map((flavor) => ({ flavor, weight: weights?.[flavor.name] ?? 1 }))
  return {
    flavors,
    shared: weights && (yield* part(fairShare(cloud, shares), 1, parts)),
    survival: lost && survive(cloud, lost, ask.flavors),
  }
}
