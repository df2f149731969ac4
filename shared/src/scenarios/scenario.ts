import type { NonEmpty } from '../collections.ts'
import type { Snapshot } from '../model/snapshot.ts'
import type { Plan } from '../planner/action.ts'

/** A small named cloud, and what it exists to show. */
export interface Scenario {
  /** Stable: it stands in links. */
  readonly id: string
  readonly title: string
  /** The one thing to see, as plain text. */
  readonly says: string
  readonly snapshot: Snapshot
  /** Opens with the first. */
  readonly plans: NonEmpty<ScenarioPlan>
}

/** A plan ready to open; its release may be another than the snapshot's. */
export interface ScenarioPlan {
  readonly id: string
  readonly title: string
  readonly says: string
  readonly plan: Plan
}
