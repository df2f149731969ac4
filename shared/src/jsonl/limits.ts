import { z } from 'zod'
import type { Limits } from '../placement/fit/limits.ts'

/** `{"cpu_allocation_ratio": 16.0, "ram_allocation_ratio": 1.5}`; null where the scheduler sent none. */
export const limits = z
  .object({ cpu_allocation_ratio: z.number(), ram_allocation_ratio: z.number() })
  .nullish()
  .transform((limits): Limits | undefined =>
    limits
      ? { cpuAllocationRatio: limits.cpu_allocation_ratio, ramAllocationRatio: limits.ram_allocation_ratio }
      : undefined,
  )

/** `packing_host_numa_cells_allocation_strategy`; null is the release's default. */
export const packing = z
  .boolean()
  .nullish()
  .transform((packing) => packing ?? undefined)
