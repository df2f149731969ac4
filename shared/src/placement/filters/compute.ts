import { cannotSay, type Filter, objects, passes } from './filter.ts'

/** nova/scheduler/filters/compute_filter.py: the service is up and enabled. */
export const ComputeFilter: Filter = (host) => {
  const { service } = host
  if (!service) return cannotSay(host, 'service', 'absent')
  if (!service.enabled) return objects({ kind: 'host-disabled' })
  return service.up ? passes : objects({ kind: 'host-down' })
}
