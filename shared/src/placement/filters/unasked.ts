import { cannotSay, type Filter, passes } from './filter.ts'

/*
 * Filters that look only at a request which asks for something, and then at what no snapshot has: such a request is not
 * judged; every other passes, as in Nova.
 */

/** nova/scheduler/filters/json_filter.py: `--hint query`, which no request here has. */
export const JsonFilter: Filter = () => passes

/** nova/scheduler/filters/affinity_filter.py: `--hint build_near_host_ip`, which no request here has. */
export const SimpleCIDRAffinityFilter: Filter = () => passes

/** nova/scheduler/filters/all_hosts_filter.py. */
export const AllHostsFilter: Filter = () => passes

/** nova/scheduler/filters/trusted_filter.py, up to Pike: `trust:trusted_host`, of which an attestation server knows. */
export const TrustedFilter: Filter = (host, { flavor }) =>
  flavor.extraSpecs['trust:trusted_host'] ? cannotSay(host, 'attestation', 'absent') : passes

/** nova/scheduler/filters/metrics_filter.py: the metrics that `[metrics] weight_setting` names. */
export const MetricsFilter: Filter = (host) => {
  const [first] = host.settings.metricsWeights ?? []
  return first === undefined ? passes : cannotSay(host, 'metrics', 'absent')
}
