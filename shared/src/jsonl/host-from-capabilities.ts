import { wholeHostJson } from './host.ts'
import type { Op } from './op.ts'
import { reported, reportedHost } from './reported-host.ts'

/** A host as nova-compute builds it from libvirt's capabilities and nova.conf; null where it reports no cells. */
export const hostFromCapabilities: Op = (line, { rules }) => {
  const host = reportedHost(reported.parse(line), rules)
  if (host.kind === 'error') return host.out
  return { host: host.cells ? wholeHostJson(host.cells, rules) : null }
}
