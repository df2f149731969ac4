import { type Filter, objects, passes } from './filter.ts'

/** nova/scheduler/filters/retry_filter.py: a host this request has failed on is not tried again. */
export const RetryFilter: Filter = (host, { hints }) =>
  hints.tried.includes(host.id) ? objects({ kind: 'already-tried' }) : passes
