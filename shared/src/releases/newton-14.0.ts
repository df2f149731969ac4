import { mitaka } from './mitaka.ts'
import { after } from './release.ts'

export const newton140 = after(mitaka, {
  id: 'newton-14.0',
  name: 'Newton 14.0',
  nova: '14.0.0',
  changes: {
    namedDestination: {
      to: 'scheduled from 2.30 unless forced',
      commit: '7aa2285e72',
      since: '14.0.0',
      note: 'From microversion 2.30 on a named destination of a live migration is judged by the filters, unless it is forced.',
    },
    unknownCapability: {
      to: 'passes',
      commit: '83b59ea603',
      since: '14.0.0',
      note: 'An extra spec without scope that is no capability no longer refuses every host, so aggregates may have their own.',
    },
    diskSelfOvercommit: {
      to: 'refused',
      commit: '3cafa7f5bd',
      since: '14.0.0',
      note: 'A guest with a larger disk than the whole host is refused, whatever the ratio.',
    },
    endedMigrations: {
      to: ['accepted', 'confirmed', 'reverted', 'error', 'failed', 'completed', 'cancelled'],
      commit: '58cb7e56db',
      since: '14.0.0',
      note: 'A migration that is cancelled no longer counts at its other end.',
    },
    reservedPages: {
      to: 'not free',
      commit: 'd52ceaf269',
      since: '14.0.0',
      bug: 1543149,
      note: 'reserved_huge_pages tells Nova of pages that others hold.',
    },
    usageAfterGuestWithoutTopology: {
      to: 'kept',
      commit: 'f2706b2300',
      since: '14.0.0',
      bug: 1590607,
      note: 'Counting a guest without topology leaves the usage of cells alone.',
    },
    unpinError: {
      to: 'its own',
      commit: 'b10948913d',
      since: '14.0.0',
      note: 'Giving back CPUs that were not taken raises an exception of its own.',
    },
    numaNodes: {
      to: 'at least one, then the image',
      commit: '47d8aa5e7f',
      since: '14.0.0',
      bug: 1402709,
      note: 'hw:numa_nodes must be at least one.',
    },
    cpuThreadPolicy: {
      to: 'prefer over image',
      commit: '249973435b',
      since: '14.0.0',
      note: 'A flavor that says prefer is no longer overruled by the image.',
    },
    pagePoolVersion: {
      to: '1.1',
      commit: 'd52ceaf269',
      since: '14.0.0',
      bug: 1543149,
      note: 'Pages of a size store how many are reserved for others.',
    },
  },
})
