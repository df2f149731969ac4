import type { Cause } from './view-model.ts'

const names: Record<Cause, string> = {
  'unlisted-consumer': 'held by others',
  'reserved-too-much': 'reserved too much',
  'pool-resized': 'pool resized',
  'guest-not-running': 'guest not running',
  'another-release': 'another release’s rule',
  'counted-twice': 'counted twice',
  'guest-holds-otherwise': 'guest holds other pages',
  'booked-not-held': 'booked and not held',
  'stored-beyond-guests': 'in use for nobody',
  overbooked: 'more booked than there is',
  unknown: 'not known',
}

/** The cause as a label; of one that is newer than this page, its id. */
export const nameCause = (cause: Cause): string => names[cause] ?? cause
