import type { GuessCells } from '../accounting/account.ts'
import { fitToHost } from './fit/fit-to-host.ts'
import { numaConstraints } from './request/numa-constraints.ts'

/**
 * The cells that Juno and Kilo count for the other end of a move (nova/compute/resource_tracker.py:
 * _update_usage_from_migration): those the flavor asks for under their own numbers, or wherever they fit now.
 */
export const guessCells: GuessCells = (cells, flavor, image, rules) => {
  const asked = numaConstraints(flavor, image, rules)
  if (asked.kind === 'rejected' || !asked.topology) return 'none'
  if (rules.cellsOfMoves === 'as the flavor asks') return asked.topology
  const fit = fitToHost(cells, asked.topology, undefined, rules)
  return fit.kind === 'fits' ? fit.topology : 'none'
}
