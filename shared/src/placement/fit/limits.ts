/** Nova's `NUMATopologyLimits`: the ratios the scheduler hands to the fit. Absent, no usage is compared for shared vCPUs. */
export interface Limits {
  readonly cpuAllocationRatio: number
  readonly ramAllocationRatio: number
}
