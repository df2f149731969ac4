import type { Events } from './events.ts'
import type { Report } from './problem.ts'
import type { Store } from './store/store.ts'

/** What the API needs of the world. */
export interface Ports {
  readonly store: Store
  /** Told of what is changed in the store through the API. */
  readonly events: Events
  /** The time, as ISO 8601 in UTC. */
  readonly now: () => string
  /** Told of every error that no route foresaw. */
  readonly report: Report
  readonly maxBodyBytes: number
}
