import { reservedSince } from '../divergence/remedy.ts'
import type { HostCell } from '../model/cell.ts'
import type { ReservedPages } from '../model/host.ts'
import { Pages } from '../units.ts'
import type { Action } from './action.ts'
import { type Cloud, rulesOf, withHost } from './cloud.ts'
import { impossible, type Performed } from './performed.ts'

/** The operator sets all values of the option on one compute and starts nova-compute again. */
export function setReservedHugePages(
  cloud: Cloud,
  action: Extract<Action, { do: 'set-reserved-huge-pages' }>,
): Performed {
  const host = cloud.hosts.get(action.host)
  if (!host) return impossible(cloud, { kind: 'no-such', what: 'host', name: action.host })
  if (!host.nova) return impossible(cloud, { kind: 'no-nova-record', host: host.id })
  if (rulesOf(cloud, host).reservedPages === 'unknown') {
    return impossible(cloud, { kind: 'option-absent', option: 'reserved_huge_pages', since: reservedSince() })
  }
  const { cells } = host.nova
  const reserved =
    typeof cells === 'string' ? cells : cells.map((cell) => withReserved(cell, action.reserved))
  const configured = {
    ...host,
    config: { ...host.config, reservedHugePages: action.reserved },
    nova: { ...host.nova, cells: reserved },
  }
  return {
    outcome: { kind: 'configured', remarks: [] },
    cloud: withHost(cloud, configured),
    touched: [host.id],
  }
}

/**
 * nova/virt/hardware.py: numa_get_reserved_huge_pages. Of two values for one pool the last holds; a value for a pool that
 * is not there has no effect.
 */
const withReserved = (cell: HostCell, values: readonly ReservedPages[]): HostCell => ({
  ...cell,
  mempages: cell.mempages.map((pool) => ({
    ...pool,
    reserved: values.findLast((one) => one.cell === cell.id && one.size === pool.size)?.count ?? Pages(0),
  })),
})
