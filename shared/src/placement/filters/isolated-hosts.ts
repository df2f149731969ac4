import { cannotSay, type Filter, objects, passes } from './filter.ts'

/**
 * nova/scheduler/filters/isolated_hosts_filter.py: hosts kept for some images. Which image a request boots is known by
 * its id alone, which no request here has.
 */
export const IsolatedHostsFilter: Filter = (host) => {
  const {
    isolatedHosts = [],
    isolatedImages = [],
    isolatedHostsRestricted: restricted = true,
  } = host.settings
  const isIsolated = isolatedHosts.includes(host.id)
  if (isolatedImages.length > 0) {
    return isIsolated && !restricted ? passes : cannotSay(host, 'image id', 'absent')
  }
  return restricted && isIsolated ? objects({ kind: 'isolated-host' }) : passes
}
