import { after } from './release.ts'
import { rocky } from './rocky.ts'

export const stein = after(rocky, {
  id: 'stein',
  name: 'Stein',
  nova: '19.0.0',
  changes: {
    aggregateMultipliers: {
      to: 'read',
      commit: 'e66443770d',
      since: '19.0.0',
      note: 'An aggregate may set the multiplier of a weigher for its hosts.',
    },
    cpuTopologyLimits: {
      to: 'by the API too',
      commit: '5e7b840e48',
      since: '19.0.0',
      note: 'The API refuses flavor and image whose limits of sockets, cores and threads contradict one another; before, the compute did when it started the guest.',
    },
    namedDestination: {
      to: 'scheduled from 2.30 unless forced below 2.68',
      commit: '36a91936a8',
      since: '19.0.0',
      note: 'From microversion 2.68 on a live migration cannot be forced past the filters.',
    },
    groupRules: {
      to: 'read',
      commit: 'a77f57acf7',
      since: '19.0.0',
      note: 'A group of policy anti-affinity may allow more than one guest a host.',
    },
    partialPages: {
      to: 'kept until the sum is cut',
      commit: '2ea552e019',
      since: '19.0.0',
      note: 'Under Python 3 a share of a page is added before the sum is cut to whole pages; Python 2 drops it first.',
    },
    memPageSize: {
      to: 'KiB or unit, above zero',
      commit: '1adf60466e',
      since: '19.0.0',
      note: 'Under Python 3 a page size below 1 KiB is no error: it rounds to zero, which asks for no page size.',
    },
    unknownPolicy: {
      to: 'refused',
      commit: '2b3ba2286a',
      since: '19.0.0',
      note: 'A CPU or thread policy that is not known is refused; before, it was ignored.',
    },
    reservedPageSize: {
      to: 'may be a fraction',
      commit: '1adf60466e',
      since: '19.0.0',
      note: 'Under Python 3 a reserved page size in bytes may be a fraction of a KiB, which no host has.',
    },
  },
})
