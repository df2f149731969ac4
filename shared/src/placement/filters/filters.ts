import { DifferentHostFilter, SameHostFilter } from './affinity.ts'
import { AvailabilityZoneFilter } from './availability-zone.ts'
import { ComputeCapabilitiesFilter } from './capabilities.ts'
import { ComputeFilter } from './compute.ts'
import { AggregateCoreFilter, CoreFilter, ExactCoreFilter } from './core.ts'
import {
  AggregateIoOpsFilter,
  AggregateNumInstancesFilter,
  IoOpsFilter,
  NumInstancesFilter,
} from './counts.ts'
import { AggregateDiskFilter, DiskFilter, ExactDiskFilter } from './disk.ts'
import type { Filter } from './filter.ts'
import { ImagePropertiesFilter } from './image-properties.ts'
import { IsolatedHostsFilter } from './isolated-hosts.ts'
import {
  AggregateImagePropertiesIsolation,
  AggregateInstanceExtraSpecsFilter,
  AggregateMultiTenancyIsolation,
  AggregateTypeAffinityFilter,
} from './isolation.ts'
import { NUMATopologyFilter } from './numa-topology.ts'
import { PciPassthroughFilter } from './pci.ts'
import { AggregateRamFilter, ExactRamFilter, RamFilter } from './ram.ts'
import { RetryFilter } from './retry.ts'
import { ServerGroupAffinityFilter, ServerGroupAntiAffinityFilter } from './server-group.ts'
import {
  AllHostsFilter,
  JsonFilter,
  MetricsFilter,
  SimpleCIDRAffinityFilter,
  TrustedFilter,
} from './unasked.ts'

/** By the name an operator writes in `enabled_filters` (`scheduler_default_filters` before Ocata). */
export const filters: ReadonlyMap<string, Filter> = new Map(
  Object.entries({
    AggregateCoreFilter,
    AggregateDiskFilter,
    AggregateImagePropertiesIsolation,
    AggregateInstanceExtraSpecsFilter,
    AggregateIoOpsFilter,
    AggregateMultiTenancyIsolation,
    AggregateNumInstancesFilter,
    AggregateRamFilter,
    AggregateTypeAffinityFilter,
    AllHostsFilter,
    AvailabilityZoneFilter,
    ComputeCapabilitiesFilter,
    ComputeFilter,
    CoreFilter,
    DifferentHostFilter,
    DiskFilter,
    ExactCoreFilter,
    ExactDiskFilter,
    ExactRamFilter,
    ImagePropertiesFilter,
    IoOpsFilter,
    IsolatedHostsFilter,
    JsonFilter,
    MetricsFilter,
    NUMATopologyFilter,
    NumInstancesFilter,
    PciPassthroughFilter,
    RamFilter,
    RetryFilter,
    SameHostFilter,
    ServerGroupAffinityFilter,
    ServerGroupAntiAffinityFilter,
    SimpleCIDRAffinityFilter,
    TrustedFilter,
  }),
)
