import type { Report } from './problem.ts'
import type { Store } from './store/store.ts'

/** What the API needs of the world. */
export interface Ports {
  readonly store: Store
  /** The time, as ISO 8601 in UTC. */
  readonly now: () => string
  /** Told of every error that no route foresaw. */
  readonly report: Report
  readonly maxBodyBytes: number
}
