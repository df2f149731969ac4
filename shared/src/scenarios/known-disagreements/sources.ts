import { holds } from '../../testing/observed.ts'
import type { Row } from './row.ts'

/** What was not read, or not at one time. */
export const sources: readonly Row[] = [
  {
    shows: [],
    rule: 'a host nobody looked at',
    on: { unseen: true },
    cause: 'source-missing',
    expected: undefined,
    observed: undefined,
    says: 'a: What the kernel has here was not read: nothing is compared.',
    remedy: undefined,
  },
  {
    shows: [],
    rule: 'two books read at different times are not compared',
    on: {
      readAt: ['2026-01-15T09:00:00Z', '2026-01-15T10:00:00Z'],
      seen: { holders: [holds('ovs-vswitchd', 256, '2M', 0)] },
    },
    cause: 'sources-apart',
    expected: 300,
    observed: 3600,
    says: 'a: Nova’s row and the host were read 3,600 s apart, more than 300 s: they are not compared.',
    remedy: undefined,
  },
]
