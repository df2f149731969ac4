import { kilo } from './kilo.ts'
import { after } from './release.ts'

export const liberty = after(kilo, {
  id: 'liberty',
  name: 'Liberty',
  nova: '12.0.0',
  changes: {
    unknownPins: {
      to: 'refused',
      commit: 'bcb3d54635',
      since: '12.0.0',
      bug: 1483613,
      note: 'Pinning a CPU that is not of the cell raises, and with it the audit of the whole host.',
    },
    defaultFilters: {
      to: [
        'RetryFilter',
        'AvailabilityZoneFilter',
        'RamFilter',
        'DiskFilter',
        'ComputeFilter',
        'ComputeCapabilitiesFilter',
        'ImagePropertiesFilter',
        'ServerGroupAntiAffinityFilter',
        'ServerGroupAffinityFilter',
      ],
      commit: '6739df76ec',
      since: '12.0.0',
      note: 'The scheduler checks disk by default.',
    },
    selfOvercommit: {
      to: 'refused',
      commit: '95940ccbb9',
      since: '12.0.0',
      bug: 1485631,
      note: 'A guest larger than the whole host is refused, whatever the ratio.',
    },
  },
})
