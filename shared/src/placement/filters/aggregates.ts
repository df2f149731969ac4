import { float, type int } from '../../oslo.ts'
import type { HostState } from '../host-state.ts'
import { allocationRatio } from './allocation-ratio.ts'

/** What a host's aggregates say under one key, each value as it stands (nova/scheduler/filters/utils.py: aggregate_values_from_key). */
export const valuesOf = ({ aggregates }: HostState, key: string): ReadonlySet<string> =>
  new Set(aggregates.flatMap(({ metadata }) => metadata[key] ?? []))

/** The same, each value a list at commas (aggregate_metadata_get_by_host). */
export const wordsOf = (host: HostState, key: string): ReadonlySet<string> =>
  new Set([...valuesOf(host, key)].flatMap((value) => value.split(',').map((word) => word.trim())))

/**
 * Of several numbers the least; the operator's own where there is none, or one that is no such number
 * (validate_num_values).
 */
export function leastOf(host: HostState, key: string, otherwise: number, number: typeof int = float): number {
  const numbers: number[] = []
  for (const value of valuesOf(host, key)) {
    const read = number(value)
    if (read === undefined) return otherwise
    numbers.push(read)
  }
  return numbers.length === 0 ? otherwise : Math.min(...numbers)
}

/** The ratio that a host's aggregates give it, else its own. */
export const aggregateRatio = (host: HostState, of: 'cpu' | 'ram' | 'disk'): number =>
  leastOf(host, `${of}_allocation_ratio`, allocationRatio(host, of))
