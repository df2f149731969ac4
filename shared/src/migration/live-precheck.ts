import type { Rules } from '../releases/rules.ts'
import { exceeds, KiB, minus } from '../units.ts'

/** What the destination's row has. */
export interface Destination {
  /** `memory_mb`. */
  readonly total: KiB
  /** `free_ram_mb`: negative where more is used than the host has. */
  readonly free: KiB
  readonly ramAllocationRatio: number
}

export interface LivePrecheck {
  readonly allowed: boolean
  /** What the guest's memory is compared with; it must be more, and not the same. */
  readonly available: KiB
  readonly needed: KiB
  readonly free: KiB
  readonly total: KiB
  /** Undefined where the release compares without it. */
  readonly ratio: number | undefined
}

/**
 * The conductor's check of a live migration to a host that is named and forced (nova/conductor/tasks/live_migrate.py:
 * _check_destination_has_enough_memory). It looks at memory of the whole host alone: vCPUs, cells and page sizes are
 * not seen, and a guest that is shut off counts like any other. A guest without memory is refused.
 */
export function livePrecheck(
  { total, free, ramAllocationRatio }: Destination,
  needed: KiB,
  rules: Rules,
): LivePrecheck {
  const byRatio = rules.livePrecheckMemory === 'memory by ratio less used'
  const available = byRatio ? minus(KiB(total * ramAllocationRatio), minus(total, free)) : free
  return {
    allowed: needed > 0 && exceeds(available, needed),
    available,
    needed,
    free,
    total,
    ratio: byRatio ? ramAllocationRatio : undefined,
  }
}
