import type { GuestId } from '../../model/ids.ts'
import { cannotSay, type Filter, objects, passes } from './filter.ts'

const filterBy =
  (hint: 'sameHost' | 'differentHost', kind: 'not-with' | 'not-apart'): Filter =>
  (host, { hints }) => {
    const named = hints[hint]
    if (named.length === 0) return passes
    if (!host.guests) return cannotSay(host, 'guests', 'absent')
    const here: GuestId[] = named.filter((guest) => host.guests?.includes(guest))
    const wanted = hint === 'sameHost' ? here.length > 0 : here.length === 0
    return wanted ? passes : objects({ kind, guests: kind === 'not-with' ? named : here })
  }

/** nova/scheduler/filters/affinity_filter.py: `--hint same_host`, with any of the guests named. */
export const SameHostFilter = filterBy('sameHost', 'not-with')

/** `--hint different_host`, with none of the guests named. */
export const DifferentHostFilter = filterBy('differentHost', 'not-apart')
