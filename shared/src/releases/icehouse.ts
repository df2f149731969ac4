import type { Release } from './release.ts'

/** The oldest release told apart, so every rule has a value here. It knows no NUMA: rules of cells are unused. */
export const icehouse: Release = {
  id: 'icehouse',
  name: 'Icehouse',
  nova: '2014.1',
  changes: {},
  rules: {
    defaultFilters: [
      'RetryFilter',
      'AvailabilityZoneFilter',
      'RamFilter',
      'ComputeFilter',
      'ComputeCapabilitiesFilter',
      'ImagePropertiesFilter',
      'ServerGroupAntiAffinityFilter',
      'ServerGroupAffinityFilter',
    ],
    selfOvercommit: 'allowed',
    defaultAllocationRatios: 'cpu 16.0, ram 1.5, disk 1.0',
    livePrecheckMemory: 'free memory',
    xmlCellMemory: 'KiB',
  },
}
