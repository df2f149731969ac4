/**
 * Every fact in which Nova's releases differ. A closed list: code that depends on one reads it, nothing else varies,
 * and no code outside releases/ knows a version. Values are words: they print, compare and survive JSON. A rule's name
 * is its id in ledger entries, tests and URLs.
 */
export interface Rules
  extends RequestRules,
    FitRules,
    UsageRules,
    HostRules,
    FilterRules,
    MigrationRules,
    XmlRules {}

export type RuleName = keyof Rules

/** What a flavor and an image ask for (nova/virt/hardware.py: numa_get_constraints and below). */
// biome-ignore lint/suspicious/noEmptyInterface: rules arrive with the code that reads them
export interface RequestRules {}

/** How a guest is fitted onto host cells (numa_fit_instance_to_host and below). */
// biome-ignore lint/suspicious/noEmptyInterface: rules arrive with the code that reads them
export interface FitRules {}

/** How a placed guest changes a host's book (numa_usage_from_instances and its successors). */
// biome-ignore lint/suspicious/noEmptyInterface: rules arrive with the code that reads them
export interface UsageRules {}

/** How a host's book begins: capabilities, configuration, what is reserved. */
// biome-ignore lint/suspicious/noEmptyInterface: rules arrive with the code that reads them
export interface HostRules {}

/** What the scheduler's filters compare. */
export interface FilterRules {
  /** `scheduler_default_filters`, later `[filter_scheduler] enabled_filters`, where the operator set none. */
  readonly defaultFilters: readonly string[]
  /** RamFilter and CoreFilter of a guest larger than the whole host, where ratios would leave room. */
  readonly selfOvercommit: 'allowed' | 'refused'
  /** `*_allocation_ratio` where neither option nor record has one (from Stein on, `initial_*`). */
  readonly defaultAllocationRatios: 'cpu 16.0, ram 1.5, disk 1.0' | 'cpu 4.0, ram 1.0, disk 1.0'
}

/** The gates of a live migration. */
export interface MigrationRules {
  /**
   * What the conductor's pre-check compares with the guest's memory, when the destination is named
   * (nova/conductor/tasks/live_migrate.py: _check_destination_has_enough_memory).
   */
  readonly livePrecheckMemory: 'free memory' | 'memory by ratio less used'
}

/** The domain XML that Nova writes for memory, cells, pages and pins (nova/virt/libvirt/driver.py, config.py). */
export interface XmlRules {
  /** The unit in which a guest cell's memory is written; libvirt reads KiB. */
  readonly xmlCellMemory: 'MiB' | 'KiB'
}
