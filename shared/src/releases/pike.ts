import { ocata } from './ocata.ts'
import { after } from './release.ts'

export const pike = after(ocata, {
  id: 'pike',
  name: 'Pike',
  nova: '16.0.0',
  changes: {
    defaultFilters: {
      to: [
        'RetryFilter',
        'AvailabilityZoneFilter',
        'ComputeFilter',
        'ComputeCapabilitiesFilter',
        'ImagePropertiesFilter',
        'ServerGroupAntiAffinityFilter',
        'ServerGroupAffinityFilter',
      ],
      commit: '2fe96819c2',
      since: '16.0.0',
      note: 'Memory and disk are left to Placement; the scheduler filters them by default no more.',
    },
  },
})
