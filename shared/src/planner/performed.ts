import type { HostId } from '../model/ids.ts'
import type { Cloud } from './cloud.ts'
import type { Impossible, Outcome } from './step.ts'

/** What came of an action: the cloud after it, and the hosts of which a book changed. */
export interface Performed {
  readonly outcome: Outcome
  readonly cloud: Cloud
  readonly touched: readonly HostId[]
}

/** Nothing changes. */
export const unchanged = (cloud: Cloud, outcome: Outcome): Performed => ({ outcome, cloud, touched: [] })

export const impossible = (cloud: Cloud, reason: Impossible): Performed =>
  unchanged(cloud, { kind: 'not-possible', reason })
