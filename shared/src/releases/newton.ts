import { mitaka } from './mitaka.ts'
import { after } from './release.ts'

export const newton = after(mitaka, {
  id: 'newton',
  name: 'Newton',
  nova: '14.0.0',
  changes: {
    loneThreads: {
      to: 'taken uncounted',
      commit: '2dcf8c22f8',
      since: '14.0.1',
      bug: 1578155,
      note: 'When no core size has room for all vCPUs, free threads are taken one by one, without counting whether they suffice.',
    },
    noFreeCore: {
      to: 'raises',
      commit: '2dcf8c22f8',
      since: '14.0.1',
      bug: 1578155,
      note: 'A cell whose known siblings are all taken ends the request with UnboundLocalError.',
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
    threadsOfHost: {
      to: 'siblings in some cell',
      commit: '1c04e18ec9',
      since: '14.0.1',
      bug: 1596692,
      note: 'One cell with siblings is enough for cpu_thread_policy=require.',
    },
  },
})
