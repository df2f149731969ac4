import { DifferentHostFilter, SameHostFilter } from './affinity.ts'
import { AvailabilityZoneFilter } from './availability-zone.ts'
import { ComputeFilter } from './compute.ts'
import { CoreFilter } from './core.ts'
import { DiskFilter } from './disk.ts'
import type { Filter } from './filter.ts'
import { NUMATopologyFilter } from './numa-topology.ts'
import { RamFilter } from './ram.ts'
import { RetryFilter } from './retry.ts'
import {
  AllHostsFilter,
  ComputeCapabilitiesFilter,
  ImagePropertiesFilter,
  PciPassthroughFilter,
  ServerGroupAffinityFilter,
  ServerGroupAntiAffinityFilter,
} from './unasked.ts'

/** By the name an operator writes in `enabled_filters` (`scheduler_default_filters` before Ocata). */
export const filters: ReadonlyMap<string, Filter> = new Map(
  Object.entries({
    AllHostsFilter,
    AvailabilityZoneFilter,
    ComputeCapabilitiesFilter,
    ComputeFilter,
    CoreFilter,
    DifferentHostFilter,
    DiskFilter,
    ImagePropertiesFilter,
    NUMATopologyFilter,
    PciPassthroughFilter,
    RamFilter,
    RetryFilter,
    SameHostFilter,
    ServerGroupAffinityFilter,
    ServerGroupAntiAffinityFilter,
  }),
)
