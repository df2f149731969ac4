import { after } from './release.ts'
import { stein } from './stein.ts'

export const train = after(stein, {
  id: 'train',
  name: 'Train',
  nova: '20.0.0',
  changes: {
    hostCpus: {
      to: 'shared and dedicated',
      commit: '1ecb141da1',
      since: '20.0.0',
      note: 'A host cell has CPUs for shared and for dedicated vCPUs, by cpu_shared_set and cpu_dedicated_set.',
    },
    cpuUsage: {
      to: 'vCPUs of unpinned guests',
      commit: '213fa4c57a',
      since: '20.0.0',
      note: 'Pinned vCPUs no longer add to the CPU usage of a cell.',
    },
    pinsCounted: {
      to: 'cell by cell',
      commit: '213fa4c57a',
      since: '20.0.0',
      note: 'Pins are counted cell by cell; before, only where every cell of the guest was pinned.',
    },
    countedInTurn: {
      to: 'guests',
      commit: '213fa4c57a',
      since: '20.0.0',
      note: 'Guests are counted one after another; before, cell after cell.',
    },
    isolateBesideSharedCpus: {
      to: 'refused',
      commit: '44676ddf84',
      since: '20.4.1',
      bug: 1889633,
      note: 'Thread policy isolate is refused on hosts with threads whose shared and dedicated CPUs differ.',
    },
    defaultFilters: {
      to: [
        'AvailabilityZoneFilter',
        'ComputeFilter',
        'ComputeCapabilitiesFilter',
        'ImagePropertiesFilter',
        'ServerGroupAntiAffinityFilter',
        'ServerGroupAffinityFilter',
      ],
      commit: '257ef9573f',
      since: '20.0.0',
      note: 'A failed host is left out by the list of alternates, no longer by RetryFilter.',
    },
  },
})
