import { after } from './release.ts'
import { wallaby } from './wallaby.ts'

export const xena = after(wallaby, {
  id: 'xena',
  name: 'Xena',
  nova: '24.0.0',
  changes: {
    placementZones: {
      to: 'asked',
      commit: '7c7a2a142d',
      since: '24.0.0',
      note: 'Placement looks for hosts of the zone that is asked for.',
    },
    defaultFilters: {
      to: [
        'ComputeFilter',
        'ComputeCapabilitiesFilter',
        'ImagePropertiesFilter',
        'ServerGroupAntiAffinityFilter',
        'ServerGroupAffinityFilter',
      ],
      commit: '7c7a2a142d',
      since: '24.0.0',
      note: 'Availability zones are left to Placement.',
    },
  },
})
