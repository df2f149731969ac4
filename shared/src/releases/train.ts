import { after } from './release.ts'
import { stein } from './stein.ts'

export const train = after(stein, {
  id: 'train',
  name: 'Train',
  nova: '20.0.0',
  changes: {
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
